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
    self.title = title
    self.sections = sections
  }
}

/// A part of a page. A section without items is not drawn.
package struct PageSection: Sendable {
  /// Nil for the first part, which is directly under the title.
  package var heading: String?
  package var items: [PageItem]

  package init(_ heading: String? = nil, _ items: [PageItem] = []) {
    self.heading = heading
    self.items = items
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
    self.outcome = outcome
    self.head = head
    self.words = words
    self.details = details
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
    switch item {
    case .fact(let label, let text): (("- **\(label)**: \(text)" as MarkdownText).text, true)
    case .steps(let label, let how):
      (
        "- **\(MarkdownText(escaping: label).text)**: "
          + CheckWords.lines(how).map { MarkdownText(escaping: $0).text }.joined(separator: "<br>"), true
      )
    case .names(let label, let names):
      (
        "- **\(MarkdownText(escaping: label).text)**: "
          + names.map { MarkdownText.code($0).text }.joined(separator: ", "), true
      )
    case .links(let label, let links):
      ("- **\(MarkdownText(escaping: label).text)**: \(links.map(\.markdown).joined(separator: ", ").text)", true)
    case .rate(let label, let part, let whole, let phrase):
      (
        "- **\(MarkdownText(escaping: label).text)**: \(Percent(of: part, whole).text), \(counted(part, of: whole)) \(phrase)",
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
    func written(_ word: String) -> MarkdownText {
      row.links.first { $0.name.utf8.elementsEqual(word.utf8) }?.markdown ?? MarkdownText(escaping: word)
    }
    if !words.isEmpty { parts.append(words.map { written($0).text }.joined(separator: ", ")) }
    let details = row.filledDetails.map { "<br>\($0.label): \(MarkdownText(escaping: $0.text).text)" }
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

extension Page {
  /// The page for a terminal of `width` columns (20 at least), wrapped; names are never broken.
  package func text(width: Int, painter: Styler = Styler(enabled: false)) -> String {
    PageText(self, width: width, painter: painter).text
  }
}

/// The layout of a page on a terminal: labels in a column of their own, below 60 columns in front of their words.
private struct PageText {
  private static let widestLabel = 28

  private let width: Int
  private let painter: Styler
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  init(_ page: Page, width: Int, painter: Styler) {
    self.width = max(20, width)
    self.painter = painter
    let title = TerminalText(escaping: page.title).text
    lines += wrap(title, width: self.width, breakWords: false).map { painter.paint($0, .heading) }
    for section in page.sections {
      let items = section.filled
      guard !items.isEmpty else { continue }
      lines.append("")
      if let heading = section.heading {
        lines.append(painter.paint(TerminalText(escaping: heading).text, .heading))
      }
      draw(items, indent: section.heading == nil ? "" : "  ")
    }
  }

  private mutating func draw(_ items: [PageItem], indent: String) {
    let labels = items.compactMap { item -> Int? in
      switch item {
      case .fact(let label, _), .steps(let label, _), .names(let label, _), .links(let label, _),
        .rate(let label, _, of: _, _):
        label.utf8.count
      case .text, .decision, .more, .row: nil
      }
    }
    let column = min(PageText.widestLabel, labels.max() ?? 0) + 2
    for item in items {
      switch item {
      case .fact(let label, let words):
        fact(label, TerminalText.lines(words).map(\.text), column, indent, breakWords: true)
      case .steps(let label, let how):
        let lines = CheckWords.lines(how).map { TerminalText(escaping: $0).text }
        fact(label, lines, column, indent, breakWords: true, hanging: lines.count > 1 ? "   " : "")
      case .names(let label, let names):
        let escaped = names.map { TerminalText(escaping: $0).text }.joined(separator: ", ")
        fact(label, [escaped], column, indent, breakWords: false)
      case .links(let label, let links):
        fact(label, [SheetValue.links(links).terminal.text], column, indent, breakWords: true, links: links)
      case .rate(let label, let part, let whole, let phrase):
        let words = "\(Percent(of: part, whole).text), \(counted(part, of: whole)) \(phrase)"
        fact(label, [words], column, indent, breakWords: true)
      case .text(let words), .more(_, let words):
        for line in TerminalText.lines(words) { paragraph(line.text, indent) }
      case .decision(let words, let role):
        let place = lines.count
        paragraph(TerminalText(escaping: words).text, indent)
        lines[place] = painter.paintCapitals(of: lines[place], role)
      case .row(let row): draw(row, indent)
      }
    }
  }

  private mutating func paragraph(_ text: String, _ indent: String) {
    lines += wrap(text, width: width - indent.utf8.count).map { indent + $0 }
  }

  private mutating func fact(
    _ label: String, _ words: [String], _ column: Int, _ indent: String, breakWords: Bool, hanging: String = "",
    links: [Ticket.Link] = []
  ) {
    let label = TerminalText(escaping: label).text
    if width < SheetTable.narrowest || label.utf8.count > column - 2 {
      let lead = label + ":"
      // Steps begin below their label, so that their numbers form a column.
      let first = hanging.isEmpty ? [lead + " " + (words.first ?? "")] + words.dropFirst() : [lead] + words
      var wrapped = wrap(
        first.joined(separator: "\n"), width: width - indent.utf8.count, indent: hanging.isEmpty ? "  " : hanging,
        breakWords: breakWords)
      if wrapped[0].hasPrefix(lead) {
        wrapped[0] =
          painter.paint(lead, .heading) + painter.linking(links, in: String(wrapped[0].dropFirst(lead.count)))
      }
      lines += (wrapped.prefix(1) + wrapped.dropFirst().map { painter.linking(links, in: $0) }).map { indent + $0 }
      return
    }
    let blank = String(repeating: " ", count: column)
    var head = painter.paint(label, .heading) + blank.dropFirst(label.utf8.count)
    let room = width - column - indent.utf8.count
    for line in words.flatMap({ wrap($0, width: room, indent: hanging, breakWords: breakWords) }) {
      lines.append(indent + head + painter.linking(links, in: line))
      head = blank
    }
  }

  /// With the color of the severity that it begins with, or that is the worst of a component.
  private func withSeverity(_ phrase: String) -> String {
    for lead in ["", "worst "] {
      for severity in Severity.allCases {
        guard let place = phrase.firstRange(of: lead + severity.word),
          lead != "" || place.lowerBound == phrase.startIndex,
          phrase[place.upperBound...].first?.isLetter != true
        else { continue }
        let start = phrase.index(place.lowerBound, offsetBy: lead.count)
        let word = painter.paint(severity.word, SeverityWords.role(severity.rawValue))
        return phrase[..<start] + word + phrase[place.upperBound...]
      }
    }
    return phrase
  }

  /// `FAIL  touch-target.minimum-44pt  serious, 40x40` in one line if it fits, else the words below.
  private mutating func draw(_ row: PageRow, _ indent: String) {
    let below = indent + (width < SheetTable.narrowest ? "  " : "    ")
    let names = row.head.filter { !$0.isEmpty }.map { TerminalText(escaping: $0).text }
    var plain = names.joined(separator: "  ")
    // Keys are never broken: each name has a line where they do not fit on one, and more if it is of several words.
    let room = width - indent.utf8.count - (row.outcome == nil ? 0 : 6)
    let isTight = plain.displayWidth(upTo: width) > room
    let parts = isTight ? names.flatMap { wrap($0, width: room - 2, breakWords: false) } : names
    var painted = parts.map { painter.paint($0, .identifier) }.joined(separator: isTight ? "\n" + below : "  ")
    if let outcome = row.outcome {
      let word = TerminalText(escaping: OutcomeWords.word(outcome)).text
      plain = word + (plain.isEmpty ? "" : "  ") + plain
      painted = painter.paint(word, OutcomeWords.role(outcome)) + (painted.isEmpty ? "" : "  ") + painted
    }
    let phrase = row.phrase
    if plain.isEmpty {
      paragraph(phrase, indent)
    } else if phrase.isEmpty {
      lines.append(indent + painted)
    } else if indent.utf8.count + plain.displayWidth(upTo: width) + 2 + phrase.displayWidth(upTo: width) <= width {
      lines.append(indent + painted + "  " + painter.linking(row.links, in: withSeverity(phrase)))
    } else {
      lines.append(indent + painted)
      lines += wrap(phrase, width: width - below.utf8.count).map {
        below + painter.linking(row.links, in: withSeverity($0))
      }
    }
    for (label, text) in row.filledDetails {
      let words = TerminalText.lines(text).map(\.text).joined(separator: "\n")
      lines += wrap("\(label): \(words)", width: width - below.utf8.count, indent: "  ").map { below + $0 }
    }
  }
}
