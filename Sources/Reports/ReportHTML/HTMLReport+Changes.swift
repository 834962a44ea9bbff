import Audit
import Base

extension HTMLReport {
  private static let mostNamed = 40
  private static let mostCharts = 7

  /// The course in charts, the steps from then to now, what is new and what is fixed by name, and the trend by category.
  var changes: Part {
    let since: HTMLText = report.change.map { " since \(Self.name($0.from))" } ?? ""
    let content = [course, steps, charts].joined()
    return ("changes", "Changes", "What changed\(since)", content)
  }

  private var steps: HTMLText {
    guard let change = report.change, let line = change.lines.first(where: { $0.measure == .open }) else { return "" }
    let from = Self.name(change.from)
    let waterfall = Waterfall(line)
    let terms: HTMLText = line.terms.indices.map { place -> HTMLText in
      let term = line.terms[place]
      return """
        <tr><th scope="row">\(term.reason.title)</th><td class="num">\(Self.signed(term.difference))</td>\(waterfall.step(place))</tr>

        """
    }.joined()
    let figures = HTMLText.numbers(
      ["Figure", "Before", "Now"], figureRows(change).map { ($0, [$1, $2]) },
      caption: "Other figures, compared with \(from)", style: "nums sub")
    let named = namedChanges(change)
    let more = named.count - Self.mostNamed
    let rest: HTMLText =
      more > 0 ? "<p>and \(counted(more)) more. To list all, run <code>a11y trend --explain</code>.</p>\n" : ""
    let list: HTMLText =
      named.isEmpty
      ? "<p>None.</p>\n" : "<ul class=\"li\" role=\"list\">\n\(named.prefix(Self.mostNamed).joined())</ul>\n"
    return """
      <div class="two"><div class="card"><table class="wf"><caption>\(waterfall.title), step by step</caption>
      <thead><tr><th scope="col">Step</th><th scope="col" class="num">Open findings</th><th scope="col" class="bx">As bars</th></tr></thead><tbody>
      <tr><th scope="row"><b>\(from)</b></th><td class="num"><b>\(counted(line.before))</b></td>\(waterfall.whole(line.before))</tr>
      \(terms)<tr><th scope="row"><b>Now</b></th><td class="num"><b>\(counted(line.after))</b></td>\(waterfall.whole(line.after))</tr>
      </tbody></table>
      \(figures)</div>
      <div class="card"><h3>New and fixed findings</h3>
      \(list)\(rest)</div></div>

      """
  }

  private static func signed(_ number: Int) -> String { number < 0 ? "−\(counted(-number))" : "+\(counted(number))" }

  private func figureRows(_ change: ChangeReport) -> [(HTMLText, HTMLText, HTMLText)] {
    let changes = change.changes
    func rate(_ sides: [ChangeMeasure: Int]) -> HTMLText {
      "\(Percent(of: sides[.pass] ?? 0, (sides[.pass] ?? 0) + (sides[.fail] ?? 0)).text)"
    }
    var rows: [(HTMLText, HTMLText, HTMLText)] = []
    if let alike = LikeForLike(change) {
      rows += [
        ("Open findings, like for like", "\(counted(alike.open.before))", "\(counted(alike.open.after))"),
        (
          "Compliance, like for like", "\(Percent(of: alike.pass.before, alike.judged.before).text)",
          "\(Percent(of: alike.pass.after, alike.judged.after).text)"
        ),
      ]
    }
    rows.append(("Compliance", rate(changes.before), rate(changes.after)))
    for line in change.lines where line.measure != .open && (line.before > 0 || line.after > 0) {
      rows.append(("\(line.measure.title)", "\(counted(line.before))", "\(counted(line.after))"))
    }
    let (before, after) = report.componentsInScope ?? (report.componentsBefore, report.gate.componentsInUse)
    let name: HTMLText = report.componentsInScope == nil ? "Components in use" : "Components in scope"
    rows.append((name, "\(counted(before))", "\(counted(after))"))
    return rows
  }

  private func namedChanges(_ change: ChangeReport) -> [HTMLText] {
    let wanted: [ChangeClass] = [
      .regressed, .newlyFailing, .waiverEnded, .componentAdded, .fixed, .retested, .corrected,
    ]
    return wanted.flatMap { reason in
      (change.changes.parts.first { $0.reason == reason }?.cells ?? []).compactMap { cell -> HTMLText? in
        guard cell.reason(for: .open) == reason else { return nil }
        let check = HTMLText.brief(report.failure(of: cell.check))
        let condition: HTMLText = cell.condition.isEmpty ? "" : " (\(HTMLText.brief(cell.condition)))"
        guard let finding = findings[cell.place] else {
          return "<li><b>\(reason.title)</b>: \(check), \(name(cell.component))\(condition)</li>\n"
        }
        return "<li>\(Self.badge(finding)) <b>\(reason.title)</b>: \(link(finding)), \(self.place(finding))</li>\n"
      }
    }
  }

  // MARK: Charts

  /// A small chart for each category, all on one scale.
  private var charts: HTMLText {
    guard let trend = report.trend, let all = trend.trend.groups.first?.points else { return "" }
    let names = trend.trend.periods.map { trend.step.named($0.name) }
    func values(_ points: [TrendPoint]) -> [Int?] { points.map { $0.isGap ? nil : $0.open } }
    let total = values(all)
    guard total.compactMap({ $0 }).count > 1 else { return "" }
    let groups = categoryValues
    let scale = max(1, groups.flatMap { $0.values.compactMap { $0 } }.max() ?? 1)
    let charts = groups.map { name, values in
      SmallChart(title: categoryTitle(name), values: values, top: scale, names: names, step: trend.step)
    }
    guard !charts.isEmpty else { return "" }
    let places = trend.changing.map(\.place)
    let rows: [(name: HTMLText, numbers: [HTMLText])] = charts.map { chart in
      (.people(chart.title), places.map { "\(chart.values[$0].map(counted) ?? "no results")" })
    }
    return """
      <h3 class="sub">Open findings over time, by category</h3>
      <p class="s">\(HTMLText.people(trend.summary(trend.step.named)))\(charts.count > 1 ? " The charts share one scale, 0 to \(scale)." : "")</p>
      <ul class="sm" role="list">
      \(charts.map(\.html).joined())</ul>
      <details class="card"><summary><b>Data table</b></summary>
      <div class="window" role="region" aria-label="Table: open findings over time" tabindex="0">\
      \(HTMLText.numbers(["Category"] + places.map { "\(names[$0])" }, rows))</div></details>

      """
  }

  /// The open findings of the categories that ever had one, most first.
  private var categoryValues: [(name: String, values: [Int?])] {
    let groups = report.trendByCategory?.trend.groups ?? []
    var found: [(name: String, values: [Int?])] = groups.map { group in
      (group.name ?? "", group.points.map { $0.isGap ? nil : $0.open })
    }
    found.removeAll { group in !group.values.contains { ($0 ?? 0) > 0 } }
    func last(_ values: [Int?]) -> Int { values.last.flatMap { $0 } ?? 0 }
    found.sort { left, right in
      let (one, other) = (last(left.values), last(right.values))
      return one == other ? left.name < right.name : one > other
    }
    return Array(found.prefix(Self.mostCharts))
  }

  private func categoryTitle(_ id: String) -> String {
    report.map.categories.first { $0.id == id }?.title ?? id
  }
}

/// The steps from one figure to another as bars, each beginning where the one before it ends.
private struct Waterfall {
  private let line: ChangeReport.Line
  /// What is open after each step; the first is the figure before all.
  private let levels: [Int]
  private let top: Int

  init(_ line: ChangeReport.Line) {
    self.line = line
    levels = line.terms.reduce(into: [line.before]) { $0.append($0[$0.count - 1] + $1.difference) }
    top = max(1, levels.max() ?? 1, line.after)
  }

  /// `Open findings fell by 17, from 71 to 54`
  var title: HTMLText {
    let difference = line.after - line.before
    guard difference != 0 else { return "Open findings stayed at \(counted(line.after))" }
    return
      "Open findings \(difference > 0 ? "rose" : "fell") by \(counted(abs(difference))), from \(counted(line.before)) to \(counted(line.after))"
  }

  func step(_ place: Int) -> HTMLText {
    let (from, to) = (levels[place], levels[place + 1])
    return bar(min(from, to), max(from, to), to > from ? "fill=\"url(#fs)\"" : "class=\"fp\"")
  }

  func whole(_ count: Int) -> HTMLText { bar(0, count, "class=\"wt\"") }

  /// Hidden from those who hear the page: the number beside it says the same.
  private func bar(_ low: Int, _ high: Int, _ style: HTMLText) -> HTMLText {
    let width = HTMLReport.number(max(0.4, HTMLReport.percent(high - low, top)))
    return """
      <td class="bx"><svg width="100%" height="16" aria-hidden="true"><rect \(style) x="\(HTMLReport.number(HTMLReport.percent(low, top)))%" \
      width="\(width)%" height="16"/></svg></td>
      """
  }
}

/// A curve over periods; its numbers stand in a table beside it.
struct SmallChart {
  let title: String
  /// One for each period; nil is a gap, and is drawn as one.
  let values: [Int?]
  /// The value at the upper edge, more than 0; the lower one is 0.
  let top: Int
  let names: [String]
  /// After each number: `%`.
  var unit = ""
  var step = TrendStep.month

  private static let (width, height, edge) = (168, 64, 6)

  var html: HTMLText {
    let known = values.indices.filter { values[$0] != nil }
    guard let first = known.first, let last = known.last, let from = values[first], let to = values[last] else {
      return ""
    }
    let most = known.max { (values[$0] ?? 0) < (values[$1] ?? 0) } ?? last
    let highest = values[most] ?? 0
    let on = step == .day ? "on" : "in"
    let says =
      "\(title): \(counted(from))\(unit) \(on) \(names[first]), \(counted(to))\(unit) \(on) \(names[last]), "
      + "at most \(counted(highest))\(unit) \(step.ends) (\(names[most]))"
    return """
      <li class="card"><h4>\(HTMLText.people(title))</h4><svg viewBox="0 0 180 76" role="img" aria-label="\(says)">\
      <line x1="6" x2="174" y1="70" y2="70"/><path d="\(HTMLText(verbatim: path))"/>\
      <circle cx="\(x(last))" cy="\(y(to))" r="3.5"/></svg>
      <p class="ax" aria-hidden="true"><span>\(HTMLText.people(names[first]))</span><span>\(HTMLText.people(names[last]))</span></p>
      <p><b>\(counted(to))\(unit) now</b><span class="s">, at most \(counted(highest))\(unit)</span></p></li>

      """
  }

  private func x(_ place: Int) -> Int {
    Self.edge + (values.count > 1 ? Self.width * place / (values.count - 1) : 0)
  }

  private func y(_ value: Int) -> Int { 70 - Self.height * min(max(0, value), top) / max(1, top) }

  private var path: String {
    var isDrawing = false
    return values.indices.map { place -> String in
      guard let value = values[place] else {
        isDrawing = false
        return ""
      }
      defer { isDrawing = true }
      // A straight line goes on by itself.
      let beside = [place - 1, place + 1].map { values.indices.contains($0) ? values[$0].map(y) : nil }
      if isDrawing, beside.allSatisfy({ $0 == y(value) }) { return "" }
      return "\(isDrawing ? "L" : "M")\(x(place)) \(y(value))"
    }.joined()
  }
}
