/// How a table is written: format, order, and limit.
package struct TableOutput {
  package var style: SheetStyle
  package var form: RowForm
  /// A column's key, with a hyphen in front to reverse the order; nil for the order of the table.
  package var sort: String?
  /// The maximum number of rows.
  package var limit: Int?

  package init(style: SheetStyle, form: RowForm, sort: String? = nil, limit: Int? = nil) {
    self.style = style
    self.form = form
    self.sort = sort
    self.limit = limit
  }

  /// Thrown to end a pass over rows early.
  private struct EndOfRows: Error {}

  /// Writes a table; `sink` gets it piece by piece. Every form but the aligned one writes each row at once, so a
  /// million rows stream, unless they are sorted or the text output starts with their number.
  ///
  /// - Returns: how many rows there are, as far as that was read.
  /// - Throws: `SheetProblem` for columns that the table does not have; what reading and `sink` throw.
  package func write<Row>(_ table: Table<Row>, to sink: (String) throws -> Void) throws -> Int {
    let order = try sort.map { typed in try RowSort(typed, table.columns) }
    var table = table
    if style.format == .table, style.room == .line, style.columns == nil, let columns = table.lineColumns {
      table.columns = columns
    }
    let places = try SheetPlan.choose(table.columns.map(\.head), style)
    var count = table.rows.count
    if order != nil || (count == nil && form.isForPeople) {
      let all = try order.map { try $0.first(limit, of: table.rows, form) } ?? first(table.rows)
      table.rows = TableRows(all.rows)
      count = all.count
    }
    let shown = count.map { min($0, limit ?? $0) }
    var plan = SheetPlan(table, places, style)
    plan.expectedRows = count
    plan.summary = summary(table, count)
    if let count, let shown, shown < count, form.isForPeople || order != nil {
      plan.summary.append("Shown: \(shown) of \(count) (--limit).")
    }
    let written = try draw(table.rows, places.map { table.columns[$0] }, plan.drawing, to: sink)
    return count ?? written
  }

  /// A table as a sheet of a workbook, by its title unless it is given a name.
  ///
  /// - Throws: as `write` does; `SheetProblem` for more rows than a sheet takes.
  package func sheet<Row>(_ table: Table<Row>, name: String? = nil) throws -> WorkbookSheet {
    var table = table
    if let order = try sort.map({ try RowSort($0, table.columns) }) {
      table.rows = TableRows(try order.first(limit, of: table.rows, form).rows)
    }
    let places = try SheetPlan.choose(table.columns.map(\.head), style)
    let sheet = WorkbookSheet(SheetPlan(table, places, style), name: name ?? table.title)
    _ = try draw(table.rows, places.map { table.columns[$0] }, sheet) { _ in }
    return sheet
  }

  private func summary<Row>(_ table: Table<Row>, _ count: Int?) -> [String] {
    switch table.audience {
    case .people where !form.isForPeople: []
    case .people, .everyone: form.isForPeople && count == 0 ? [] : table.summary()
    case .always: table.summary()
    }
  }

  /// Draws rows up to the limit; returns how many.
  private func draw<Row>(
    _ rows: TableRows<Row>, _ columns: [Column<Row>], _ drawing: any SheetDrawing, to sink: (String) throws -> Void
  ) throws -> Int {
    var drawing = drawing
    var count = 0
    var values: [SheetValue] = []
    try drawing.begin(to: sink)
    do {
      try rows.visit { row in
        values.removeAll(keepingCapacity: true)
        for column in columns { values.append(try column.value(row, form)) }
        try drawing.row(values, to: sink)
        count += 1
        if count == limit { throw EndOfRows() }
      }
    } catch is EndOfRows {}
    try drawing.end(to: sink)
    return count
  }

  /// The first rows up to the limit, and how many there are.
  private func first<Row>(_ rows: TableRows<Row>) throws -> (rows: [Row], count: Int) {
    var kept: [Row] = []
    var count = 0
    try rows.visit { row in
      count += 1
      if kept.count < limit ?? .max { kept.append(row) }
    }
    return (kept, count)
  }
}

extension SheetFormat {
  /// Whether it is text output; the others are machine formats.
  package var isForPeople: Bool {
    switch self {
    case .table, .plain, .md: true
    case .json, .ndjson, .csv, .tsv: false
    }
  }
}
