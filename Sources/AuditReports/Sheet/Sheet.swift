/// What a list is before it is drawn: columns, rows and the sentences around them.
///
/// Column keys, titles and schema are the program's own words; everything else may be foreign and is escaped by the
/// renderers. For a list too long for memory, leave `rows` empty and give the rows to a `SheetWriter` one by one.
package struct Sheet: Sendable {
  /// The name in the JSON schema: `cells` gives `a11y.cells/1`.
  package var schema: String
  package var title: String
  package var columns: [SheetColumn]
  /// One value for each column; missing ones are null, surplus ones are ignored.
  package var rows: [[SheetValue]]
  /// The query that chose the rows; nil for all.
  package var filter: String?
  /// Sentences about the whole list.
  package var summary: [String]
  /// What a person reads instead of an empty list: why it is empty, what to do.
  package var emptyMessage: String

  package init(
    schema: String, title: String, columns: [SheetColumn], rows: [[SheetValue]] = [], filter: String? = nil,
    summary: [String] = [], emptyMessage: String = "Nothing to show."
  ) {
    self.schema = schema
    self.title = title
    self.columns = columns
    self.rows = rows
    self.filter = filter
    self.summary = summary
    self.emptyMessage = emptyMessage
  }

  /// Draws the whole sheet; `sink` gets it piece by piece.
  package func write(_ style: SheetStyle, to sink: (String) -> Void) throws(SheetProblem) {
    var writer = try SheetWriter(self, style)
    writer.begin(to: sink)
    for row in rows { writer.row(row, to: sink) }
    writer.end(to: sink)
  }

  /// The whole sheet as one string.
  package func render(_ style: SheetStyle) throws(SheetProblem) -> String {
    var output = ""
    try write(style) { output += $0 }
    return output
  }
}
