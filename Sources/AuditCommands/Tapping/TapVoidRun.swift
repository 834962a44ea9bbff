import Arguments
import AuditReports
import AuditStore
import Tapping
import Terminal
import TrackerAccess

/// What `a11y tap void` does: takes a session out of all figures, and recalculates the verdict of its plan.
enum TapVoidRun {
  static func run(_ context: Context) throws -> ExitCode {
    let typed = context.arguments.positional(0) ?? ""
    let reason: VoidCode = try context.arguments.choice(.reason) ?? .other
    let tester = try context.requiredTester()
    let tracker = try context.openTracker(.write)
    let session = try tracker.read { try find(typed, $0) }
    guard session.counts else {
      throw Problem(
        .decision, code: "session.not-counted",
        "the session \(MessageText.quoted(typed)) is already in no figure"
          + (session.voided.map { ": voided, \($0.rawValue)" } ?? ""),
        hints: ["Run \"a11y list sessions\" to see all sessions."])
    }
    let said = try EraseRun.change(tracker, context) { writer in
      try TapCloseRun.recalculate([session.session.plan], writer, by: tester) { _ in
        try writer.void(session, reason)
      }.said
    }
    let isDryRun = context.arguments.has(.dryRun)
    let words =
      "\(isDryRun ? "Would void" : "Voided") session \(session.id) of plan \(session.session.plan): \(reason.rawValue)."
    guard try context.format() == .json else {
      try context.print(MessageText.escaped(([words] + said).joined(separator: " ")))
      return .done
    }
    try context.print(
      context.document(
        "a11y.tap-void/1", ("dry_run", .bool(isDryRun)), ("session", .string(session.id)),
        ("reason", .string(reason.rawValue)), ("verdicts", .strings(said))))
    return .done
  }

  private static func find(_ typed: String, _ reader: Reader) throws -> SessionRecord {
    let code = ParticipantCode(typed)?.text ?? typed
    let found = try reader.sessionRecords(all: true).filter { session in
      session.id.utf8.elementsEqual(typed.utf8) || session.session.participant.utf8.elementsEqual(code.utf8)
    }
    guard let session = found.first else {
      throw Problem(
        .notFound, code: "session.unknown", "unknown session \(MessageText.quoted(typed))",
        hints: ["Run \"a11y list sessions --columns plan,participant,id\" for valid IDs."])
    }
    guard found.count == 1 else {
      throw Problem(
        .badInput, code: "session.ambiguous", "\(found.count) sessions have the code \(MessageText.quoted(typed))",
        hints: found.map { "Pass \($0.id) for the session of \($0.session.week)." })
    }
    return session
  }
}
