import AuditFigures
import AuditModel

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
  package var summary: String {
    guard grouping != nil else { return trend.groups.first.map { sentence($0.points) } ?? "" }
    let verdicts = trend.groups.map { Self.verdict($0.points) }
    let words = Verdict.allCases.compactMap { verdict -> String? in
      let count = verdicts.count { $0 == verdict }
      guard count > 0 else { return nil }
      return verdict == .unknown ? "\(count) cannot be compared" : "\(count) \(verdict.rawValue)"
    }
    let list = words.joined(separator: ", ")
    return "\(counted(verdicts.count, "group")): \(list), from the first to the last point of each."
  }

  private func sentence(
    _ points: [TrendPoint], _ percent: KeyPath<Percent, String> = \.text, verdictFirst: Bool = false
  ) -> String {
    guard let (first, last) = Self.ends(points) else { return "No results." }
    func state(_ point: TrendPoint) -> String {
      "\(point.counts.pass) of \(point.counts.judged) evaluated items pass (\(point.compliance[keyPath: percent])); "
        + counted(point.open, "open finding")
    }
    let now = state(points[last])
    if first == last {
      return "Only one data point, \(trend.periods[last].name): \(now)."
    }
    let span = "\(trend.periods[first].name) to \(trend.periods[last].name)"
    let new = points[(first + 1)...last].reduce(0) { $0 + $1.new }
    let more = new > 0 ? " \(counted(new, "item was", "items were")) tested for the first time in this period." : ""
    let verdict = Self.verdict(points)
    let word = verdict == .unknown ? "not comparable" : verdict.rawValue
    let opening = verdictFirst ? "\(word), from \(span)" : "From \(span): \(word)"
    return "\(opening). Start: \(state(points[first])). End: \(now).\(more)"
  }

  /// Notes that explain the figures.
  package var notes: [String] {
    var notes: [String] = []
    if let grouping, grouping.overlaps {
      notes.append(
        "An item counts once per \(grouping.rawValue), so rows can add up to more than the total.")
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
  static func verdict(_ points: [TrendPoint]) -> Verdict {
    guard let (first, last) = ends(points), first < last else { return .unknown }
    let (before, after) = (points[first], points[last])
    guard before.counts.judged > 0, after.counts.judged > 0 else { return .unknown }
    let share = compare(before.counts, after.counts)
    let open = before.open == after.open ? 0 : after.open < before.open ? 1 : -1
    if share == 0, open == 0 { return .unchanged }
    if share >= 0, open >= 0 { return .better }
    return share <= 0 && open <= 0 ? .worse : .mixed
  }

  /// 1 if a larger share passes afterwards, -1 if a smaller one does: exact, not by percentages.
  private static func compare(_ before: CellCounts, _ after: CellCounts) -> Int {
    let one = before.pass.multipliedFullWidth(by: after.judged)
    let other = after.pass.multipliedFullWidth(by: before.judged)
    if one == other { return 0 }
    return (one.high, one.low) < (other.high, other.low) ? 1 : -1
  }

  /// `361 weeks without a change`.
  func stillness(_ count: Int) -> String { "\(counted(count, step.rawValue)) without a change" }

  /// The display name of a group, also without a name.
  func shown(_ name: String?) -> String {
    guard let grouping, let name else { return "all" }
    if grouping == .criterion, name == "house" { return "best practices" }
    return name.isEmpty ? "no \(grouping.rawValue)" : name
  }
}
