package import Base
package import Children

/// First-tap success of one component or target, and its verdict.
package struct EstimateReport: Sendable {
  /// The planned number of children.
  package enum Plan: Sendable {
    /// Not specified; the children who took part are assumed to be all.
    case unsaid
    case children(Int)
  }

  package let estimate: Estimate
  /// A rate between 0 and 1.
  package let target: Double
  package let plan: Plan
  /// The number of planned looks, including the end.
  package let looks: Int
  /// Scored taps that were planned of each child; nil if not specified.
  package let plannedTaps: Int?
  /// How many children were planned when the first one took part, if that was changed; nil where it was not.
  let plannedAtFirst: Int?
  /// Whether no child will take part any more.
  let isClosed: Bool

  package init(
    _ estimate: Estimate, target: Double, plan: Plan, looks: Int = 1, plannedTaps: Int? = nil,
    plannedAtFirst: Int? = nil, isClosed: Bool = false
  ) {
    (self.estimate, self.target, self.plan, self.looks) = (estimate, target, plan, looks)
    (self.plannedTaps, self.plannedAtFirst, self.isClosed) = (plannedTaps, plannedAtFirst, isClosed)
  }

  package var planIsComplete: Bool {
    switch plan {
    case .unsaid: true
    case .children(let planned): estimate.children >= planned
    }
  }

  package var verdict: Verdict { estimate.verdict(target: target, planIsComplete: planIsComplete) }

  /// Children beyond those that were planned at first: after each of them, there may have been one more look, whether or not
  /// the plan was changed in between.
  package var extraLooks: Int {
    guard case .children(let planned) = plan else { return 0 }
    return max(0, estimate.children - (plannedAtFirst ?? planned))
  }

  /// Limits that are valid for any number of looks, if there may be more than one: before the end of the plan, after
  /// it, or if several were planned. Reading a report is not recorded, so these limits are not for the actual number of
  /// looks, but for a look after every child.
  package var limitsForAnyLooks: Interval? {
    guard !planIsComplete || extraLooks > 0 || looks > 1 else { return nil }
    return estimate.limits?.intervalForAnyLooks
  }

  /// With the planned taps per child, or else the current ones: the number of children who meet the target without a
  /// miss.
  var errorFreeChildrenNeeded: (children: Int, taps: Int)? {
    guard estimate.children > 0 else { return nil }
    let taps = plannedTaps ?? estimate.taps / estimate.children
    return NeededChildren.children(target: target, taps: taps).map { ($0, taps) }
  }
}

extension EstimateReport {
  /// The results and the conclusion, children before taps; it contains the words of the verdict.
  package func sentence(_ text: RateText = .symbol) -> String {
    let goal = "the target of \(text.exact(target))"
    guard estimate.children > 0 else { return "No scored taps yet: no data about \(goal)." }
    let seen = "\(interim)\(estimate.counts): "
    guard let limits = estimate.limits else {
      return seen + "\(estimate.hits) hit at the first tap. One child is not enough evidence to "
        + "decide whether \(goal) is met."
    }
    let rate = "on average, \(text.mean(limits.rate)) hit at the first tap; the rate of all children "
    return seen + rate + text.range(limits.interval) + ". " + conclusion(goal) + (anyLooks(text).map { " " + $0 } ?? "")
  }

  private func anyLooks(_ text: RateText) -> String? {
    guard let interval = limitsForAnyLooks else { return nil }
    let extra =
      extraLooks > 0
      ? "\(counted(extraLooks, "child", "children")) more than planned\(plannedAtFirst == nil ? "" : " at first"): up to "
        + "\(counted(extraLooks, "extra look")). "
      : ""
    let isOpen =
      (verdict == .met && interval.low < target) || (verdict == .notMet && interval.high >= target)
      ? ": by this interval, the target is still open." : "."
    return extra + "With interim looks, the rate \(text.range(interval))" + isOpen
  }

  private var interim: String {
    guard case .children(let planned) = plan, !planIsComplete else { return "" }
    if isClosed { return "Closed with \(estimate.children) of \(planned) planned children. " }
    return "Interim look: \(planned - estimate.children) of \(planned) planned children have not taken part yet. "
  }

  private func conclusion(_ goal: String) -> String {
    switch (verdict, plan) {
    case (.met, .unsaid): "If these are all planned children, \(goal) is met."
    case (.met, .children): "All planned children took part: \(goal) is met."
    case (.notMet, _): "\(goal.capitalizedFirst) is not met."
    case (.notEnoughEvidence, _), (.noData, _):
      "Not enough evidence to decide whether \(goal) is met."
    }
  }

  func notes(_ text: RateText) -> [String] {
    var notes: [String] = []
    if estimate.childrenWithoutTaps > 0 {
      let left = counted(estimate.childrenWithoutTaps, "child has", "children have")
      notes.append("\(left) no scored tap and \(estimate.childrenWithoutTaps == 1 ? "is" : "are") not counted.")
    }
    if verdict == .notEnoughEvidence { notes += missing(text) }
    if estimate.hits < estimate.taps {
      notes.append("If one child has real difficulty, report it as a finding regardless of the rate.")
    }
    return notes
  }

  private func missing(_ text: RateText) -> [String] {
    var notes: [String] = []
    if let interval = estimate.limits?.interval {
      if interval.low >= target, estimate.children < Verdict.fewestToMeet {
        notes.append("To meet a target, at least \(Verdict.fewestToMeet) children are required.")
      }
      if interval.high < target, estimate.children < Verdict.fewestToMiss {
        notes.append("To miss a target, at least \(Verdict.fewestToMiss) children are required.")
      }
    }
    if let needed = errorFreeChildrenNeeded {
      notes.append(
        "To meet \(text.exact(target)), \(needed.children) children with \(counted(needed.taps, "tap")) each and no "
          + "misses are required.")
    }
    return notes + ["Small samples can show that a target is bad, but rarely that it is good."]
  }
}

extension EstimateReport {
  /// As a page. Nothing in it is colored: not enough evidence must never look like a pass.
  package func page(_ text: RateText) -> Page {
    var facts: [PageItem] = [
      .fact("Children", "\(estimate.children)"),
      .fact("Taps", "\(estimate.taps), \(estimate.hits) hit at the first tap"),
    ]
    if let limits = estimate.limits {
      facts += [
        .fact("Rate", "\(text.mean(limits.rate)), the mean of the children"),
        .fact(
          "Interval",
          "\(text.low(limits.interval.low)) to \(text.high(limits.interval.high)), "
            + "\(text.exact(Estimate.confidence)) confidence interval"),
        .fact("Weight", "equivalent to \(weight(limits.effectiveSize)) independent taps"),
      ]
    }
    facts += [.fact("Target", text.exact(target)), .fact("Verdict", verdict.rawValue)]
    return Page(
      title: "First-tap success",
      sections: [
        PageSection(nil, [.text(sentence(text))]), PageSection("Figures", facts),
        PageSection("Notes", notes(text).map { .text($0) }),
      ])
  }

  private func weight(_ size: Double) -> String { JSONText.digits(of: (size * 10).rounded(.down) / 10) ?? "" }

  /// `a11y.estimate/1`. Rates are fractions of 1 and not rounded; null with too few children.
  package func json(generated: String) -> JSONText {
    let limits = estimate.limits
    var planned: Int?
    if case .children(let count) = plan { planned = count }
    return .object([
      "schema": "a11y.estimate/1", "generated": generated, "children": estimate.children, "taps": estimate.taps,
      "hits": estimate.hits, "children_without_taps": estimate.childrenWithoutTaps, "rate": limits?.rate,
      "low": limits?.interval.low, "high": limits?.interval.high, "confidence": Estimate.confidence,
      "n_eff": limits?.effectiveSize, "method": Estimate.methodVersion, "target": target,
      "any_looks_low": limitsForAnyLooks?.low, "any_looks_high": limitsForAnyLooks?.high, "extra_looks": extraLooks,
      "planned_children": planned, "plan_complete": planIsComplete, "verdict": verdict.rawValue, "sentence": sentence(),
      "notes": notes(.symbol),
    ])
  }
}

extension Estimate {
  /// `8 children, 80 taps`
  var counts: String { "\(counted(children, "child", "children")), \(counted(taps, "tap"))" }
}

/// How rates of a sample are shown: limits rounded outward, in whole percent.
package struct RateText: Sendable {
  /// `%`, or ` percent` for screen readers.
  let unit: String

  package static let symbol = RateText(unit: "%")
  package static let words = RateText(unit: " percent")

  /// The largest whole percent that is not above the rate, by the same arithmetic that reads a target.
  package static func roundedDown(_ rate: Double) -> Int {
    let percent = Int((min(1, max(0, rate)) * 100).rounded(.down))
    if Double(percent) / 100 > rate { return max(0, percent - 1) }
    return percent < 100 && Double(percent + 1) / 100 <= rate ? percent + 1 : percent
  }

  /// The smallest whole percent that is not below the rate.
  package static func roundedUp(_ rate: Double) -> Int {
    let down = roundedDown(rate)
    return Double(down) / 100 >= rate ? down : min(100, down + 1)
  }

  package func low(_ rate: Double) -> String { "\(RateText.roundedDown(rate))" + unit }
  package func high(_ rate: Double) -> String { "\(RateText.roundedUp(rate))" + unit }

  /// A mean of rates, rounded down: its last digits come from adding, so that 0.9 may be a hair under it.
  func mean(_ rate: Double) -> String { "\(RateText.roundedDown(rate + 1e-12))" + unit }

  /// Whether it is for visual output.
  var isForEyes: Bool { unit == "%" }

  /// From 0 to 100% in steps of 5: a line over the interval, a dot at the rate, and an upright at the target.
  ///
  /// It is drawn from the whole percents that the words tell, and shows no more of children than they do.
  static func bar(_ limits: Estimate.Limits, target: Double) -> String {
    let (low, high) = (roundedDown(limits.interval.low), roundedUp(limits.interval.high))
    return (0...20).map { step in
      let from = step * 5
      func holds(_ percent: Int) -> Bool { from <= percent && percent < from + 5 }
      if holds(roundedDown(limits.rate + 1e-12)) { return "●" }
      if holds(roundedDown(target + 1e-12)) { return "│" }
      return from + 5 > low && from <= high ? "─" : "·"
    }.joined()
  }

  static let barKey = "Lines are drawn from 0 to 100%: ● rate, ─ confidence interval, │ target."

  /// A rate that a person chose, with up to two decimals.
  package func exact(_ rate: Double) -> String {
    (JSONText.digits(of: (rate * 10_000).rounded() / 100) ?? "") + unit
  }

  /// `could be as low as 69% or as high as 99%`.
  func range(_ interval: Interval) -> String {
    "could be as low as \(low(interval.low)) or as high as \(high(interval.high))"
  }
}

/// Figures of children in files: with the digits that people see. From more of them it can be computed how far single
/// children differ from the rest.
enum ToldRate {
  static func mean(_ rate: Double?) -> Double? { rate.map { Double(RateText.roundedDown($0 + 1e-12)) / 100 } }
  static func low(_ rate: Double?) -> Double? { rate.map { Double(RateText.roundedDown($0)) / 100 } }
  static func high(_ rate: Double?) -> Double? { rate.map { Double(RateText.roundedUp($0)) / 100 } }
  static func points(_ difference: Double?, _ rule: FloatingPointRoundingRule) -> Double? {
    difference.map { ($0 * 100).rounded(rule) / 100 }
  }
  /// Of what is no share.
  static func nearest(_ value: Double?) -> Double? { value.map { ($0 * 100).rounded() / 100 } }
}

extension JSONText {
  /// The placeholder for numbers that are hidden because they could identify single children. Never 0, never
  /// null: those are results.
  package static var suppressed: JSONText { .object(["suppressed": true]) }
}
