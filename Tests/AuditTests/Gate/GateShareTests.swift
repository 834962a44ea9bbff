import Audit
import NamedCells
import Testing

@Suite("shares of a gate")
struct GateShareTests {
  private static let outcomes: [Outcome?] = [nil, .pass, .fail, .na, .cantTell]

  private static func rulings(_ item: NamedCell) -> [GateRuling.Rule: (have: Double, verdict: GateVerdict)] {
    var limits = GateLimits()
    (limits.minPass, limits.minCoverage) = (GateShare("50"), GateShare("50"))
    (limits.maxCritical, limits.maxAge) = (0, 30)
    let others = [
      NamedCell("b", check: "x", .pass), NamedCell("c", check: "x", .fail), NamedCell("d", check: "x", nil),
    ]
    let gate = Gate([item] + others, limits, now: 0)
    return Dictionary(uniqueKeysWithValues: gate.rulings.map { ($0.rule, ($0.figure.percent ?? 0, $0.verdict)) })
  }

  @Test("what only others say raises none of them", arguments: outcomes, outcomes.compactMap { $0 })
  func onlyLower(kept: Outcome?, shown: Outcome) {
    // What is milder than what those say who are followed is held in another way.
    guard kept == nil || kept == .na || shown == .fail else { return }
    var item = NamedCell("a", check: "x", shown)
    item.cell.keep(kept)
    let (before, after) = (Self.rulings(NamedCell("a", check: "x", kept)), Self.rulings(item))
    for rule in [GateRuling.Rule.minPass, .minCoverage] {
      #expect((after[rule]?.have ?? 0) <= (before[rule]?.have ?? 0), "\(rule)")
    }
    #expect(item.cell.outcome == (shown == .fail || shown == .cantTell && kept == .na ? shown : kept))
  }

  @Test(
    "where nobody who is followed has evaluated anything there is no verdict", arguments: outcomes.compactMap { $0 })
  func undecided(shown: Outcome) {
    var limits = GateLimits()
    (limits.maxCritical, limits.maxAge, limits.maxClosedTickets, limits.forbidsRegressions) = (0, 30, 0, true)
    var item = NamedCell("a", check: "x", shown)
    item.cell.severity = shown == .fail ? .minor : nil
    item.cell.keep(nil)
    #expect(Gate([item], limits, now: 0).verdict == .noData)
    item.cell.severity = shown == .fail ? .critical : nil
    #expect(Gate([item], limits, now: 0).verdict == (shown == .fail ? .fail : .noData))
  }
}
