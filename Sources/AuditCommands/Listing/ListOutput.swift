import Arguments
import AuditModel
import AuditReports
import Terminal

/// Writes tables in the requested format, order, and length.
struct ListOutput {
  private let context: Context
  private let output: TableOutput
  private let isWorkbook: Bool

  init(_ context: Context) throws(Problem) {
    self.context = context
    let format = try context.format()
    isWorkbook = format == .xlsx
    let now = try context.asOf() ?? context.world.now()
    let terminal = try context.style()
    var style = SheetStyle(
      SheetFormat(rawValue: format.rawValue) ?? (isWorkbook ? .csv : .table),
      generated: Timestamp(milliseconds: now).iso8601,
      width: terminal.width, painter: Styler(enabled: terminal.hasColor, hasLinks: terminal.hasLinks),
      columns: context.arguments.has(.columns) ? context.arguments.list(.columns) : nil,
      raw: context.arguments.has(.raw), bom: context.arguments.has(.bom))
    style.takesColumns = true
    style.room = context.arguments.has(.wrap) ? .whole : terminal.isAtTerminal ? .line : .usual
    output = TableOutput(
      style: style, form: RowForm(style.format, context.world, now: now), sort: context.arguments.string(.sort),
      limit: try context.arguments.int(.limit, in: 1...1_000_000_000))
  }

  var form: RowForm { output.form }

  /// - Returns: 1 if there are rows and `--exit-code` was given.
  /// - Throws: usage for columns that the table does not have.
  func write<Row>(_ table: Table<Row>) throws -> ExitCode {
    do {
      if isWorkbook {
        let sheet = try output.sheet(table)
        try WorkbookFile.write(Workbook([sheet]), to: context.output, context)
        return sheet.isEmpty || !context.arguments.has(.exitCode) ? .done : .no
      }
      let count = try output.write(table) { try context.output.write($0) }
      return count > 0 && context.arguments.has(.exitCode) ? .no : .done
    } catch let problem as SheetProblem {
      throw Self.usage(problem)
    }
  }

  private static func usage(_ problem: SheetProblem) -> Problem {
    func unknown(_ code: String, _ name: String, _ valid: [String], _ purpose: String) -> Problem {
      .usage(
        code, "unknown \(purpose) \(MessageText.quoted(name))",
        hints: Suggestion.hint(for: name, among: valid) + ["Use one of: \(valid.joined(separator: ", "))."])
    }
    return switch problem {
    case .unknownColumn(let name, let valid): unknown("columns.unknown", name, valid, "column")
    case .unknownSort(let name, let valid): unknown("sort.unknown", name, valid, "sort column")
    case .repeatedColumn, .noColumns: .usage("columns.invalid", problem.description)
    case .tooManyRows, .tooLarge: WorkbookFile.problem(problem)
    }
  }
}

extension RowForm {
  init(_ format: SheetFormat, _ world: World, now: Int64) {
    self.init(isForPeople: format.isForPeople, now: now, localOffset: world.localOffset)
  }
}
