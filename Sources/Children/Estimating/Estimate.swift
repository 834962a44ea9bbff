/// The rate of first-tap success with its limits: the primary method, version 1.
///
/// Children are the independent unit, not taps: a child who misses once is likely to miss again, so that many taps of
/// few children say less than as many taps of many children. For K children with m taps and x hits each:
///
///     p      the mean of x/m over the children
///     s²     the variance of x/m over the children, with K - 1
///     n_raw  p(1-p)K / s², the independent taps that such a spread would come from; endless if s² <= 1e-15
///     n_cap  K² / Σ(0.2 + 0.8/m), the independent taps that K children are worth at a correlation of 0.2 within a child
///     n_eff  n_raw, at least K and at most n_cap
///
/// The limits are those of Clopper and Pearson for n_eff p of n_eff, at 95 %. The floor of 0.2 stands for what few
/// children cannot show: that they agree with each other does not mean that their taps are independent.
///
/// Sources: Korn and Graubard 1998 for exact limits at an effective sample size; Kish 1965 for 1 + (m-1)ρ. Pooling all
/// taps into one interval says "met" falsely in up to 21 % of tests at a correlation of 0.2; this does in less than 5 %
/// from 5 children on and up to a correlation of 0.4 (a simulation among the tests shows both).
package struct Estimate: Hashable, Sendable {
  /// The version of the method; a rate of another version is not compared with this one.
  package static let methodVersion = 1
  package static let confidence = 0.95
  /// The correlation between the taps of one child that is assumed at least.
  static let correlationFloor = 0.2

  /// Children with a scored tap.
  package let children: Int
  /// Children without one, who are not counted above.
  package let childrenWithoutTaps: Int
  package let taps: Int
  package let hits: Int
  /// Nil for fewer than two children: one child's rate does not apply to other children.
  package let limits: Limits?

  /// What two children and more are needed for.
  package struct Limits: Hashable, Sendable {
    /// The mean of the children's rates.
    package let rate: Double
    /// The variance of the children's rates.
    package let variance: Double
    /// n_raw; nil is endless.
    package let rawSize: Double?
    package let largestSize: Double
    /// n_eff: how many independent taps all these taps are worth.
    package let effectiveSize: Double
    package let interval: Interval

    /// Wider limits, which hold however often one looks while children are still coming.
    package var intervalForAnyLooks: Interval? {
      RateInterval.alwaysValid(min(effectiveSize, effectiveSize * rate), ofEffective: effectiveSize)
    }
  }

  package init(_ all: [ChildTaps]) {
    let scored = all.filter { $0.taps > 0 }
    children = scored.count
    childrenWithoutTaps = all.count - scored.count
    taps = scored.reduce(0) { $0 + $1.taps }
    hits = scored.reduce(0) { $0 + $1.hits }
    limits = Limits(scored, hits: hits, taps: taps)
  }

  /// n_cap for children with these numbers of taps each.
  static func largestSize(taps: [Int]) -> Double {
    let children = Double(taps.count)
    let weights = taps.reduce(0) { $0 + correlationFloor + (1 - correlationFloor) / Double($1) }
    return children * children / weights
  }
}

extension Estimate.Limits {
  /// Nil unless there are two, all with taps.
  fileprivate init?(_ scored: [ChildTaps], hits: Int, taps: Int) {
    let rates = scored.compactMap(\.rate)
    guard rates.count >= 2 else { return nil }
    let count = Double(rates.count)
    // Not the sum of rates where all hit or all missed: it may miss 1 by its last digit.
    let mean = hits == taps ? 1 : hits == 0 ? 0 : rates.reduce(0, +) / count
    variance = rates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    rawSize = variance <= 1e-15 ? nil : mean * (1 - mean) * count / variance
    largestSize = Estimate.largestSize(taps: scored.map(\.taps))
    effectiveSize = min(largestSize, rawSize.map { max(count, $0) } ?? largestSize)
    rate = mean
    let trials = effectiveSize
    guard let interval = RateInterval.clopperPearson(trials * mean, of: trials, confidence: Estimate.confidence) else {
      return nil
    }
    self.interval = interval
  }
}

/// The estimate between its bounds where children did not try: every such trial a miss, or every one a hit.
///
/// It is unknown what a child who did not try would have hit. Leaving the trial out flatters the button if children do
/// not try what they find hard. Manski 1989: only what holds at both bounds is known.
package struct BoundedEstimate: Hashable, Sendable {
  /// Trials without an attempt count as misses.
  package let atWorst: Estimate
  /// Trials without an attempt count as hits.
  package let atBest: Estimate

  /// - Parameter children: what each child did, and how many of its trials it did not attempt.
  /// - Throws: the problem of a child whose counts are too large or negative.
  package init(_ children: [(tried: ChildTaps, notAttempted: Int)]) throws(ChildTapsProblem) {
    var (worst, best): ([ChildTaps], [ChildTaps]) = ([], [])
    for (tried, notAttempted) in children {
      guard notAttempted >= 0 else { throw .negative }
      guard notAttempted <= ChildTaps.mostTaps else { throw .tooMany }
      worst.append(try tried.joined(with: ChildTaps(hits: 0, taps: notAttempted)))
      best.append(try tried.joined(with: ChildTaps(hits: notAttempted, taps: notAttempted)))
    }
    atWorst = Estimate(worst)
    atBest = Estimate(best)
  }

  /// The verdict on which both bounds agree, otherwise not enough evidence.
  package func verdict(target: Double, planIsComplete: Bool) -> Verdict {
    let worst = atWorst.verdict(target: target, planIsComplete: planIsComplete)
    let best = atBest.verdict(target: target, planIsComplete: planIsComplete)
    return worst == best ? worst : .notEnoughEvidence
  }
}

/// What one child did: how many scored taps, and how many of them hit at the first tap.
///
/// One child is one of these, however many sessions it came to: `joined` puts two sessions of a child together.
package struct ChildTaps: Hashable, Sendable {
  /// The most taps of one child.
  package static let mostTaps = 1_000_000

  /// Trials whose first contact activated the target.
  package let hits: Int
  /// Scored trials. None if the child came and nothing could be scored.
  package let taps: Int

  /// A child without a scored tap.
  package static let none = ChildTaps()

  private init() { (hits, taps) = (0, 0) }

  /// - Throws: what is wrong with the counts.
  package init(hits: Int, taps: Int) throws(ChildTapsProblem) {
    guard hits >= 0, taps >= 0 else { throw .negative }
    guard taps <= ChildTaps.mostTaps else { throw .tooMany }
    guard hits <= taps else { throw .moreHitsThanTaps(hits: hits, taps: taps) }
    self.hits = hits
    self.taps = taps
  }

  /// The share of hits; nil without a scored tap.
  package var rate: Double? { taps > 0 ? Double(hits) / Double(taps) : nil }

  /// This child's taps of two sessions as one.
  package func joined(with other: ChildTaps) throws(ChildTapsProblem) -> ChildTaps {
    try ChildTaps(hits: hits + other.hits, taps: taps + other.taps)
  }
}

/// Why two numbers are not the taps of a child.
package enum ChildTapsProblem: Error, Hashable, Sendable {
  case negative
  case moreHitsThanTaps(hits: Int, taps: Int)
  case tooMany
}

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
