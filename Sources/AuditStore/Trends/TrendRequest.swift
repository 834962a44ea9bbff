package import AuditFigures
package import AuditModel

/// What a trend is asked for.
package struct TrendRequest: Sendable {
  /// Nil: one line for all.
  package var grouping: TrendGrouping?
  /// In their order; see `Reader.periods`. What was first observed after the last is not in the trend at all.
  package var periods: [TrendPeriod]
  /// Only words about the identity of cells: `fields`.
  package var filter: Filter
  /// Whether the age of the evidence is requested at every point: every result is read for it. It is known anyway where
  /// a group was not tested again after the point, as at the end, and where results are grouped by.
  package var readsAge: Bool
  /// By when that was observed which counts in the last period, where that is after its end: see `periodsUntilNow`.
  package var reach: Int64?

  /// The periods are named by closed audits, and each point is that audit and not the tracker at that moment.
  package var isOfAudits: Bool

  package init(
    grouping: TrendGrouping? = nil, periods: [TrendPeriod], filter: Filter = Filter(), readsAge: Bool = false,
    reach: Int64? = nil, isOfAudits: Bool = false
  ) {
    self.reach = reach
    self.isOfAudits = isOfAudits
    self.grouping = grouping
    self.periods = periods
    self.filter = filter
    self.readsAge = readsAge
  }

  /// The query words that say which cells there are, and not what was seen in them.
  package static let fields: Set<Filter.Field> = [
    .component, .kind, .profile, .screen, .source, .owner, .tag, .check, .category, .impact, .criterion, .level,
    .method, .platform, .condition,
  ]

  /// More points than this are refused: they are unreadable, and they cost memory.
  private static let mostPoints = 200_000

  /// - Throws: `Refusal.invalid` where that is too many.
  static func check(lines: Int, points: Int) throws {
    guard lines * (points + 1) > mostPoints else { return }
    throw Refusal.invalid(
      "too many points: \(lines) lines of \(points) points each; choose longer periods, a later start, or a narrower query"
    )
  }
}
