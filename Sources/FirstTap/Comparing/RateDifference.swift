/// The difference of two rates with its limits: after minus before.
package struct RateDifference: Hashable, Sendable {
  package let difference: Double
  package let interval: Interval

  /// Whether the limits leave out "no difference".
  package var isChange: Bool { interval.excludes(0) }

  /// The limits of two rates, squared and added.
  ///
  /// Formula: d - √((p2-l2)² + (u1-p1)²) to d + √((u2-p2)² + (p1-l1)²). Source: Newcombe 1998b, method 10; as a method
  /// of variance estimates recovery (MOVER), Zou and Donner 2008. Where the rates are correlated, 2r times the product
  /// of both terms is subtracted under each root (Newcombe 1998c, method 10).
  init(before p1: Double, _ first: Interval, after p2: Double, _ second: Interval, correlation: Double = 0) {
    func hypotenuse(_ a: Double, _ b: Double) -> Double {
      max(0, a * a + b * b - 2 * correlation * a * b).squareRoot()
    }
    difference = p2 - p1
    interval = Interval(
      low: difference - hypotenuse(p2 - second.low, first.high - p1),
      high: difference + hypotenuse(second.high - p2, p1 - first.low))
  }

  /// Two groups of different children: MOVER on Wilson's limits, each at the group's effective number of taps.
  ///
  /// For different children: of the same children in both groups `PairedRates` knows how far their rates go together.
  ///
  /// - Returns: nil unless both groups have two children with taps.
  package init?(before: Estimate, after: Estimate) {
    self.init(before: before, after: after, correlation: 0, confidence: Estimate.confidence)
  }

  init?(before: Estimate, after: Estimate, correlation: Double, confidence: Double) {
    guard let first = before.limits, let second = after.limits,
      let low = RateDifference.wilson(first, confidence), let high = RateDifference.wilson(second, confidence)
    else { return nil }
    self.init(before: first.rate, low, after: second.rate, high, correlation: correlation)
  }

  /// The p that belongs to the limits of two groups of different children: at a confidence of 1 - p they just touch "no
  /// difference". For many comparisons at once, which `Multiplicity.holm` takes by their p.
  ///
  /// - Returns: nil unless both groups have two children with taps.
  package static func p(before: Estimate, after: Estimate) -> Double? {
    guard RateDifference(before: before, after: after) != nil else { return nil }
    let confidence = Bisection.place(from: 0, to: 1) { confidence in
      RateDifference(before: before, after: after, correlation: 0, confidence: confidence)?.isChange
    }
    return confidence.map { 1 - $0 }
  }

  private static func wilson(_ limits: Estimate.Limits, _ confidence: Double) -> Interval? {
    let size = limits.effectiveSize
    return RateInterval.wilson(size * limits.rate, of: size, confidence: confidence)
  }
}
