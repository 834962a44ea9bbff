package import Audit
package import Base

/// A page about one thing: facts, then sections with texts and rows. `a11y show` makes it before drawing.
///
/// All of it may be foreign and is escaped by the renderers; only phrases of rates and labels of details are the
/// program's own words. A heading can contain foreign names, and a label the build of a figure.
package struct Page: Sendable {
  /// What it is: `sign-in/close-button`.
  package var title: String
  package var sections: [PageSection]

  package init(title: String, sections: [PageSection] = []) {
    (self.title, self.sections) = (title, sections)
  }
}

/// A part of a page. A section without items is not drawn.
package struct PageSection: Sendable {
  /// Nil for the first part, which is directly under the title.
  package var heading: String?
  package var items: [PageItem]

  package init(_ heading: String? = nil, _ items: [PageItem] = []) {
    (self.heading, self.items) = (heading, items)
  }
}

/// A piece of a section.
package enum PageItem: Sendable {
  /// A labeled text, wrapped. An empty one is left out.
  case fact(String, String)
  /// Labeled steps, as the catalog has them: `1. Turn on VoiceOver. 2. Listen.`; each has a line of its own where there
  /// are several. Empty ones are left out.
  case steps(String, String)
  /// Labeled identifiers, which are never broken. An empty list is left out.
  case names(String, [String])
  /// Labeled tickets. An empty list is left out.
  case links(String, [Ticket.Link])
  /// A labeled share, always with its counts: `76%, 70 of 92 evaluated items pass`. The phrase is not foreign text.
  case rate(String, Int, of: Int, String)
  /// A sentence or more.
  case text(String)
  /// A sentence that begins with a decision in capitals.
  case decision(String, Theme.Role)
  /// The number of further rows, and the sentence about them.
  case more(Int, String)
  case row(PageRow)
}

extension PageItem {
  /// The first rows of some things, and how many more there are.
  ///
  /// - Parameter hint: the way to all of them.
  static func rows<Thing>(
    _ things: [Thing], of count: Int? = nil, _ limit: Int?, _ hint: String, _ row: (Thing) -> PageRow
  ) -> [PageItem] {
    let shown = things.prefix(limit ?? .max)
    let more = (count ?? things.count) - shown.count
    return shown.map { .row(row($0)) } + (more > 0 ? [.more(more, "and \(counted(more)) more (\(hint))")] : [])
  }
}

/// One of several like things: a cell, a result, a criterion.
package struct PageRow: Sendable {
  /// An outcome's id; its word comes first.
  package var outcome: String?
  /// Identifiers and times, never broken.
  package var head: [String]
  /// More details, each a phrase.
  package var words: [String]
  /// Longer texts with their labels.
  package var details: [(label: String, text: String)]
  /// The titles of identifiers, for a page that is read aloud.
  package var titles: [String: String] = [:]
  /// The tickets among its words.
  package var links: [Ticket.Link] = []

  package init(
    outcome: String? = nil, _ head: [String], words: [String] = [], details: [(label: String, text: String)] = []
  ) {
    (self.outcome, self.head, self.words, self.details) = (outcome, head, words, details)
  }
}

extension PageSection {
  var filled: [PageItem] {
    items.filter { item in
      switch item {
      case .fact(_, let text), .steps(_, let text), .text(let text), .decision(let text, _), .more(_, let text):
        !text.isEmpty
      case .names(_, let names): !names.isEmpty
      case .links(_, let links): !links.isEmpty
      case .rate, .row: true
      }
    }
  }
}

extension PageRow {
  /// The words as one phrase, escaped.
  var phrase: String {
    words.filter { !$0.isEmpty }.map { TerminalText(escaping: $0).text }.joined(separator: ", ")
  }

  var filledDetails: [(label: String, text: String)] { details.filter { !$0.text.isEmpty } }
}

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
    func fact(_ label: String, _ text: MarkdownText) -> (String, Bool) {
      (("- **\(label)**: \(text)" as MarkdownText).text, true)
    }
    switch item {
    case .fact(let label, let text) where MarkdownText.namesOfProse.contains(label):
      return fact(label, MarkdownText(withCode: text))
    case .fact(let label, let text): return fact(label, MarkdownText(escaping: text))
    case .steps(let label, let how):
      return fact(label, CheckWords.lines(how).map { MarkdownText(withCode: $0) }.joined(separator: "<br>"))
    case .names(let label, let names): return fact(label, names.map(MarkdownText.code).joined(separator: ", "))
    case .links(let label, let links): return fact(label, links.map(\.markdown).joined(separator: ", "))
    case .rate(let label, let part, let whole, let phrase):
      let rate = "\(Percent(of: part, whole).text), \(counted(part, of: whole)) \(phrase)"
      return fact(label, MarkdownText(verbatim: rate))
    case .text(let text), .decision(let text, _), .more(_, let text): return (MarkdownText(escaping: text).text, false)
    case .row(let row): return (line(row), true)
    }
  }

  private static func line(_ row: PageRow) -> String {
    var parts: [String] = []
    if let outcome = row.outcome { parts.append("**\(MarkdownText(escaping: OutcomeWords.word(outcome)).text)**") }
    parts += row.head.filter { !$0.isEmpty }.map { MarkdownText.code($0).text }
    let words = row.words.filter { !$0.isEmpty }
    func written(_ word: String) -> MarkdownText {
      row.links.first { $0.name.hasSameBytes(as: word) }?.markdown ?? MarkdownText(escaping: word)
    }
    if !words.isEmpty { parts.append(words.map { written($0).text }.joined(separator: ", ")) }
    let details = row.filledDetails.map { label, text in
      let written =
        MarkdownText.namesOfProse.contains(label) ? MarkdownText(withCode: text) : MarkdownText(escaping: text)
      return "<br>\(label): \(written.text)"
    }
    return "- " + parts.joined(separator: " ") + details.joined()
  }
}

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
    case .fact(let label, let text), .steps(let label, let text):
      return sentence(("\(label): \(text)" as TerminalText).text)
    case .names(let label, let names):
      return sentence(("\(label): " + names.map { TerminalText(escaping: $0) }.joined(separator: ", ")).text)
    case .links(let label, let links): return sentence(("\(label): " + SheetValue.links(links).terminal).text)
    case .rate(let label, let part, let whole, let phrase):
      return
        "\(TerminalText(escaping: label).text): \(Percent(of: part, whole).words), \(counted(part, of: whole)) \(phrase)."
    case .text(let text), .decision(let text, _), .more(_, let text): return sentence(TerminalText(escaping: text).text)
    case .row(let row):
      var sentences = ["Item \(counted(number, of: total))."]
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
  package static func sentence(_ text: String) -> String {
    switch text.utf8.last {
    case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): text
    default: text + "."
    }
  }
}

/// The text output of a report, in each of its forms.
package protocol ReadableReport {
  /// For a terminal of `width` columns.
  func text(width: Int, painter: Styler) -> String
  /// One fact per line, for a screen reader.
  var plain: String { get }
  var markdown: String { get }
}

extension Page: ReadableReport {}
extension GateReport: ReadableReport {}
extension StatusReport: ReadableReport {}
