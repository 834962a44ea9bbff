/// The start of every form of a table: its header, with the chosen columns.
struct SheetPlan {
  let schema: String
  let title: String
  let filter: String?
  let emptyMessage: String
  let style: SheetStyle
  let columns: [SheetColumn]
  var summary: [String] = []
  /// How many rows there are, shown or not, for `Item 1 of 12`; nil says `Item 1`.
  var expectedRows: Int?
  private let titles: TableTitles?

  /// - Parameter places: those of the chosen columns.
  init<Row>(_ table: Table<Row>, _ places: [Int], _ style: SheetStyle) {
    schema = table.schema
    title = table.title
    filter = table.filter
    emptyMessage = table.emptyMessage
    titles = table.titles
    self.style = style
    columns = places.map { table.columns[$0].head }
  }

  /// The title of what an identifier names, if that is known and says more.
  func title(of value: SheetValue, in column: SheetColumn) throws -> String? {
    guard case .text(let id) = value, let title = try titles?(column.key, id), !title.isEmpty else { return nil }
    return title
  }

  /// The places of the columns that are requested, else of the default columns of the form.
  static func choose(_ columns: [SheetColumn], _ style: SheetStyle) throws(SheetProblem) -> [Int] {
    guard let names = style.columns else {
      let least: SheetColumn.Importance = style.format == .md ? .document : .spare
      return columns.indices.filter { !style.format.isForPeople || columns[$0].importance >= least }
    }
    guard !names.isEmpty else { throw .noColumns(valid: columns.map(\.key)) }
    var positions: [Int] = []
    for name in names {
      guard let position = columns.firstIndex(where: { $0.key.utf8.elementsEqual(name.utf8) }) else {
        throw .unknownColumn(name, valid: columns.map(\.key))
      }
      guard !positions.contains(position) else { throw .repeatedColumn(name) }
      positions.append(position)
    }
    return positions
  }

  /// Rows without the columns that are blank in all of them; as they are where columns are requested by name.
  func withoutBlankColumns(_ rows: [[SheetValue]]) -> (columns: [SheetColumn], rows: [[SheetValue]]) {
    let filled = columns.indices.filter { index in rows.contains { index < $0.count && !$0[index].isBlank } }
    guard style.columns == nil, filled.count < columns.count, !filled.isEmpty else { return (columns, rows) }
    return (filled.map { columns[$0] }, rows.map { row in filled.map { $0 < row.count ? row[$0] : .null } })
  }

  /// The requested form.
  var drawing: any SheetDrawing {
    switch style.format {
    case .table: SheetTable(self)
    case .plain: SheetPlain(self)
    case .json: SheetJSON(self, isDocument: true)
    case .ndjson: SheetJSON(self, isDocument: false)
    case .csv: SheetDelimited(self, .csv)
    case .tsv: SheetDelimited(self, .tsv)
    case .md: SheetMarkdown(self)
    }
  }
}

/// One form of a table. `row` gets exactly the values of the plan's columns.
protocol SheetDrawing {
  mutating func begin(to sink: (String) throws -> Void) throws
  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws
  mutating func end(to sink: (String) throws -> Void) throws
}
