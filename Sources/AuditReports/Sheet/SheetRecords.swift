/// Rows as blocks of `Label: value`, for narrow terminals and long identifiers.
///
/// Text is wrapped, not cut. An identifier is never broken: if it does not fit next to its label, it is on
/// a line of its own, even if that is wider than the terminal.
struct SheetRecords {
  let columns: [SheetColumn]
  let painter: Styler
  let width: Int

  func draw(_ rows: [[SheetValue]], to sink: (String) throws -> Void) throws {
    var isFirst = true
    for row in rows {
      if !isFirst { try sink("\n") }
      isFirst = false
      for (column, value) in zip(columns, row) where !value.isBlank {
        for line in field(column, value) { try sink(line + "\n") }
      }
    }
  }

  /// One value after its label; several lines if it is wider than one.
  func field(_ column: SheetColumn, _ value: SheetValue) -> [String] {
    let label = TerminalText(escaping: column.title).text + ":"
    let text = value.terminal.text
    guard label.displayWidth + 1 + text.displayWidth(upTo: width + 1) > width else {
      return [painter.paint(label, .heading) + " " + painter.paint(text, value.colour)]
    }
    var lines: [String]
    if column.role == .identifier {
      lines = wrap(label, width: width)
      lines += wrap(text, width: max(1, width - 2), breakWords: false).map { "  " + $0 }
    } else {
      lines = wrap(label + " " + text, width: width, indent: "  ")
    }
    if lines[0].hasPrefix(label) {
      lines[0] = painter.paint(label, .heading) + lines[0].dropFirst(label.count)
    }
    return lines
  }
}
