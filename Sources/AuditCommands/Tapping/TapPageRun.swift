import Arguments
import AuditExchange
import AuditModel
import AuditReports
import AuditSessions
import AuditStore
import FirstTap
import Tapping
import Terminal
import TrackerAccess

/// What `a11y tap page` does: creates the page of a plan.
enum TapPageRun {
  static func run(_ context: Context) throws -> ExitCode {
    let file = try PageFile(context, noun: "a tap page", area: "tap page PLAN", example: "page.html")
    let tracker = try context.openTracker(.read)
    let page = try tracker.read { try tapPage(context, $0) }
    // Sessions come back from a tablet under the ID of the page; where the tracker cannot be written they wait like others.
    do {
      try context.openTracker(.write).write { try $0.remember(tapPage: page.id, of: page.plan.key) }
    } catch StoreError.readOnly {}
    try file.write(page.page, context)
    if !file.isStandardOutput { try report(page, path: file.path, context) }
    return .done
  }

  private static func tapPage(_ context: Context, _ reader: Reader) throws -> TapPage {
    let plan = try plan(context.arguments.positional(0) ?? "", reader)
    // Small enough to copy from the form by hand.
    let seed = context.world.random(3).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return TapPage(
      id: PageFile.uuid(context), tracker: try reader.identity().tracker, plan: plan,
      asked: TapOrder.parts(plan.parts, count: plan.taps, seed: seed), seed: seed, made: reader.now,
      origin: try FactsOrigin.of(reader, filter: "tap page \(plan.key)"))
  }

  private static func plan(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let plan = try TapPlans.open(typed, reader)
    guard plan.input != .switchDevice else {
      throw Problem(
        .decision, code: "tap.switch",
        "the plan \(MessageText.quoted(plan.key)) is for switch input, and the page records only touches",
        hints: ["Run \"a11y tap run \(ShellWord.quoted(plan.key))\" to record its sessions by keys."])
    }
    return plan
  }

  private static func report(_ page: TapPage, path: String, _ context: Context) throws {
    guard try context.format() == .json else {
      try context.print(
        "Wrote \(counted(page.plan.taps, "tap")) at \(page.plan.sizeText) pt for \(page.plan.component) to \(path).",
        linking: path)
      return context.remark("Open it in the browser of the tablet. Import the saved files with \"a11y import\".")
    }
    try context.print(
      context.document(
        "a11y.tap-page/1", ("path", .string(path)),
        ("page", .string(page.id)), ("plan", .string(page.plan.key))))
  }
}
