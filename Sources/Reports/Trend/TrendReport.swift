package import Audit
package import Base
import Store

/// The status of the app at the ends of some periods: all content of `a11y trend`, decided before it is drawn.
///
/// Names of groups and periods may be foreign; the renderers escape them.
package struct TrendReport: Sendable {
  /// Not empty.
  package var trend: Trend
  package var grouping: TrendGrouping?
  package var step: TrendStep
  /// The query, as typed; nil for all cells.
  package var filter: String?
  /// The time in JSON, ISO 8601 in UTC.
  package var generated: String
  /// The number of periods, or of groups if any, in text output; JSON has all. Periods in which
  /// nothing changed are not drawn but counted.
  package var limit = TrendReport.usualLimit
  /// Results of the last point with a future timestamp.
  package var ahead = AheadOfClock()

  /// The time for ages in a period that is not over, ms UTC.
  package var now = Int64.max
  /// Of which the days are.
  package var clock = LocalClock.utc

  package static let usualLimit = 26

  package init(
    trend: Trend, grouping: TrendGrouping?, step: TrendStep, filter: String? = nil, generated: String
  ) {
    (self.trend, self.grouping, self.step, self.filter, self.generated) = (trend, grouping, step, filter, generated)
  }

  /// Days from the oldest result of a point to the end of its period, or until now.
  func age(_ point: TrendPoint, in period: TrendPeriod) -> Int? {
    point.oldest.map { Timestamp.days(from: $0, to: min(period.to, now)) }
  }

  /// The groups that are drawn: those with the most open findings at the end, then by name.
  var shownGroups: [TrendGroup] {
    guard grouping != nil else { return trend.groups }
    let ordered = trend.groups.enumerated().sorted { left, right in
      let (one, other) = (left.element.points.last?.open ?? 0, right.element.points.last?.open ?? 0)
      return one == other ? left.offset < right.offset : one > other
    }
    return ordered.prefix(limit).map(\.element)
  }

  /// A period that is drawn, and how many were left out before it because nothing changed in them.
  struct Shown {
    var place: Int
    var alike: Int
  }

  /// The first period, those in which something changed, and the last.
  var changing: [Shown] {
    var shown: [Shown] = []
    for place in trend.periods.indices {
      let isEnd = place == 0 || place == trend.periods.count - 1
      guard isEnd || trend.groups.contains(where: { !$0.points[place].isAlike($0.points[place - 1]) }) else { continue }
      shown.append(Shown(place: place, alike: place - (shown.last?.place ?? place - 1) - 1))
    }
    return shown
  }

  /// The periods that are drawn: without groups, the latest of those with a change.
  var shownPeriods: [Shown] { grouping == nil ? changing.suffix(limit) : changing }

  /// The number of periods before those that are drawn.
  var earlier: Int { shownPeriods.first.map { $0.place - $0.alike } ?? 0 }
}

extension TrendPoint {
  /// Whether it has the same counts as the previous point, except for ages.
  func isAlike(_ other: TrendPoint) -> Bool {
    counts == other.counts && waived == other.waived && components == other.components && new == 0
  }

  /// Compliance: `pass / judged`.
  var compliance: Percent { counts.compliance }
}

extension Percent {
  /// A bar of that share, rounded down: full only if all of them are there. Nothing without a value.
  func bar(_ size: Int) -> String {
    guard let value else { return "" }
    let full = value * size / 100
    return String(repeating: "█", count: full) + String(repeating: "░", count: size - full)
  }
}

extension TrendReport {
  /// A group in a period.
  package struct Place {
    let group: TrendGroup
    let period: TrendPeriod
    let point: TrendPoint
  }

  private func places(_ groups: [TrendGroup], _ periods: [Int]) -> TableRows<Place> {
    TableRows(
      groups.flatMap { group in
        periods.map { Place(group: group, period: trend.periods[$0], point: group.points[$0]) }
      })
  }

  private var columns: [Column<Place>] {
    func count(_ key: String, _ title: String, _ value: @escaping (TrendPoint) -> Int) -> Column<Place> {
      Column(key, title, .number) { value($0.point) }
    }
    /// Text output shows it only if it is not zero.
    func seldom(_ key: String, _ title: String, _ value: @escaping (TrendPoint) -> Int) -> Column<Place> {
      .told(key, title, .number) { place, form in
        let count = value(place.point)
        return form.isForPeople && count == 0 ? .null : .integer(count)
      }
    }
    return [
      .told("group", grouping?.rawValue.capitalizedFirst ?? "Group", .identifier) { place, form in
        if grouping == nil { return .null }
        return form.isForPeople ? .text(shown(place.group.name)) : place.group.name.sheetValue
      }.extra(grouping == nil), Column("period", step.rawValue.capitalizedFirst, .identifier, \.period.name),
      Column("from", "From", .number) { Timestamp(milliseconds: $0.period.from).iso8601 }.extra,
      Column("to", "To", .number) { Timestamp(milliseconds: $0.period.to).iso8601 }.extra,
      count("pass", "PASS", \.counts.pass), count("fail", "FAIL", \.counts.fail),
      seldom("na", "N/A", \.counts.na).spare,
      seldom("cant_tell", "CAN'T TELL", \.counts.cantTell), seldom("untested", "UNTESTED", \.counts.untested),
      count("judged", "Evaluated", \.counts.judged).extra, count("applicable", "Applicable", \.counts.applicable).extra,
      Column("ratio", "Compliance", .number) {
        SheetValue.ratio($0.point.counts.pass, of: $0.point.counts.judged)
      }.extra,
      Column("coverage", "Coverage", .number) {
        SheetValue.ratio($0.point.counts.judged, of: $0.point.counts.applicable)
      }, count("open", "Open", \.open), seldom("waived", "Waived", \.waived).spare,
      seldom("disputed", "Disputed", \.counts.disputed).spare, count("critical", "Critical", \.openSeverities[0]).extra,
      count("serious", "Serious", \.openSeverities[1]).extra, count("moderate", "Moderate", \.openSeverities[2]).extra,
      count("minor", "Minor", \.openSeverities[3]).extra, count("components", "Components", \.components).extra,
      count("answered", "Results", \.counts.answered).extra, seldom("new", "New", \.new).spare,
      Column("oldest_days", "Oldest (days)", .number) { age($0.point, in: $0.period) },
    ]
  }

  /// The points as rows, group by group and period by period.
  ///
  /// - Parameter isForPeople: only the groups and periods that are drawn.
  package func sheet(isForPeople: Bool) -> Table<Place> {
    let groups = isForPeople ? shownGroups : trend.groups
    let periods = isForPeople ? shownPeriods.map(\.place) : Array(trend.periods.indices)
    var table = Table("trend", title: title, columns: columns, rows: places(groups, periods))
    table.summary = { [summary] + notes }
    table.audience = .always
    return table
  }

  /// The data that a chart leaves out: of the periods that are drawn, or of the groups at the end.
  var table: Table<Place> {
    let keys = [
      grouping == nil ? "period" : "group", "coverage", "oldest_days", "fail", "na", "cant_tell", "untested", "waived",
      "disputed", "new",
    ]
    let periods = grouping == nil ? shownPeriods.map(\.place) : Array(trend.periods.indices.suffix(1))
    return Table(
      "trend", title: "", columns: keys.compactMap { key in columns.first { $0.head.key == key } },
      rows: places(shownGroups, periods))
  }

  /// The trend as `a11y.trend/1`, one point on each line. Keys are a contract and only ever added to.
  ///
  /// A point is the state at the end of its period. `ratio` is `pass / judged`, `coverage` is `judged / applicable`;
  /// both are null with a zero denominator, such as before the first result. `open` are failing cells
  /// without a waiver, and the severities are theirs. `oldest_days` is null if the age was not read.
  package var json: String {
    let head: JSONMembers = [
      "schema": "a11y.trend/1", "generated": generated, "filter": filter, "by": grouping?.rawValue,
      "every": step.rawValue, "summary": summary, "notes": notes,
    ]
    let points = points.map { $0.render() }.joined(separator: ",\n")
    return JSONText.object(head).render().dropLast() + ",\"points\":[\n\(points)\n]}\n"
  }

  /// The points alone, one on each line.
  package var ndjson: String { points.map { $0.render() + "\n" }.joined() }

  var points: [JSONText] { trend.groups.flatMap { group in trend.periods.indices.map { point(group, $0) } } }

  private func point(_ group: TrendGroup, _ place: Int) -> JSONText {
    let (period, point) = (trend.periods[place], group.points[place])
    let counts = point.counts
    func time(_ moment: Int64) -> JSONText { .string(Timestamp(milliseconds: moment).iso8601) }
    let head: JSONMembers = [
      "group": group.name, "period": period.name, "from": time(period.from), "to": time(period.to),
    ]
    let rates: JSONMembers = [
      "ratio": JSONText.ratio(counts.pass, counts.judged), "judged": counts.judged, "applicable": counts.applicable,
      "coverage": JSONText.ratio(counts.judged, counts.applicable), "open": point.open, "waived": point.waived,
      "disputed": counts.disputed, "contradicted": counts.contradicted,
    ]
    let severities = JSONMembers(Severity.allCases.map { ($0.word, .int(point.openSeverities[$0.rawValue - 1])) })
    return .object(
      head + counts.jsonMembers + rates + severities + [
        "components": point.components, "answered": counts.answered, "new": point.new, "oldest": point.oldest.map(time),
        "oldest_days": age(point, in: period),
      ])
  }
}

extension TrendReport {
  /// The screen-reader form: the verdict, then one line per point, as sentences, and what explains the figures.
  package var plain: String {
    var lines = [TerminalText(escaping: verdictSentence).text]
    let groups = shownGroups
    for group in groups {
      for shown in shownPeriods {
        if shown.alike > 0 { lines.append(stillness(shown.alike).capitalizedFirst + ".") }
        lines.append(TerminalText(escaping: sentence(group, shown.place)).text)
      }
    }
    let more = trend.groups.count - groups.count
    if more > 0 { lines.append("\(counted(more, "more group is", "more groups are")) left out (use --limit).") }
    let before = grouping == nil ? earlier : 0
    if before > 0 {
      lines.append("\(counted(before, "earlier period is", "earlier periods are")) left out (use --limit).")
    }
    return (lines + notes).joined(separator: "\n") + "\n"
  }

  /// `Week 2026-W10: 70 of 92 evaluated items pass, 76 percent; 12 open findings.`
  ///
  /// - Parameter isNamed: false below a heading that names the group.
  func sentence(_ group: TrendGroup, _ place: Int, isNamed: Bool = true) -> String {
    let point = group.points[place]
    let name = "\(step.rawValue) \(trend.periods[place].name)"
    let subject = grouping == nil || !isNamed ? name.capitalizedFirst : "\(shown(group.name)), \(name)"
    guard !point.isGap else { return "\(subject): no results yet." }
    var parts = [
      "\(point.counts.passPhrase), \(point.compliance.words)",
      "\(point.counts.coveragePhrase), \(point.counts.coverage.words)", counted(point.open, "open finding"),
    ]
    if point.waived > 0 { parts.append("\(counted(point.waived)) waived") }
    if point.counts.disputed > 0 { parts.append("\(counted(point.counts.disputed)) disputed") }
    if point.counts.untested > 0 { parts.append("\(counted(point.counts.untested)) untested") }
    if point.new > 0 { parts.append("\(counted(point.new, "new item"))") }
    if let age = age(point, in: trend.periods[place]) { parts.append("oldest result \(counted(age, "day")) old") }
    return "\(subject): \(parts.joined(separator: "; "))."
  }
}

extension Reader {
  /// The days, weeks or months from the first result to a moment, nil for now, so that they are a few dozen; nil without
  /// results. What is older than twenty years counts in the first.
  ///
  /// - Parameter clock: of which the days are; those of UTC where machines read them, so that two leads in two zones get the
  ///   same.
  func fewPeriods(
    until moment: Int64?, in clock: LocalClock = .utc
  ) throws -> (step: TrendStep, periods: [TrendPeriod], reach: Int64?)? {
    func periods(_ step: TrendStep, since: Int64? = nil) throws -> (periods: [TrendPeriod], reach: Int64?) {
      guard let moment else { return try periodsUntilNow(step, since: since, in: clock) }
      return (try self.periods(step, since: since, until: moment, in: clock), nil)
    }
    guard let first = try periods(.month).periods.first else { return nil }
    let (length, overflow) = (moment ?? now).subtractingReportingOverflow(first.from)
    let days = overflow ? Int64.max : length / 86_400_000
    let step: TrendStep = days < 32 ? .day : days < 370 ? .week : .month
    let (found, reach) = try periods(step, since: days > 7_305 ? (moment ?? now) - 7_305 * 86_400_000 : nil)
    return (step, found, reach)
  }
}

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
    for place in charts.indices {
      charts[place]?.number = place
      charts[place]?.isFirst = place == first
    }
    let sections: HTMLText = groups.indices.map { section(groups[$0], $0, charts[$0]) }.joined()
    let more = trend.groups.count - groups.count
    let rest: HTMLText =
      more > 0
      ? "<p class=\"lead\">\(counted(more, "more group", "more groups")) with fewer open findings: raise --limit.</p>\n"
      : ""
    return HTMLPage(title: title, lead: lead, main: sections + rest, origin: origin, style: .reportStyle)
  }

  private var lead: HTMLText {
    let first = trend.periods.first.map { LongDate.day($0.from, clock) } ?? ""
    let last = trend.periods.last.map { LongDate.day(min($0.to, now), clock) } ?? ""
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
