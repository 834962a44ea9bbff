/// A list as a Markdown pipe table under its title, without columns that are blank in every row. A long list keeps them
/// all: its rows are written as they come.
struct SheetMarkdown: SheetDrawing {
  private static let mostHeld = 1_000

  private let plan: SheetPlan
  private var held: [[SheetValue]] = []
  private var isLong = false

  init(_ plan: SheetPlan) {
    self.plan = plan
  }

  mutating func begin(to sink: (String) throws -> Void) throws {
    if !plan.title.isEmpty {
      try sink("## \(MarkdownText(escaping: plan.title).text)\n\n")
    }
  }

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    guard !isLong else { return try sink(line(values.map(cell))) }
    held.append(values)
    guard held.count > Self.mostHeld else { return }
    try write(plan.columns, held, to: sink)
    (isLong, held) = (true, [])
  }

  mutating func end(to sink: (String) throws -> Void) throws {
    if !held.isEmpty {
      let (columns, rows) = plan.withoutBlankColumns(held)
      try write(columns, rows, to: sink)
    } else if !isLong {
      try sink(MarkdownText(escaping: plan.emptyMessage).text + "\n")
    }
    for sentence in plan.summary {
      try sink("\n\(MarkdownText(escaping: sentence).text)\n")
    }
  }

  private func write(_ columns: [SheetColumn], _ rows: [[SheetValue]], to sink: (String) throws -> Void) throws {
    try sink(line(columns.map { MarkdownText(escaping: $0.title) }))
    try sink(line(columns.map { $0.role == .number ? "---:" : "---" }))
    for row in rows { try sink(line(row.map(cell))) }
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
