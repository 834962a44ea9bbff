import AuditModel
import AuditReports
import AuditStore

/// `a11y resolve CHECK COMPONENT OUTCOME`: a result by someone who has seen all sides of a dispute.
enum ResolveCell {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard let check = arguments.positional(0), let component = arguments.positional(1),
      let outcome = arguments.positional(2)
    else { throw try missing(context) }
    var log = TypedLog(outcome: outcome, check: check, components: [component], wording: .resolve)
    log.prepare = { try prepare(&$0, context, $1) }
    return try log.run(context)
  }

  /// Points a result at the disputed cell and its build.
  private static func prepare(_ result: inout NewResult, _ context: Context, _ writer: Writer) throws {
    let reader = writer.reader
    let disputed = try reader.currentCells(ofComponent: result.component, check: result.check).filter(\.isDisputed)
    let cell = try cell(for: result, among: disputed, isNamed: context.arguments.has(.condition), reader)
    result.condition = try LogDefaults.named { () throws(NameProblem) in try Condition(parsing: cell.condition) }
    if result.build.isEmpty { result.build = try Unsettled.Cell(cell, reader).build }
  }

  /// The cell that was named, else the only one, else the one under the condition that log would take.
  private static func cell(
    for result: NewResult, among disputed: [ResultRow], isNamed: Bool, _ reader: Reader
  ) throws -> ResultRow {
    let here = disputed.first { $0.condition == result.condition.text }
    if isNamed {
      guard let here else { throw try settled(result, disputed, reader) }
      return here
    }
    if disputed.count == 1 { return disputed[0] }
    if let here, !result.condition.text.isEmpty { return here }
    guard !disputed.isEmpty else { throw try settled(result, disputed, reader) }
    let conditions = disputed.map { $0.condition.isEmpty ? Condition.standard.shown : $0.condition }
    throw Problem(
      .decision, code: "resolve.condition",
      "\(result.check) on \(result.component) is disputed under several conditions: "
        + conditions.joined(separator: "; "), hints: conditions.map { "--condition \($0) settles that one." })
  }

  private static func settled(_ result: NewResult, _ disputed: [ResultRow], _ reader: Reader) throws -> Problem {
    let condition = result.condition.text
    let cells = try reader.currentCells(ofComponent: result.component, check: result.check)
    let now = cells.first { $0.condition == condition }.map { cell in
      StateWords.words(CellState(outcome: cell.outcome ?? .cantTell, severity: cell.severity))
    }
    var hints = disputed.map { "It is disputed under \($0.condition.isEmpty ? "default" : $0.condition)." }
    hints.append("a11y log records what you saw. a11y resolve alone shows what is disputed.")
    return Problem(
      .notFound, code: "cell.not-disputed",
      "\(result.check) on \(result.component)\(condition.isEmpty ? "" : " (\(condition))") is not disputed: it is "
        + "\(now ?? "untested")", hints: hints)
  }

  private static func missing(_ context: Context) throws -> Problem {
    let typed = context.arguments.positionals
    let first = typed.first ?? ""
    let kinds = Suggestion.hint(for: first, among: ResolveRun.kinds)
    return Problem.usage(
      "arguments.missing", "a disputed cell is settled by its check, its component and an outcome",
      hints: (typed.count == 1 ? kinds : []) + [
        "a11y resolve voiceover.label-present sign-in/close-button pass", "a11y resolve alone shows what is disputed.",
      ])
  }
}
