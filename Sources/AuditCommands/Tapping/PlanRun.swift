import Arguments
import AuditReports
import AuditSessions
import FirstTap
import Terminal

/// What `a11y tap plan` does: the number of children that a target requires.
enum PlanRun {
  /// The default taps per child.
  private static let taps = [1, 2, 3, 5, 8, 10, 20]

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let target = try PercentValue.target(arguments)
    let rate = try PercentValue.rate(arguments, above: target)
    let asked = try arguments.int(.taps, in: 1...ChildTaps.mostTaps)
    let shown = rate.map { RateText.symbol.exact($0) } ?? "a lower rate"
    func children(_ taps: Int) -> Int? { NeededChildren.children(target: target, taps: taps) }
    return try ListOutput(context).write(
      Table(
        "tap-plan", title: "Sample size for a target of \(RateText.symbol.exact(target))",
        columns: [
          Column("taps", "Taps each", .number) { $0 }, Column("children", "Children (no miss)", .number, children),
          Column("taps_in_all", "Total taps", .number) { taps in children(taps).map { $0 * taps } },
          Column("children_at_rate", "Children at \(shown)", .number) { taps in
            rate.flatMap { NeededChildren.children(target: target, taps: taps, rate: $0) }
          }.extra(rate == nil), Column("target", "Target", .number) { _ in target }.extra,
          Column("rate", "Rate", .number) { _ in rate }.extra,
        ], rows: TableRows(asked.map { [$0] } ?? PlanRun.taps), summary: summary(target, rate)))
  }

  private static func summary(_ target: Double, _ rate: Double?) -> [String] {
    let goal = RateText.symbol.exact(target)
    var sentences = [
      "With fewer children, even a test without a miss does not meet \(goal); fewer than \(Verdict.fewestToMeet) "
        + "children are never enough."
    ]
    if let rate {
      sentences.append(
        "At \(RateText.symbol.exact(rate)): sample size if this is the mean rate of the children. About half of the "
          + "tests of such a target have a lower rate and need more children. An empty field means more than "
          + "\(NeededChildren.most).")
    }
    return sentences + ["Small samples can show that a target is bad, but rarely that it is good."]
  }
}
