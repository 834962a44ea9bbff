@testable import Children

extension RateInterval {
  /// Wald's interval after z²/2 hits and z²/2 misses were added.
  ///
  /// Formula: q ± z √(q(1-q)/m) with m = n + z², q = (x + z²/2) / m. Source: Agresti and Coull 1998. Simple, a little
  /// wide, and runs out of 0 to 1: for comparison, never for a verdict. Not clamped.
  ///
  /// - Returns: nil unless n > 0, 0 <= x <= n and 0 < confidence < 1.
  static func agrestiCoullUnclamped(_ x: Double, of n: Double, confidence: Double = 0.95) -> Interval? {
    guard isRate(x, of: n), let z = NormalDistribution.z(confidence: confidence) else { return nil }
    let m = n + z * z
    let q = (x + z * z / 2) / m
    let half = z * (q * (1 - q) / m).squareRoot()
    return Interval(low: q - half, high: q + half)
  }

  /// The same within 0 to 1.
  static func agrestiCoull(_ x: Double, of n: Double, confidence: Double = 0.95) -> Interval? {
    agrestiCoullUnclamped(x, of: n, confidence: confidence)?.clampedToRate
  }
}
