import Base

package enum NormalDistribution {
  /// The z below which a share p lies, by bisection on the tail erfc(z / √2) / 2.
  ///
  /// - Returns: nil unless 0 < p < 1.
  package static func quantile(_ p: Double) -> Double? {
    guard p > 0, p < 1 else { return nil }
    if p == 0.5 { return 0 }
    let tail = min(p, 1 - p)
    let distance = Bisection.place(from: 0, to: 40) { Elementary.errorComplement($0 / 2.0.squareRoot()) / 2 > tail }
    return distance.map { p < 0.5 ? -$0 : $0 }
  }

  /// The z of an interval: 1.96 for a confidence of 0.95. Nil unless 0 < confidence < 1.
  static func z(confidence: Double) -> Double? {
    guard confidence > 0, confidence < 1 else { return nil }
    return quantile((1 + confidence) / 2)
  }
}

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

/// Counts: binomial coefficients, and tosses of a fair coin.
enum Binomial {
  /// ln of n over k, for 0 <= k <= n.
  static func logChoose(_ n: Int, _ k: Int) -> Double {
    Gamma.logOfPositive(Double(n) + 1) - Gamma.logOfPositive(Double(k) + 1) - Gamma.logOfPositive(Double(n - k) + 1)
  }

  /// The chance of exactly k heads in n tosses.
  static func heads(_ k: Int, of n: Int) -> Double {
    Elementary.e(to: logChoose(n, k) - Double(n) * Elementary.ln(2))
  }

  /// The smallest k for which at most k heads in n tosses have a chance of at least p.
  static func quantile(_ p: Double, of n: Int) -> Int {
    var sum = 0.0
    for k in 0..<n {
      sum += heads(k, of: n)
      if sum >= p { return k }
    }
    return n
  }
}

/// Finds a place by halving: slow, and never wrong, astray or endless.
enum Bisection {
  /// The place between `low` and `high` up to which `isBelow` holds, to the last digit that a `Double` has there.
  ///
  /// `isBelow` has to hold up to some place and not behind it. The halves stop shrinking after some 60 steps, or some
  /// 1100 where the place is next to zero.
  ///
  /// - Returns: nil as soon as `isBelow` knows no answer.
  static func place(from low: Double, to high: Double, isBelow: (Double) -> Bool?) -> Double? {
    var (low, high) = (low, high)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return middle }
      guard let below = isBelow(middle) else { return nil }
      if below { low = middle } else { high = middle }
    }
  }

  /// The smallest whole number from `first` to `last` for which `holds`, which then holds for all larger ones.
  ///
  /// - Returns: nil if it does not hold for `last`.
  static func smallest(from first: Int, to last: Int, holds: (Int) -> Bool) -> Int? {
    guard first <= last, holds(last) else { return nil }
    // Doubling first: the answer is mostly small, and large numbers are dear to ask about.
    var (failing, holding, step) = (first - 1, first, 1)
    while holding < last, !holds(holding) {
      failing = holding
      holding = last - holding > step ? holding + step : last
      step *= 2
    }
    while holding - failing > 1 {
      let middle = failing + (holding - failing) / 2
      if holds(middle) { holding = middle } else { failing = middle }
    }
    return holding
  }
}

/// All that this room takes from the C library.
///
/// The libraries differ in the last digit; every result of the room is stable far beyond what is shown or evaluated.
enum Elementary {
  static func ln(_ x: Double) -> Double { log(x) }
  /// ln(1 + x), exact for small x.
  static func lnOnePlus(_ x: Double) -> Double { log1p(x) }
  static func e(to x: Double) -> Double { exp(x) }
  /// e^x - 1, exact for small x.
  static func eMinusOne(to x: Double) -> Double { expm1(x) }
  /// 1 - erf(x), exact far out.
  static func errorComplement(_ x: Double) -> Double { erfc(x) }
}

enum Gamma {
  /// ln Γ(x) for x > 0 by Stirling's series, after x was raised to 10 with Γ(x + 1) = x Γ(x).
  ///
  /// Source: Abramowitz and Stegun 1964, 6.1.40 and 6.1.15. Error below 1e-14 relative, or absolute near 1 and 2.
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
}

/// A continued fraction b0 + a1/(b1 + a2/(b2 + ...)), worked out from its front.
///
/// Source: Lentz 1976, as modified by Thompson and Barnett 1986. A zero on the way is replaced by a tiny number.
struct Lentz {
  private static let tiny = 1e-300

  private(set) var value: Double
  private var upper: Double
  private var lower = 0.0

  init(first: Double) {
    value = first == 0 ? Lentz.tiny : first
    upper = value
  }

  /// Takes the next step; true when it no longer changes the value.
  mutating func take(numerator: Double, denominator: Double) -> Bool {
    lower = denominator + numerator * lower
    if abs(lower) < Lentz.tiny { lower = Lentz.tiny }
    lower = 1 / lower
    upper = denominator + numerator / upper
    if abs(upper) < Lentz.tiny { upper = Lentz.tiny }
    let change = upper * lower
    value *= change
    return abs(change - 1) < 1e-15
  }
}
