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
    examples: [
      .init("a11y status", "the whole tracker"),
      .init("a11y status --all", "all components and next steps"),
      .init("a11y status --audit spring-24", "one audit"),
      .init("a11y status --by owner", "by owner, and each owner by category"),
      .init("a11y status --by device", "results by device class"),
      .init("a11y status --as-of 2026-02-28", "status as of the end of February"),
      .init("a11y status --tracker 'apps/*' --compare 2026-02-28", "several apps, one row each"),
      .init("a11y status --json", "the same figures for scripts"),
    ],
    details: [
      "Compliance is the share of evaluated items that pass, shown with its counts, coverage, and the age of the "
        + "results. Percentages are rounded down, so 100 percent means all. UNTESTED never counts as passed.",
      "--by owner, screen, tester, category, criterion, severity, or component shows a table of the groups, worst "
        + "first, and each group by category. An item counts for the owner of its finding, else of its component, and "
        + "for the tester of its latest result.",
      "--tracker shows one row per tracker, those to hold first: the decision by its own policy or by --gate, open and "
        + "critical findings, compliance, coverage, and age. A tracker that cannot be read has a row that says so, "
        + "and the exit code is 1.",
      "Without --audit, the scope is the plan of the tracker (a11y edit tracker --checklists A,B --conditions C,D): "
        + "the components in use, each with the applicable checks of the plan, under each condition of the plan. "
        + "Until a plan is set, it has the checklist essentials; in a tracker that began with edition 1 or 2 of the "
        + "checks, every applicable check and everything else that was tested. Results outside the plan are kept, "
        + "counted separately, and listed by a11y list cells --outside. Every command without --audit has this scope.",
      "--as-of shows the state at the end of that day or at that time: the age of the results, stale items, "
        + "and waivers as of then. A result counts from the time of its test, even if it arrived later. Undone "
        + "results are left out. Owners, screens, and the scope of audits are the current ones. Components that were "
        + "retired by then are left out, and so are components that were registered later without an earlier result. "
        + "The same history gives the same figures on every machine.",
      "Results dated more than 10 minutes ahead of this machine's clock are kept and count in all current figures, "
        + "in status, report, gate, list, and trend. Each of them shows how many there are. --as-of leaves them out "
        + "until that time.",
      "A result is stale if the source of the component, the current build, or the text of the check has changed "
        + "since, or if the result is older than the limit of the tracker (a11y edit tracker --stale-days). The "
        + "limit also applies to audits.",
    ],
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
      .needs(.tracker, hint: "Add --tracker PATH, or run \"a11y trend --explain MOMENT\"."),
      FlagSpec(.gate, value: "RULES", "release rules for all trackers (default: the policy of each)")
        .needs(.tracker, hint: "Add --tracker PATH, or run \"a11y gate\"."),
      FlagSpec(.limit, value: "NUMBER", "number of worst components, or of groups, to show"),
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
    let report = try tracker.read { present in
      let (named, shown) = try AuditName.asked(context, present, asOf: moment)
      let reader = try present.at(shown, showing: named)
      let audit = try named.map { try AuditName.find($0.name, reader) }
      var report = try StatusAssembly.report(
        reader, present, audit, asOf: context.arguments.string(.asOf), try context.grouping(audit),
        ReleaseVerdict.current(reader, present, of: audit, context), isWhole: context.arguments.has(.all))
      if let limit {
        report.worstComponents = Array(report.worstComponents.prefix(limit))
        report.worstLimit = limit
      }
      report.isWhole = context.arguments.has(.all)
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
      let (named, shown) = try AuditName.asked(context, present, asOf: moment)
      let reader = try present.at(shown, showing: named)
      let audit = try named.map { try AuditName.find($0.name, reader) }
      return try MatrixAssembly.report(reader, audit, by: grouping)
    }
    if let limit = limit ?? (context.arguments.has(.all) ? .max : nil) { report.limit = limit }
    try context.write(report, json: report.json)
    return .done
  }
}
