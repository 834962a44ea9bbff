@testable import Children

extension Beta {
  /// - Returns: nil unless 0 <= x <= 1, a > 0, b > 0 and a + b <= 1e7, or if the fraction does not settle.
  static func regularized(_ x: Double, _ a: Double, _ b: Double) -> Double? {
    guard x >= 0, x <= 1, isGood(a, b) else { return nil }
    return regularized(x, a, b, logOfBeta: logOfBeta(a, b))
  }
}
