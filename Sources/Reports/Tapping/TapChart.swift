package import Base
package import Children

/// First-tap success over versions or weeks: a row of rates, and whether it changed by more than chance.
///
/// Everything follows from its rates and limits. A point that is hidden is a gap and counts for
/// nothing, and so does a running plan. If the scoring version changed, a new row begins: rates of
/// two versions of a method are never on one line.
package struct TapChart: Sendable {
  package struct Point: Sendable {
    package let name: String
    /// Nil where it is hidden.
    package let estimate: Estimate?
    package var target: Double
    /// By the filtered scoring; nil where it is hidden.
    package var filtered: Estimate?
    /// On the target of its plan; nil where it is hidden.
    package var verdict: Verdict?
    /// Not all planned children took part yet.
    package var isRunning = false
    /// Of another version of the scoring than the point before.
    package var isBreak = false

    package var limits: Estimate.Limits? { estimate?.limits }
  }

  /// `version` or `week`.
  package let unit: String
  package let points: [Point]
  /// Since the last break; nil if all rates are equal, or without any.
  package let run: RunChart?
  /// Each point weighted by its taps.
  package let laney: LaneyChart?
  /// The points that `run` and `laney` are of.
  private let judged: [Point]

  package init(unit: String, _ points: [Point]) {
    (self.unit, self.points) = (unit, points)
    let start = points.lastIndex(where: \.isBreak) ?? 0
    judged = points[start...].filter { $0.limits != nil && !$0.isRunning }
    let limits = judged.compactMap(\.limits)
    run = RunChart(limits.map(\.rate))
    laney = LaneyChart(
      effective: limits.map { (x: min($0.effectiveSize, $0.effectiveSize * $0.rate), n: $0.effectiveSize) })
  }

  /// The points outside of the limits.
  var outside: [String] {
    guard let laney else { return [] }
    return zip(judged, laney.limits).filter { point, limits in point.limits.map { limits.excludes($0.rate) } ?? false }
      .map(\.0.name)
  }

  /// A run, too few crossings, or a point outside of limits that are final.
  package var isSignal: Bool { run?.isSignal == true || (laney?.isProvisional == false && !outside.isEmpty) }

  /// Whether there is anything to show: at least 2 points.
  var isChart: Bool { points.count > 1 }

  /// Whether the rate changed, in words.
  package func sentence(_ text: RateText = .symbol) -> String {
    ([moved(text)] + [limitsSentence, leftOut].compactMap { $0 }).joined(separator: " ")
  }

  private func moved(_ text: RateText) -> String {
    guard judged.count > 1 else { return "Not enough points to detect a change." }
    guard let run else { return "No change detected: all \(judged.count) points are equal." }
    guard run.hasEnough else {
      return
        "\(counted(run.useful, "useful point")): at least \(RunChart.fewestUseful) are required to detect a change by "
        + "more than chance."
    }
    let median = "the median of \(text.mean(run.median))"
    if run.longest > run.limits.longestMost {
      return
        "The rate changed by more than chance: \(run.longest) points in a row are on one side of \(median); by chance "
        + "at most \(run.limits.longestMost) are expected."
    }
    if run.crossings < run.limits.crossingsFewest {
      return
        "The rate changed by more than chance: it crosses \(median) only \(times(run.crossings)); by chance at least "
        + "\(times(run.limits.crossingsFewest)) are expected."
    }
    return
      "No change detected: the longest run is \(run.longest) (at most \(run.limits.longestMost) by chance), and the "
      + "rate crosses \(median) \(times(run.crossings)) (at least \(times(run.limits.crossingsFewest)) by chance)."
  }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private var limitsSentence: String? {
    guard let laney, run != nil else { return nil }
    let found =
      outside.isEmpty
      ? "No point is" : "\(outside.joined(separator: ", ")) \(outside.count == 1 ? "is" : "are")"
    let provisional =
      laney.isProvisional
      ? " The limits are provisional: \(judged.count) of \(LaneyChart.fewestGroups) points." : ""
    return "\(found) outside of Laney's limits.\(provisional)"
  }

  private var leftOut: String? {
    let hidden = points.count { $0.estimate == nil }
    let running = points.count { $0.estimate != nil && $0.isRunning }
    var words: [String] = []
    if hidden > 0 { words.append("\(counted(hidden, "point")) hidden") }
    if running > 0 { words.append("\(running) still running") }
    if let start = points.lastIndex(where: \.isBreak) {
      words.append("\(start) before \(points[start].name), where the scoring version changed")
    }
    return words.isEmpty ? nil : "Not counted: \(words.joined(separator: ", "))."
  }
}

extension TapChart {
  static let hidden = "hidden"

  /// `8 children, 85%, could be as low as 69% or as high as 94%; filtered 86%; not met`
  static func figures(_ point: Point, _ text: RateText) -> String {
    guard let estimate = point.estimate else { return hidden }
    let children = counted(estimate.children, "child", "children")
    let rates = TapStratum.rates(estimate, point.filtered ?? estimate, text)
    let verdict = point.verdict.map { "; \($0.rawValue)" } ?? ""
    return "\(children), \(rates)\(verdict)" + (point.isRunning ? "; still running" : "")
  }

  /// One line per point. What is drawn is for the eyes: it is left out in plain text.
  func items(_ text: RateText, hasBars: Bool) -> [PageItem] {
    points.map { point in
      let bar = hasBars ? point.limits.map { RateText.bar($0, target: point.target) + " " } ?? "" : ""
      let words = (point.isBreak ? "new scoring version: " : "") + Self.figures(point, text)
      return .row(PageRow([point.name], words: [bar + words]))
    } + [.text(sentence(text))] + (hasBars && points.contains { $0.limits != nil } ? [.text(RateText.barKey)] : [])
  }

  package var json: JSONText {
    .object([
      "unit": unit, "points": points.map(Self.json), "run": run.map(Self.json),
      "laney": laney.map { chart in
        JSONText.object([
          "center": ToldRate.mean(chart.center), "sigma_z": ToldRate.nearest(chart.sigmaZ),
          "provisional": chart.isProvisional, "outside": outside,
          "limits": JSONText.objects(chart.limits) { ["low": ToldRate.low($0.low), "high": ToldRate.high($0.high)] },
        ])
      }, "signal": isSignal, "sentence": sentence(),
    ])
  }

  private static func json(_ point: Point) -> JSONText {
    guard let estimate = point.estimate else {
      return .object(["name": point.name, "suppressed": true, "break": point.isBreak])
    }
    return .object(
      ["name": point.name, "children": estimate.children, "taps": estimate.taps]
        + TapStratum.limits(estimate) + [
          "filtered": ToldRate.mean(point.filtered?.limits?.rate), "verdict": point.verdict?.rawValue,
          "running": point.isRunning,
          "break": point.isBreak,
        ])
  }

  private static func json(_ run: RunChart) -> JSONText {
    .object([
      "median": ToldRate.mean(run.median), "useful": run.useful, "longest": run.longest,
      "longest_most": run.limits.longestMost,
      "crossings": run.crossings, "crossings_fewest": run.limits.crossingsFewest, "enough": run.hasEnough,
      "signal": run.isSignal,
    ])
  }
}
