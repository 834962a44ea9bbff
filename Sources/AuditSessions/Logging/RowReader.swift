package import Terminal
package import TrackerAccess

/// The rows of `log -`: with a header, or tab-separated lines in the standard order.
package struct RowReader {
  package typealias Row = DelimitedRows.Row

  package let layout: RowLayout
  private var rows: DelimitedRows
  /// The row that was read last, also where an error was thrown for it.
  package var last: Row { pending ?? rows.last }
  /// The lines up to the header.
  package var table: DelimitedRows { rows }
  private var pending: Row?

  /// What a map of columns made of the header; empty without one.
  package private(set) var understood = ""

  /// - Parameter headerRow: the line of the header, where the tester names it.
  package init(_ source: LineSource, _ map: ColumnMap? = nil, headerRow: Int? = nil) throws {
    rows = DelimitedRows(source)
    guard let first = try rows.header(at: headerRow, { RowLayout.isHeader($0, map) }) else {
      layout = .standard
      return
    }
    if let map {
      layout = try RowLayout(header: first, map)
      understood = map.sentence(of: first.fields, among: RowLayout.names)
      return
    }
    let names = first.fields.map(CellText.name)
    if headerRow != nil || names.contains("outcome") && names.contains("check") {
      layout = try RowLayout(header: first)
    } else {
      layout = .standard
      pending = first
      // Lines of a script are read once.
      source.isKept = false
    }
    if !rows.isTabbed, layout.isStandard {
      throw Problem(
        .badInput, code: "csv.header", "line \(first.line): missing header row",
        hints: [
          "Add a header row: outcome,check,component,condition,value,note.",
          "Pass --map for other headers, and --header-row with their line if titles are above them.",
        ])
    }
  }

  /// The next row that is not blank; nil at the end.
  ///
  /// - Parameter shortcut: called with each line of tab-separated input as bytes, and its number; returns true if it
  ///   logged the line.
  package mutating func next(
    shortcut: (UnsafeBufferPointer<UInt8>, Int) throws -> Bool = { _, _ in false }
  ) throws -> Row? {
    if let row = pending {
      pending = nil
      return row
    }
    return try rows.next(shortcut: shortcut)
  }
}
