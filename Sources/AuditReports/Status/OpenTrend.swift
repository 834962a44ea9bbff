package import AuditFigures

/// How many findings were open at the ends of the periods in which that changed, and how many are open now.
package struct OpenTrend: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    /// `2026-W10`, `2026-03-01`, `2026-03`.
    package var period: String
    package var open: Int
  }

  package let step: TrendStep
  /// The oldest first; at least one.
  package let points: [Point]
  private let now: Int

  /// - Parameter open: the open findings now, which is later than the end of the last period but one.
  /// - Returns: nil where nothing was tested in an earlier period.
  package init?(_ trend: Trend, by step: TrendStep, open: Int) {
    guard let group = trend.groups.first else { return nil }
    var points: [Point] = []
    for (period, point) in zip(trend.periods, group.points).dropLast() where !point.isGap {
      if points.last?.open != point.open { points.append(Point(period: period.name, open: point.open)) }
    }
    guard !points.isEmpty else { return nil }
    self.step = step
    self.points = points
    now = open
  }

  /// `11 open in 2024-11, 71 in 2025-03, 54 now`: the first, the most in between, and now.
  package var phrase: String { phrase { $0 } }

  /// - Parameter named: the name of a period in the words of the reader.
  func phrase(_ named: (String) -> String) -> String {
    let peak = points.dropFirst().max { ($0.open, $1.period) < ($1.open, $0.period) }
    let shown = [points[0]] + [peak].compactMap { $0 }.filter { $0.open > max(points[0].open, now) }
    let words = shown.enumerated().map { place, point in
      "\(point.open)\(place == 0 ? " open" : "") \(step == .day ? "on" : "in") \(named(point.period))"
    }
    return words.joined(separator: ", ") + ", \(now) now"
  }

  /// A character for each point, the latest last, as high as its share of the most.
  package var line: String {
    let values = points.suffix(11).map(\.open) + [now]
    let most = max(1, values.max() ?? 1)
    return values.map { Sparkline.mark(step: $0 * (Sparkline.steps - 1) / most) }.joined()
  }

  var json: JSONText {
    .object([
      ("every", .string(step.rawValue)), ("open", .int(now)),
      (
        "points",
        .array(points.map { .object([("period", .string($0.period)), ("open", .int($0.open))]) })
      ),
    ])
  }
}
