package import Terminal
package import TrackerAccess

/// The rows of `log -`: with a header, or tab-separated lines in the standard order.
package struct RowReader {
  package typealias Row = DelimitedRows.Row

  package let layout: RowLayout
  private var rows: DelimitedRows
  /// The number of the last line, from 1.
  package var line: Int { rows.line }
  private var pending: Row?

  /// What a map of columns made of the header; empty without one.
  package private(set) var understood = ""

  package init(_ source: LineSource, _ map: ColumnMap? = nil) throws {
    rows = DelimitedRows(source)
    guard let first = try rows.next() else {
      layout = .standard
      return
    }
    if let map {
      layout = try RowLayout(header: first.fields, map)
      understood = map.sentence(of: first.fields, among: RowLayout.names)
      return
    }
    let names = first.fields.map(RowLayout.columnName)
    if names.contains("outcome"), names.contains("check") {
      layout = try RowLayout(header: names)
    } else {
      layout = .standard
      pending = first
    }
    if !rows.isTabbed, layout.isStandard {
      throw Problem(
        .badInput, code: "csv.header", "line 1: missing header row",
        hints: ["Add a header row: outcome,check,component,condition,value,note."])
    }
  }

  /// The next row that is not empty; nil at the end.
  ///
  /// - Parameter shortcut: called with each line of tab-separated input as bytes; returns true if it logged the line.
  package mutating func next(shortcut: (UnsafeBufferPointer<UInt8>) throws -> Bool = { _ in false }) throws -> Row? {
    if let row = pending {
      pending = nil
      return row
    }
    return try rows.next(isPlain: rows.isTabbed, shortcut: shortcut)
  }
}
