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

  /// The upper limit by itself.
  package static func upperLimit(_ x: Double, of n: Double, tail: Double) -> Double? {
    guard isRate(x, of: n), tail > 0, tail < 1 else { return nil }
    if x == n { return 1 }
    return x == 0 ? -Elementary.eMinusOne(to: Elementary.ln(tail) / n) : Beta.inverse(1 - tail, x + 1, n - x)
  }
}
