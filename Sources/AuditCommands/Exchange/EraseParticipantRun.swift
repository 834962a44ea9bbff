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

/// What `a11y erase participant` does: erases all data about a child, and recalculates the verdicts.
enum EraseParticipantRun {
  private struct Outcome: Sendable {
    var report: ErasingReport
    var said: [String]
  }

  static func run(_ context: Context) throws -> ExitCode {
    let context = context
    let typed = context.arguments.positional(0) ?? ""
    guard !typed.isEmpty else {
      throw Problem.usage(
        "participant.empty", "missing argument CODE", hints: ["Run \"a11y list sessions\" for valid codes."])
    }
    let tracker = try context.openTracker(.write)
    let known = try tracker.read { try $0.participants() }
    let wanted = ParticipantCode(typed)?.text ?? typed
    guard let code = known.first(where: { $0.utf8.elementsEqual(wanted.utf8) }) else {
      throw Problem(
        .notFound, code: "participant.unknown", "unknown participant code \(MessageText.quoted(typed))",
        hints: ["Run \"a11y list sessions\" for valid codes."])
    }
    try EraseRun.confirm(context, "Permanently erase all data about \(code)? This cannot be undone.")
    let tester = context.tester() ?? ""
    let outcome = try EraseRun.change(tracker, context) { writer in
      try erase(code, writer, reason: try EraseRun.reason(context, or: .withdrawn), by: tester)
    }
    let kinds = outcome.report.destroyed.sorted { $0.key < $1.key }
    let isDryRun = context.arguments.has(.dryRun)
    let words = kinds.map { FactWords.words($0.value, $0.key) }.joined(separator: ", ")
    try EraseRun.say(
      context, ([(isDryRun ? "Would erase " : "Erased ") + words + "."] + outcome.said).joined(separator: " "),
      [
        ("id", .string(outcome.report.id)), ("destroyed", .object(kinds.map { ($0.key, .int($0.value)) })),
        ("verdicts", .strings(outcome.said)),
      ])
    if !isDryRun {
      try EraseRun.remindOfCopies(tracker, context)
      context.remark(
        "A tablet on which an earlier tap page ran may still hold the code: open a new tap page of this tracker there once, "
          + "which forgets it, or delete the data of the page in the browser.")
      try ErasureDelivery.write(to: outcome.report.recipients, tracker, context)
    }
    return .done
  }

  private static func erase(
    _ code: String, _ writer: Writer, reason: ErasingReason, by tester: String
  ) throws -> Outcome {
    let keys = Set(
      try writer.reader.sessionRecords(all: true).filter { $0.session.participant == code }.map(\.session.plan))
    let plans = try writer.reader.plans().filter { keys.contains($0.key) }
    let before = try plans.map { try TapReports.report($0, writer.reader).main?.verdict ?? .noData }
    // Results logged from a plan describe what the child did, so they are erased too.
    let logged = try plans.map { try writer.reader.resultsOfPlan($0.key) }
    let report = try writer.erase(
      participant: code, with: logged.flatMap { $0 }, reason: reason, by: tester)
    var said: [String] = []
    for (index, plan) in plans.enumerated() {
      let part = try TapReports.report(plan, writer.reader).main
      let after = part?.verdict ?? .noData
      if plan.closed != nil, !logged[index].isEmpty {
        try TapCloseRun.log(plan, part, writer, by: tester.isEmpty ? "a11y" : tester)
      }
      said.append(
        before[index] == after
          ? "Recalculated plan \(plan.key): still \(after.rawValue)."
          : "Recalculated plan \(plan.key): changed from \(before[index].rawValue) to \(after.rawValue).")
    }
    return Outcome(report: report, said: said)
  }
}
