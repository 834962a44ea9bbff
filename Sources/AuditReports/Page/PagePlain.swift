extension Page {
  /// The screen-reader form: one fact per line, as sentences, without columns or symbols.
  package var plain: String {
    var lines = [Self.sentence(TerminalText(escaping: title).text)]
    for section in sections {
      let items = section.filled
      guard !items.isEmpty else { continue }
      if let heading = section.heading { lines.append(Self.sentence(TerminalText(escaping: heading).text)) }
      // Other items separate rows: each run of rows is counted separately.
      var (number, total) = (0, 0)
      for (place, item) in items.enumerated() {
        if isRow(item) {
          if number == 0 { total = count(items[place...]) }
          number += 1
        } else {
          number = 0
        }
        lines.append(Self.line(item, number, total))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// How many rows these items begin with, shown or not.
  private func count(_ items: ArraySlice<PageItem>) -> Int {
    let shown = items.prefix(while: isRow).count
    if case .more(let rest, _)? = items.dropFirst(shown).first { return shown + rest }
    return shown
  }

  private func isRow(_ item: PageItem) -> Bool {
    if case .row = item { true } else { false }
  }

  private static func line(_ item: PageItem, _ number: Int, _ total: Int) -> String {
    switch item {
    case .fact(let label, let text): return sentence(("\(label): \(text)" as TerminalText).text)
    case .names(let label, let names):
      return sentence(("\(label): " + names.map { TerminalText(escaping: $0) }.joined(separator: ", ")).text)
    case .rate(let label, let part, let whole, let phrase):
      return "\(TerminalText(escaping: label).text): \(Percent(of: part, whole).words), \(part) of \(whole) \(phrase)."
    case .text(let text), .decision(let text, _), .more(_, let text): return sentence(TerminalText(escaping: text).text)
    case .row(let row):
      var sentences = ["Item \(number) of \(total)."]
      let head = row.head.filter { !$0.isEmpty }
      let names = head.map { TerminalText(escaping: row.titles[$0] ?? $0).text }.joined(separator: ", ")
      let outcome = row.outcome.map { TerminalText(escaping: OutcomeWords.word($0)).text }
      let subject = [names, outcome ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
      if !subject.isEmpty { sentences.append(sentence(subject)) }
      if !row.phrase.isEmpty { sentences.append(sentence(row.phrase)) }
      let titled = head.filter { row.titles[$0] != nil }.map { TerminalText(escaping: $0).text }
      sentences += row.filledDetails.map { sentence("\($0.label): \(TerminalText(escaping: $0.text).text)") }
      if !titled.isEmpty { sentences.append("\(titled.count > 1 ? "IDs" : "ID"): \(titled.joined(separator: ", ")).") }
      return sentences.joined(separator: " ")
    }
  }

  /// The text with a full stop, unless it ends in a mark of its own.
  private static func sentence(_ text: String) -> String {
    switch text.utf8.last {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): text
    default: text + "."
    }
  }
}
