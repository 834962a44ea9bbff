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
    lines += wrap(text, width: width, margin: indent)
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
        first.joined(separator: "\n"), width: width, margin: indent, indent: hanging.isEmpty ? "  " : hanging,
        breakWords: breakWords)
      if wrapped[0].hasPrefix(indent + lead) {
        let rest = String(wrapped[0].dropFirst(indent.count + lead.count))
        wrapped[0] = indent + painter.paint(lead, .heading) + painter.linking(links, in: rest)
      }
      lines += wrapped.prefix(1) + wrapped.dropFirst().map { painter.linking(links, in: $0) }
      return
    }
    let blank = indent + "".padded(to: column)
    var wrapped = words.flatMap { wrap($0, width: width, margin: blank, indent: hanging, breakWords: breakWords) }
    // A name that needs more room than there is beside the label is below it.
    if wrapped.first.map({ !$0.isEmpty && !$0.hasPrefix(blank) }) ?? true { wrapped.insert(blank, at: 0) }
    let first = String(wrapped.removeFirst().dropFirst(blank.count))
    let gap = first.isEmpty ? "" : blank.dropFirst(indent.count + label.utf8.count)
    lines.append(indent + painter.paint(label, .heading) + gap + painter.linking(links, in: first))
    lines += wrapped.map { painter.linking(links, in: $0) }
  }

  /// With the color of the severity that it begins with, or that is the worst of a component.
  private func withSeverity(_ phrase: String) -> String {
    for lead in ["", "worst "] {
      for severity in Severity.allCases {
        guard let place = phrase.firstRange(of: lead + severity.word),
          lead != "" || phrase[..<place.lowerBound].allSatisfy({ $0 == " " }),
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
    let hanging = width < SheetTable.narrowest ? "  " : "    "
    let below = indent + hanging
    let word = row.outcome.map { TerminalText(escaping: OutcomeWords.word($0)).text } ?? ""
    let heads = ([word] + row.head.map { TerminalText(escaping: $0).text }).filter { !$0.isEmpty }
    let room = width - indent.utf8.count
    var parts = [heads.joined(separator: "  ")]
    if parts[0].displayWidth > room {
      // Keys are never broken: each has a line where they do not fit on one, and more if it is of several words.
      parts = heads
      let first = heads.prefix(2).joined(separator: "  ")
      if !word.isEmpty, first.displayWidth <= room { parts.replaceSubrange(..<2, with: [first]) }
    }
    let phrase = row.phrase
    guard !parts[0].isEmpty else { return paragraph(phrase, indent) }
    var drawn = wrap(parts[0], width: width, margin: indent, indent: hanging, breakWords: false, keepsSpaces: true)
    drawn += parts.dropFirst().flatMap { wrap($0, width: width, margin: below, breakWords: false) }
    let isBeside = drawn.count == 1 && parts[0].displayWidth + 2 + phrase.displayWidth(upTo: width) <= room
    if !word.isEmpty {
      let painted = painter.paint(word, OutcomeWords.role(row.outcome ?? ""))
      drawn[0] = indent + painted + drawn[0].dropFirst(indent.count + word.count)
    }
    if !phrase.isEmpty {
      let more = isBeside ? ["  " + phrase] : wrap(phrase, width: width, margin: below)
      let painted = more.map { painter.linking(row.links, in: withSeverity($0)) }
      if isBeside { drawn[0] += painted[0] } else { drawn += painted }
    }
    lines += drawn
    for (label, text) in row.filledDetails {
      let words = TerminalText.lines(text).map(\.text).joined(separator: "\n")
      lines += wrap("\(label): \(words)", width: width, margin: below, indent: "  ")
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
