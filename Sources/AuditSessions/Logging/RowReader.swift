package import Terminal

/// The rows of `log -`: a header that names the columns, or tab-separated lines in the standard order.
package struct RowReader {
  package typealias Row = DelimitedRows.Row

  package let layout: RowLayout
  private var rows: DelimitedRows
  /// The line that was read last, counted from 1.
  package var line: Int { rows.line }
  private var pending: Row?

  package init(_ source: LineSource) throws {
    rows = DelimitedRows(source)
    guard let first = try rows.next() else {
      layout = .standard
      return
    }
    if first.fields.contains("outcome"), first.fields.contains("check") {
      layout = try RowLayout(header: first.fields)
    } else {
      layout = .standard
      pending = first
    }
    if !rows.isTabbed, layout.isStandard {
      throw Problem(
        .badInput, code: "csv.header", "comma-separated input needs a header row",
        hints: ["Its first line names the columns: outcome,check,component,condition,value,note."])
    }
  }

  /// The next row that is not empty; nil at the end.
  ///
  /// - Parameter shortcut: offered each line of tab-separated input as bytes; where it returns true, the line is done
  ///   with.
  package mutating func next(shortcut: (UnsafeBufferPointer<UInt8>) throws -> Bool = { _ in false }) throws -> Row? {
    if let row = pending {
      pending = nil
      return row
    }
    return try rows.next(isPlain: rows.isTabbed, shortcut: shortcut)
  }
}
