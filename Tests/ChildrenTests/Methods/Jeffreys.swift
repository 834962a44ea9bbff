@testable import Children

extension RateInterval {
  /// The equal-tailed interval of the posterior Beta(x + 1/2, n - x + 1/2).
  ///
  /// Source: Jeffreys 1946; Brown, Cai and DasGupta 2001. Covers 95 % on average over p. Its lower end is above 0 even
  /// where nothing hit; `jeffreys` puts that right.
  ///
  /// - Returns: nil unless n > 0, 0 <= x <= n and 0 < confidence < 1.
  static func jeffreysEqualTailed(_ x: Double, of n: Double, confidence: Double = 0.95) -> Interval? {
    guard isRate(x, of: n), confidence > 0, confidence < 1 else { return nil }
    let tail = (1 - confidence) / 2
    guard let low = Beta.inverse(tail, x + 0.5, n - x + 0.5), let high = Beta.inverse(1 - tail, x + 0.5, n - x + 0.5)
    else { return nil }
    return Interval(low: low, high: high)
  }

  /// The same, from 0 if nothing hit and to 1 if all did (Brown, Cai and DasGupta 2001).
  static func jeffreys(_ x: Double, of n: Double, confidence: Double = 0.95) -> Interval? {
    jeffreysEqualTailed(x, of: n, confidence: confidence).map {
      Interval(low: x == 0 ? 0 : $0.low, high: x == n ? 1 : $0.high)
    }
  }
}
