import Base
import Children
package import CommandLine
import Exchange
import Sessions
package import Store

/// `a11y erase`: permanently erases recorded data.
enum EraseCommand {
  static let spec = CommandSpec(
    "erase", group: .move, "permanently erase recorded data",
    subcommands: [fact, participant, list, follow, refuse, handedOver], subcommandName: "WHAT", run: GroupRun.run)

  private static let fact = CommandSpec(
    "fact", group: .move, "erase results, notes, or edits",
    positionals: [PositionalSpec("ID", arity: .many, "IDs of the entries")],
    flags: [reason, .tester, .dryRun], run: EraseRun.erase)

  private static let participant = CommandSpec(
    "participant", group: .move, "erase all data about a child",
    positionals: [PositionalSpec("CODE", "participant code of the child")], flags: [reason, .tester, .dryRun],
    run: EraseParticipantRun.run)

  private static let list = CommandSpec("list", group: .move, "list erasures and erasure requests", run: EraseRun.list)

  private static let follow = CommandSpec(
    "follow", group: .move, "apply erasure requests from other machines",
    positionals: [PositionalSpec("ID", arity: .many, "request IDs from \"a11y waiting\"")],
    flags: [fromReplica, .dryRun],
    run: { try RequestRun.decide(.follow, .erase, $0.arguments.positionals, $0) })

  private static let refuse = CommandSpec(
    "refuse", group: .move, "refuse erasure requests from other machines",
    positionals: [PositionalSpec("ID", arity: .many, "request IDs from \"a11y waiting\"")],
    flags: [fromReplica, .dryRun],
    run: { try RequestRun.decide(.refuse, .erase, $0.arguments.positionals, $0) })

  private static let handedOver = CommandSpec(
    "handed-over", group: .move, "record that a recipient received the erasures",
    positionals: [PositionalSpec("NAME", "recipient from \"a11y erase list\"")], run: ErasureDelivery.done)

  static let fromReplica = FlagSpec(.from, value: "REPLICA", "all requests from this machine")

  private static let reason = FlagSpec.choice(.reason, value: "WHY", of: ErasingReason.self, "reason")
}

/// What `a11y erase` does.
enum EraseRun {
  static func erase(_ context: Context) throws -> ExitCode {
    let ids = context.arguments.positionals.unique()
    guard !ids.isEmpty else {
      throw Problem.usage(
        "erase.ids", "missing argument: IDs of the entries to erase",
        hints: ["Run \"a11y list results --columns id,note\" or \"a11y list notes\" for valid IDs."])
    }
    let tracker = try context.openTracker(.write)
    let reason = try reason(context, or: .other)
    try confirm(context, "Permanently erase \(counted(ids.count, "entry", "entries"))? This cannot be undone.")
    let (audits, report) = try context.change(tracker) { writer in
      (
        try writer.reader.closedAudits(ofResults: ids),
        try writer.erase(ids, reason: reason, by: context.tester() ?? "")
      )
    }
    let kinds = report.destroyed.sorted { $0.key < $1.key }.map { FactWords.words($0.value, $0.key) }
    let verb = context.arguments.has(.dryRun) ? "Would erase" : "Erased"
    try say(
      context, "\(verb) the content of \(kinds.joined(separator: ", ")).",
      [
        "id": report.id,
        "destroyed": JSONText.object(report.destroyed.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) }),
      ])
    if !audits.isEmpty {
      context.remark(
        "a11y: note: the figures of closed audits do not have what is erased, and say so: \(firstNamed(audits, 3)). "
          + "The decision of a release may be another.")
    }
    if !context.arguments.has(.dryRun) { try remindOfCopies(tracker, context) }
    return .done
  }

  /// The reason: a word of a closed list, because an erasure request is never erased itself.
  static func reason(_ context: Context, or usual: ErasingReason) throws(Problem) -> ErasingReason {
    try context.arguments.choice(.reason, as: ErasingReason.self) ?? usual
  }

  static func list(_ context: Context) throws -> ExitCode {
    let tracker = try context.openTracker(.read)
    let (erasures, untold) = try tracker.read { reader in
      (try reader.requests().filter { $0.kind == .erase }, try reader.untoldErasures())
    }
    if try context.printed(
      "a11y.erasures/1",
      [
        "rows": erasures.map(EffectWords.json),
        "not_handed_over": JSONText.objects(untold) {
          ["recipient": $0.recipient, "sessions": $0.sessionRecords.count]
        },
      ])
    {
      return .done
    }
    if erasures.isEmpty { try context.print("No erasures. Run \"a11y erase fact ID\" to add one.") }
    let isPlain = try context.format() == .plain
    for erasure in erasures {
      let by = erasure.tester.isEmpty ? erasure.asker : "\(erasure.tester) on \(erasure.asker)"
      let time = RequestWords.time(erasure, context.world.clock)
      let facts = counted(erasure.count, "entry", "entries")
      let state = RequestWords.state(erasure)
      try context.say(
        isPlain
          ? "\(erasure.id), \(time): \(facts), by \(by): \(erasure.reason); \(state)."
          : "\(erasure.id)  \(time)  \(facts), by \(by): \(erasure.reason) (\(state))")
    }
    for line in ErasureDelivery.lines(untold) { try context.say(line) }
    return .done
  }

  /// - Parameters:
  ///   - action: what `--yes` does, where no prompt is possible.
  ///   - declined: the message after a no.
  static func confirm(
    _ context: Context, _ question: String, action: String = "erase it", declined: String = "nothing was erased"
  ) throws {
    guard !context.arguments.has(.dryRun) else { return }
    guard try Prompt.confirm(context, question: question, action: action) else {
      throw Problem(.decision, code: "erase.declined", declined)
    }
  }

  static func say(_ context: Context, _ sentence: String, _ members: JSONMembers) throws {
    guard try context.format() == .json else { return try context.say(sentence) }
    try context.print(context.document("a11y.erase/1", ["dry_run": context.arguments.has(.dryRun)] + members))
  }

  /// Recipients of earlier copies must be notified by a person.
  ///
  /// - Parameter canHold: whether a bundle that was written here can contain what was erased.
  static func remindOfCopies(
    _ tracker: Tracker, _ context: Context, _ canHold: (BundleRecord) -> Bool = { _ in true }
  ) throws {
    let sent = try tracker.read { try $0.bundles() }.filter { $0.direction == .exported && canHold($0) }
    context.remark(
      sent.isEmpty
        ? "Backups and file copies still contain this data; other machines get the request with the next bundle."
        : "Earlier bundles (\(firstNamed(sent.map(\.name)))) and backups still contain this data; other machines get the request with the "
          + "next bundle.")
    // The program made these copies itself, so the user may not know about them.
    let copies = tracker.copiesBeforeUpgrades
    guard !copies.isEmpty else { return }
    let list = firstNamed(copies)
    context.remark(
      copies.count == 1
        ? "The copy from before an upgrade, next to the tracker, also contains this data: \(list). Delete it."
        : "\(copies.count) copies from before upgrades, next to the tracker, also contain this data: "
          + "\(list). Delete them.")
  }
}

/// What `a11y erase participant` does: erases all data about a child, and recalculates the verdicts.
enum EraseParticipantRun {
  private struct Outcome: Sendable {
    /// When the first session of the child was recorded.
    var began: Int64
    var report: ErasingReport
    var said: [String]
  }

  static func run(_ context: Context) throws -> ExitCode {
    let typed = context.arguments.positional(0) ?? ""
    guard !typed.isEmpty else {
      throw Problem.usage(
        "participant.empty", "missing argument CODE", hints: ["Run \"a11y list sessions\" for valid codes."])
    }
    let tracker = try context.openTracker(.write)
    let known = try tracker.read { try $0.participants() }
    let wanted = ParticipantCode(typed)?.text ?? typed
    guard let code = known.first(where: { $0.hasSameBytes(as: wanted) }) else {
      throw Problem(
        .notFound, code: "participant.unknown", "unknown participant code \(MessageText.quoted(typed))",
        hints: ["Run \"a11y list sessions\" for valid codes."])
    }
    try EraseRun.confirm(context, "Permanently erase all data about \(code)? This cannot be undone.")
    let tester = context.tester() ?? ""
    let outcome = try context.change(tracker) { writer in
      try erase(code, writer, reason: try EraseRun.reason(context, or: .withdrawn), by: tester)
    }
    let kinds = outcome.report.destroyed.sorted { $0.key < $1.key }
    let isDryRun = context.arguments.has(.dryRun)
    let words = kinds.map { FactWords.words($0.value, $0.key) }.joined(separator: ", ")
    try EraseRun.say(
      context, ([(isDryRun ? "Would erase " : "Erased ") + words + "."] + outcome.said).joined(separator: " "),
      [
        "id": outcome.report.id, "destroyed": JSONText.object(kinds.map { ($0.key, .int($0.value)) }),
        "verdicts": outcome.said,
      ])
    if !isDryRun {
      // Sessions are only in bundles for a recipient, and only where their guardians consented to that.
      try EraseRun.remindOfCopies(tracker, context) {
        outcome.report.recipients.contains($0.recipient) && $0.time >= outcome.began
      }
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
    let sessions = try writer.reader.sessionRecords(all: true).filter { $0.session.participant == code }
    let keys = Set(sessions.map(\.session.plan))
    // Results logged from a plan describe what the child did, so they are erased too.
    let (report, said) = try TapCloseRun.recalculate(keys, writer, by: tester) { logged in
      try writer.erase(participant: code, with: logged, reason: reason, by: tester)
    }
    return Outcome(began: sessions.map(\.time).min() ?? Int64.min, report: report, said: said)
  }
}

/// Delivers erasures of sessions with children to the recipients of the sessions, because sync never shares sessions.
package enum ErasureDelivery {
  /// Writes what each recipient has to import, beside the tracker.
  package static func write(to recipients: [String], _ tracker: Tracker, _ context: Context) throws {
    for recipient in recipients {
      let path = Paths.join(Paths.parent(tracker.path), "hand-over-\(slug(recipient)).a11y.json")
      let summary = try tracker.read { reader in
        let export = try BundleExport.handOver(reader, to: recipient)
        return try BundleOutput.write(export.header, to: path, replacing: true, isPrivate: true) {
          try export.write(reader, with: &$0)
        }
      }
      context.remark(
        "Not yet handed over: \(recipient) may have sessions that are erased now. Send \(path) "
          + "(\(counted(summary.count, "entry", "entries"))), then run "
          + "\"a11y erase handed-over \(ShellWord.quoted(recipient))\".")
    }
  }

  package static func done(_ context: Context) throws -> ExitCode {
    let recipient = context.arguments.positional(0) ?? ""
    let count = try context.openTracker(.write).write { try $0.markToldOfErasures(recipient) }
    guard count > 0 else {
      throw Problem(
        .notFound, code: "recipient.unknown", "no pending erasures for \(MessageText.quoted(recipient))",
        hints: ["Run \"a11y erase list\" to see which recipients to notify."])
    }
    if try context.printed("a11y.handed-over/1", ["recipient": recipient, "sessions": count]) { return .done }
    try context.say("Handed over to \(recipient): erasures of \(counted(count, "session")).")
    return .done
  }

  package static func lines(_ untold: [(recipient: String, sessionRecords: [String])]) -> [String] {
    untold.map {
      "Not yet handed over to \($0.recipient): erasures of \(counted($0.sessionRecords.count, "session")). If the file for "
        + "them is lost, run \"a11y export --full --to \(ShellWord.quoted($0.recipient)) -o FILE\" to write it again."
    }
  }

  /// A name for a file: letters, digits and hyphens.
  private static func slug(_ recipient: String) -> String {
    let words = recipient.utf8.split { !$0.isLetterOrDigit }
    let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    return String(text.prefix(40)) + (text.hasSameBytes(as: recipient) ? "" : "-\(checksum(recipient))")
  }

  /// Names that differ in other characters alone get files of their own.
  private static func checksum(_ text: String) -> String {
    String(text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }, radix: 36)
  }
}

/// The recipient of exported sessions with children.
package struct SessionRecipients {
  package let recipient: String

  /// Nil without `--full`.
  package init?(_ context: Context) throws(Problem) {
    let arguments = context.arguments
    guard arguments.has(.full) else { return nil }
    recipient = try arguments.required(.recipient)
    _ = try FieldRules.line(recipient, "recipient")
  }

  /// Data about single children must not go to a place that keeps it permanently, nor to a screen.
  package func check(_ target: String, _ context: Context) throws(Problem) {
    guard target != "-" else { throw .usage("export.target", "--full requires -o FILE") }
    try GitFolder.refuse(try context.world.absolute(target), context)
  }
}

/// Whether a place is inside a git work tree, whose history cannot be erased.
package enum GitFolder {
  package static func refuse(_ path: String, _ context: Context) throws(Problem) {
    if context.arguments.has(.force) { return }
    var folder = path
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      guard context.world.files.exists(folder + "/.git") else { continue }
      throw Problem(
        .decision, code: "export.git",
        "\(MessageText.quoted(path)) is in a git work tree, and data about single children must not get into git "
          + "history",
        hints: [
          "Use a folder outside it, or run \"a11y tap report --redact\" for a report that may be stored there.",
          "Pass --force where the command has it if git ignores the place.",
        ])
    }
  }
}
