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
    (self.hits, self.taps) = (hits, taps)
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

/// From where to where.
package struct Interval: Hashable, Sendable {
  package let low: Double
  package let high: Double

  /// No further than from 0 to 1.
  var clampedToRate: Interval { Interval(low: min(1, max(0, low)), high: min(1, max(0, high))) }

  /// Whether a value is outside.
  package func excludes(_ value: Double) -> Bool { value < low || value > high }
}

/// Intervals for a rate x of n, by several methods.
///
/// All of these take the n trials as independent of each other. The taps of one child are not: `Estimate` is the method
/// for taps, and uses these with the number of independent taps that all taps are worth.
package enum RateInterval {
  /// Whether x of n is a rate at all, within what the functions below can compute.
  static func isRate(_ x: Double, of n: Double) -> Bool { n > 0 && n <= 5e6 && x >= 0 && x <= n }
}

extension RateInterval {
  /// An interval that holds however often one looks and whenever one stops.
  ///
  /// Formula: all p with B(x+a, n-x+b) / B(a, b) < p^x (1-p)^(n-x) / α, the mixture of Robbins 1970 with a beta prior;
  /// Ville 1939. Wider than an interval for one look.
  ///
  /// For x of n independent trials that a sample is worth, which may be fractions. That it holds for any number of looks
  /// is then no theorem: n is taken from the children. A simulation among the tests looks after each child, and the rate
  /// stays inside in more than 95 % of the tests.
  ///
  /// - Parameter prior: a and b, of at most 1000.
  /// - Returns: nil unless 0 <= x <= n, 0 < n <= 5 000 000, 0 < alpha < 1 and a, b > 0.
  static func alwaysValid(
    _ x: Double, ofEffective n: Double, alpha: Double = 0.05, prior: (a: Double, b: Double) = (0.5, 0.5)
  ) -> Interval? {
    guard n > 0, n <= 5e6, x >= 0, x <= n, alpha > 0, alpha < 1 else { return nil }
    guard prior.a > 0, prior.b > 0, prior.a <= 1_000, prior.b <= 1_000 else { return nil }
    let (hits, misses) = (x, n - x)
    let evidence = Beta.logOfBeta(hits + prior.a, misses + prior.b) - Beta.logOfBeta(prior.a, prior.b)
    let bar = evidence + Elementary.ln(alpha)
    func isInside(_ p: Double) -> Bool {
      let hit = hits == 0 ? 0 : hits * Elementary.ln(p)
      return hit + (misses == 0 ? 0 : misses * Elementary.lnOnePlus(-p)) > bar
    }
    let middle = hits / n
    let low = x == 0 ? 0 : Bisection.place(from: 0, to: middle) { !isInside($0) }
    let high = x == n ? 1 : Bisection.place(from: middle, to: 1) { isInside($0) }
    guard let low, let high else { return nil }
    return Interval(low: low, high: high)
  }
}

extension RateInterval {
  /// The exact interval: all rates for which x or fewer, and x or more, of n are likely enough.
  ///
  /// Formula: BetaInv(α/2; x, n-x+1) to BetaInv(1-α/2; x+1, n-x), closed at 0 and n. Source: Clopper and Pearson 1934;
  /// for fractions of x and n, Korn and Graubard 1998. Covers at least 95 %, mostly more.
  ///
  /// - Returns: nil unless n > 0, 0 <= x <= n and 0 < confidence < 1.
  package static func clopperPearson(_ x: Double, of n: Double, confidence: Double = 0.95) -> Interval? {
    guard let low = lowerLimit(x, of: n, tail: (1 - confidence) / 2),
      let high = upperLimit(x, of: n, tail: (1 - confidence) / 2)
    else { return nil }
    return Interval(low: low, high: high)
  }

  /// The lower limit by itself: with `tail` 0.05 the one-sided limit of 95 %.
  package static func lowerLimit(_ x: Double, of n: Double, tail: Double) -> Double? {
    guard isRate(x, of: n), tail > 0, tail < 1 else { return nil }
    if x == 0 { return 0 }
    return x == n ? Elementary.e(to: Elementary.ln(tail) / n) : Beta.inverse(tail, x, n - x + 1)
  }

  package static func upperLimit(_ x: Double, of n: Double, tail: Double) -> Double? {
    guard isRate(x, of: n), tail > 0, tail < 1 else { return nil }
    if x == n { return 1 }
    return x == 0 ? -Elementary.eMinusOne(to: Elementary.ln(tail) / n) : Beta.inverse(1 - tail, x + 1, n - x)
  }
}

extension RateInterval {
  /// The score interval, which inverts the test of p = p0 with the normal distribution.
  ///
  /// Formula: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n). Source: Wilson 1927; Newcombe 1998a.
  /// Covers 95 % on average over p and less for some p; x and n may be fractions.
  ///
  /// - Returns: nil unless n > 0, 0 <= x <= n and 0 < confidence < 1.
  package static func wilson(_ x: Double, of n: Double, confidence: Double = 0.95) -> Interval? {
    guard isRate(x, of: n), let z = NormalDistribution.z(confidence: confidence) else { return nil }
    return wilson(x, of: n, z: z)
  }

  static func wilson(_ x: Double, of n: Double, z: Double) -> Interval {
    let (p, square) = (x / n, z * z)
    let middle = (p + square / (2 * n)) / (1 + square / n)
    let half = z * (p * (1 - p) / n + square / (4 * n * n)).squareRoot() / (1 + square / n)
    return Interval(low: x == 0 ? 0 : max(0, middle - half), high: x == n ? 1 : min(1, middle + half))
  }
}

/// How many children a target takes by the primary method.
package enum NeededChildren {
  /// The most children that are tried.
  package static let most = 100_000

  /// The fewest children, never under 5, whose lower limit reaches the target if their mean rate comes out as `rate`.
  ///
  /// With n_eff = n_cap, so as if children differed by no more than a correlation of 0.2 brings. About half of all tests
  /// of a button with that rate come out lower, and need more children.
  ///
  /// - Parameters:
  ///   - taps: scored taps of each child.
  ///   - rate: 1 if all hit.
  /// - Returns: nil unless 0 < target < rate <= 1, taps is from 1 to a million, and 100 000 children are enough.
  package static func children(target: Double, taps: Int, rate: Double = 1) -> Int? {
    guard target > 0, target < rate, rate <= 1, (1...ChildTaps.mostTaps).contains(taps) else { return nil }
    let each = Estimate.largestSize(taps: [taps])
    return Bisection.smallest(from: Verdict.fewestToMeet, to: most) { children in
      let size = Double(children) * each
      return (RateInterval.lowerLimit(size * rate, of: size, tail: (1 - Estimate.confidence) / 2) ?? 0) >= target
    }
  }
}

/// What a planned number of children can show, for any results.
package enum Attainable {
  /// The highest target that these children can meet: the lower limit if not one tap misses.
  ///
  /// As in `NeededChildren`, children differ by no more than a correlation of 0.2 brings.
  /// - Parameter taps: scored taps of each child.
  /// - Returns: a share of 1; nil for fewer children than a verdict of `met` takes, or taps that are no number of them.
  package static func target(children: Int, taps: Int) -> Double? {
    guard children >= Verdict.fewestToMeet, (1...ChildTaps.mostTaps).contains(taps) else { return nil }
    let size = Double(children) * Estimate.largestSize(taps: [taps])
    return RateInterval.lowerLimit(size, of: size, tail: (1 - Estimate.confidence) / 2)
  }

  /// The lowest mean rate of these children with which the target is met, in steps of one tap.
  ///
  /// - Returns: a share of 1; nil where not even a test without a miss meets the target.
  package static func rate(for target: Double, children: Int, taps: Int) -> Double? {
    guard target > 0, let best = Self.target(children: children, taps: taps), best >= target else { return nil }
    let (all, size) = (children * taps, Double(children) * Estimate.largestSize(taps: [taps]))
    let hits = Bisection.smallest(from: 0, to: all) { hits in
      let limit = RateInterval.lowerLimit(
        size * Double(hits) / Double(all), of: size, tail: (1 - Estimate.confidence) / 2)
      return (limit ?? 0) >= target
    }
    return hits.map { Double($0) / Double(all) }
  }
}
