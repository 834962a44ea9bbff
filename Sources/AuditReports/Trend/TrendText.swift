import AuditFigures
import AuditModel

extension TrendReport {
  /// The trend for a terminal of `width` columns (20 at least): the summary, a chart, and a table if there is room.
  package func text(width: Int, painter: Styler = Styler(enabled: false)) -> String {
    var screen = TrendScreen(self, width: width, painter: painter)
    screen.chart()
    var output = screen.text
    if width >= SheetTable.narrowest {
      let style = SheetStyle(.table, generated: generated, width: width, painter: painter)
      // Only columns that were requested by name can be wrong.
      output += "\n" + ((try? table.render(style)) ?? "")
    }
    return output + screen.ending
  }
}

/// The chart of a trend: a line for each period, or for each group.
private struct TrendScreen {
  private static let gap = "·"

  let report: TrendReport
  let width: Int
  let painter: Styler
  private var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  init(_ report: TrendReport, width: Int, painter: Styler) {
    self.report = report
    self.width = max(20, width)
    self.painter = painter
    let title = TerminalText(escaping: report.title).text
    lines += wrap(title, width: self.width, breakWords: false).map { painter.paint($0, .heading) }
    lines += wrap(TerminalText(escaping: report.summary).text, width: self.width)
    lines.append("")
  }

  /// The text below everything.
  var ending: String {
    var ending: [String] = []
    let (groups, periods) = (report.trend.groups.count - report.shownGroups.count, report.earlier)
    if groups > 0 { ending.append("and \(counted(groups, "more group")) (use --limit or --format csv)") }
    if periods > 0, report.grouping == nil {
      ending.append("and \(counted(periods, "earlier period")) (use --limit or --format csv)")
    }
    ending += report.notes
    if report.grouping != nil {
      ending.append(
        "In the chart, each mark is a \(report.step.rawValue) with changes: the higher the mark, the higher the "
          + "compliance. \(Self.gap) is a \(report.step.rawValue) without evaluated items.")
    }
    guard !ending.isEmpty else { return "" }
    return "\n" + ending.flatMap { wrap($0, width: width) }.map { $0 + "\n" }.joined()
  }

  mutating func chart() {
    if report.grouping == nil { periods() } else { groups() }
  }

  private mutating func periods() {
    guard let points = report.trend.groups.first?.points else { return }
    let shown = report.shownPeriods
    let places = shown.map(\.place)
    let names = places.map { TerminalText(escaping: report.trend.periods[$0].name).text }
    let counts = places.map { "\(points[$0].counts.pass) of \(points[$0].counts.judged)" }
    let open = places.map { "\(points[$0].open) open" }
    let (nameWidth, countWidth) = (names.map(\.displayWidth).max() ?? 0, counts.map(\.utf8.count).max() ?? 0)
    let openWidth = open.map(\.utf8.count).max() ?? 0
    let room = width - nameWidth - 4 - countWidth - openWidth - 8
    for (row, place) in places.enumerated() {
      let point = points[place]
      if shown[row].alike > 0 { lines += wrap(report.stillness(shown[row].alike), width: width) }
      guard !point.isGap else {
        lines.append(names[row] + "".padded(to: nameWidth - names[row].displayWidth) + "  no data")
        continue
      }
      let head = names[row] + "".padded(to: nameWidth - names[row].displayWidth)
      let percent = point.counts.judged > 0 ? point.compliance.text.padded(to: 4, alignRight: true) : " n/a"
      let figures = percent + "  " + counts[row].padded(to: countWidth, alignRight: true)
      if room >= 10 {
        let bar = point.compliance.bar(min(room, 30)).padded(to: min(room, 30))
        lines.append("\(head)  \(figures)  \(bar)  \(open[row].padded(to: openWidth, alignRight: true))")
      } else {
        let size = max(5, min(20, width - 4 - openWidth))
        let fits = nameWidth + 2 + figures.utf8.count <= width
        lines += fits ? ["\(head)  \(figures)"] : [names[row], "  " + figures]
        let bar = point.compliance.bar(size)
        lines.append("  " + (bar.isEmpty ? "" : bar + "  ") + open[row])
      }
    }
  }

  private mutating func groups() {
    let groups = report.shownGroups
    let changing = report.changing.map(\.place)
    let names = groups.map { TerminalText(escaping: report.shown($0.name)).text }
    let nameWidth = min(names.map(\.displayWidth).max() ?? 0, width / 2)
    for (group, name) in zip(groups, names) {
      let values = group.points.filter { !$0.isGap }
      guard let first = values.first, let last = values.last else { continue }
      let span = "\(first.compliance.text) to \(last.compliance.text)"
      let words = "\(span), \(last.counts.pass) of \(last.counts.judged), \(last.open) open"
      let line = changing.suffix(max(8, width - nameWidth - 4 - 32)).map { mark(group.points[$0]) }.joined()
      let marks = line.count
      let painted = painter.paint(name, .identifier)
      if nameWidth >= name.displayWidth, nameWidth + 4 + marks + words.utf8.count <= width {
        lines.append(painted + "".padded(to: nameWidth - name.displayWidth + 2) + line + "  " + words)
      } else {
        lines.append(painted)
        lines += wrap(line + "  " + words, width: width - 2).map { "  " + $0 }
      }
    }
  }

  private func mark(_ point: TrendPoint) -> String {
    guard !point.isGap, let value = point.compliance.value else { return Self.gap }
    return Sparkline.mark(step: value * Sparkline.steps / 100)
  }
}
