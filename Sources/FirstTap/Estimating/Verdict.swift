/// The possible statements about a rate and a target.
package enum Verdict: String, CaseIterable, Sendable {
  case met
  case notMet = "not met"
  case notEnoughEvidence = "not enough evidence"
  case noData = "no data"

  /// The fewest children who can meet a target.
  package static let fewestToMeet = 5
  /// The fewest children who can miss one.
  package static let fewestToMiss = 3
}

extension Estimate {
  /// The verdict, on limits as they are and not as they are shown.
  ///
  /// `met`: 5 children or more, the lower limit reaches the target, and the plan is complete. `not met`: 3 children or
  /// more and the upper limit does not reach it, plan or no plan: a button that is bad is bad now. Else not enough
  /// evidence, as for a target that is not between 0 and 1.
  package func verdict(target: Double, planIsComplete: Bool) -> Verdict {
    guard children > 0 else { return .noData }
    guard target > 0, target < 1, let interval = limits?.interval else { return .notEnoughEvidence }
    if children >= Verdict.fewestToMeet, interval.low >= target, planIsComplete { return .met }
    if children >= Verdict.fewestToMiss, interval.high < target { return .notMet }
    return .notEnoughEvidence
  }
}
