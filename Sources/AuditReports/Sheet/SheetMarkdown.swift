/// A list as a Markdown pipe table under its title, without columns that are blank in every row.
struct SheetMarkdown: SheetDrawing {
  private let plan: SheetPlan
  private var rows: [[SheetValue]] = []

  init(_ plan: SheetPlan) {
    self.plan = plan
  }

  mutating func begin(to sink: (String) throws -> Void) throws {
    if !plan.title.isEmpty {
      try sink("## \(MarkdownText(escaping: plan.title).text)\n\n")
    }
  }

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    rows.append(values)
  }

  mutating func end(to sink: (String) throws -> Void) throws {
    if rows.isEmpty {
      try sink(MarkdownText(escaping: plan.emptyMessage).text + "\n")
    } else {
      let (columns, rows) = plan.withoutBlankColumns(rows)
      try sink(line(columns.map { MarkdownText(escaping: $0.title) }))
      try sink(line(columns.map { $0.role == .number ? "---:" : "---" }))
      for row in rows { try sink(line(row.map(cell))) }
    }
    for sentence in plan.summary {
      try sink("\n\(MarkdownText(escaping: sentence).text)\n")
    }
  }

  private func line(_ cells: [MarkdownText]) -> String {
    "| " + cells.map(\.text).joined(separator: " | ") + " |\n"
  }

  /// The field from the value itself if it is text, so that a line break becomes `<br>`.
  private func cell(_ value: SheetValue) -> MarkdownText {
    switch value {
    case .text(let text): MarkdownText(escaping: text)
    case .list(let texts): texts.map { MarkdownText(escaping: $0) }.joined(separator: ", ")
    default: MarkdownText(escaping: value.terminal.text)
    }
  }
}
