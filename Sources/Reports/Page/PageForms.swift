import Audit
package import Base

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

extension PageSection {
  /// The items in their order: labeled ones as terms, rows as a list, sentences as paragraphs.
  var html: HTMLText {
    var output: HTMLText = ""
    var facts: HTMLText = ""
    var rows: HTMLText = ""
    /// What belongs together is one list.
    func close() {
      if !facts.text.isEmpty { output = output + "<dl class=\"facts\">\n\(facts)</dl>\n" }
      if !rows.text.isEmpty { output = output + "<ul class=\"li\" role=\"list\">\n\(rows)</ul>\n" }
      (facts, rows) = ("", "")
    }
    for item in filled {
      switch item {
      case .row(let row):
        if !facts.text.isEmpty { close() }
        rows = rows + "<li>\(Self.html(row))</li>\n"
      case .text(let text), .decision(let text, _), .more(_, let text):
        close()
        output = output + "<p>\(HTMLText.people(text))</p>\n"
      case .fact, .steps, .names, .links, .rate:
        if !rows.text.isEmpty { close() }
        facts = facts + Self.term(item)
      }
    }
    close()
    return output
  }

  private static func term(_ item: PageItem) -> HTMLText {
    let (label, text): (String, HTMLText) =
      switch item {
      case .fact(let label, let text): (label, HTMLText.people(text))
      case .steps(let label, let how): (label, CheckWords.steps(how, HTMLText.people))
      case .names(let label, let names): (label, names.map(HTMLText.people).joined(separator: ", "))
      case .links(let label, let links): (label, links.map { HTMLText.people($0.name) }.joined(separator: ", "))
      case .rate(let label, let part, let whole, let phrase): (label, "\(Percent(of: part, whole).text), \(phrase)")
      default: ("", "")
      }
    return "<dt>\(HTMLText.people(label))</dt><dd>\(text)</dd>\n"
  }

  private static func html(_ row: PageRow) -> HTMLText {
    let head: HTMLText = row.head.map { "<b>\(HTMLText.people($0))</b>" }.joined(separator: ", ")
    let words: HTMLText = row.words.filter { !$0.isEmpty }.map(HTMLText.people).joined(separator: ", ")
    let details: HTMLText = row.filledDetails.map { "<p>\($0.label): \(HTMLText.people($0.text))</p>" }.joined()
    return "\(head)\(words.text.isEmpty ? "" : ": ")\(words)\(details)"
  }
}
