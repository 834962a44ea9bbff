extension Page {
  /// The page as Markdown, for a ticket or a wiki.
  package var markdown: String {
    var output = "## \(MarkdownText(escaping: title).text)\n"
    for section in sections {
      let items = section.filled
      guard !items.isEmpty else { continue }
      if let heading = section.heading { output += "\n### \(MarkdownText(escaping: heading).text)\n" }
      var wasListed = false
      for item in items {
        let (text, isListed) = Self.block(item)
        output += (isListed && wasListed ? "" : "\n") + text + "\n"
        wasListed = isListed
      }
    }
    return output
  }

  /// One item, and whether it is in a list.
  private static func block(_ item: PageItem) -> (text: String, isListed: Bool) {
    switch item {
    case .fact(let label, let text): (("- **\(label)**: \(text)" as MarkdownText).text, true)
    case .names(let label, let names):
      (
        "- **\(MarkdownText(escaping: label).text)**: "
          + names.map { MarkdownText.code($0).text }.joined(separator: ", "), true
      )
    case .rate(let label, let part, let whole, let phrase):
      (
        "- **\(MarkdownText(escaping: label).text)**: \(Percent(of: part, whole).text), \(part) of \(whole) \(phrase)",
        true
      )
    case .text(let text), .decision(let text, _), .more(_, let text): (MarkdownText(escaping: text).text, false)
    case .row(let row): (line(row), true)
    }
  }

  private static func line(_ row: PageRow) -> String {
    var parts: [String] = []
    if let outcome = row.outcome { parts.append("**\(MarkdownText(escaping: OutcomeWords.word(outcome)).text)**") }
    parts += row.head.filter { !$0.isEmpty }.map { MarkdownText.code($0).text }
    let words = row.words.filter { !$0.isEmpty }
    if !words.isEmpty { parts.append(words.map { MarkdownText(escaping: $0).text }.joined(separator: ", ")) }
    let details = row.filledDetails.map { "<br>\($0.label): \(MarkdownText(escaping: $0.text).text)" }
    return "- " + parts.joined(separator: " ") + details.joined()
  }
}
