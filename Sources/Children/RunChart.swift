/// Whether a row of values moved: Anhøj's rules on runs beside the median.
///
/// A point on the median is not useful. A signal is a run of useful points on one side that is longer than
/// round(log2 n + 3), or fewer crossings of the median than the 5 % quantile of Binomial(n - 1, 1/2). Source: Anhøj and
/// Olesen 2014; the R package qicharts2. About 5 % of rows signal by chance.
package struct RunChart: Hashable, Sendable {
  /// With fewer useful points there is no signal, for any runs.
  package static let fewestUseful = 10

  package let median: Double
  /// Points that are not on the median.
  package let useful: Int
  /// The longest run on one side of the median.
  package let longest: Int
  /// Changes from one side to the other.
  package let crossings: Int
  package let limits: Limits

  /// What is still within chance.
  package struct Limits: Hashable, Sendable {
    package let longestMost: Int
    package let crossingsFewest: Int

    /// - Returns: nil unless 1 <= useful <= 100 000.
    package init?(useful: Int) {
      guard (1...100_000).contains(useful) else { return nil }
      longestMost = Int((Elementary.ln(Double(useful)) / Elementary.ln(2) + 3).rounded())
      crossingsFewest = Binomial.quantile(0.05, of: useful - 1)
    }
  }

  package var hasEnough: Bool { useful >= RunChart.fewestUseful }

  package var isSignal: Bool {
    hasEnough && (longest > limits.longestMost || crossings < limits.crossingsFewest)
  }

  /// - Returns: nil unless there is a value off the median, at most 100 000 values, and each is a number.
  package init?(_ values: [Double]) {
    guard !values.isEmpty, values.count <= 100_000, values.allSatisfy(\.isFinite) else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    let median = sorted.count % 2 == 1 ? sorted[middle] : sorted[middle - 1] / 2 + sorted[middle] / 2
    let sides = values.filter { $0 != median }.map { $0 > median }
    guard let limits = Limits(useful: sides.count) else { return nil }
    var (longest, run, crossings) = (1, 1, 0)
    for (before, after) in zip(sides, sides.dropFirst()) {
      run = before == after ? run + 1 : 1
      crossings += before == after ? 0 : 1
      longest = max(longest, run)
    }
    (self.median, self.limits) = (median, limits)
    useful = sides.count
    (self.longest, self.crossings) = (longest, crossings)
  }
}

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
