import Arguments
import AuditModel
import AuditReports
import AuditStanding
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y trend --explain` does.
enum ExplainRun {
  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals
    guard words.count >= 2 else {
      throw Problem.usage(
        "explain.moments", "--explain requires 2 points in time",
        hints: ["Run \"a11y trend --explain 2026-05-01 2026-06-01\", for example."])
    }
    let query = try TrendQuery(Array(words.dropFirst(2)))
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let tracker = try context.openTracker(.readAtLength)
    let report = try tracker.read { reader in
      try query.examine(reader, context)
      guard try reader.resultCount() > 0 else {
        throw Problem(
          .notFound, code: "trend.no-data", "no results yet",
          hints: ["Run \"a11y log pass CHECK COMPONENT\" to log the first result."])
      }
      let (from, to) = (try MomentName.find(words[0], reader), try MomentName.find(words[1], reader))
      guard from.at <= to.at else {
        throw Problem.usage(
          "time.order", "\(MessageText.quoted(words[0])) is later than \(MessageText.quoted(words[1]))",
          hints: ["Specify the earlier point in time first."])
      }
      return ChangeReport(
        changes: try reader.changes(from: from.at, to: to.at, query.filter, isNow: to.isNow), from: from, to: to,
        filter: query.source,
        generated: Timestamp(milliseconds: to.at).iso8601)
    }
    try write(report, limit, context)
    return .done
  }

  private static func write(_ typed: ChangeReport, _ limit: Int?, _ context: Context) throws {
    var report = typed
    report.limit = context.arguments.has(.all) ? nil : limit ?? ChangeReport.usualLimit
    switch try context.format() {
    case .ndjson, .csv, .tsv: try RowsOutput.write(report.sheet, try context.format(), report.generated, context)
    default: try context.write(report.page, json: report.json)
    }
  }
}
