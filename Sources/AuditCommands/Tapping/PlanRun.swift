import AuditReports
import FirstTap

/// What `a11y tap plan` does: how many children a target takes.
enum PlanRun {
  /// Taps of each child, where none are asked for.
  private static let taps = [1, 2, 3, 5, 8, 10, 20]

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let target = try PercentValue.target(arguments)
    let rate = try PercentValue.rate(arguments, above: target)
    let asked = try arguments.int(.taps, in: 1...ChildTaps.mostTaps)
    let rows = (asked.map { [$0] } ?? PlanRun.taps).map { values($0, target, rate) }
    let sheet = Sheet(
      schema: "tap-plan", title: "Children needed to meet \(RateText.symbol.exact(target))",
      columns: columns(rate: rate))
    return try ListOutput(context).write(sheet) { row in
      for values in rows { try row(values) }
    } summary: {
      summary(target, rate)
    }
  }

  private static func columns(rate: Double?) -> [SheetColumn] {
    let shown = rate.map { RateText.symbol.exact($0) } ?? "a lower rate"
    return [
      SheetColumn("taps", "Taps each", .number), SheetColumn("children", "Children, no miss", .number),
      SheetColumn("taps_in_all", "Taps in all", .number),
      SheetColumn("children_at_rate", "Children at \(shown)", .number, isDefault: rate != nil),
      SheetColumn("target", "Target", .number, isDefault: false),
      SheetColumn("rate", "Rate", .number, isDefault: false),
    ]
  }

  private static func values(_ taps: Int, _ target: Double, _ rate: Double?) -> [SheetValue] {
    let children = NeededChildren.children(target: target, taps: taps)
    let atRate = rate.flatMap { NeededChildren.children(target: target, taps: taps, rate: $0) }
    return [
      .integer(taps), .integer(orNull: children), .integer(orNull: children.map { $0 * taps }),
      .integer(orNull: atRate), .decimal(target), rate.map { .decimal($0) } ?? .null,
    ]
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
