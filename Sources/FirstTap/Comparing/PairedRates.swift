/// The same children with two versions: whether they differ by the sign-flip test, and by how much.
///
/// The limits are those of `RateDifference`, narrower the more a child's two rates go together. That correlation is
/// taken from the children, not below 0 and not above what children can show whose taps go together as little as
/// `Estimate` assumes at least: m taps of a child with the correlation 0.2 repeat each other by
/// 0.2 / (0.2 + 0.8/m) (Spearman 1910; Brown 1910). Few children who happen to be alike would otherwise give limits of
/// no width.
package struct PairedRates: Hashable, Sendable {
  /// Second version minus first, one for each child.
  package let differences: [Double]
  package let test: SignFlip
  /// Nil for one child.
  package let difference: RateDifference?
  /// Whether the limits leave out "no difference" and the test does at 0.05.
  package var isChange: Bool { test.p < 0.05 && difference?.isChange == true }

  /// - Returns: nil without a child who has taps with both versions; who has none with one of them is left out.
  package init?(_ pairs: [(first: ChildTaps, second: ChildTaps)]) {
    let scored = pairs.filter { $0.first.taps > 0 && $0.second.taps > 0 }
    let rates = scored.map { (first: $0.first.rate ?? 0, second: $0.second.rate ?? 0) }
    differences = rates.map { $0.second - $0.first }
    guard let test = SignFlip(differences) else { return nil }
    self.test = test
    let ceiling = min(PairedRates.repeatability(scored.map(\.first)), PairedRates.repeatability(scored.map(\.second)))
    difference = RateDifference(
      before: Estimate(scored.map(\.first)), after: Estimate(scored.map(\.second)),
      correlation: min(ceiling, max(0, PairedRates.correlation(rates))), confidence: Estimate.confidence)
  }

  private static func repeatability(_ children: [ChildTaps]) -> Double {
    let floor = Estimate.correlationFloor
    let weights = children.reduce(0) { $0 + floor / (floor + (1 - floor) / Double($1.taps)) }
    return weights / Double(max(1, children.count))
  }

  /// Pearson's; 0 where one of the versions came out alike for all.
  private static func correlation(_ rates: [(first: Double, second: Double)]) -> Double {
    let count = Double(rates.count)
    let means = rates.reduce((0.0, 0.0)) { ($0.0 + $1.first / count, $0.1 + $1.second / count) }
    var (cross, first, second) = (0.0, 0.0, 0.0)
    for rate in rates {
      let (a, b) = (rate.first - means.0, rate.second - means.1)
      (cross, first, second) = (cross + a * b, first + a * a, second + b * b)
    }
    return first > 1e-15 && second > 1e-15 ? cross / (first * second).squareRoot() : 0
  }
}
