@testable import Children

extension RateInterval {
  /// For independent trials: the first tap of each child, never all taps of all children.
  ///
  /// - Returns: nil unless 1 <= n <= 1 000 000.
  static func alwaysValid(
    _ x: Int, of n: Int, alpha: Double = 0.05, prior: (a: Double, b: Double) = (0.5, 0.5)
  ) -> Interval? {
    guard n >= 1, n <= 1_000_000 else { return nil }
    return alwaysValid(Double(x), ofEffective: Double(n), alpha: alpha, prior: prior)
  }
}
