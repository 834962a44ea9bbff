import Audit
import Base

extension TrendReport {
  /// The trend as a page: for each group that is drawn the charts of the report, with their table.
  ///
  /// - Parameters:
  ///   - app: what it is a trend of.
  ///   - marks: audits that were closed in its time, and builds that came.
  package func htmlPage(app: String, marks: [ReportMark], origin: PageOrigin) -> HTMLPage {
    let title = app.isEmpty ? "Accessibility trend" : "Accessibility trend: \(app)"
    let groups = shownGroups
    var charts = groups.map { CourseChart(self, marks, of: grouping == nil ? nil : $0) }
    let first = charts.firstIndex { $0 != nil }
    for place in charts.indices where place != first { charts[place]?.isFirst = false }
    let sections: HTMLText = groups.indices.map { section(groups[$0], $0, charts[$0]) }.joined()
    let more = trend.groups.count - groups.count
    let rest: HTMLText =
      more > 0
      ? "<p class=\"lead\">\(counted(more, "more group", "more groups")) with fewer open findings: raise --limit.</p>\n"
      : ""
    return HTMLPage(
      title: title, lead: lead, main: sections + rest, origin: origin, style: .reportStyle)
  }

  private var lead: HTMLText {
    let first = trend.periods.first.map { LongDate.day($0.from) } ?? ""
    let last = trend.periods.last.map { LongDate.day(min($0.to, now)) } ?? ""
    let by: HTMLText = grouping.map { ", by \($0.rawValue)" } ?? ""
    let asked: HTMLText = filter.map { ", of items that match \(HTMLText.people($0))" } ?? ""
    return "<p>\(first) to \(last), \(counted(trend.periods.count, step.rawValue))\(by)\(asked).</p>\n"
  }

  private func section(_ group: TrendGroup, _ place: Int, _ chart: CourseChart?) -> HTMLText {
    let name: HTMLText = grouping == nil ? "All items" : HTMLText.people(titled(group.name))
    return """
      <section aria-labelledby="h-\(place)"><h2 id="h-\(place)">\(name)</h2>
      \(chart?.html ?? alone(group))</section>

      """
  }

  /// What a group has too little of for a chart.
  private func alone(_ group: TrendGroup) -> HTMLText {
    guard let place = group.points.lastIndex(where: { !$0.isGap }) else {
      return "<p class=\"lead\">No results yet.</p>\n"
    }
    return
      "<p class=\"lead\">A chart needs results in 2 periods. \(HTMLText.people(sentence(group, place, isNamed: false)))</p>\n"
  }
}
