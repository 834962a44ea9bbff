package import AuditFigures

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

  package static let usualLimit = 26

  package init(
    trend: Trend, grouping: TrendGrouping?, step: TrendStep, filter: String? = nil, generated: String
  ) {
    self.trend = trend
    self.grouping = grouping
    self.step = step
    self.filter = filter
    self.generated = generated
  }

  /// Days from the oldest result of a point to the end of its period, or until now.
  func age(_ point: TrendPoint, in period: TrendPeriod) -> Int? { point.age(at: min(period.to, now)) }

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

  /// Days from the oldest result that is shown to a moment.
  func age(at moment: Int64) -> Int? {
    guard let oldest else { return nil }
    let (age, overflow) = moment.subtractingReportingOverflow(oldest)
    return overflow ? nil : max(0, Int(clamping: age / 86_400_000))
  }
}

extension Percent {
  /// A bar of that share, rounded down: full only if all of them are there. Nothing without a value.
  func bar(_ size: Int) -> String {
    guard let value else { return "" }
    let full = value * size / 100
    return String(repeating: "█", count: full) + String(repeating: "░", count: size - full)
  }
}
