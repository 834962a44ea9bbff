import Arguments
import AuditReports
import AuditSessions
import FirstTap
import Terminal

/// What `a11y tap plan` does: how many children a target takes.
enum PlanRun {
  /// Taps of each child, where none are asked for.
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
        "tap-plan", title: "Children needed to meet \(RateText.symbol.exact(target))",
        columns: [
          Column("taps", "Taps each", .number) { $0 }, Column("children", "Children, no miss", .number, children),
          Column("taps_in_all", "Taps in all", .number) { taps in children(taps).map { $0 * taps } },
          Column("children_at_rate", "Children at \(shown)", .number) { taps in
            rate.flatMap { NeededChildren.children(target: target, taps: taps, rate: $0) }
          }.extra(rate == nil), Column("target", "Target", .number) { _ in target }.extra,
          Column("rate", "Rate", .number) { _ in rate }.extra,
        ], rows: TableRows(asked.map { [$0] } ?? PlanRun.taps), summary: summary(target, rate)))
  }

  private static func summary(_ target: Double, _ rate: Double?) -> [String] {
    let goal = RateText.symbol.exact(target)
    var sentences = [
      "With fewer children not even a test without a single miss meets \(goal); fewer than \(Verdict.fewestToMeet) "
        + "never do."
    ]
    if let rate {
      sentences.append(
        "At \(RateText.symbol.exact(rate)): if the mean of the children comes out at that. About half of the tests of "
          + "such a button come out lower and need more. No number there: more than \(NeededChildren.most).")
    }
    return sentences + [
      "Small tests can show that a bad button is bad; they can almost never show that a good one is good."
    ]
  }
}
