import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y resolve CHECK COMPONENT OUTCOME`: decides which of the results in view applies, and why, or records a retest.
enum ResolveCell {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard let check = arguments.positional(0), let component = arguments.positional(1),
      let outcome = arguments.positional(2)
    else { throw try missing(context) }
    if let settled = try settle(context) { return settled }
    var log = TypedLog(outcome: outcome, check: check, components: [component], wording: .resolve)
    log.prepare = { try look(again: &$0, context, $1) }
    return try log.run(context)
  }

  // MARK: Deciding

  private struct Settled {
    var cell: Unsettled.Dispute
    var reason = ""
    var kept: [Cell]
    var undone: [Cell]
    var now: CellState?
  }

  /// Undoes the results with another outcome than the named one. Nil if no result has that outcome, or if there is more
  /// to record than a decision.
  private static func settle(_ context: Context) throws -> ExitCode? {
    let arguments = context.arguments
    let recorded: [FlagName] = [.value, .build, .device, .os, .audit]
    guard !recorded.contains(where: arguments.has) else { return nil }
    let tester = try context.requiredTester()
    let tracker = try context.openTrackerToWrite()
    let settled = try ReasonIsMissing.asking(context) { try settle(tracker, context, by: tester, reason: $0) }
    guard let settled else { return nil }
    try report(settled, context, isDryRun: arguments.has(.dryRun))
    return .done
  }

  private static func settle(
    _ tracker: Tracker, _ context: Context, by tester: String, reason: String
  ) throws -> Settled? {
    return try context.change(tracker) { writer -> Settled? in
      guard let found = try sides(context, tester, writer), !found.kept.isEmpty else { return nil }
      var settled = found
      settled.reason = reason
      let cell = settled.cell.cell
      if !reason.isEmpty {
        try writer.decide(
          between: settled.kept.map(\.id), over: settled.undone.map(\.id), of: cell, because: reason, by: tester)
      } else if context.arguments.has(.dryRun) {
        try writer.takeBack(settled.undone.map(\.id), by: tester)
      } else {
        throw ReasonIsMissing(command: settled.cell.command(settled.kept[0], naming: cell.condition))
      }
      settled.now = try now(cell, writer.reader)
      return settled
    }
  }

  /// What a cell shows, or those say who are followed where others hid what these differed about.
  private static func now(_ cell: Cell, _ reader: Reader) throws -> CellState? {
    if cell.isHidden { return try reader.followed(cell.place)?.state }
    return try reader.currentCells(ofComponent: cell.component, checks: [cell.check])
      .first { $0.condition == cell.condition }.flatMap(\.state)
  }

  private static func sides(_ context: Context, _ tester: String, _ writer: Writer) throws -> Settled? {
    let arguments = context.arguments
    var entry = LogEntry()
    entry.outcome = arguments.positional(2) ?? ""
    entry.check = try TypedLog.name(ofCheck: arguments.positional(0) ?? "", writer)
    entry.component = try NameFinder.component(arguments.positional(1) ?? "", writer.reader)
    entry.severity = arguments.string(.severity)
    // Which build was tested matters to a result alone, and this is none.
    let defaults = try LogDefaults.read(context, writer.reader, tester: tester, build: "")
    let result = try entry.result(defaults, writer)
    let cell = try Unsettled.Dispute(try cell(for: result, context, writer.reader), writer.reader)
    let same = cell.sides.filter { side in
      side.outcome == result.outcome && (result.severity == nil || side.severity == result.severity)
    }
    // Of two severities of one outcome the one that is shown, the worse, is meant where none is named.
    let severity = same.first?.severity
    let kept = same.filter { $0.severity == severity || $0.severity == nil }
    var undone = cell.sides.filter { side in !kept.contains { $0.id == side.id } }
    if undone.isEmpty { return nil }
    // What an author had said before comes back with an undo. Where one has said more than anyone does, the rest stays, and
    // is named.
    let authors = Set(undone.map(\.tester))
    for _ in 0..<mostRounds {
      let back = try writer.reader.openResults(
        of: cell.cell.place, areAlone: cell.cell.isHidden, without: Set(undone.map(\.id))
      ).filter { side in
        let isMeant = side.outcome == result.outcome && (side.severity == severity || side.severity == nil)
        return !isMeant && authors.contains(side.tester) && !undone.contains { $0.id == side.id }
      }
      if back.isEmpty { break }
      undone += back
    }
    return Settled(cell: cell, kept: kept, undone: undone)
  }

  private static let mostRounds = 100

  private static func report(_ settled: Settled, _ context: Context, isDryRun: Bool) throws {
    let cell = settled.cell.cell
    let now = settled.now.map { StateWords.words($0) } ?? "untested"
    if try context.printed(
      TypedLog.Wording.resolve.schema,
      [
        "dry_run": isDryRun,
        "rows": JSONText.array([
          .object([
            "component": cell.component, "check": cell.check, "condition": cell.condition,
            "outcome": settled.now?.outcome.rawValue ?? "untested", "before": cell.outcome?.rawValue ?? "untested",
            "kept": settled.kept.map(\.id), "undone": settled.undone.map(\.id),
            "reason": settled.reason.filled,
          ])
        ]),
      ])
    {
      return
    }
    // What others had said before may come back, too: that is another decision.
    let isUnsettled = settled.now?.isUnsettled ?? false
    let verb =
      isDryRun
      ? isUnsettled ? "Would not resolve" : TypedLog.Wording.resolve.conditional
      : isUnsettled ? "Not resolved yet" : "Resolved"
    let testers = Set(settled.undone.map(\.tester)).sorted().joined(separator: ", ")
    try context.say(
      "\(verb): \(settled.cell.place): \(now). "
        + "Undone here and where this machine is followed: \(counted(settled.undone.count, "result")) by \(testers)."
        + (settled.reason.isEmpty ? "" : " Reason: \(MessageText.quoted(settled.reason, limit: 200)).")
        + (isUnsettled ? " Earlier results still disagree: run \"a11y resolve\" to list them." : ""))
  }

  // MARK: Looking again

  /// Points a result at the disputed cell and its build.
  private static func look(again result: inout NewResult, _ context: Context, _ writer: Writer) throws {
    let cell = try cell(for: result, context, writer.reader)
    result.condition = try Problem.named { () throws(NameProblem) in try Condition(parsing: cell.condition) }
    if result.build.isEmpty { result.build = try Unsettled.Dispute(cell, writer.reader).build }
    result.isRetest = true
  }

  private static func cell(for result: NewResult, _ context: Context, _ reader: Reader) throws -> Cell {
    let disputed = try reader.currentCells(ofComponent: result.component, checks: [result.check])
      .filter(\.isUnsettled).map(reader.unhidden)
    return try cell(for: result, among: disputed, isNamed: context.arguments.has(.condition), reader)
  }

  /// The cell that was named, else the only one, else the one under the condition that log would take.
  private static func cell(
    for result: NewResult, among disputed: [Cell], isNamed: Bool, _ reader: Reader
  ) throws -> Cell {
    let here = disputed.first { $0.condition == result.condition.text }
    if isNamed {
      guard let here else { throw try settled(result, disputed, reader) }
      return here
    }
    if disputed.count == 1 { return disputed[0] }
    if let here, !result.condition.text.isEmpty { return here }
    guard !disputed.isEmpty else { throw try settled(result, disputed, reader) }
    let conditions = disputed.map { Condition.shown($0.seenUnder) }
    throw Problem(
      .decision, code: "resolve.condition",
      "\(result.check) on \(result.component) is disputed or contradicted under several conditions: "
        + conditions.joined(separator: "; "), hints: conditions.map { "Pass --condition \($0) to resolve that item." })
  }

  private static func settled(_ result: NewResult, _ disputed: [Cell], _ reader: Reader) throws -> Problem {
    let condition = result.condition.text
    let cells = try reader.currentCells(ofComponent: result.component, checks: [result.check])
    let now = cells.first { $0.condition == condition }.flatMap { row in
      row.state.map(StateWords.words)
    }
    let seen = try reader.checkSettings.seen(condition, of: result.check)
    var hints = disputed.map { "Pass --condition \(Condition.shown($0.seenUnder)) to resolve that item." }
    hints.append("Run \"a11y log\" to record a result, or \"a11y resolve\" to list conflicts.")
    return Problem(
      .notFound, code: "cell.not-disputed",
      "\(result.check) on \(result.component)\(seen.isEmpty ? "" : " (\(seen))") is not disputed or contradicted: "
        + "current result is \(now ?? "untested")", hints: hints)
  }

  private static func missing(_ context: Context) throws -> Problem {
    let typed = context.arguments.positionals
    let first = typed.first ?? ""
    let kinds = Suggestion.hint(for: first, among: ResolveCommand.kinds)
    return Problem.usage(
      "arguments.missing", "missing argument; expected CHECK COMPONENT OUTCOME",
      hints: (typed.count == 1 ? kinds : []) + [
        "Run a command such as \"a11y resolve voiceover.icon-button-label sign-in/close-button pass -m REASON\".",
        "Run \"a11y resolve\" to list conflicts.",
      ])
  }
}

/// The reason of a choice is missing: the tracker is not locked while a person is asked for it.
struct ReasonIsMissing: Error {
  /// What is chosen between.
  var what = "results"
  /// The command line that has a place for it.
  var command: String

  /// Calls `body` with the reason of the command line, and again with what a person types where that is missing.
  static func asking<Result>(_ context: Context, _ body: (String) throws -> Result) throws -> Result {
    let given = context.arguments.string(.message) ?? ""
    do {
      return try body(isBlank(given) ? "" : given)
    } catch let missing as ReasonIsMissing {
      guard !context.arguments.has(.message), Prompt.isPossible(context) else {
        throw Problem.usage(
          "resolve.reason", "a choice between \(missing.what) requires a reason",
          hints: ["Pass the reason with -m: \"\(missing.command)\"."])
      }
      let typed = try Prompt.line(context, question: "Reason:", insteadOf: .message)
      guard let typed, !isBlank(typed) else {
        throw Problem(.decision, code: "resolve.reason", "no reason was given; nothing was resolved")
      }
      return try body(typed)
    }
  }

  private static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { $0 <= 0x20 } }
}
