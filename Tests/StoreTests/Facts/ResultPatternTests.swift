import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("What few results say: an anti-pattern, and components of a screen")
struct ResultPatternTests {
  private static func result(_ pattern: String, note: String? = nil) -> NewResult {
    var result = NewResult(
      component: "button", check: Catalogue.checks[0].id, outcome: .fail, severity: .serious, note: note, tester: "t1")
    result.members.pattern = pattern
    return result
  }

  @Test(
    "it is a member of the body, and the identity is that of the canonical bytes",
    arguments: ["nested-modals", "\"quoted\\\"", "caf\u{e9} \u{1F468}"], [nil, "two\nsheets"])
  func bytes(pattern: String, note: String?) throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    _ = try tracker.write { writer in try writer.log(Self.result(pattern, note: note)) }
    let stored = try #require(try tracker.facts.first { $0.fact.kind == "result" })
    #expect(stored.fact.body["pattern"] == .string(pattern))
    #expect(try stored.fact.sealed().identity == stored.digest)
    #expect(try CanonicalWriter.bytes(of: stored.fact.json) == stored.bytes)
  }

  @Test("another machine takes it in, and both show it; one without is as before")
  func travels() throws {
    let scratch = try Scratch()
    let first = try Tracker.make(scratch.newPath(), Surroundings(seed: 1))
    let second = try Tracker.make(scratch.newPath(), Surroundings(seed: 2))
    try first.addComponent()
    _ = try first.write { writer in try writer.log(Self.result("nested-modals")) }
    _ = try second.write { try $0.receive(try first.facts.map(\.fact)) }
    for tracker in [first, second] {
      let finding = try #require(try tracker.read { try $0.findings() }.first)
      #expect(finding.pattern?.name == "nested-modals")
      #expect(finding.pattern?.remedy == "A NavigationStack inside one sheet.")
      #expect(finding.severity == .serious)
    }
    #expect(try first.facts.map(\.digest) == second.facts.map(\.digest))
    _ = try first.write { writer in try writer.log(Self.result("")) }
    #expect(try first.read { try $0.findings() }.first?.pattern == nil)
    #expect(try first.database.scalar("SELECT count(*) FROM result WHERE body IS NULL") == 1)
  }

  @Test("components of a screen travel with it, keep their present keys, and stay with a failure that repeats it")
  func components() throws {
    let scratch = try Scratch()
    let first = try Tracker.make(scratch.newPath(), Surroundings(seed: 1))
    let second = try Tracker.make(scratch.newPath(), Surroundings(seed: 2))
    try first.addComponent()
    var result = Self.result("", note: "two \"lines\"\nof text")
    result.members.on = ["home/title", "home/caf\u{e9}"]
    _ = try first.write { try $0.log(result) }
    let stored = try #require(try first.facts.first { $0.fact.kind == "result" })
    #expect(stored.fact.body["on"] == ["home/title", "home/caf\u{e9}"])
    #expect(try stored.fact.sealed().identity == stored.digest)
    #expect(try CanonicalWriter.bytes(of: stored.fact.json) == stored.bytes)
    result.members.on = nil
    let again = try first.write { try $0.log(result) }
    #expect(again.kept.words == "components kept")
    _ = try second.write { try $0.receive(try first.facts.map(\.fact)) }
    for tracker in [first, second] {
      #expect(try tracker.read { try $0.findings() }.first?.on == ["home/title", "home/caf\u{e9}"])
    }
    result.members.on = []
    _ = try first.write { try $0.log(result) }
    #expect(try first.read { try $0.findings() }.first?.on == nil)
  }

  @Test("one that the reference does not know is shown by its name alone")
  func unknown() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    _ = try tracker.write { writer in try writer.log(Self.result("of-a-newer-version")) }
    let finding = try #require(try tracker.read { try $0.findings() }.first)
    #expect(finding.pattern == FindingPattern(name: "of-a-newer-version"))
    let fixes = try tracker.read { try $0.findingTable().fixes($0.findingSource(), blockers: []).fixes }
    let fix = try #require(fixes.first { $0.group == .antiPattern })
    #expect(fix.name == "of-a-newer-version" && fix.remedy.isEmpty && fix.findings == 1)
  }
}
