package import AuditFigures
import AuditModel

extension Reader {
  /// How the tracker, or a part of it, stood at the ends of some periods.
  ///
  /// ```
  ///   transition ─> what each cell showed at the end of each period ───┬─> ledger ──> points
  ///   result ─────> the same, with who saw it, in what build, and when ┘   where that is asked for
  /// ```
  /// A point counts what `at(_:)` and `standing()` count at the end of its period, and beside it the cells that are
  /// untested: those that the plan of today asks for, of components that were there.
  /// - Throws: `Refusal.invalid` where the points would be too many.
  package func trend(_ request: TrendRequest) throws -> Trend { try trends(request, hasWhole: false).groups }

  /// The same by groups that the identity of cells decides, and of all of them together, in one pass.
  package func trendWithWhole(_ request: TrendRequest) throws -> (whole: Trend, groups: Trend) {
    try trends(request, hasWhole: true)
  }

  private func trends(_ request: TrendRequest, hasWhole: Bool) throws -> (whole: Trend, groups: Trend) {
    let none = Trend(periods: request.periods, groups: [])
    if request.isOfAudits { return (none, try auditTrend(request)) }
    guard let first = request.periods.first else { return (none, none) }
    // What was before the first period stands in one of its own, which is left out in the end.
    let before = first.from == Int64.min ? Int64.min : first.from - 1
    let source = try TrendSource(
      request, hasWhole: hasWhole, ends: PeriodEnds([before] + request.periods.map(\.to), reach: request.reach), self)
    let lines = source.groups.names.count - (hasWhole ? 1 : 0)
    try TrendRequest.check(lines: lines, points: request.periods.count)
    let points = try source.points()
    var groups: [TrendGroup] = []
    var whole: [TrendGroup] = []
    for (place, name) in source.groups.names.enumerated() {
      let shown = Array(points[place].dropFirst())
      guard shown.contains(where: { !$0.isGap }) else { continue }
      if hasWhole, place == 0 {
        whole = [TrendGroup(name: nil, points: shown)]
      } else {
        groups.append(TrendGroup(name: request.grouping == nil ? nil : name, points: shown))
      }
    }
    groups.sort { ($0.name ?? "").utf8.lexicographicallyPrecedes(($1.name ?? "").utf8) }
    return (Trend(periods: request.periods, groups: whole), Trend(periods: request.periods, groups: groups))
  }
}
