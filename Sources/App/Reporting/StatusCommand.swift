import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y status`: the audit status.
enum StatusCommand {
  static let spec = CommandSpec(
    "status", group: .lead, "show audit status on one screen",
    flags: [
      .audit("audit to report on"), .asOf, .now,
      FlagSpec(switch: .all, "show all figures, components, groups, and next steps"),
      FlagSpec(
        .by, value: "SUBJECT",
        choices: StatusGrouping.allCases.map(\.rawValue) + ConditionGrouping.allCases.map(\.rawValue),
        "group items; a device setting is the default for an audit with several conditions"),
      FlagSpec(
        .tracker, value: "PATH", repeatable: true, completes: .files,
        "trackers to compare: folders, folders of trackers, or patterns such as 'apps/*'"
      ).excludes(.audit, .asOf, .now, .by, .limit, .all),
      FlagSpec(
        .compare, value: "MOMENT", completes: .records(.audit), "date to show changes of open findings since"
      )
      .needs(.tracker, hint: "Add --tracker PATH, or run \"a11y trend --explain FROM TO\"."),
      FlagSpec(.gate, value: "RULES", "release rules for all trackers (default: the policy of each)")
        .needs(.tracker, hint: "Add --tracker PATH, or run \"a11y gate\"."),
      .number(.limit, "number of worst components, or of groups, to show"),
    ],
    formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: run)

  static func run(_ context: Context) throws -> ExitCode {
    if context.arguments.has(.tracker) { return try PortfolioRun.run(.tracker, context) }
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    if let grouping = context.arguments.string(.by).flatMap(StatusGrouping.init(rawValue:)) {
      return try matrix(grouping, limit, context)
    }
    let tracker = try context.openTracker(.read)
    let moment = try context.asOf()
    let isForPeople = [.table, .plain].contains(try context.format())
    let report = try tracker.read { present in
      let (_, reader, audit) = try AuditName.shown(context, present, asOf: moment)
      var report = try StatusAssembly.report(
        reader, present, audit, asOf: context.arguments.string(.asOf), try context.grouping(audit),
        ReleaseVerdict.current(reader, present, of: audit, context), isWhole: context.arguments.has(.all),
        in: isForPeople ? reader.clock : .utc)
      if let limit {
        report.worstComponents = Array(report.worstComponents.prefix(limit))
        report.worstLimit = limit
      }
      report.isWhole = context.arguments.has(.all)
      report.localAsOf = reader.clock.moment(reader.now)
      report.app = try present.trackerTitle().filled ?? DatabaseLocation.trackerName(ofFile: tracker.path)
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
      let (_, reader, audit) = try AuditName.shown(context, present, asOf: moment)
      var report = try MatrixAssembly.report(reader, audit, by: grouping)
      if try context.format() != .md { report.localAsOf = reader.clock.moment(reader.now) }
      return report
    }
    if let limit = limit ?? (context.arguments.has(.all) ? .max : nil) { report.limit = limit }
    try context.write(report, json: report.json)
    return .done
  }
}
