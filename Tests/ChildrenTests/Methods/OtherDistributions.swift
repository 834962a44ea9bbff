@testable import Children

extension NormalDistribution {
  /// The chance of a z at least this far from 0 on either side.
  static func twoSided(_ z: Double) -> Double { Elementary.errorComplement(abs(z) / 2.0.squareRoot()) }
}

/// Student's t distribution.
enum StudentDistribution {
  /// The t below which a share p lies, through the beta distribution: t² / (df + t²) is Beta(1/2, df/2).
  ///
  /// Source: Student 1908; Abramowitz and Stegun 1964, 26.7.1.
  ///
  /// - Returns: nil unless 0 < p < 1 and 0 < df <= 1e6.
  static func quantile(_ p: Double, degreesOfFreedom df: Double) -> Double? {
    guard p > 0, p < 1, df > 0, df <= 1e6 else { return nil }
    if p == 0.5 { return 0 }
    let tails = 2 * min(p, 1 - p)
    // From the side on which the share is small, so that no digits are lost in 1 - share.
    guard let share = Beta.inverse(1 - tails, 0.5, df / 2) else { return nil }
    var ratio = share / (1 - share)
    if share > 0.5 {
      guard let rest = Beta.inverse(tails, df / 2, 0.5), rest > 0 else { return nil }
      ratio = (1 - rest) / rest
    }
    let t = (df * ratio).squareRoot()
    return p < 0.5 ? -t : t
  }
}

/// The chi-squared distribution.
enum ChiSquaredDistribution {
  /// The chance of a value of at least x.
  ///
  /// - Returns: nil unless x >= 0 and there is at least one degree of freedom.
  static func upperTail(_ x: Double, degreesOfFreedom df: Int) -> Double? {
    guard x >= 0, df >= 1 else { return nil }
    return df == 1 ? Elementary.errorComplement((x / 2).squareRoot()) : Gamma.upperRegularized(Double(df) / 2, x / 2)
  }
}

/// The incomplete gamma function.
extension Gamma {
  /// Q(a, x), the upper regularised incomplete gamma function: a power series for the complement where x < a + 1,
  /// Lentz's continued fraction elsewhere.
  ///
  /// Source: Abramowitz and Stegun 1964, 6.5.29 and 6.5.31; Lentz 1976.
  ///
  /// - Returns: nil unless 0 < a <= 1e6 and x >= 0, or if it does not settle.
  static func upperRegularized(_ a: Double, _ x: Double) -> Double? {
    guard a > 0, a <= 1e6, x >= 0 else { return nil }
    if x == 0 { return 1 }
    guard x.isFinite else { return 0 }
    let front = Elementary.e(to: a * Elementary.ln(x) - x - logOfPositive(a))
    return x < a + 1 ? series(a, x).map { 1 - front * $0 } : fraction(a, x).map { front * $0 }
  }

  private static let steps = 100_000

  private static func series(_ a: Double, _ x: Double) -> Double? {
    var term = 1 / a
    var sum = term
    for step in 1...steps {
      term *= x / (a + Double(step))
      sum += term
      if term < sum * 1e-16 { return sum }
    }
    return nil
  }

  private static func fraction(_ a: Double, _ x: Double) -> Double? {
    var lentz = Lentz(first: x + 1 - a)
    for step in 1...steps {
      let number = Double(step)
      if lentz.take(numerator: -number * (number - a), denominator: x + 1 - a + 2 * number) { return 1 / lentz.value }
    }
    return nil
  }
}
