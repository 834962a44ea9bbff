/// The limits of a chart of rates, group by group, with Laney's allowance for groups that vary by more or less than
/// chance.
///
/// Formula: p̄ = Σx/Σn, s = √(p̄(1-p̄)/n), z = (x/n - p̄)/s, σz = the mean of |z - z before| / 1.128; limits p̄ ± 3s for
/// the p chart and p̄ ± 3sσz for Laney's, within 0 to 1. Source: Shewhart 1931; Laney 2002.
package struct LaneyChart: Hashable, Sendable {
  /// Fewer groups than these give limits that are still moving.
  package static let fewestGroups = 12

  package let center: Double
  /// Nil if all hit or all missed.
  package let sigmaZ: Double?
  package let plainLimits: [Interval]
  package let limits: [Interval]

  package var isProvisional: Bool { limits.count < LaneyChart.fewestGroups }

  /// For groups of children: how many hits of how many independent taps their taps are worth.
  ///
  /// - Returns: nil unless there are two groups of 1 to 1 000 000 trials.
  package init?(effective groups: [(x: Double, n: Double)]) {
    guard groups.count >= 2, groups.allSatisfy({ $0.n >= 1 && $0.n <= 1e6 && $0.x >= 0 && $0.x <= $0.n }) else {
      return nil
    }
    let total = groups.reduce(0.0) { $0 + $1.n }
    let mean = groups.reduce(0.0) { $0 + $1.x } / total
    let deviations = groups.map { (mean * (1 - mean) / $0.n).squareRoot() }
    func around(_ factor: Double) -> [Interval] {
      deviations.map { Interval(low: mean - 3 * $0 * factor, high: mean + 3 * $0 * factor).clampedToRate }
    }
    center = mean
    plainLimits = around(1)
    guard mean > 0, mean < 1 else {
      sigmaZ = nil
      limits = plainLimits
      return
    }
    let scores = zip(groups, deviations).map { ($0.x / $0.n - mean) / $1 }
    let moves = zip(scores, scores.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
    let sigma = moves / Double(scores.count - 1) / 1.128
    sigmaZ = sigma
    limits = around(sigma)
  }
}
