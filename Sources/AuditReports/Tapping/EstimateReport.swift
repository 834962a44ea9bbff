package import FirstTap

/// First-tap success of one component or target, and what may be said of it.
package struct EstimateReport: Sendable {
  /// How many children were to take part.
  package enum Plan: Sendable {
    /// Nobody said; those who did are taken as all.
    case unsaid
    case children(Int)
  }

  package let estimate: Estimate
  /// A rate between 0 and 1.
  package let target: Double
  package let plan: Plan
  /// How often the plan looks, its end included.
  package let looks: Int
  /// Scored taps that were planned of each child; nil where nobody said.
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

  /// Children beyond those that were planned: after each of them somebody may have looked once more.
  package var extraLooks: Int {
    guard case .children(let planned) = plan else { return 0 }
    return max(0, estimate.children - planned)
  }

  /// Limits that hold however often one looks, where there may be more looks than one: before the plan's end, after it,
  /// or where several were planned. Nobody counts who read a report, and reading one writes nothing: so it is not how
  /// often people looked that is told, but what holds even if they looked after every child.
  package var limitsForAnyLooks: Interval? {
    guard !planIsComplete || extraLooks > 0 || looks > 1 else { return nil }
    return estimate.limits?.intervalForAnyLooks
  }

  /// With as many taps each as planned, or else as now: the children who would meet the target without a single miss.
  var errorFreeChildrenNeeded: (children: Int, taps: Int)? {
    guard estimate.children > 0 else { return nil }
    let taps = plannedTaps ?? estimate.taps / estimate.children
    return NeededChildren.children(target: target, taps: taps).map { ($0, taps) }
  }
}

extension EstimateReport {
  /// What was seen and what follows, children before taps; the words of the verdict are in it.
  package func sentence(_ text: RateText = .symbol) -> String {
    let goal = "the target of \(text.exact(target))"
    guard estimate.children > 0 else { return "No child has a scored tap, so nothing can be said about \(goal)." }
    let seen = "\(interim)\(counted(estimate.children, "child", "children")), \(counted(estimate.taps, "tap")): "
    guard let limits = estimate.limits else {
      return seen + "\(estimate.hits) hit at the first tap. One child cannot stand for others: not enough evidence to "
        + "say whether \(goal) is met."
    }
    let rate = "on average \(text.mean(limits.rate)) hit at the first tap; for all children it "
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
      ? ": by that the target is still open." : "."
    return extra + "However often one looks, it \(text.range(interval))" + isOpen
  }

  private var interim: String {
    guard case .children(let planned) = plan, !planIsComplete else { return "" }
    return "An interim look: \(planned - estimate.children) of \(planned) planned children are still to come. "
  }

  private func conclusion(_ goal: String) -> String {
    switch (verdict, plan) {
    case (.met, .unsaid): "If these children are all that were planned, \(goal) is met."
    case (.met, .children): "All planned children took part: \(goal) is met."
    case (.notMet, _): "So \(goal) is not met."
    case (.notEnoughEvidence, _), (.noData, _):
      "That is not enough evidence to say whether \(goal) is met."
    }
  }

  /// What a reader has to know beside the sentence.
  func notes(_ text: RateText) -> [String] {
    var notes: [String] = []
    if estimate.childrenWithoutTaps > 0 {
      let left = counted(estimate.childrenWithoutTaps, "child has", "children have")
      notes.append("\(left) no scored tap and \(estimate.childrenWithoutTaps == 1 ? "is" : "are") not counted.")
    }
    if verdict == .notEnoughEvidence { notes += missing(text) }
    if estimate.hits < estimate.taps {
      notes.append("One child's real difficulty is a finding whatever the rate says.")
    }
    return notes
  }

  private func missing(_ text: RateText) -> [String] {
    var notes: [String] = []
    if let interval = estimate.limits?.interval {
      if interval.low >= target, estimate.children < Verdict.fewestToMeet {
        notes.append("A target is met by \(Verdict.fewestToMeet) children at least.")
      }
      if interval.high < target, estimate.children < Verdict.fewestToMiss {
        notes.append("A target is missed by \(Verdict.fewestToMiss) children at least.")
      }
    }
    if let needed = errorFreeChildrenNeeded {
      notes.append(
        "It would take \(needed.children) children with \(counted(needed.taps, "tap")) each and not a single miss to "
          + "meet \(text.exact(target)).")
    }
    return notes + [
      "Small tests can show that a bad button is bad; they can almost never show that a good one is good."
    ]
  }
}
