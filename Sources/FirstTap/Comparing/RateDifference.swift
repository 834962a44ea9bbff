/// The difference of two rates with its limits: after minus before.
package struct RateDifference: Hashable, Sendable {
  package let difference: Double
  package let interval: Interval

  /// Whether the limits leave out "no difference".
  package var isChange: Bool { interval.excludes(0) }

  /// The limits of two rates, squared and added.
  ///
  /// Formula: d - √((p2-l2)² + (u1-p1)²) to d + √((u2-p2)² + (p1-l1)²). Source: Newcombe 1998b, method 10; as a method
  /// of variance estimates recovery (MOVER), Zou and Donner 2008.
  init(before p1: Double, _ first: Interval, after p2: Double, _ second: Interval) {
    func hypotenuse(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
    difference = p2 - p1
    interval = Interval(
      low: difference - hypotenuse(p2 - second.low, first.high - p1),
      high: difference + hypotenuse(second.high - p2, p1 - first.low))
  }

  /// Two groups of different children: MOVER on Wilson's limits, each at the group's effective number of taps.
  ///
  /// For different children only: the same children in both groups would count as twice as many.
  ///
  /// - Returns: nil unless both groups have two children with taps.
  package init?(before: Estimate, after: Estimate) {
    guard let first = before.limits, let second = after.limits, let low = RateDifference.wilson(first),
      let high = RateDifference.wilson(second)
    else { return nil }
    self.init(before: first.rate, low, after: second.rate, high)
  }

  private static func wilson(_ limits: Estimate.Limits) -> Interval? {
    let size = limits.effectiveSize
    return RateInterval.wilson(size * limits.rate, of: size, confidence: Estimate.confidence)
  }
}
