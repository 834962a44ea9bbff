package import AuditModel

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
