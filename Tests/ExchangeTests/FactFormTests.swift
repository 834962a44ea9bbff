import Audit
import Base
import Store
import Testing

@testable import Exchange

@Suite("The form of a fact") struct FactFormTests {
  @Test("knows hexadecimal digits from all other bytes, in each place") func hex() {
    for place in 0..<8 {
      for byte in UInt8.min ... .max {
        var digits = Array("0123cdef".utf8)
        digits[place] = byte
        let isDigit = "0123456789abcdef".utf8.contains(byte)
        #expect((FactForm.hex(digits) != nil) == isDigit, "byte \(byte) in place \(place)")
      }
    }
    #expect(FactForm.hex("fedcba9876543210".utf8) == 0xfedc_ba98_7654_3210)
    #expect(FactForm.hex("0ABC".utf8) == nil)
  }

  private static let digits = String(repeating: "0123456789abcdef", count: 2)

  @Test(
    "holds at its edges and not beyond",
    arguments: [
      ("r", "abcdefg", false), ("r", "abcdefgh", true), ("r", .string(String(repeating: "9", count: 40)), true),
      ("r", .string(String(repeating: "9", count: 41)), false), ("r", "abcdefgH", false), ("r", "abcdefg-", false),
      ("n", 0, false), ("n", 1, true), ("n", 1_099_511_627_775, true), ("n", 1_099_511_627_776, false),
      ("prev", "", true), ("prev", .string(digits), true), ("prev", .string(digits.dropLast() + "F"), false),
      ("prev", "0123456789abcdef", false), ("prev", .string(digits + "00"), false),
      ("salt", .string(digits), true), ("salt", .string(digits.dropLast() + "F"), false), ("salt", "", false),
      ("salt", "0123456789abcdef", false), ("salt", .string(digits + "00"), false), ("salt", 1, false),
      ("saw", [], true), ("saw", [.string(digits)], true), ("saw", [.string(digits), .string(digits)], true),
      ("saw", ["0123456789abcdef"], false), ("saw", .string(digits), false), ("saw", [1], false),
      ("saw", [""], false), ("kind", "", false), ("kind", .string(String(repeating: "k", count: 64)), true),
      ("kind", .string(String(repeating: "k", count: 65)), false), ("at", [0, 0], true), ("at", [0, -1], false),
      ("at", [-1, 0], false), ("at", [0], false), ("body", 1, false), ("other", 1, false),
      ("c", .string(digits + digits), false),
    ] as [(String, JSONValue, Bool)])
  func edges(member: String, value: JSONValue, isTaken: Bool) throws {
    #expect(try Self.isRead(member, value) == isTaken)
  }

  @Test("has a member that all facts have", arguments: ["at", "body", "kind", "n", "prev", "r", "salt", "saw"])
  func missing(member: String) throws { #expect(try !Self.isRead(member, nil)) }

  /// Whether a result with another member is read.
  private static func isRead(_ member: String, _ value: JSONValue?) throws -> Bool {
    let line = try Sample.chain(Sample.one, [("result", Sample.plainResult)])[0]
    var object = try #require(try JSONReader.parse(line.bytes).objectValue)
    object[member] = value
    let bytes = try CanonicalWriter.bytes(of: .object(object))
    return bytes.withUnsafeBytes { window in
      var tokens = JSONTokenizer()
      _ = try? tokens.next(in: window, isLast: true)
      return (try? FactScan(window: window, isLast: true).read(&tokens)) != nil
    }
  }

  @Test("has an identity that its header alone tells")
  func identity() throws {
    for fact in try Sample.facts(Sample.one, Sample.bodies) {
      let (whole, header) = (try SampleLine(fact), try SampleLine(headerOf: fact))
      #expect(SHA256.digest(of: header.bytes) == whole.identity)
      let (_, taken) = try BundleReader().taken(try Sample.bundle([whole]).bytes)
      #expect(taken.map(\.digest) == [whole.identity])
      guard !ControlKind.isControl(fact.kind) else { continue }
      let (_, stub) = try BundleReader().taken(try Sample.bundle([header]).bytes)
      #expect(stub.map(\.digest) == [whole.identity])
    }
  }

  @Test("gives a bundle another digest where only its header is there")
  func digest() throws {
    let fact = try Sample.facts(Sample.one, [("note", ["text": "x"])])[0]
    let (whole, header) = (try SampleLine(fact), try SampleLine(headerOf: fact))
    #expect(try Sample.bundle([whole]).summary.digest != Sample.bundle([header]).summary.digest)
    // Whoever takes the content out on its way is found out.
    let (bytes, _) = try Sample.bundle([whole])
    let text = String(decoding: bytes, as: UTF8.self).split(
      separator: String(decoding: whole.bytes, as: UTF8.self), omittingEmptySubsequences: false)
    let cut = Array(text[0].utf8) + header.bytes + Array(text[1].utf8)
    let problem = BundleReader().problem(cut)
    #expect(problem?.code == .digest)
    #expect(problem?.sentence.contains("(line 2)") == true)
  }

  @Test("with another salt is another fact") func salt() throws {
    var fact = try Sample.facts(Sample.one, [("note", ["text": "x"])])[0]
    let before = try fact.sealed().identity
    fact.salt = FactSalt(high: 1, low: 2)
    #expect(try fact.sealed().identity != before)
  }
}
