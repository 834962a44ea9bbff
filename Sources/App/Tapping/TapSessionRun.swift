import Base
import Children
import CommandLine
import Sessions
import Store

/// What `a11y tap run` does: records a session with one child, or sessions from paper.
enum TapSessionRun {
  static func run(_ context: Context) throws -> ExitCode {
    if context.arguments.has(.from) { return try TapFileRun.run(context) }
    guard !context.arguments.has(.dryRun) else {
      throw Problem.usage(
        "flag.unfit", "--dry-run requires --from FILE: a session at the keyboard is saved key by key",
        hints: ["Pass --from FILE to check a file of sessions, or leave out --dry-run."])
    }
    let isJSON = try context.format() == .json
    let document = context
    // Standard output has one document then, and the answers to keys are on standard error.
    let context =
      isJSON
      ? Context(
        world: context.world, arguments: context.arguments, output: context.world.errors, writesToStandardOutput: false)
      : context
    let isSingle = try WalkCommand.isSingle(context, what: "a session")
    let tracker = try context.openTracker(.write)
    let (plan, taken) = try tracker.read { reader in
      (try TapPlans.open(context.arguments.positional(0) ?? "", reader), Set(try reader.participants()))
    }
    let session = try draft(plan, context).session(codes: taken)
    if context.arguments.has(.participant) {
      let earlier = try tracker.read { try $0.sessionRecords(all: true).map(\.session) }
      if let words = session.ageRemark(after: earlier) { context.warn(words) }
    }
    try TapPlans.sweep(tracker, context)
    let keyboard = context.world.keyboard
    context.progress.mute()
    try keyboard.begin()
    defer { keyboard.end() }
    let loop = try TapLoop(context, tracker, plan, session, isSingle: isSingle)
    if isSingle { keyboard.hand(over: .keys) }
    let code = try loop.run()
    try context.output.flush()
    if isJSON { try document.print(document.document("a11y.tap-run/1", loop.members)) }
    return code
  }

  private static func draft(_ plan: TapPlan, _ context: Context) -> TapDraft {
    let arguments = context.arguments
    func flag(_ field: TapDraft.Field) -> FlagName {
      switch field {
      case .participant: .participant
      case .age: .ageBand
      case .moderator: .moderator
      case .consent: .consent
      case .guardian: .guardian
      case .assent: .assent
      case .full: .fullConsent
      case .device: .device
      case .ppi: .ppi
      case .os: .os
      case .orientation: .orientation
      case .hold: .hold
      case .seat: .seat
      case .scale: .textScale
      case .assistive: .assistive
      case .input: .input
      case .seed, .week: .help
      }
    }
    func value(_ field: TapDraft.Field) -> String? {
      switch field {
      case .guardian, .assent, .full: arguments.has(flag(field)) ? "yes" : "no"
      case .seed, .week: nil
      // Only the major version is stored: 18.1 is 18.
      case .os: arguments.string(.os).map { String($0.prefix { $0 != "." }) }
      case .assistive: arguments.list(.assistive).joined(separator: ",")
      default: arguments.string(flag(field))
      }
    }
    return TapDraft(plan: plan, world: context.world, place: { flag($0).long }, kind: .usage, value: value)
  }
}

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
    let said = try context.change(tracker) { writer in
      try TapCloseRun.recalculate([session.session.plan], writer, by: tester) { _ in
        try writer.void(session, reason)
      }.said
    }
    let isDryRun = context.arguments.has(.dryRun)
    let words =
      "\(isDryRun ? "Would void" : "Voided") session \(session.id) of plan \(session.session.plan): \(reason.rawValue)."
    guard try context.format() == .json else {
      try context.say(([words] + said).joined(separator: " "))
      return .done
    }
    try context.print(
      context.document(
        "a11y.tap-void/1", ["dry_run": isDryRun, "session": session.id, "reason": reason.rawValue, "verdicts": said]))
    return .done
  }

  private static func find(_ typed: String, _ reader: Reader) throws -> SessionRecord {
    let code = ParticipantCode(typed)?.text ?? typed
    let found = try reader.sessionRecords(all: true).filter { session in
      session.id.hasSameBytes(as: typed) || session.session.participant.hasSameBytes(as: code)
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
