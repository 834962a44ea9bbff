@testable import Children

/// Two rates of trials that are independent of each other: one tap of each child, and different children.
///
/// Several taps of a child are not independent: `RateDifference(before:after:)` is for those, and the z tests here,
/// which would then find differences that are none, must not be used.
struct TwoRates: Hashable, Sendable {
  private static let most = 1_000_000

  let x1: Int
  let n1: Int
  let x2: Int
  let n2: Int

  /// - Returns: nil unless 0 <= x <= n and 1 <= n <= 1 000 000 for both.
  init?(x1: Int, n1: Int, x2: Int, n2: Int) {
    guard (1...TwoRates.most).contains(n1), (1...TwoRates.most).contains(n2), (0...n1).contains(x1),
      (0...n2).contains(x2)
    else { return nil }
    (self.x1, self.n1, self.x2, self.n2) = (x1, n1, x2, n2)
  }

  var difference: Double { Double(x2) / Double(n2) - Double(x1) / Double(n1) }

  /// Newcombe's square-and-add interval on Wilson's limits (Newcombe 1998b, method 10).
  func newcombe(confidence: Double = 0.95) -> Interval? {
    guard let first = RateInterval.wilson(Double(x1), of: Double(n1), confidence: confidence),
      let second = RateInterval.wilson(Double(x2), of: Double(n2), confidence: confidence)
    else { return nil }
    return RateDifference(
      before: Double(x1) / Double(n1), first, after: Double(x2) / Double(n2), second
    ).interval
  }

  /// Wald's interval after one hit and one miss were added to each group (Agresti and Caffo 2000). Not clamped.
  func agrestiCaffo(confidence: Double = 0.95) -> Interval? {
    guard let z = NormalDistribution.z(confidence: confidence) else { return nil }
    let (m1, m2) = (Double(n1) + 2, Double(n2) + 2)
    let (q1, q2) = ((Double(x1) + 1) / m1, (Double(x2) + 1) / m2)
    let half = z * (q1 * (1 - q1) / m1 + q2 * (1 - q2) / m2).squareRoot()
    return Interval(low: q2 - q1 - half, high: q2 - q1 + half)
  }

  /// The z of the pooled test: d / √(P(1-P)(1/n1 + 1/n2)). Nil if all hit or all missed.
  ///
  /// For large samples of independent trials; nothing in this program judges with it.
  var pooledZ: Double? {
    let pooled = Double(x1 + x2) / Double(n1 + n2)
    let variance = pooled * (1 - pooled) * (1 / Double(n1) + 1 / Double(n2))
    return variance > 0 ? difference / variance.squareRoot() : nil
  }

  /// The same times √((N-1)/N), which is nearer to the truth for small samples (Campbell 2007).
  var pooledZLessOne: Double? {
    let total = Double(n1 + n2)
    return pooledZ.map { $0 * ((total - 1) / total).squareRoot() }
  }
}
