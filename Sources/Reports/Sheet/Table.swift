import Base

/// A list: its columns, its rows and the sentences around them. A `TableOutput` draws it.
///
/// Column keys, headings and schema are fixed texts; everything else can be foreign and is escaped by the
/// renderers.
package struct Table<Row> {
  /// The formats with the summary.
  package enum Audience {
    /// Text output with rows.
    case people
    /// Text output with rows, and JSON always.
    case everyone
    /// Every format that has a place for it.
    case always
  }

  /// The name in the JSON schema: `cells` gives `a11y.cells/1`.
  package var schema: String
  package var title: String
  package var columns: [Column<Row>]
  /// Those of a row on one line, for people at a terminal; nil where it has the same.
  package var lineColumns: [Column<Row>]?
  package var rows: TableRows<Row>
  /// The rows in their order for programs, where people have another one.
  package var rowsForPrograms: TableRows<Row>?
  /// The query that chose the rows; nil for all.
  package var filter: String?
  /// Sentences about all rows; created after every row was read.
  package var summary: () -> [String]
  package var audience = Audience.people
  /// The text for an empty list: why it is empty, and the next step.
  package var emptyMessage: String
  /// Titles for a list that is read aloud.
  package var titles: TableTitles?

  package init(
    _ schema: String, title: String, columns: [Column<Row>], rows: TableRows<Row>, empty: String = "No rows.",
    summary: @autoclosure @escaping () -> [String] = []
  ) {
    (self.schema, self.title, self.columns, self.rows, self.summary) = (schema, title, columns, rows, summary)
    emptyMessage = empty
  }

  func members(of row: Row, _ form: RowForm) throws -> JSONMembers {
    JSONMembers(try columns.map { ($0.head.key, try $0.value(row, form).json) })
  }
}

/// The title of what an identifier names, by the key of its column; nil if there is none.
package typealias TableTitles = (_ key: String, _ id: String) throws -> String?

extension Table {
  /// Draws the whole table in its own order; `sink` gets it piece by piece.
  ///
  /// - Returns: how many rows there are.
  @discardableResult
  package func write(_ style: SheetStyle, to sink: (String) throws -> Void) throws -> Int {
    let form = RowForm(isForPeople: style.format.isForPeople, now: 0)
    return try TableOutput(style: style, form: form).write(self, to: sink)
  }

  /// The whole table as one string.
  package func render(_ style: SheetStyle) throws -> String {
    var output = ""
    try write(style) { output += $0 }
    return output
  }
}

/// The rows of a table: known, made one by one, or only read in order.
package struct TableRows<Row> {
  /// The number of rows; nil if unknown before reading.
  package let count: Int?
  /// Calls what it is given for each row, in order, until that throws. A row is made for who asks for it.
  let visit: (_ emit: (_ row: @escaping () throws -> Row) throws -> Void) throws -> Void

  package init(_ rows: [Row]) {
    count = rows.count
    visit = { emit in for row in rows { try emit { row } } }
  }

  /// Rows of a known number: only those that are shown are created.
  package init(count: Int, at place: @escaping (Int) throws -> Row) {
    self.count = count
    visit = { emit in for index in 0..<count { try emit { try place(index) } } }
  }

  package init(reading visit: @escaping (_ emit: (_ row: @escaping () throws -> Row) throws -> Void) throws -> Void) {
    count = nil
    self.visit = visit
  }
}

/// How a table is written: format, order, and limit.
package struct TableOutput {
  package var style: SheetStyle
  package var form: RowForm
  /// A column's key, with a hyphen in front to reverse the order; nil for the order of the table.
  package var sort: String?
  /// The maximum number of rows.
  package var limit: Int?

  package init(style: SheetStyle, form: RowForm, sort: String? = nil, limit: Int? = nil) {
    (self.style, self.form, self.sort, self.limit) = (style, form, sort, limit)
  }

  /// Thrown to end a pass over rows early.
  private struct EndOfRows: Error {}

  /// Writes a table; `sink` gets it piece by piece. Every form but the aligned one writes each row at once, so a
  /// million rows stream, unless they are sorted or the text output starts with their number or has only some of them.
  ///
  /// - Returns: how many rows there are, as far as that was read.
  /// - Throws: `SheetProblem` for columns that the table does not have; what reading and `sink` throw.
  package func write<Row>(_ table: Table<Row>, to sink: (String) throws -> Void) throws -> Int {
    let order = try sort.map { typed in try RowSort(typed, table.columns) }
    var table = inOrder(table)
    if style.format == .table, style.room == .line, style.columns == nil, let columns = table.lineColumns {
      table.columns = columns
    }
    let places = try SheetPlan.choose(table.columns.map(\.head), style)
    var count = table.rows.count
    if order != nil || (count == nil && (style.format == .plain || (form.isForPeople && limit != nil))) {
      let all = try order.map { try $0.first(limit, of: table.rows, form) } ?? first(table.rows)
      table.rows = TableRows(all.rows)
      count = all.count
    }
    let shown = count.map { min($0, limit ?? $0) }
    var plan = SheetPlan(table, places, style)
    plan.expectedRows = count
    var read = 0
    let (rows, known) = (table.rows, count)
    let counting = TableRows<Row> { emit in
      try rows.visit {
        read += 1
        try emit($0)
      }
    }
    plan.summary = {
      let count = known ?? read
      let hasTimes = count > 0 && places.contains { table.columns[$0].head.isOfTimes }
      let sentences = summary(table, count) + (hasTimes ? [form.zoneSentence].compactMap(\.self) : [])
      guard let known, let shown, shown < known, form.isForPeople || order != nil else { return sentences }
      return sentences + ["Shown: \(counted(shown, of: known)) (--limit)."]
    }
    let written = try draw(counting, places.map { table.columns[$0] }, plan.drawing, to: sink)
    return count ?? written
  }

  /// A table as a sheet of a workbook, by its title unless it is given a name.
  ///
  /// - Throws: as `write` does; `SheetProblem` for more rows than a sheet takes.
  package func sheet<Row>(_ table: Table<Row>, name: String? = nil) throws -> WorkbookSheet {
    var table = inOrder(table)
    if let order = try sort.map({ try RowSort($0, table.columns) }) {
      table.rows = TableRows(try order.first(limit, of: table.rows, form).rows)
    }
    let places = try SheetPlan.choose(table.columns.map(\.head), style)
    let sheet = WorkbookSheet(SheetPlan(table, places, style), name: name ?? table.title)
    _ = try draw(table.rows, places.map { table.columns[$0] }, sheet) { _ in }
    return sheet
  }

  private func inOrder<Row>(_ table: Table<Row>) -> Table<Row> {
    var table = table
    if !form.isForPeople, let rows = table.rowsForPrograms { table.rows = rows }
    return table
  }

  private func summary<Row>(_ table: Table<Row>, _ count: Int) -> [String] {
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
      try rows.visit { make in
        let row = try make()
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
      if kept.count < limit ?? .max { kept.append(try row()) }
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
