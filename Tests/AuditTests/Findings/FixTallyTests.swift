import Audit
import Testing

@Suite("fixes")
struct FixTallyTests {
  @Test("one fix is a component, a check in a kind of component, or a source file; owners come behind")
  func fixes() throws {
    let findings = [
      ("a", "x", "card", "o", "A.swift", Severity.critical), ("a", "y", "card", "o", "A.swift", nil),
      ("b", "x", "card", "o", "A.swift", nil), ("c", "x", "toggle", "", "C.swift", nil),
      ("d", "x", "card", "", "", nil),
    ]
    func tally(_ findings: [(String, String, String, String, String, Severity?)]) -> FixTally {
      var tally = FixTally()
      var components: [String: FixTally.Number] = [:]
      var checks: [String: FixTally.Number] = [:]
      for (name, check, kind, owner, source, severity) in findings {
        let component =
          components[name] ?? tally.component(name, kind: kind, source: source, screens: ["screen of \(name)", "home"])
        components[name] = component
        checks[check] = checks[check] ?? tally.check(check, criteria: [check])
        if let check = checks[check] { tally.add(component, check, severity: severity, owner: tally.name(owner)) }
      }
      return tally
    }
    let fixes = tally(findings).fixes
    let shown = fixes.map { "\($0.group.rawValue) \($0.name) \($0.check ?? "-") \($0.findings)" }
    #expect(
      shown == [
        "pattern card x 3", "source A.swift - 3", "component a - 2", "component b - 1", "component c - 1",
        "component d - 1", "owner o - 3",
      ])
    let pattern = try #require(fixes.first { $0.group == .pattern })
    #expect(pattern.components == ["a", "b", "d"])
    #expect(pattern.screens == ["home", "screen of a", "screen of b", "screen of d"])
    #expect(pattern.criteria == ["x"])
    #expect(pattern.critical == 1 && pattern.serious == 0)
    #expect(tally(findings).open == 5)
    #expect(FixTally().fixes.isEmpty)
    #expect(tally(findings.reversed()).fixes == fixes)
    // Equals are in the order in which people count, and for programs in that of letters.
    let equals = tally(["c-10", "c-9", "c-1", "c-2"].map { ($0, $0, "card", "", "", nil) }).fixes
    #expect(equals.map(\.name) == ["c-1", "c-2", "c-9", "c-10"])
    #expect(equals.forPrograms.map(\.name) == ["c-1", "c-10", "c-2", "c-9"])
  }
}
