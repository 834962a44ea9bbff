import AuditModel

/// The sentences that every form of a trend shares. Never more than the numbers bear: better and worse are said of the
/// share that passes and of the open findings together, and new cells are named, for they move both.
extension TrendReport {
  enum Verdict: String, CaseIterable {
    case better, worse, mixed, unchanged
    /// Too few points to compare, or nothing judged at one of the ends.
    case unknown
  }

  /// The title of every form.
  package var title: String {
    let subject = grouping.map { " of each \($0.rawValue)" } ?? ""
    let span = [trend.periods.first?.name, trend.periods.last?.name].compactMap { $0 }
    let words = span.first == span.last ? span.first ?? "" : span.joined(separator: " to ")
    return "Trend\(subject) by \(step.rawValue), \(words)"
  }

  /// What the trend says, in one sentence or a few.
  package var summary: String {
    guard grouping != nil else { return trend.groups.first.map { sentence($0.points) } ?? "" }
    let verdicts = trend.groups.map { Self.verdict($0.points) }
    let words = Verdict.allCases.compactMap { verdict -> String? in
      let count = verdicts.count { $0 == verdict }
      guard count > 0 else { return nil }
      return verdict == .unknown ? "\(count) cannot be compared" : "\(count) \(verdict.rawValue)"
    }
    let list = words.joined(separator: ", ")
    return "\(counted(verdicts.count, "group")): \(list), from the first point of each to its last."
  }

  private func sentence(_ points: [TrendPoint]) -> String {
    guard let (first, last) = Self.ends(points) else { return "Nothing was observed." }
    let now = "\(Self.share(points[last])); \(counted(points[last].open, "open finding"))"
    if first == last {
      return "One point only, \(trend.periods[last].name): \(now). There is nothing to compare it with."
    }
    let before = "\(Self.share(points[first])); \(counted(points[first].open, "open finding"))"
    let span = "From \(trend.periods[first].name) to \(trend.periods[last].name)"
    let new = points[(first + 1)...last].reduce(0) { $0 + $1.new }
    let more = new > 0 ? " \(counted(new, "cell was", "cells were")) answered for the first time in between." : ""
    let verdict = Self.verdict(points)
    let word = verdict == .unknown ? "there is nothing to compare" : verdict.rawValue
    return "\(span): \(word). Before, \(before). At the end, \(now).\(more)"
  }

  /// What is not said by the figures alone.
  package var notes: [String] {
    var notes: [String] = []
    if let grouping, grouping.overlaps {
      notes.append(
        "A cell counts in each \(grouping.rawValue) it belongs to, so the lines add up to more than there is.")
    }
    if let grouping, grouping.followsResult {
      notes.append("A cell counts for the \(grouping.rawValue) of the result it shows; untested cells are nobody's.")
    } else if trend.groups.contains(where: { $0.points.contains { $0.counts.untested > 0 } }) {
      notes.append(
        "Untested are cells that the plan of today asks for and nobody had tested by then, of components that were there."
      )
    }
    if trend.groups.contains(where: { $0.points.contains { !$0.isGap && $0.oldest == nil } }) {
      notes.append("How old the evidence of every point was is said with --age.")
    }
    if let sentence = ahead.sentence { notes.append(sentence) }
    return notes
  }

  private static func share(_ point: TrendPoint) -> String {
    "\(point.counts.pass) of \(point.counts.judged) judged pass (\(point.compliance.text))"
  }

  private static func ends(_ points: [TrendPoint]) -> (Int, Int)? {
    let values = points.indices.filter { !points[$0].isGap }
    guard let first = values.first, let last = values.last else { return nil }
    return (first, last)
  }

  /// Better: a larger share passes and no more findings are open, or as much and fewer. Worse likewise.
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

  /// 1 where a larger share passes afterwards, -1 where a smaller one does: exactly, not by percentages.
  private static func compare(_ before: CellCounts, _ after: CellCounts) -> Int {
    let one = before.pass.multipliedFullWidth(by: after.judged)
    let other = after.pass.multipliedFullWidth(by: before.judged)
    if one == other { return 0 }
    return (one.high, one.low) < (other.high, other.low) ? 1 : -1
  }

  /// `361 weeks without a change`.
  func stillness(_ count: Int) -> String { "\(counted(count, step.rawValue)) without a change" }

  /// What people read for a group that has no name.
  func shown(_ name: String?) -> String {
    guard let grouping, let name else { return "all" }
    if grouping == .criterion, name == "house" { return "house rules" }
    return name.isEmpty ? "no \(grouping.rawValue)" : name
  }
}
