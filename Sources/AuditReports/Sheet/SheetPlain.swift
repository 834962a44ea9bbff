/// A list for screen readers: how many rows there are, then one line for each, then what else there is to say.
///
/// `Item 1 of 12. Close button, Hit area is at least 44x44 pt: FAIL. Severity serious. Note: too small. Component:
/// sign-in/close-button. Check: touch-target.minimum-44pt.`
/// What the row is about comes first, by title where it has one, then every other known value in the order of the
/// columns, and the other identifiers come last.
struct SheetPlain: SheetDrawing {
  private let plan: SheetPlan
  private var count = 0

  init(_ plan: SheetPlan) {
    self.plan = plan
  }

  mutating func begin(to sink: (String) throws -> Void) throws {
    if !plan.title.isEmpty { try sink(sentence(TerminalText(escaping: plan.title).text) + "\n") }
    for line in plan.summary.prefix(1) { try sink(TerminalText(escaping: line).text + "\n") }
  }

  mutating func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    count += 1
    let total = plan.expectedRows.map { " of \($0)" } ?? ""
    let cells = zip(plan.columns, values).filter { !$0.1.isBlank }
    var later: [(SheetColumn, SheetValue)] = []
    var names: [String] = []
    for (column, value) in cells where column.role == .identifier {
      let title = try plan.title(of: value, in: column)
      if column.importance == .head { names.append(title.map { TerminalText(escaping: $0).text } ?? value.words.text) }
      if column.importance < .head || title != nil { later.append((column, value)) }
    }
    let outcome = cells.firstIndex { $0.0.key == "outcome" && $0.1.isOutcome }
    var sentences = ["Item \(count)\(total)."]
    let subject = [names.joined(separator: ", "), outcome.map { cells[$0].1.words.text } ?? ""].filter { !$0.isEmpty }
      .joined(separator: ": ")
    if !subject.isEmpty { sentences.append(sentence(subject)) }
    for (index, cell) in cells.enumerated() where cell.0.role != .identifier && index != outcome {
      sentences.append(fact(cell.0, cell.1))
    }
    sentences += later.map { fact($0.0, $0.1) }
    try sink(sentences.joined(separator: " ") + "\n")
  }

  mutating func end(to sink: (String) throws -> Void) throws {
    if count == 0 { try sink(TerminalText(escaping: plan.emptyMessage).text + "\n") }
    for line in plan.summary.dropFirst() { try sink(TerminalText(escaping: line).text + "\n") }
  }

  /// `Severity serious.` for what is one of a few words, `Note: too small.` for free text.
  private func fact(_ column: SheetColumn, _ value: SheetValue) -> String {
    let words = value.words.text
    switch value {
    case .text, .list, .json: return sentence("\(column.title): \(words)")
    default: return sentence("\(column.title) \(words)")
    }
  }

  /// The text with a full stop, unless it ends in a mark of its own.
  private func sentence(_ text: String) -> String {
    switch text.utf8.last {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): text
    default: text + "."
    }
  }
}
