/// The forms of a list.
package enum SheetFormat: String, CaseIterable, Sendable {
  /// Aligned columns, or records if there is no room for columns.
  case table
  /// The screen-reader form: one sentence-ordered line for each row.
  case plain
  case json
  /// One JSON object on each line.
  case ndjson
  case csv
  case tsv
  case md
}

/// How a list is to be drawn.
package struct SheetStyle: Sendable {
  package var format: SheetFormat
  /// Columns of the terminal; used by tables and by the sentences around them.
  package var width: Int
  package var painter: Styler
  /// The columns to show, by key, in this order; nil for the format's own choice, which is the default columns for
  /// text output (table, plain, md) and all for machine formats.
  package var columns: [String]?
  /// How many lines a row of a table may take.
  package enum Room: Sendable {
    /// One, in a table that has a form for it: for a person at a terminal.
    case line
    /// One, and more for what does not fit beside the rest; wide texts are cut.
    case usual
    /// As many as the whole texts need.
    case whole
  }

  package var room = Room.usual
  /// Whether the command takes `--columns`, so that a table can name the flag.
  package var takesColumns = false
  /// CSV without the `'` in front of text that a spreadsheet would calculate.
  package var raw: Bool
  /// CSV and TSV begin with a byte order mark, without which Excel reads UTF-8 as another encoding.
  package var bom: Bool
  /// The time in JSON, ISO 8601 in UTC.
  package var generated: String

  package init(
    _ format: SheetFormat, generated: String, width: Int = 80, painter: Styler = Styler(enabled: false),
    columns: [String]? = nil, raw: Bool = false, bom: Bool = false
  ) {
    self.format = format
    self.width = width
    self.painter = painter
    self.columns = columns
    self.raw = raw
    self.bom = bom
    self.generated = generated
  }
}

/// Why a list cannot be drawn as requested.
package enum SheetProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// `--columns` names a column that the list does not have.
  case unknownColumn(String, valid: [String])
  /// `--columns` names a column twice.
  case repeatedColumn(String)
  /// `--sort` names a column that the list does not have.
  case unknownSort(String, valid: [String])
  /// `--columns` names no column.
  case noColumns(valid: [String])
  /// A sheet of a workbook takes no more rows.
  case tooManyRows(most: Int)
  /// A workbook takes no more bytes.
  case tooLarge

  package var description: String {
    switch self {
    case .unknownColumn(let name, let valid), .unknownSort(let name, let valid):
      "unknown column \"\(TerminalText(escaping: name).text)\"; expected one of: \(valid.joined(separator: ", "))"
    case .repeatedColumn(let name):
      "repeated column \"\(TerminalText(escaping: name).text)\""
    case .noColumns(let valid):
      "no columns specified; expected one or more of: \(valid.joined(separator: ", "))"
    case .tooManyRows(let most): "a sheet of a workbook has at most \(most) rows"
    case .tooLarge: "a workbook has at most 4 GB"
    }
  }
}
