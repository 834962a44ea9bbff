import Arguments
import AuditReports
import Terminal

/// Where a workbook goes: a file or a pipe, never a terminal.
enum WorkbookFile {
  /// - Parameter isFile: the writer is not where the result of the command goes.
  /// - Throws: usage for a terminal.
  static func write(
    _ workbook: Workbook, to writer: ByteWriter, isFile: Bool = false, _ context: Context
  ) throws {
    if !isFile { try refuseTerminal(context) }
    do {
      try writer.write(try workbook.bytes())
    } catch let problem as SheetProblem {
      throw self.problem(problem)
    }
  }

  /// What is larger than a workbook may be.
  static func problem(_ problem: SheetProblem) -> Problem {
    Problem(.badInput, code: "workbook.large", problem.description, hints: ["Narrow the query, or use --format csv."])
  }

  private static func refuseTerminal(_ context: Context) throws(Problem) {
    let isNamed = context.arguments.string(.output).map { $0 != "-" } ?? false
    guard !isNamed, context.world.isTerminal(.output) else { return }
    throw .usage(
      "workbook.terminal", "a workbook cannot be shown in a terminal", hints: ["Pass -o FILE.xlsx."])
  }
}
