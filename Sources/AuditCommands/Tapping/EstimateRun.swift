import Arguments
import AuditModel
import AuditReports
import AuditSessions
import FirstTap
import Terminal

/// What `a11y tap estimate` does: reads counts and reports a rate with its limits and verdict.
enum EstimateRun {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let target = try PercentValue.target(arguments)
    let planned = try arguments.int(.plannedChildren, in: 1...TapCounts.mostChildren)
    let report = EstimateReport(
      Estimate(try children(context)), target: target, plan: planned.map { .children($0) } ?? .unsaid)
    try TapOutput.write(context, json: report.json, page: report.page)
    if case .unsaid = report.plan, report.verdict == .met {
      context.remark("All planned children are assumed to be included. Use --planned-children N if more will follow.")
    }
    return report.verdict == .noData ? .notFound : .done
  }

  private static func children(_ context: Context) throws(Problem) -> [ChildTaps] {
    let words = context.arguments.positionals
    guard !words.isEmpty else {
      throw .usage(
        "argument.missing", "missing argument HITS/TAPS: the result of each child, e.g. 9/10",
        hints: [context.arguments.helpHint])
    }
    var children: [ChildTaps] = []
    if words == ["-"] {
      for line in try InputLines.read(context) {
        children.append(try TapCounts(place: line.place, kind: .badInput).one(line.text))
      }
    } else {
      try TapCounts.checkCount(words.count, .usage)
      for (index, word) in words.enumerated() {
        children.append(try TapCounts(place: "argument \(index + 1)", kind: .usage).read(word))
      }
    }
    return children
  }
}

extension TapCounts {
  /// The one child of a line.
  fileprivate func one(_ line: String) throws(Problem) -> ChildTaps {
    let found = try readAll(line)
    guard let child = found.first, found.count == 1 else {
      throw refusal(line, "expected 1 child per line; got \(found.count)")
    }
    return child
  }
}

/// Writes a report about taps in the requested format.
enum TapOutput {
  static func write(_ context: Context, json: (String) -> JSONText, page: (RateText) -> Page) throws {
    let rates: RateText = try context.format() == .plain ? .words : .symbol
    try context.write(page(rates), json: json(context.generated))
  }
}
