import AuditModel
import AuditReports
import AuditStore

/// What `a11y undo` and `a11y redo` do.
enum UndoRun {
  private enum Direction: String {
    case undo
    case redo

    /// `Undid: fail ...`
    var past: String { self == .undo ? "Undid" : "Brought back" }
    var conditional: String { self == .undo ? "Would undo" : "Would bring back" }
  }

  static func undo(_ context: inout Context) throws -> ExitCode { try run(context, .undo) }
  static func redo(_ context: inout Context) throws -> ExitCode { try run(context, .redo) }

  private static func run(_ context: Context, _ direction: Direction) throws -> ExitCode {
    if context.arguments.has(.list) { return try list(context, direction) }
    let tracker = try context.openTracker(.write)
    let isDryRun = context.arguments.has(.dryRun)
    do {
      let (step, lines) = try tracker.write { writer in
        let next = try direction == .undo ? writer.undoable() : writer.redoable()
        guard let step = next else { throw nothing(direction) }
        try writer.retract(step, by: context.tester() ?? "")
        let lines = try sentences(step, direction, isDryRun ? direction.conditional : direction.past, writer, context)
        if isDryRun { throw DryRun(step: step, lines: lines) }
        return (step, lines)
      }
      try report(step, lines, context, direction)
    } catch let dryRun as DryRun {
      try report(dryRun.step, dryRun.lines, context, direction)
    }
    return .done
  }

  private struct DryRun: Error {
    var step: UndoStep
    var lines: [String]
  }

  private static func nothing(_ direction: Direction) -> Problem {
    direction == .undo
      ? Problem(.noData, code: "undo.nothing", "there is nothing to undo on this machine")
      : Problem(
        .noData, code: "redo.nothing", "there is nothing to bring back: nothing was undone, or something came after it")
  }

  private static func sentences(
    _ step: UndoStep, _ direction: Direction, _ verb: String, _ writer: Writer, _ context: Context
  ) throws -> [String] {
    let reader = writer.reader
    var lines = try step.actions.map { action in
      let time = clock(step.time, context)
      guard case .result(let cell, _, _, _, _) = action else { return "\(verb): \(words(action)) (\(time))." }
      let now = try reader.state(ofCell: cell).map(StateWords.words) ?? "untested"
      let tense = verb.hasPrefix("Would") ? "It would be" : "It is now"
      return "\(verb): \(words(action)) (\(time)). \(tense): \(now)."
    }
    if step.actionCount > step.actions.count {
      lines.append("\(verb): \(counted(step.actionCount - step.actions.count, "more result")) of the same command.")
    }
    return lines
  }

  /// `fail touch-target.minimum-44pt sign-in/close-button`
  private static func words(_ action: UndoAction) -> String {
    switch action {
    case .result(_, let outcome, let check, let component, let condition):
      "\(outcome.rawValue) \(check) \(component)" + (condition.isEmpty ? "" : " (\(condition))")
    case .edit(let kind, let key, let fields): "the edit of \(kind) \(key): \(fields.joined(separator: ", "))"
    case .deletion(let kind, let key): "the deletion of \(kind) \(key)"
    case .restoration(let kind, let key): "the restoration of \(kind) \(key)"
    case .note(let component): "a note on \(component)"
    }
  }

  /// The local time of day, with the date if it was not today.
  private static func clock(_ time: Int64, _ context: Context) -> String {
    let then = Timestamp(milliseconds: time)
    let now = Timestamp(milliseconds: context.world.now())
    let offset = context.world.localOffset(time)
    let isToday = then.localDate(offset: offset) == now.localDate(offset: context.world.localOffset(now.milliseconds))
    return isToday ? then.localTime(offset: offset) : then.localMinute(offset: offset)
  }

  private static func report(_ step: UndoStep, _ lines: [String], _ context: Context, _ direction: Direction) throws {
    if try context.format() == .json {
      try context.print(json([step], context, direction).render(indent: 2))
    } else {
      for line in lines { try context.print(MessageText.escaped(line)) }
    }
  }

  private static func list(_ context: Context, _ direction: Direction) throws -> ExitCode {
    let tracker = try context.openTracker(.read)
    let limit = try context.arguments.int(.limit, in: 1...10_000) ?? 10
    let steps = try tracker.read { reader in
      try direction == .undo ? reader.undoable(limit: limit) : [reader.redoable()].compactMap { $0 }
    }
    if try context.format() == .json {
      try context.print(json(steps, context, direction).render(indent: 2))
      return .done
    }
    if steps.isEmpty { try context.print("Nothing to \(direction.rawValue).") }
    for step in steps {
      let first = step.actions.first.map(words) ?? ""
      let more = step.actionCount > 1 ? ", and \(step.actionCount - 1) more of the same command" : ""
      try context.print(MessageText.escaped("\(clock(step.time, context))  \(first)\(more)"))
    }
    return .done
  }

  private static func json(_ steps: [UndoStep], _ context: Context, _ direction: Direction) -> JSONText {
    .object([
      ("schema", .string("a11y.\(direction.rawValue)/1")),
      ("generated", .string(Timestamp(milliseconds: context.world.now()).iso8601)),
      ("dry_run", .bool(context.arguments.has(.dryRun))),
      (
        "rows",
        .array(
          steps.map { step in
            .object([
              ("at", .string(Timestamp(milliseconds: step.time).iso8601)), ("actions", .int(step.actionCount)),
              ("what", .strings(step.actions.map(words))),
            ])
          })
      ),
    ])
  }
}
