import Base
import CommandLine
import Sessions
import Store

/// `a11y undo`: undoes the last change.
enum UndoCommand {
  static let spec = CommandSpec(
    "undo", group: .tester, "undo the last change",
    positionals: [
      PositionalSpec("follow|refuse", arity: .optional, "accept or reject undo requests (see a11y waiting)"),
      PositionalSpec("ID", arity: .many, "request IDs"),
    ],
    flags: [
      FlagSpec(switch: .list, "list changes that can be undone"), EraseCommand.fromReplica,
      .limit.needs(.list, hint: "One change is undone at a time. Add --list to list the last ones."),
      .testerWhose, .dryRun,
    ],
    run: UndoCommand.undo)

  private enum Direction: String {
    case undo
    case redo

    /// `Undone: fail ...`
    var past: String { self == .undo ? "Undone" : "Redone" }
    var conditional: String { self == .undo ? "Would undo" : "Would redo" }
  }

  static func undo(_ context: Context) throws -> ExitCode {
    let ids = context.arguments.positionals(from: 1)
    switch context.arguments.positional(0) {
    case "follow": return try RequestRun.decide(.follow, .undo, ids, context)
    case "refuse": return try RequestRun.decide(.refuse, .undo, ids, context)
    case nil: return try run(context, .undo)
    case let word?:
      throw Problem.usage(
        "arguments.many", "unexpected argument \(MessageText.quoted(word))",
        hints: ["Run \"a11y undo\", \"a11y undo follow ID\", or \"a11y undo refuse ID\"."])
    }
  }
  static func redo(_ context: Context) throws -> ExitCode { try run(context, .redo) }

  private static func run(_ context: Context, _ direction: Direction) throws -> ExitCode {
    if context.arguments.has(.list) { return try list(context, direction) }
    let named = named(context)
    let tracker = try context.openTracker(.write)
    let isDryRun = context.arguments.has(.dryRun)
    let done = try context.change(tracker) { writer in
      let latest = try next(direction, of: named, writer)
      guard let step = try mine(latest, direction, writer, context) else {
        throw nothing(direction, try latest ?? next(direction, of: nil, writer), context)
      }
      let release = step.changesRecords ? try OwnChange(writer, context) : nil
      try writer.retract(step, by: signature(context))
      let verb = isDryRun ? direction.conditional : direction.past
      var done = Done(step: step, lines: try sentences(step, verb, writer, context))
      if let latest, latest.time != step.time {
        done.remarks = ["skipped a later change by another tester: \(summary(latest, context))"]
      }
      done.remarks += try release?.remarks(writer, context) ?? []
      return done
    }
    try report(done, context, direction)
    return .done
  }

  private struct Done {
    var step: UndoStep
    var lines: [String]
    var remarks: [String] = []
  }

  // MARK: Whose

  /// The tester of `--tester`.
  private static func named(_ context: Context) -> String? {
    context.arguments.string(.tester).flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func own(_ context: Context) -> String? {
    context.ownTester().flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The latest step, or the current tester's latest if that is another tester's.
  private static func mine(
    _ latest: UndoStep?, _ direction: Direction, _ writer: Writer, _ context: Context
  ) throws -> UndoStep? {
    guard named(context) == nil, let own = own(context) else { return latest }
    if let latest, latest.testers.isEmpty || latest.testers.contains(own) { return latest }
    return try next(direction, of: own, writer)
  }

  /// The tester who undoes it: the current tester, else the tester of `--tester`.
  private static func signature(_ context: Context) -> String {
    own(context) ?? named(context) ?? ""
  }

  private static func next(_ direction: Direction, of tester: String?, _ writer: Writer) throws -> UndoStep? {
    try direction == .undo ? writer.undoable(of: tester) : writer.redoable(of: tester)
  }

  private static func nothing(_ direction: Direction, _ latest: UndoStep?, _ context: Context) -> Problem {
    let whose = (named(context) ?? own(context)).map { " of \(MessageText.quoted($0))" } ?? ""
    var hints: [String] = []
    if let latest, let tester = latest.testers.first {
      hints = [
        "Run \"a11y \(direction.rawValue) --tester \(ShellWord.quoted(tester))\" to \(direction.rawValue) "
          + "the latest change, made by another tester: \(summary(latest, context))."
      ]
    }
    return direction == .undo
      ? Problem(.notFound, code: "undo.nothing", "nothing\(whose) to undo on this machine", hints: hints)
      : Problem(
        .notFound, code: "redo.nothing",
        "nothing\(whose) to redo: nothing was undone, or a later change was recorded", hints: hints)
  }

  // MARK: Words

  private static func isOwn(_ step: UndoStep, _ context: Context) -> Bool {
    context.tester().map { step.testers == [$0] } ?? false
  }

  /// `fail voiceover.label-present home (10:41, logged by t2)`
  private static func summary(_ step: UndoStep, _ context: Context) -> String {
    let (what, place) = parts(step, context)
    return "\(what) (\(place))"
  }

  private static func parts(_ step: UndoStep, _ context: Context) -> (what: String, place: String) {
    let first = step.actions.first.map(UndoWords.words) ?? ""
    let more = step.actionCount > 1 ? ", and \(step.actionCount - 1) more of the same command" : ""
    let isOwn = isOwn(step, context)
    return (first + more, UndoWords(context: context).circumstances(step, step.actions.first, isOwn: isOwn))
  }

  private static func sentences(
    _ step: UndoStep, _ verb: String, _ writer: Writer, _ context: Context
  ) throws -> [String] {
    let words = UndoWords(context: context)
    // Where not all can be named, one is, as in the list of what can be undone.
    let named = step.actionCount > UndoStep.shown ? step.actions.prefix(1) : step.actions[...]
    var lines = try named.map { action in
      let place = words.circumstances(step, action, isOwn: isOwn(step, context))
      let line = "\(verb): \(UndoWords.words(action)) (\(place))."
      guard let now = try UndoWords.state(action, writer.reader) else { return line }
      return "\(line) \(verb.hasPrefix("Would") ? "New" : "Current") \(UndoWords.noun(action)): \(now)."
    }
    if step.actionCount > named.count {
      lines.append("\(verb): \(counted(step.actionCount - named.count, "more result")) of the same command.")
    }
    return lines
  }

  private static func report(_ done: Done, _ context: Context, _ direction: Direction) throws {
    if try context.format() == .json {
      try context.print(json([done.step], [], context, direction))
    } else {
      for line in done.lines { try context.say(line) }
    }
    for remark in done.remarks { context.remark("a11y: note: \(remark)") }
  }

  private static func list(_ context: Context, _ direction: Direction) throws -> ExitCode {
    let tracker = try context.openTracker(.read)
    let limit = try context.arguments.int(.limit, in: 1...10_000) ?? 10
    // The list is read-only, so it includes the changes of other testers unless one tester is named.
    let named = named(context)
    let (steps, others, places) = try tracker.read { reader -> ([UndoStep], [FactRequest], [[String]]) in
      guard direction == .undo else { return (try [reader.redoable(of: named)].compactMap { $0 }, [], []) }
      let others = named == nil ? try reader.undoneByOthers() : []
      return (
        try reader.undoable(limit: limit, of: named), others,
        try others.suffix(limit).reversed().map { try RequestWords.places(of: $0, reader) }
      )
    }
    if try context.format() == .json {
      try context.print(json(steps, others, context, direction))
      return .done
    }
    if steps.isEmpty { try context.print("Nothing to \(direction.rawValue).") }
    for step in steps {
      let (what, place) = parts(step, context)
      try context.say("\(place)  \(what)")
    }
    if !others.isEmpty {
      try context.print("\nUndone by others (run \"a11y undo refuse ID\" to restore):")
      let words = UndoWords(context: context)
      for (request, places) in zip(others.suffix(limit).reversed(), places) {
        let time = request.isOfSession ? RequestWords.time(request, context.world.clock) : words.clock(request.time)
        try context.say("\(request.id)  \(time)  \(RequestWords.undone(request, places))")
      }
    }
    return .done
  }

  private static func json(
    _ steps: [UndoStep], _ others: [FactRequest], _ context: Context, _ direction: Direction
  ) -> JSONText {
    context.document(
      "a11y.\(direction.rawValue)/1",
      [
        "dry_run": context.arguments.has(.dryRun),
        "rows": JSONText.objects(steps) { step in
          [
            "at": Timestamp(milliseconds: step.time).iso8601, "actions": step.actionCount,
            "what": step.actions.map(UndoWords.words), "testers": step.testers,
          ]
        }, "undone_by_others": others.map(EffectWords.json),
      ])
  }
}

/// `a11y redo`: redoes what was undone.
enum RedoCommand {
  static let spec = CommandSpec(
    "redo", group: .tester, "redo the last undone change",
    flags: [
      FlagSpec(switch: .list, "list changes that can be redone"),
      .limit.needs(.list, hint: "One change is redone at a time. Add --list to list the last ones."), .testerWhose,
      .dryRun,
    ],
    run: UndoCommand.redo)
}
