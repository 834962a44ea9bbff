/// The regularised incomplete beta function and its inverse, on which the exact limits rest.
package enum Beta {
  /// The largest a + b.
  ///
  /// The logarithms of gamma functions lose digits as they grow: 1e-11 of the result is uncertain at a + b = 10 000,
  /// 1e-8 at the end.
  static let largest = 1e7

  /// The x at which I_x(a, b) = p: the quantile of the beta distribution, by bisection.
  ///
  /// Bisection and not Newton: the density can be steep beyond measure at the ends, and a verdict hangs on the limit.
  ///
  /// - Returns: nil unless 0 <= p <= 1 and a, b > 0 with a + b <= 1e7.
  package static func inverse(_ p: Double, _ a: Double, _ b: Double) -> Double? {
    guard p >= 0, p <= 1, isGood(a, b) else { return nil }
    if p == 0 { return 0 }
    if p == 1 { return 1 }
    let logOfBeta = logOfBeta(a, b)
    return Bisection.place(from: 0, to: 1) { x in
      regularized(x, a, b, logOfBeta: logOfBeta).map { $0 < p }
    }
  }

  /// ln B(a, b), for arguments that are known to be good.
  static func logOfBeta(_ a: Double, _ b: Double) -> Double {
    Gamma.logOfPositive(a) + Gamma.logOfPositive(b) - Gamma.logOfPositive(a + b)
  }

  static func isGood(_ a: Double, _ b: Double) -> Bool { a > 0 && b > 0 && a + b <= largest }

  /// I_x(a, b) by a continued fraction, from the side on which it converges fast.
  ///
  /// Formula: x^a (1-x)^b / (a B(a, b)) times the fraction of DLMF 8.17.22; I_x(a, b) = 1 - I_(1-x)(b, a).
  /// Source: Abramowitz and Stegun 1964, 26.5.8; Lentz 1976.
  ///
  /// - Returns: nil if the fraction does not settle.
  static func regularized(_ x: Double, _ a: Double, _ b: Double, logOfBeta: Double) -> Double? {
    if x == 0 { return 0 }
    if x == 1 { return 1 }
    let front = Elementary.e(to: a * Elementary.ln(x) + b * Elementary.lnOnePlus(-x) - logOfBeta)
    if x < (a + 1) / (a + b + 2) { return fraction(x, a, b).map { front / ($0 * a) } }
    return fraction(1 - x, b, a).map { 1 - front / ($0 * b) }
  }

  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double? {
    var lentz = Lentz(first: 1)
    // It settles within some multiple of the square root of the larger argument: about 3000 at the end.
    for step in 0..<50_000 {
      let m = Double(step)
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      if lentz.take(numerator: odd, denominator: 1) { return lentz.value }
      let n = m + 1
      let even = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n))
      if lentz.take(numerator: even, denominator: 1) { return lentz.value }
    }
    return nil
  }
}
