import Audit
package import Base

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
    let counts = places.map { "\(counted(points[$0].counts.pass, of: points[$0].counts.judged))" }
    let open = places.map { "\(counted(points[$0].open)) open" }
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
      let words = "\(span), \(counted(last.counts.pass, of: last.counts.judged)), \(counted(last.open)) open"
      let line = changing.suffix(max(8, width - nameWidth - 4 - 32)).map { mark(group.points[$0]) }.joined()
      let marks = line.count
      let painted = painter.paint(name, .identifier)
      if nameWidth >= name.displayWidth, nameWidth + 4 + marks + words.utf8.count <= width {
        lines.append(painted + "".padded(to: nameWidth - name.displayWidth + 2) + line + "  " + words)
      } else {
        lines.append(painted)
        lines += wrap(line + "  " + words, width: width, margin: "  ")
      }
    }
  }

  private func mark(_ point: TrendPoint) -> String {
    guard !point.isGap, let value = point.compliance.value else { return Self.gap }
    return Sparkline.mark(step: value * Sparkline.steps / 100)
  }
}

extension TrendStep {
  /// Between two points a figure may have been higher: what a trend says of the highest is of these.
  var ends: String { [.day, .week].contains(self) ? "at the ends of \(rawValue)s" : "at \(rawValue) ends" }

  /// A period as people write it: `Jun 2021`. Audits and builds have the names that people gave them.
  func named(_ period: String) -> String { [.audit, .build].contains(self) ? period : LongDate.period(period) }

  /// `in Jun 2021`, `on 3 November 2026`, `in build 7`: alone, a build is a number like those beside it.
  func at(_ period: String) -> String {
    "\(self == .day ? "on" : "in") \([.audit, .build].contains(self) ? rawValue + " " : "")\(named(period))"
  }
}

/// The sentences that every form of a trend shares. Never more than the figures support: "better" and "worse" combine
/// the share that passes and the open findings, and new cells are mentioned, because they change both.
extension TrendReport {
  enum Verdict: String, CaseIterable {
    case better, worse, mixed, unchanged
    /// Too few points to compare, or nothing evaluated at one of the ends.
    case unknown
  }

  /// The title of every form.
  package var title: String {
    let span = [trend.periods.first?.name, trend.periods.last?.name].compactMap { $0 }
    let words = span.first == span.last ? span.first ?? "" : span.joined(separator: " to ")
    return "\(subject), \(words)"
  }

  private var subject: String { "Trend\(grouping.map { " of each \($0.rawValue)" } ?? "") by \(step.rawValue)" }

  /// The summary for a screen reader: what it is about, and the verdict at once.
  var verdictSentence: String {
    guard grouping == nil else { return "\(title): \(summary)" }
    return "\(subject): "
      + (trend.groups.first.map { sentence($0.points, \.words, verdictFirst: true) } ?? "no results.")
  }

  /// The summary of the trend, in one or more sentences.
  package var summary: String { summary { $0 } }

  /// - Parameter name: what a period is called.
  func summary(_ name: (String) -> String) -> String {
    guard grouping != nil else { return trend.groups.first.map { sentence($0.points, name: name) } ?? "" }
    let verdicts = trend.groups.map { Self.verdict($0.points) }
    let words = Verdict.allCases.compactMap { verdict -> String? in
      let count = verdicts.count { $0 == verdict }
      guard count > 0 else { return nil }
      return verdict == .unknown ? "\(counted(count)) cannot be compared" : "\(counted(count)) \(verdict.rawValue)"
    }
    let list = words.joined(separator: ", ")
    return "\(counted(verdicts.count, "group")): \(list), from the first to the last point of each."
  }

  private func sentence(
    _ points: [TrendPoint], _ percent: KeyPath<Percent, String> = \.text, verdictFirst: Bool = false,
    name: (String) -> String = { $0 }
  ) -> String {
    guard let (first, last) = Self.ends(points) else { return "No results." }
    func state(_ point: TrendPoint) -> String {
      "\(point.counts.passPhrase) (\(point.compliance[keyPath: percent])); \(counted(point.open, "open finding"))"
    }
    let now = state(points[last])
    if first == last { return "Only one data point, \(name(trend.periods[last].name)): \(now)." }
    let span = "\(name(trend.periods[first].name)) to \(name(trend.periods[last].name))"
    let new = points[(first + 1)...last].reduce(0) { $0 + $1.new }
    let more = new > 0 ? " \(counted(new, "item was", "items were")) tested for the first time in this period." : ""
    let verdict = Self.verdict(points)
    let word = verdict == .unknown ? "not comparable" : verdict.rawValue
    let opening = verdictFirst ? "\(word), from \(span)" : "From \(span): \(word)"
    func coverage(_ point: TrendPoint, _ noun: String = "") -> String {
      "\(counted(point.counts.judged, of: point.counts.applicable))\(noun) (\(point.counts.coverage[keyPath: percent]))"
    }
    let less =
      Self.isLessEvaluated(points[first], points[last])
      ? " Coverage fell from \(coverage(points[first], " applicable items")) to \(coverage(points[last]))." : ""
    return "\(opening). Start: \(state(points[first])). End: \(now).\(less)\(more)"
  }

  /// Notes that explain the figures.
  package var notes: [String] {
    var notes: [String] = []
    if let grouping, grouping.overlaps {
      notes.append("An item counts once per \(grouping.rawValue), so rows can add up to more than the total.")
    }
    if let grouping, grouping.followsResult {
      notes.append("An item counts for the \(grouping.rawValue) of its latest result; untested items count for none.")
    } else if step == .audit {
      notes.append("Each point is an audit as it was closed: the items of its scope, by the results of the audit.")
    } else if trend.groups.contains(where: { $0.points.contains { $0.counts.untested > 0 } }) {
      notes.append(
        "UNTESTED counts items of the current plan that were not tested by then, for components that existed."
      )
    }
    if trend.groups.contains(where: { $0.points.contains { !$0.isGap && $0.oldest == nil } }) {
      notes.append("Use --age to show the age of the results at each point.")
    }
    if let sentence = ahead.sentence { notes.append(sentence) }
    return notes
  }

  private static func ends(_ points: [TrendPoint]) -> (Int, Int)? {
    let values = points.indices.filter { !points[$0].isGap }
    guard let first = values.first, let last = values.last else { return nil }
    return (first, last)
  }

  /// Better: a larger share passes and no more findings are open, or the same share and fewer findings. Worse likewise.
  /// What was not looked at again passes no more often: where less is evaluated, neither is better.
  static func verdict(_ points: [TrendPoint]) -> Verdict {
    guard let (first, last) = ends(points), first < last else { return .unknown }
    let (before, after) = (points[first], points[last])
    guard before.counts.judged > 0, after.counts.judged > 0 else { return .unknown }
    let share = Percent.compare(
      (before.counts.pass, before.counts.judged), (after.counts.pass, after.counts.judged))
    let open = before.open == after.open ? 0 : after.open < before.open ? 1 : -1
    if share >= 0, open >= 0, isLessEvaluated(before, after) { return .mixed }
    if share == 0, open == 0 { return .unchanged }
    if share >= 0, open >= 0 { return .better }
    return share <= 0 && open <= 0 ? .worse : .mixed
  }

  private static func isLessEvaluated(_ before: TrendPoint, _ after: TrendPoint) -> Bool {
    Percent.compare(
      (before.counts.judged, before.counts.applicable), (after.counts.judged, after.counts.applicable)) < 0
  }

  /// `361 weeks without a change`.
  func stillness(_ count: Int) -> String { "\(counted(count, step.rawValue)) without a change" }

  /// The display name of a group, also without a name.
  func shown(_ name: String?) -> String {
    guard let grouping, let name else { return "all" }
    if grouping == .criterion, name == "house" { return "best practices" }
    return name.isEmpty ? "no \(grouping.rawValue)" : name
  }

  /// The name of a group where people read it: a category by its title, and what people named as they wrote it.
  func titled(_ name: String?) -> String {
    if grouping == .category, let title = MatrixAssembly.categoryTitles[name ?? ""] { return title }
    let shown = shown(name)
    return shown == name ? shown : shown.capitalizedFirst
  }
}
