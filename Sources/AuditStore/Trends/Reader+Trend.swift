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
  package func trend(_ request: TrendRequest) throws -> Trend {
    guard let first = request.periods.first else { return Trend(periods: [], groups: []) }
    // What was before the first period stands in one of its own, which is left out in the end.
    let before = first.from == Int64.min ? Int64.min : first.from - 1
    let source = try TrendSource(
      request, ends: PeriodEnds([before] + request.periods.map(\.to), reach: request.reach), self)
    guard source.groups.names.count * (request.periods.count + 1) <= TrendRequest.mostPoints else {
      throw Refusal.invalid(
        "too many points: \(source.groups.names.count) lines of \(request.periods.count) points each; "
          + "choose longer periods, a later start, or a narrower query")
    }
    let points = try source.points()
    var groups: [TrendGroup] = []
    for (place, name) in source.groups.names.enumerated() {
      let shown = Array(points[place].dropFirst())
      guard shown.contains(where: { !$0.isGap }) else { continue }
      groups.append(TrendGroup(name: request.grouping == nil ? nil : name, points: shown))
    }
    groups.sort { ($0.name ?? "").utf8.lexicographicallyPrecedes(($1.name ?? "").utf8) }
    return Trend(periods: request.periods, groups: groups)
  }
}
