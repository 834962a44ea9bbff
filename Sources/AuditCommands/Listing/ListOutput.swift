import AuditModel
import AuditReports

/// Writes the rows of a list in the form that was asked for: at once where it can, else when all are known.
struct ListOutput {
  private let context: Context
  private let format: OutputFormat
  private let style: SheetStyle
  private let limit: Int?
  let form: RowForm

  init(_ context: Context) throws(Problem) {
    self.context = context
    format = try context.format()
    let now = try context.asOf() ?? context.world.now()
    let terminal = try context.style()
    let columns = context.arguments.has(.columns) ? context.arguments.list(.columns) : nil
    style = SheetStyle(
      SheetFormat(rawValue: format.rawValue) ?? .table, generated: Timestamp(milliseconds: now).iso8601,
      width: terminal.width, painter: Styler(enabled: terminal.hasColor), columns: columns,
      raw: context.arguments.has(.raw))
    limit = try context.arguments.int(.limit, in: 1...1_000_000_000)
    form = RowForm(format, context.world, now: now)
  }

  /// Thrown to end a pass over rows early.
  private struct EndOfRows: Error {}

  /// Writes a list.
  ///
  /// - Parameters:
  ///   - sheet: the list without its rows and summary.
  ///   - produce: calls what it is given with each row, in the order that is wanted without `--sort`.
  ///   - summary: sentences about all rows; asked for when all were produced, and only where people read.
  /// - Returns: 1 if there are rows and `--exit-code` was given.
  func write(
    _ sheet: Sheet, _ produce: (_ row: ([SheetValue]) throws -> Void) throws -> Void, summary: () -> [String]
  ) throws -> ExitCode {
    let sort = try context.arguments.string(.sort).map { typed throws(Problem) in try RowSort(typed, sheet.columns) }
    let count =
      sort == nil && !form.isForPeople
      ? try stream(sheet, produce) : try collect(sheet, sort, produce, summary: summary)
    return count > 0 && context.arguments.has(.exitCode) ? .no : .done
  }

  /// Writes a list of which it is known how long it is: only the rows that are shown are made.
  ///
  /// - Parameter row: the values of a place, in the order that is wanted without `--sort`.
  func write(
    _ sheet: Sheet, count: Int, row: (_ place: Int) throws -> [SheetValue], summary: () -> [String]
  ) throws -> ExitCode {
    guard let limit, limit < count, !context.arguments.has(.sort) else {
      return try write(sheet, { emit in for place in 0..<count { try emit(row(place)) } }, summary: summary)
    }
    var sheet = sheet
    if form.isForPeople { sheet.summary = summary() + ["Shown: \(limit) of \(count) (--limit)."] }
    var style = style
    style.expectedRows = limit
    var writer = try writer(sheet, style)
    try sending { writer.begin(to: $0) }
    for place in 0..<limit {
      let values = try row(place)
      try sending { writer.row(values, to: $0) }
    }
    try sending { writer.end(to: $0) }
    return context.arguments.has(.exitCode) ? .no : .done
  }

  private func stream(_ sheet: Sheet, _ produce: (([SheetValue]) throws -> Void) throws -> Void) throws -> Int {
    var writer = try writer(sheet, style)
    var count = 0
    try sending { writer.begin(to: $0) }
    do {
      try produce { row in
        try sending { writer.row(row, to: $0) }
        count += 1
        if count == limit { throw EndOfRows() }
      }
    } catch is EndOfRows {}
    try sending { writer.end(to: $0) }
    return count
  }

  private func collect(
    _ sheet: Sheet, _ sort: RowSort?, _ produce: (([SheetValue]) throws -> Void) throws -> Void,
    summary: () -> [String]
  ) throws -> Int {
    // Says now what is wrong with the columns, not after a minute of work.
    _ = try writer(sheet, style)
    var rows: [[SheetValue]] = []
    var count = 0
    // With a limit only that many are kept, so that the latest twenty of a million do not cost a million.
    let room = limit.map { $0 < 500_000 ? max(1_000, $0 * 2) : Int.max } ?? Int.max
    try produce { row in
      count += 1
      if sort == nil, let limit, rows.count >= limit { return }
      rows.append(row)
      if rows.count >= room, let sort, let limit { rows = Array(sort.sorted(rows).prefix(limit)) }
    }
    if let sort { rows = sort.sorted(rows) }
    if let limit { rows = Array(rows.prefix(limit)) }
    var sheet = sheet
    var style = style
    style.expectedRows = rows.count
    if form.isForPeople, count > 0 { sheet.summary = summary() }
    if rows.count < count { sheet.summary.append("Shown: \(rows.count) of \(count) (--limit).") }
    var writer = try writer(sheet, style)
    try sending { writer.begin(to: $0) }
    for row in rows { try sending { writer.row(row, to: $0) } }
    try sending { writer.end(to: $0) }
    return count
  }

  private func writer(_ sheet: Sheet, _ style: SheetStyle) throws(Problem) -> SheetWriter {
    do {
      return try SheetWriter(sheet, style)
    } catch {
      guard case .unknownColumn(let name, let valid) = error else {
        throw .usage("columns.invalid", error.description)
      }
      throw .usage(
        "columns.unknown", "there is no column \(MessageText.quoted(name))",
        hints: Suggestion.hint(for: name, among: valid) + ["Columns: \(valid.joined(separator: ", "))."])
    }
  }

  /// Passes what is drawn on to the output; a failure of the output is thrown as soon as the piece is drawn.
  private func sending(_ draw: ((String) -> Void) -> Void) throws(Problem) {
    var failure: Problem?
    draw { text in
      guard failure == nil else { return }
      do throws(Problem) { try context.output.write(text) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
