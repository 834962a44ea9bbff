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
    self.schema = schema
    self.title = title
    self.columns = columns
    self.rows = rows
    self.summary = summary
    emptyMessage = empty
  }

  /// One row as the members of a JSON object.
  func members(of row: Row, _ form: RowForm) throws -> [(String, JSONText)] {
    try columns.map { ($0.head.key, try $0.value(row, form).json) }
  }
}

/// The title of what an identifier names, by the key of its column; nil if there is none.
package typealias TableTitles = (_ key: String, _ id: String) throws -> String?

/// A list of which all values are known: one for each column; missing ones are null, surplus ones are ignored.
package typealias Sheet = Table<[SheetValue]>

extension Sheet {
  package init(
    schema: String, title: String, columns: [SheetColumn], rows: [[SheetValue]] = [], filter: String? = nil,
    summary: [String] = [], emptyMessage: String = "No rows."
  ) {
    let placed = columns.enumerated().map { place, head in
      Column<Row>(head) { row, _ in place < row.count ? row[place] : .null }
    }
    self.init(schema, title: title, columns: placed, rows: TableRows(rows), empty: emptyMessage, summary: summary)
    self.filter = filter
    audience = .always
  }
}

extension Table {
  /// Draws the whole table in its own order; `sink` gets it piece by piece.
  package func write(_ style: SheetStyle, to sink: (String) throws -> Void) throws {
    let form = RowForm(isForPeople: style.format.isForPeople, now: 0) { _ in 0 }
    _ = try TableOutput(style: style, form: form).write(self, to: sink)
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
  /// Calls what it is given with each row, in order, until that throws.
  let visit: (_ emit: (Row) throws -> Void) throws -> Void

  package init(_ rows: [Row]) {
    count = rows.count
    visit = { emit in for row in rows { try emit(row) } }
  }

  /// Rows of a known number: only those that are shown are created.
  package init(count: Int, at place: @escaping (Int) throws -> Row) {
    self.count = count
    visit = { emit in for index in 0..<count { try emit(try place(index)) } }
  }

  package init(reading visit: @escaping (_ emit: (Row) throws -> Void) throws -> Void) {
    count = nil
    self.visit = visit
  }
}
