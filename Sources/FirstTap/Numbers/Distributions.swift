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

  /// The z of an interval: 1.96 for a confidence of 0.95. Nil unless 0 < confidence < 1.
  static func z(confidence: Double) -> Double? {
    guard confidence > 0, confidence < 1 else { return nil }
    return quantile((1 + confidence) / 2)
  }
}
