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

  /// The upper limit by itself.
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
