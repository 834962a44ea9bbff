/// The gamma function and the incomplete one.
package enum Gamma {
  /// The largest argument: beyond it the digits of a logarithm no longer tell two numbers apart.
  static let largest = 1e12

  /// ln Γ(x) by Stirling's series, after x was raised to 10 with Γ(x + 1) = x Γ(x).
  ///
  /// Source: Abramowitz and Stegun 1964, 6.1.40 and 6.1.15. Error below 1e-14 relative, or absolute near 1 and 2.
  ///
  /// - Returns: nil unless 0 < x <= 1e12.
  package static func log(_ x: Double) -> Double? {
    guard x > 0, x <= largest else { return nil }
    return logOfPositive(x)
  }

  /// The same for an argument that is known to be good.
  static func logOfPositive(_ x: Double) -> Double {
    var (raised, product) = (x, 1.0)
    while raised < 10 {
      product *= raised
      raised += 1
    }
    let square = 1 / (raised * raised)
    var series = 1.0 / 156
    for coefficient in [-691.0 / 360_360, 1.0 / 1_188, -1.0 / 1_680, 1.0 / 1_260, -1.0 / 360, 1.0 / 12] {
      series = series * square + coefficient
    }
    let halfLogOfTwoPi = 0.918_938_533_204_672_8
    return (raised - 0.5) * Elementary.ln(raised) - raised + halfLogOfTwoPi + series / raised - Elementary.ln(product)
  }

  /// Q(a, x), the upper regularised incomplete gamma function: a power series for the complement where x < a + 1,
  /// Lentz's continued fraction elsewhere.
  ///
  /// Source: Abramowitz and Stegun 1964, 6.5.29 and 6.5.31; Lentz 1976.
  ///
  /// - Returns: nil unless 0 < a <= 1e6 and x >= 0, or if it does not settle.
  package static func upperRegularized(_ a: Double, _ x: Double) -> Double? {
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
