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
