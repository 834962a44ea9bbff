/// The normal distribution.
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

  /// The chance of a z at least this far from 0 on either side.
  package static func twoSided(_ z: Double) -> Double { Elementary.errorComplement(abs(z) / 2.0.squareRoot()) }

  /// The z of an interval: 1.96 for a confidence of 0.95. Nil unless 0 < confidence < 1.
  static func z(confidence: Double) -> Double? {
    guard confidence > 0, confidence < 1 else { return nil }
    return quantile((1 + confidence) / 2)
  }
}

/// Student's t distribution.
package enum StudentDistribution {
  /// The t below which a share p lies, through the beta distribution: t² / (df + t²) is Beta(1/2, df/2).
  ///
  /// Source: Student 1908; Abramowitz and Stegun 1964, 26.7.1.
  ///
  /// - Returns: nil unless 0 < p < 1 and 0 < df <= 1e6.
  package static func quantile(_ p: Double, degreesOfFreedom df: Double) -> Double? {
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
package enum ChiSquaredDistribution {
  /// The chance of a value of at least x.
  ///
  /// - Returns: nil unless x >= 0 and there is at least one degree of freedom.
  package static func upperTail(_ x: Double, degreesOfFreedom df: Int) -> Double? {
    guard x >= 0, df >= 1 else { return nil }
    return df == 1 ? Elementary.errorComplement((x / 2).squareRoot()) : Gamma.upperRegularized(Double(df) / 2, x / 2)
  }
}
