import Base
import Testing

@testable import Audit

@Suite struct FactFormTests {
  @Test("every built-in check survives the way through a fact, byte for byte")
  func checks() throws {
    for check in Catalog.checks {
      let bytes = try CanonicalWriter.bytes(of: check.fact)
      let read = try Check(from: try JSONReader.parse(bytes))
      #expect(read == check)
      #expect(try CanonicalWriter.bytes(of: read.fact) == bytes)
    }
  }

  @Test("every built-in checklist survives the way through a fact")
  func checklists() throws {
    for checklist in Catalog.checklists where !checklist.isOfAll {
      let bytes = try CanonicalWriter.bytes(of: checklist.fact)
      #expect(try Checklist(from: try JSONReader.parse(bytes)) == checklist)
    }
  }

  @Test("the body of a fact may hold members and references of a newer version")
  func newer() throws {
    let check = try #require(Catalog.checks.first)
    var object = try #require(check.fact.objectValue)
    object["risk"] = ["level": 3]
    object["applies_to"] = ["hologram"]
    object["conflicts"] = ["E-99"]
    let read = try Check(from: .object(object))
    #expect(read.appliesTo == ["hologram"] && read.conflicts == ["E-99"])
  }

  @Test(
    "the body of a fact is held to the rules of what this version knows",
    arguments: [
      ("id", "NO", "$.id"), ("method", "guess", "$.method"), ("title", "a\u{1b}", "$.title"),
      ("title", .null, "$.title"), ("platforms", ["carOS"], "$.platforms[0]"), ("wcag", [7], "$.wcag[0]"),
    ] as [(String, JSONValue, String)])
  func refused(member: String, value: JSONValue, path: String) throws {
    let check = try #require(Catalog.checks.first)
    var object = try #require(check.fact.objectValue)
    object[member] = value
    let error = #expect(throws: CatalogProblem.self) { try Check(from: .object(object)) }
    #expect(error?.path == path)
  }

  @Test(
    "figures are read and written exactly",
    arguments: [
      ("4.5", 4_500_000, "4.5"), ("-0.05", -50_000, "-0.05"), ("0.1", 100_000, "0.1"),
      ("44", 44_000_000, 44), ("44.0", 44_000_000, 44), ("0.970000000", 970_000, "0.97"),
      ("0.000001", 1, "0.000001"), ("-3", -3_000_000, -3),
    ] as [(String, Int64, JSONValue)])
  func figures(text: String, millionths: Int64, written: JSONValue) throws {
    for threshold in [text, "\"\(text)\""] {
      let file = """
        {"id":"a.b","title":"T","how":"H","expected":"E","method":"manual","impact":"minor",
        "measurement":{"type":"ratio","comparison":">=","threshold":\(threshold)}}
        """
      let measurement = try #require(try OwnFiles.checks(in: Array(file.utf8)).checks.first?.measurement)
      #expect(measurement.threshold == [FixedPoint(millionths: millionths)])
      #expect(measurement.fact["threshold"] == written)
    }
  }

  @Test(
    "no figure is guessed",
    arguments: [
      "", "-", ".5", "5.", "+5", "05", "1e3", "0x10", "1.0000001", " 5", "5 pt", "9223372036855", "1.2.3", "NaN",
    ])
  func noFigures(text: String) {
    let file = """
      {"id":"a.b","title":"T","how":"H","expected":"E","method":"manual","impact":"minor",
      "measurement":{"type":"ratio","comparison":">=","threshold":"\(text)"}}
      """
    #expect(throws: CatalogProblem.self) { try OwnFiles.checks(in: Array(file.utf8)) }
  }
}

@Suite struct TextVersionTests {
  private func sample() -> Check {
    Check(
      id: "a.b", category: "a", title: "T", how: "H", expected: "E", method: .manual, impact: .minor,
      measurement: Measurement(type: "ratio", comparison: .atLeast, threshold: [FixedPoint(millionths: 4_500_000)]))
  }

  @Test("the form of the text version is frozen")
  func frozen() {
    // printf '{"expected":"E","how":"H","measurement":{"comparison":">=","threshold":"4.5","type":"ratio"},
    // "method":"manual","title":"T"}' | sha256sum, on one line
    #expect(sample().textVersion == "970de5c8")
  }

  @Test("the text version changes with what is judged and with nothing else")
  func changes() {
    let version = sample().textVersion
    let judged: [(inout Check) -> Void] = [
      { $0.title = "U" }, { $0.how = "I" }, { $0.expected = "F" }, { $0.method = .inspection },
      { $0.measurement = nil }, { $0.measurement?.threshold = [] },
    ]
    for change in judged {
      var check = sample()
      change(&check)
      #expect(check.textVersion != version)
    }
    let rest: [(inout Check) -> Void] = [
      { $0.impact = .critical }, { $0.fails = "F" },
      { $0.appliesTo = ["button"] }, { $0.note = "N" }, { $0.profiles = [.child] },
      { $0.wcag = [CriterionLink(criterion: "1.1.1", relation: .tests)] }, { $0.origin = .builtIn },
    ]
    for change in rest {
      var check = sample()
      change(&check)
      #expect(check.textVersion == version)
    }
  }

  @Test("no two built-in checks share a text version")
  func distinct() {
    #expect(Set(Catalog.checks.map(\.textVersion)).count == Catalog.checks.count)
  }
}
