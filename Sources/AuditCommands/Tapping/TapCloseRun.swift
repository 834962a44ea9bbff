import Arguments
import AuditReports
import AuditSessions
import AuditStore
import FirstTap
import Tapping
import Terminal
import TrackerAccess

/// What `a11y tap close` does: closes a plan, and logs its verdict as results of the first-tap checks.
enum TapCloseRun {
  private struct DryRun: Error {}

  static func run(_ context: Context) throws -> ExitCode {
    let context = context
    let tester = try context.requiredTester()
    let tracker = try context.openTracker(.write)
    var said: [String] = []
    var warnings: [String] = []
    var members: [(String, JSONText)] = []
    do {
      try tracker.write { writer in
        let plan = try TapPlans.open(context.arguments.positional(0) ?? "", writer.reader)
        let report = try TapReports.report(plan, writer.reader)
        guard let part = report.main else {
          throw Problem(
            .noData, code: "plan.no-data", "the plan \(MessageText.quoted(plan.key)) has no scored taps",
            hints: ["Run \"a11y tap run \(ShellWord.quoted(plan.key)) --help\" for how to record a session."])
        }
        try end(plan, writer, by: tester)
        let closing = try log(plan, part, writer, by: tester)
        said = ["Closed plan \(plan.key): \(part.verdict.rawValue).", logged(closing, plan)]
        said += closing.logged.map(\.sentence) + (try trouble(plan, writer))
        warnings = closing.warnings(plan)
        members = [
          ("plan", .string(plan.key)), ("component", .string(plan.component)),
          ("verdict", .string(part.verdict.rawValue)), ("logged", .array(closing.logged.map(\.json))),
          ("kept", .array(closing.kept.map(\.json))),
        ]
        if context.arguments.has(.dryRun) { throw DryRun() }
      }
    } catch is DryRun {
      said = said.map { line in
        ["Closed ", "Logged "].contains(where: line.hasPrefix)
          ? "Would have " + line.prefix(1).lowercased() + line.dropFirst() : line
      }
    }
    if !context.arguments.has(.dryRun) { try TapPlans.sweep(tracker, context) }
    if try context.format() == .json {
      try context.print(document(members, said, warnings, context).render(indent: 2))
    } else {
      for line in said { try context.print(MessageText.escaped(line)) }
    }
    for warning in warnings { context.warn(warning) }
    return .done
  }

  private static func logged(_ closing: TapClosing, _ plan: TapPlan) -> String {
    if let counts = closing.counts { return "Logged \(counts) for \(plan.component)." }
    guard closing.kept.isEmpty else { return "Logged nothing: \(plan.component) already has decided results." }
    let key = ShellWord.quoted(plan.key)
    return
      "Logged nothing: no first-tap check applies to \(plan.component). Run \""
      + "\(TapPlans.profileCommand(plan.component))\" to make them apply, then \"a11y edit plan \(key) --reopen\" and "
      + "\"a11y tap close \(key)\" to log the verdict."
  }

  private static func document(
    _ members: [(String, JSONText)], _ said: [String], _ warnings: [String], _ context: Context
  ) -> JSONText {
    context.document(
      "a11y.tap-close/1",
      members: [("dry_run", .bool(context.arguments.has(.dryRun)))] + members
        + [("remarks", .strings(said)), ("warnings", .strings(warnings))])
  }
}
