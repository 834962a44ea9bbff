/// Writes a list row by row: `begin`, then `row` for each, then `end`.
///
/// Every form but the table writes each row at once and keeps nothing, so a million rows stream. The table has to
/// see all rows to know its columns' widths and writes at `end`.
package struct SheetWriter {
  private var drawing: any SheetDrawing
  private let plan: SheetPlan

  /// Prepares the writer. The rows of `sheet` are not written, only counted for `Item 1 of 12`.
  package init(_ sheet: Sheet, _ style: SheetStyle) throws(SheetProblem) {
    var style = style
    if style.expectedRows == nil && !sheet.rows.isEmpty { style.expectedRows = sheet.rows.count }
    var head = sheet
    head.rows = []
    plan = try SheetPlan(head, style)
    drawing =
      switch style.format {
      case .table: SheetTable(plan)
      case .plain: SheetPlain(plan)
      case .json: SheetJSON(plan, isDocument: true)
      case .ndjson: SheetJSON(plan, isDocument: false)
      case .csv: SheetDelimited(plan, .csv(raw: style.raw))
      case .tsv: SheetDelimited(plan, .tsv(raw: style.raw))
      case .md: SheetMarkdown(plan)
      }
  }

  /// What stands before the rows.
  package mutating func begin(to sink: (String) -> Void) {
    drawing.begin(to: sink)
  }

  /// One row, with a value for each column of the sheet.
  package mutating func row(_ row: [SheetValue], to sink: (String) -> Void) {
    drawing.row(plan.values(row), to: sink)
  }

  /// What stands after the rows.
  package mutating func end(to sink: (String) -> Void) {
    drawing.end(to: sink)
  }
}

/// One form of a list. `row` gets exactly the values of the plan's columns.
protocol SheetDrawing {
  mutating func begin(to sink: (String) -> Void)
  mutating func row(_ values: [SheetValue], to sink: (String) -> Void)
  mutating func end(to sink: (String) -> Void)
}
