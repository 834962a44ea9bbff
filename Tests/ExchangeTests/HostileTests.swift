import Base
import Exchange
import Store
import Testing

@Suite("A hostile bundle") struct HostileTests {
  private static let header =
    "{\"bundle\":\"a11y\",\"version\":1,\"min_reader\":1,\"tracker\":\"\(Sample.tracker)\",\"scope\":\"full\",\"since\":{},"

  /// A bundle with one fact of this text.
  private static func bundle(fact: String) -> [UInt8] {
    Array((header + "\"facts\":[\n\(fact)\n],\"count\":1,\"upto\":{},\"evidence\":[],\"digest\":\"\"}\n").utf8)
  }

  private static func fact(body: String) -> String {
    "{\"at\":[1,0],\"body\":\(body),\"kind\":\"note\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}"
  }
  private static let salt = "\"salt\":\"\(digits)\""
  private static let end = "\(salt),\"saw\":[]"
  private static let digits = String(repeating: "0123456789abcdef", count: 2)

  @Test(
    "is refused for what its fact's body holds",
    arguments: [
      ("{\"a\":" + String(repeating: "[", count: 100_000), BundleProblem.Code.limit),
      (String(repeating: "{\"a\":", count: 100_000), .limit),
      ("{" + (0..<100_000).map { "\"k\($0)\":1" }.joined(separator: ",") + "}", .limit),
      ("{\"a\":\"" + String(repeating: "x", count: 300_000) + "\"}", .limit),
      ("{\"a\":\"" + String(repeating: "\\u0041", count: 300_000) + "\"}", .limit),
      ("{\"a\":1,\"a\":1}", .syntax), ("{\"a\":1,\"b\":2,\"\\u0061\":1}", .syntax), ("{\"a\":\"\\ud800\"}", .syntax),
      ("{\"a\":\"\\udc00\\ud800\"}", .syntax), ("{\"a\":-0}", .syntax), ("{\"a\":1.0}", .syntax),
      ("{\"a\":1e3}", .syntax),
      ("{\"a\":9007199254740992}", .syntax), ("{\"a\":" + String(repeating: "9", count: 100_000) + "}", .syntax),
      ("{\"a\":01}", .syntax), ("{\"a\":NaN}", .syntax), ("{\"a\":\"\\u0000\"}", .syntax), ("{\"a\":\"\0\"}", .syntax),
      ("{\"a\":\"\u{1}\"}", .syntax), ("{\"a\":1,}", .syntax), ("{\"a\":/**/1}", .syntax), ("{a:1}", .syntax),
      ("{'a':1}", .syntax), ("{\"a\":\"\\x\"}", .syntax), ("1", .fact), ("null", .fact), ("[]", .fact), ("\"\"", .fact),
    ])
  func body(text: String, code: BundleProblem.Code) throws {
    let problem = BundleReader().problem(Self.bundle(fact: Self.fact(body: text)))
    #expect(problem?.code == code)
    #expect(problem?.line == 2)
    #expect(problem?.column != nil)
    #expect(problem?.path?.hasPrefix("$.facts[0]") == true)
  }

  @Test(
    "is refused for a fact of another form",
    arguments: [
      "1", "null", "\"fact\"", "[]", "{}", "{\"at\":[1,0]}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":0,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1099511627776,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":-1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"1\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\(digits.uppercased())\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"short\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"REPLICAAAAAA\",\(end)}",
      "{\"at\":[-1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":1,\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"c\":\"\(digits)\(digits)\",\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"c\":\"\(digits)\(digits.dropLast())\",\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\"saw\":[]}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"other\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"\(String(repeating: "k", count: 65))\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\\nb\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      // The former form of a fact without content.
      "{\"at\":[1,0],\"erased\":\"\(digits)\(digits)\",\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\"saw\":[]}",
      // A header has no salt, and a fact has one of 16 bytes, and says what it had in view.
      "{\"at\":[1,0],\"c\":\"\(digits)\(digits)\",\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(end)}",
      "{\"at\":[1,0],\"c\":\"\(digits)\(digits)\",\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\"}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\"saw\":[]}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(salt)}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\"salt\":\"\(digits)00\",\"saw\":[]}",
      "{\"at\":[1,0],\"body\":{},\"kind\":\"a\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\(salt),\"saw\":[\"0123456789abcdef\"]}",
    ])
  func factForm(text: String) throws {
    for spelled in [text, " " + text.split(separator: ",").joined(separator: " , ")] {
      for window in [1 << 20, 64] {
        var reader = BundleReader()
        reader.windowBytes = window
        let problem = reader.problem(Self.bundle(fact: spelled))
        #expect(problem?.code == .fact)
        #expect(problem?.line == 2)
        #expect(problem?.path?.hasPrefix("$.facts[0]") == true)
      }
    }
  }

  @Test(
    "is refused for a control fact that is more or less than one",
    arguments: [
      ("replica", "{}"), ("replica", "{\"parent\":\"short\"}"), ("replica", "{\"parent\":1}"),
      ("replica", "{\"name\":\"Ana's Mac\",\"parent\":\"\(Sample.two)\"}"), ("replica", "{\"signer\":\"SHA256:abc\"}"),
      ("replica", "{\"signer\":\"MD5:\(String(repeating: "a", count: 46))\"}"),
      ("replica", "{\"signer\":\"SHA256:\(String(repeating: "=", count: 43))\"}"),
      ("retract", "{}"), ("retract", "{\"targets\":[]}"), ("retract", "{\"targets\":[\"0123456789abcdef\"]}"),
      ("retract", "{\"targets\":[[\"\(Sample.one)\",1,\"0123456789abcdef\"]]}"),
      ("retract", "{\"note\":\"x\",\"targets\":[\"\(digits)\"]}"),
      ("retract", "{\"deletes\":false,\"targets\":[\"\(digits)\"]}"),
      ("retract", "{\"by\":\"\(String(repeating: "x", count: 65))\",\"targets\":[\"\(digits)\"]}"),
      ("erase", "{\"targets\":[\"\(digits)\"]}"), ("erase", "{\"reason\":\"mistake\"}"),
      ("erase", "{\"reason\":\"a name\",\"targets\":[\"\(digits)\"]}"),
      ("erase", "{\"reason\":\"mistake\",\"targets\":[]}"), ("erase", "{\"reason\":\"mistake\",\"sitting\":\"short\"}"),
      ("erase", "{\"reason\":\"mistake\",\"targets\":[\"\(digits)\"],\"why\":\"x\"}"),
    ])
  func control(kind: String, body: String) {
    let fact =
      "{\"at\":[1,0],\"body\":\(body),\"kind\":\"\(kind)\",\"n\":1,\"prev\":\"\",\"r\":\"\(Sample.one)\",\"saw\":[]}"
    let problem = BundleReader().problem(Self.bundle(fact: fact))
    #expect(problem?.code == .fact)
    #expect(problem?.line == 2)
    #expect(problem?.sentence.hasPrefix("the body of a") == true)
  }

  @Test("is refused for a control fact with a salt, or without its content", arguments: ControlKind.allCases)
  func control(kind: ControlKind) throws {
    var fact = try #require(try Sample.facts(Sample.one, Sample.bodies).first { $0.kind == kind.rawValue })
    (fact.sequence, fact.previous) = (1, nil)
    #expect(BundleReader().problem(try Sample.bundle([try SampleLine(fact)]).bytes) == nil)
    let header = BundleReader().problem(try Sample.bundle([try SampleLine(headerOf: fact)]).bytes)
    #expect(header?.sentence == "a fact of the kind \(kind.rawValue) is never without its content")
    fact.salt = FactSalt(high: 1, low: 2)
    let salted = BundleReader().problem(try Sample.bundle([try SampleLine(fact)]).bytes)
    #expect(salted?.sentence == "a fact of the kind \(kind.rawValue) has no \"salt\"")
  }

  @Test(
    "or what is none is told apart",
    arguments: [
      ([], BundleProblem.Code.incomplete, "empty"), ([0x1f, 0x8b, 8, 0], .foreign, "gzip"),
      (Array("PK\u{3}\u{4}abc".utf8), .foreign, "zip"), (Array("SQLite format 3\0abcd".utf8), .foreign, "database"),
      (Array("hello".utf8), .foreign, "not a bundle"), ([0x7f, 0x45, 0x4c, 0x46, 2, 1], .foreign, "not a bundle"),
      ([0xef, 0xbb, 0xbf] + Array("{}".utf8), .foreign, "no \"bundle\""), ([0xff, 0xfe, 0x7b, 0], .syntax, "UTF-16"),
      ([0x7b, 0, 0x22, 0], .syntax, "UTF-16"), (Array("[]".utf8), .foreign, "expected an object"),
      (Array("17".utf8), .foreign, "expected an object"),
      (Array("{}".utf8), .foreign, "no \"bundle\""), (Array("{\"a\":1}".utf8), .foreign, "no \"bundle\""),
      (Array("{\"bundle\":\"other\"}".utf8), .foreign, "something else"),
      (Array("{\"bundle\":\"a11y\"}".utf8), .header, "no \"version\""),
      (Array("{\"bundle\":\"a11y\",\"version\":7,\"min_reader\":2,\"facts\":[1.5".utf8), .newer, "format 2"),
      (Array("   \n  ".utf8), .incomplete, "may be incomplete"),
    ] as [([UInt8], BundleProblem.Code, String)])
  func foreign(bytes: [UInt8], code: BundleProblem.Code, words: String) throws {
    let problem = BundleReader().problem(bytes)
    #expect(problem?.code == code)
    #expect(problem?.sentence.contains(words) == true, "\(String(describing: problem))")
  }

  @Test(
    "is refused for a member beside the facts that is not of its form",
    arguments: [
      ("version", 0), ("version", "1"), ("min_reader", 0), ("tracker", "x"), ("tracker", 1), ("scope", "half"),
      ("since", []),
      ("since", ["x": [1, .string(digits)]]), ("since", [Sample.one: [0, .string(digits)]]),
      ("since", [Sample.one: [1, "0123456789abcdef"]]), ("codes", []), ("codes", [digits: 1]),
      ("codes", ["x": "KTR4WX"]), ("from", 1), ("worksheet", 1),
      ("worksheet", ""), ("worksheet", "A b"), ("worksheet", .string(String(repeating: "a", count: 65))),
      ("query", "x"), ("redacted", true), ("redacted", false),
      ("count", -1),
      ("count", "16"), ("upto", 1), ("ends", [:]), ("ends", [Sample.one: []]), ("evidence", [[1, 2, 3]]),
      ("evidence", [:]),
      ("digest", "abc"), ("other", 1), ("facts", [:]), ("facts", Sample.nullValue),
    ] as [(String, JSONValue)])
  func header(member: String, value: JSONValue) throws {
    var object = try #require(try JSONReader.parse(try Sample.full().bytes).objectValue)
    object[member] = value
    let problem = BundleReader().problem(try CanonicalWriter.bytes(of: .object(object)))
    #expect(problem?.code == .header)
    #expect(problem?.sentence.isEmpty == false)
  }

  @Test(
    "is refused without a member that every bundle has",
    arguments: [
      "version", "min_reader", "tracker", "scope", "since", "facts", "count", "upto", "evidence", "digest",
    ])
  func missing(member: String) throws {
    var object = try #require(try JSONReader.parse(try Sample.full().bytes).objectValue)
    object[member] = nil
    #expect(BundleReader().problem(try CanonicalWriter.bytes(of: .object(object)))?.code == .header)
  }

  @Test("is not one that a newer version made for older ones") func newer() throws {
    let lines = try Sample.lines()
    var header = BundleHeader(tracker: Sample.tracker)
    header.version = 3
    let (bytes, summary) = try Sample.bundle(lines, header: header)
    #expect(try BundleReader().taken(bytes).summary == summary)
    var object = try #require(try JSONReader.parse(bytes).objectValue)
    object["hint"] = "something new"
    // It counts for the digest, so it cannot be added by others.
    #expect(BundleReader().problem(try CanonicalWriter.bytes(of: .object(object)))?.code == .digest)
  }
}
