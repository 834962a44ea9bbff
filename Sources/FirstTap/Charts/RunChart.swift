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
    self.median = median
    self.limits = limits
    useful = sides.count
    self.longest = longest
    self.crossings = crossings
  }
}
