package import FirstTap

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

  package init(_ estimate: Estimate, target: Double, plan: Plan, looks: Int = 1, plannedTaps: Int? = nil) {
    self.estimate = estimate
    self.target = target
    self.plan = plan
    self.looks = looks
    self.plannedTaps = plannedTaps
  }

  package var planIsComplete: Bool {
    switch plan {
    case .unsaid: true
    case .children(let planned): estimate.children >= planned
    }
  }

  package var verdict: Verdict { estimate.verdict(target: target, planIsComplete: planIsComplete) }

  /// Children beyond those that were planned: after each of them, there may have been one more look.
  package var extraLooks: Int {
    guard case .children(let planned) = plan else { return 0 }
    return max(0, estimate.children - planned)
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
    let seen = "\(interim)\(counted(estimate.children, "child", "children")), \(counted(estimate.taps, "tap")): "
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
      ? "\(counted(extraLooks, "child", "children")) more than planned: up to \(counted(extraLooks, "extra look")). "
      : ""
    let isOpen =
      (verdict == .met && interval.low < target) || (verdict == .notMet && interval.high >= target)
      ? ": by this interval, the target is still open." : "."
    return extra + "With interim looks, the rate \(text.range(interval))" + isOpen
  }

  private var interim: String {
    guard case .children(let planned) = plan, !planIsComplete else { return "" }
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

  /// Notes for the reader.
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
