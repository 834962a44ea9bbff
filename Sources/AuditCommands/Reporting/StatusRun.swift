import Arguments
import AuditModel
import AuditReports
import AuditStanding
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y status` does.
enum StatusRun {
  static func run(_ context: Context) throws -> ExitCode {
    if context.arguments.has(.tracker) { return try PortfolioRun.run(.tracker, context) }
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    if let grouping = context.arguments.string(.by).flatMap(StatusGrouping.init(rawValue:)) {
      return try matrix(grouping, limit, context)
    }
    let tracker = try context.openTracker(.read)
    let moment = try context.asOf()
    let report = try tracker.read { present in
      let (named, shown) = try AuditName.asked(context, present, asOf: moment)
      let reader = try shown.map(present.at) ?? present
      let audit = try named.map { try AuditName.find($0.name, reader) }
      var report = try StatusAssembly.report(
        reader, present, audit, asOf: context.arguments.string(.asOf), try ConditionTally.grouping(context, audit),
        isWhole: context.arguments.has(.all), baseline: { try Baseline.find($0, reader, present, context) })
      if let limit {
        report.worstComponents = Array(report.worstComponents.prefix(limit))
        report.worstLimit = limit
      }
      report.isWhole = context.arguments.has(.all)
      return report
    }
    try context.write(report, json: report.json)
    return .done
  }

  /// The status by group, with each group by category.
  private static func matrix(_ grouping: StatusGrouping, _ limit: Int?, _ context: Context) throws -> ExitCode {
    let tracker = try context.openTracker(.read)
    let moment = try context.asOf()
    var report = try tracker.read { present in
      let (named, shown) = try AuditName.asked(context, present, asOf: moment)
      let reader = try shown.map(present.at) ?? present
      let audit = try named.map { try AuditName.find($0.name, reader) }
      return try MatrixAssembly.report(reader, audit, by: grouping)
    }
    if let limit = limit ?? (context.arguments.has(.all) ? .max : nil) { report.limit = limit }
    try context.write(report, json: report.json)
    return .done
  }
}
