import Audit
import NamedCells
import Testing

@Suite("The rules that a team releases by")
struct ReleasePolicyTests {
  @Test(
    "A policy is read in any order and spelled in one",
    arguments: [
      ("max-critical 0, min-coverage 80", "max-critical 0, min-coverage 80"),
      (" min-coverage=80% ;--max-critical   0 ", "max-critical 0, min-coverage 80"),
      ("no-regressions\npre-release", "no-regressions, pre-release"),
      ("baseline spring-24, no-regressions", "baseline spring-24"), ("", ""), (" , ;", ""),
      (
        "critical-rules, max-age 30, min-pass 99.5, max-serious 3",
        "max-serious 3, min-pass 99.5, max-age 30, critical-rules"
      ),
    ])
  func read(typed: String, text: String) throws {
    let policy = try ReleasePolicy(parsing: typed)
    #expect(policy.text == text)
    #expect(try ReleasePolicy(parsing: policy.text) == policy && policy.isEmpty == text.isEmpty)
    #expect(ReleasePolicy(stored: typed) == policy)
  }

  @Test(
    "What is no rule is named with what was expected",
    arguments: [
      ("max-critcal 0", PolicyProblem.Kind.unknown("max-critcal")), ("max-critical", .value("a number")),
      ("max-critical -1", .value("a number")), ("max-critical 1x", .value("a number")),
      ("max-critical 99999999999999999999", .value("a number")), ("min-pass 101", .value("a percentage from 0 to 100")),
      ("max-age 0", .value("a number of days from 1 to 36500")), ("no-regressions 3", .value("no value")),
      ("baseline", .value("an audit, a date, or a build")), ("max-critical 1, max-critical 2", .twice),
    ])
  func refused(typed: String, kind: PolicyProblem.Kind) {
    #expect { try ReleasePolicy(parsing: typed) } throws: { ($0 as? PolicyProblem)?.kind == kind }
    let stored = ReleasePolicy(stored: typed + ", pre-release")
    #expect(stored.unread.count == 1 && stored.wantsPreRelease)
    #expect(stored.text.hasSuffix(stored.unread[0]))
  }

  @Test("The least that has to change is the smallest number that makes the rule pass")
  func shortfall() {
    for (share, part, whole, missing) in [
      ("90", 150, 205, 35), ("80", 205, 293, 30), ("100", 1, 3, 2), ("99.5", 199, 200, 0), ("0", 0, 5, 0),
    ] {
      var limits = GateLimits()
      limits.minCoverage = GateShare(share)
      let gate = Gate([], CellNames(components: [], checks: [], conditions: []), limits, now: 0)
      #expect(gate.shortfall(GateRuling(.minCoverage, GateFigure(part, of: whole)), limits) == missing)
    }
  }

  @Test("Blockers are findings against rules about findings: critical, regressed, expired, then others")
  func blockers() {
    func cell(_ name: String, _ severity: Severity, _ change: (inout GateCell) -> Void = { _ in }) -> NamedCell {
      var named = NamedCell(name, check: "a.one", .fail)
      named.cell.severity = severity
      change(&named.cell)
      return named
    }
    var limits = GateLimits()
    (limits.maxCritical, limits.maxSerious, limits.minPass, limits.forbidsRegressions) = (0, 0, GateShare("90"), true)
    let gate = Gate(
      [
        cell("minor", .minor), cell("serious", .serious), cell("expired", .minor) { $0.hasExpired = true },
        cell("regressed", .moderate) { $0.life = .regressed }, cell("critical", .critical),
        cell("waived", .critical) { $0.isCovered = true }, NamedCell("untested", check: "a.one", nil),
      ], limits, now: 0)
    let names = gate.blockers.map { gate.names.component(gate.cells[$0.place]) }
    #expect(names == ["critical", "regressed", "expired", "serious"])
    #expect(gate.blockers[0].rules == [.maxCritical])
  }
}
