import Arguments
import AuditExchange
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y erase` does.
enum EraseRun {
  static func erase(_ context: Context) throws -> ExitCode {
    var ids: [String] = []
    for id in context.arguments.positionals where !ids.contains(id) { ids.append(id) }
    guard !ids.isEmpty else {
      throw Problem.usage(
        "erase.ids", "missing argument: IDs of the entries to erase",
        hints: ["Run \"a11y list results --columns id,note\" or \"a11y list notes\" for valid IDs."])
    }
    let (context, named) = (context, ids)
    let tracker = try context.openTracker(.write)
    let reason = try reason(context, or: .other)
    try confirm(context, "Permanently erase \(counted(ids.count, "entry", "entries"))? This cannot be undone.")
    let report = try change(tracker, context) { writer in
      try writer.erase(named, reason: reason, by: context.tester() ?? "")
    }
    let kinds = report.destroyed.sorted { $0.key < $1.key }.map { FactWords.words($0.value, $0.key) }
    let verb = context.arguments.has(.dryRun) ? "Would erase" : "Erased"
    try say(
      context, "\(verb) the content of \(kinds.joined(separator: ", ")).",
      [
        ("id", .string(report.id)),
        ("destroyed", .object(report.destroyed.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) })),
      ])
    if !context.arguments.has(.dryRun) { try remindOfCopies(tracker, context) }
    return .done
  }

  /// The reason: a word of a closed list, because an erasure request is never erased itself.
  static func reason(_ context: Context, or usual: ErasingReason) throws(Problem) -> ErasingReason {
    try context.arguments.choice(.reason, as: ErasingReason.self) ?? usual
  }

  static func list(_ context: Context) throws -> ExitCode {
    let context = context
    let tracker = try context.openTracker(.read)
    let (erasures, untold) = try tracker.read { reader in
      (try reader.requests().filter { $0.kind == .erase }, try reader.untoldErasures())
    }
    if try context.format() == .json {
      try context.print(
        context.document(
          "a11y.erasures/1", ("rows", .array(erasures.map(EffectWords.json))),
          (
            "not_handed_over",
            .array(
              untold.map {
                .object([("recipient", .string($0.recipient)), ("sessions", .int($0.sessionRecords.count))])
              })
          )))
      return .done
    }
    if erasures.isEmpty { try context.print("No erasures. Run \"a11y erase fact ID\" to add one.") }
    let isPlain = try context.format() == .plain
    for erasure in erasures {
      let by = erasure.tester.isEmpty ? erasure.asker : "\(erasure.tester) on \(erasure.asker)"
      let time = RequestWords.time(erasure)
      let facts = counted(erasure.count, "entry", "entries")
      let state = RequestWords.state(erasure)
      try context.print(
        MessageText.escaped(
          isPlain
            ? "\(erasure.id), \(time): \(facts), by \(by): \(erasure.reason); \(state)."
            : "\(erasure.id)  \(time)  \(facts), by \(by): \(erasure.reason) (\(state))"))
    }
    for line in ErasureDelivery.lines(untold) { try context.print(MessageText.escaped(line)) }
    return .done
  }

  static func confirm(_ context: Context, _ question: String) throws {
    try confirm(context, question, action: "erase it", declined: "nothing was erased")
  }

  /// - Parameters:
  ///   - action: what `--yes` does, where no prompt is possible.
  ///   - declined: the message after a no.
  static func confirm(_ context: Context, _ question: String, action: String, declined: String) throws {
    guard !context.arguments.has(.dryRun) else { return }
    guard try Prompt.confirm(context, question: question, action: action) else {
      throw Problem(.decision, code: "erase.declined", declined)
    }
  }

  /// Carries what a dry run found out of a transaction that is not kept.
  private struct DryRun<T: Sendable>: Error {
    var value: T
  }

  @discardableResult
  static func change<T: Sendable>(_ tracker: Tracker, _ context: Context, _ body: (Writer) throws -> T) throws
    -> T
  {
    do {
      return try tracker.write { writer in
        let value = try body(writer)
        if context.arguments.has(.dryRun) { throw DryRun(value: value) }
        return value
      }
    } catch let dryRun as DryRun<T> {
      return dryRun.value
    }
  }

  static func say(_ context: Context, _ sentence: String, _ members: [(String, JSONText)]) throws {
    guard try context.format() == .json else { return try context.print(MessageText.escaped(sentence)) }
    try context.print(
      context.document("a11y.erase/1", members: [("dry_run", .bool(context.arguments.has(.dryRun)))] + members))
  }

  /// Recipients of earlier copies must be notified by a person.
  static func remindOfCopies(_ tracker: Tracker, _ context: Context) throws {
    let sent = try tracker.read { try $0.bundles() }.filter { $0.direction == .exported }
    let names = sent.prefix(5).map(\.name).joined(separator: ", ") + (sent.count > 5 ? " and more" : "")
    context.remark(
      sent.isEmpty
        ? "Backups and file copies still contain this data; other machines get the request with the next bundle."
        : "Earlier bundles (\(names)) and backups still contain this data; other machines get the request with the "
          + "next bundle.")
    // The program made these copies itself, so the user may not know about them.
    let copies = tracker.copiesBeforeUpgrades
    guard !copies.isEmpty else { return }
    let list = copies.prefix(5).joined(separator: ", ") + (copies.count > 5 ? " and more" : "")
    context.remark(
      copies.count == 1
        ? "The copy from before an upgrade, next to the tracker, also contains this data: \(list). Delete it."
        : "\(copies.count) copies from before upgrades, next to the tracker, also contain this data: "
          + "\(list). Delete them.")
  }
}
