import Base

@testable import Reports

/// A table of which all values are given, one for each column; missing ones are null.
typealias Sheet = Table<[SheetValue]>

extension Sheet {
  init(
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

/// The sheet that the tests of every form draw.
enum Sample {
  static let columns: [SheetColumn] = [
    SheetColumn("component", "Component", .identifier),
    SheetColumn("check", "Check", .identifier),
    SheetColumn("outcome", "Outcome", .outcome),
    SheetColumn("severity", "Severity", .outcome),
    SheetColumn("note", "Note"),
    SheetColumn("age", "Age", .number),
    SheetColumn("passed", "Passed", .number, .extra),
    SheetColumn("stale", "Stale", .text, .extra),
    SheetColumn("screens", "Screens", .text, .extra),
    SheetColumn("value", "Value", .text, .extra),
    SheetColumn("rate", "Rate", .number, .extra),
  ]

  static let rows: [[SheetValue]] = [
    [
      .text("sign-in/close-button"), .text("touch-target.minimum-44pt"), .outcome("fail"), .severity(2),
      .text("close cross too small, hard to hit with a thumb"), .integer(12), .ratio(10, of: 12), .flag(true),
      .list(["sign-in", "home"]), .json(.object([("text", .string("40x40"))])), .decimal(0.5),
    ],
    [
      .text("home/play"), .text("voiceover.label-present"), .outcome("cant-tell"), .null, .text("=1+1"), .integer(-5),
      .ratio(0, of: 0), .flag(false), .list([]), .null, .decimal(.nan),
    ],
  ]

  static func sheet(_ rows: [[SheetValue]] = rows) -> Sheet {
    Sheet(
      schema: "cells", title: "Cells", columns: columns, rows: rows, filter: "status:fail",
      summary: ["2 cells, 1 fails."], emptyMessage: "No cell matches. Try a11y list cells --all.")
  }

  static func style(
    _ format: SheetFormat, width: Int = 80, colour: Bool = false, columns: [String]? = nil, raw: Bool = false
  ) -> SheetStyle {
    var style = SheetStyle(
      format, generated: "2026-03-01T10:00:00Z", width: width, painter: Styler(enabled: colour), columns: columns,
      raw: raw)
    style.takesColumns = true
    return style
  }
}
