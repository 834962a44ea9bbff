package import Audit
package import Base

extension CalcReport {
  /// The screen-reader form: one fact per line, as sentences.
  package var plain: String {
    var lines = [Page.sentence(title)]
    lines += figures.map { Page.sentence("\($0.name.capitalizedFirst): \($0.text(" percent"))") }
    for verdict in verdicts {
      var line = Page.sentence("\(verdict.word.capitalizedFirst): \(verdict.threshold)")
      line += " " + Page.sentence("Rule: \(verdict.rule)")
      if let note = verdict.note { line += " " + Page.sentence(note) }
      if let check = verdict.check { line += " Check: \(check)" }
      lines.append(line)
    }
    lines += notes.map { "Note: " + Page.sentence($0) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `a11y.calc/1`. The `value` of a figure is its displayed text; `required` is false for advice and for tiers that
  /// this profile does not require.
  package func json(generated: String) -> JSONText {
    .object([
      ("schema", .string("a11y.calc/1")), ("generated", .string(generated)), ("title", .string(title)),
      (
        "figures",
        .objects(figures) { [("name", .string($0.name)), ("value", .string($0.value)), ("unit", .string($0.unit))] }
      ),
      ("verdicts", .array(verdicts.map(\.json))), ("notes", .strings(notes)),
    ])
  }

  /// Markdown: a table of figures, a table of verdicts, the notes.
  package var markdown: String {
    var output = "## \(MarkdownText(escaping: title).text)\n"
    if !figures.isEmpty {
      output += "\n" + MarkdownText.figures(figures.map { ("\($0.name.capitalizedFirst)", $0.text("%")) })
    }
    if !verdicts.isEmpty {
      let rows = verdicts.map { [$0.word, $0.threshold, $0.rule, $0.check ?? "", $0.note ?? ""] }
      output += "\n"
      output += MarkdownText.table(
        ["Result", "Limit", "Rule", "Check", "Note"], rows.map { $0.map { MarkdownText(escaping: $0) } })
    }
    if !notes.isEmpty { output += "\n" + notes.map { "- \(MarkdownText(escaping: $0).text)\n" }.joined() }
    return output
  }
}

extension CalcReport.Verdict {
  fileprivate var json: JSONText {
    .object([
      ("rule", .string(rule)), ("threshold", .string(threshold)), ("outcome", .string(code)),
      ("note", .string(orNull: note)), ("required", .bool(isRequired)), ("check", .string(orNull: check)),
    ])
  }

  /// A word without a space, for scripts.
  private var code: String {
    switch outcome {
    case .pass, .fail: outcome.rawValue
    case .notJudged: "not-judged"
    }
  }
}

extension CalcReport {
  /// The calculation for a terminal of `width` columns (20 at least): figures next to their names, then each result
  /// with its limit and, below it, the rule it comes from.
  package func text(width: Int, painter: Styler = Styler(enabled: false)) -> String {
    CalcScreen(self, width: width, painter: painter).text
  }
}

private struct CalcScreen {
  /// The width of `not evaluated` and the spaces after it.
  private static let wordWidth = 15

  let width: Int
  let painter: Styler
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  init(_ report: CalcReport, width: Int, painter: Styler) {
    self.width = max(20, width)
    self.painter = painter
    lines = wrap(report.title, width: self.width).map { painter.paint($0, .heading) }
    figures(report.figures)
    if !report.verdicts.isEmpty { lines.append("") }
    for verdict in report.verdicts { add(verdict) }
    if !report.notes.isEmpty { lines.append("") }
    for note in report.notes { lines += wrap(note, width: self.width, indent: "  ") }
  }

  private var isNarrow: Bool { width < SheetTable.narrowest }

  private mutating func figures(_ figures: [CalcReport.Figure]) {
    if !figures.isEmpty { lines.append("") }
    let names = figures.map(\.name.capitalizedFirst)
    let nameWidth = names.map(\.displayWidth).max() ?? 0
    let isAligned = !isNarrow && nameWidth <= width / 2
    for (name, figure) in zip(names, figures) {
      guard isAligned else {
        lines += wrap("\(name): \(figure.text("%"))", width: width, indent: "  ")
        continue
      }
      var head = name.padded(to: nameWidth + 2)
      for line in wrap(figure.text("%"), width: width - nameWidth - 2) {
        lines.append(head + line)
        head = "".padded(to: nameWidth + 2)
      }
    }
  }

  /// The word, then the limit; the rule, the note, and the check below.
  private mutating func add(_ verdict: CalcReport.Verdict) {
    let indent = isNarrow ? 2 : CalcScreen.wordWidth
    let word = isNarrow ? verdict.word + ": " : verdict.word.padded(to: CalcScreen.wordWidth)
    let limit = wrap(verdict.threshold, width: width - (isNarrow ? word.displayWidth : indent))
    let margin = "".padded(to: indent)
    let painted = painter.paint(verdict.word, verdict.role) + word.dropFirst(verdict.word.count)
    lines.append(painted + (limit.first ?? ""))
    lines += limit.dropFirst().map { margin + $0 }
    lines += wrap(verdict.rule, width: width - indent).map { margin + $0 }
    if let note = verdict.note { lines += wrap(note, width: width - indent).map { margin + $0 } }
    if let check = verdict.check { lines.append(margin + painter.paint(check, .identifier)) }
  }
}

/// The words of a calculation that every form of it shares.
///
/// What is not required (advice, the tiers of another profile) is `met` or `not met`: only a required rule says
/// PASS or FAIL, so that advice does not read as a finding.
extension CalcReport.Verdict {
  /// PASS, FAIL, met, not met, or not evaluated.
  var word: String {
    switch (outcome, isRequired) {
    case (.pass, true): OutcomeWords.word("pass")
    case (.fail, true): OutcomeWords.word("fail")
    case (.pass, false): "met"
    case (.fail, false): "not met"
    case (.notJudged, _): "not evaluated"
    }
  }

  var role: Theme.Role? {
    switch (outcome, isRequired) {
    case (.pass, true): .pass
    case (.fail, true): .fail
    default: .muted
    }
  }
}

extension CalcReport.Figure {
  /// The value with its unit: `3.44:1`, `165%`, `40x40 pt`.
  func text(_ percent: String) -> String {
    switch unit {
    case "": value
    case "%": value + percent
    case ":1": value + ":1"
    default: value + " " + unit
    }
  }
}

extension String {
  /// With a capital at its beginning, if that is a letter of ASCII.
  package var capitalizedFirst: String {
    guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return self }
    return String(decoding: [first - 32], as: UTF8.self) + dropFirst()
  }
}
