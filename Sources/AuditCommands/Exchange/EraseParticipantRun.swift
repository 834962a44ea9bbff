import Arguments
import AuditExchange
import AuditModel
import AuditReports
import AuditSessions
import AuditStore
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
    // Results logged from a plan describe what the child did, so they are erased too.
    let (report, said) = try TapCloseRun.recalculate(keys, writer, by: tester) { logged in
      try writer.erase(participant: code, with: logged, reason: reason, by: tester)
    }
    return Outcome(report: report, said: said)
  }
}
