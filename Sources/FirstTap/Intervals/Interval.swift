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
