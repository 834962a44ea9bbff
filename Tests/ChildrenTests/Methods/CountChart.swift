@testable import Children

/// The limits of a chart of counts over exposure (a u chart): signs of frustration in a session, for one.
///
/// Formula: ū = Σcounts/Σexposure, limits ū ± 3√(ū/exposure), not below 0. Source: Shewhart 1931; Montgomery 2009.
/// Takes counts as rare and independent.
struct CountChart: Hashable, Sendable {
  let center: Double
  let limits: [Interval]

  /// - Returns: nil unless there is a count from 0 to 1 000 000 for each exposure, and each exposure is above 0.
  init?(counts: [Int], exposure: [Double]) {
    guard !counts.isEmpty, counts.count == exposure.count, counts.allSatisfy((0...1_000_000).contains),
      exposure.allSatisfy({ $0 >= 1e-9 && $0 <= 1e9 })
    else { return nil }
    let mean = counts.reduce(0.0) { $0 + Double($1) } / exposure.reduce(0, +)
    center = mean
    limits = exposure.map { units in
      let half = 3 * (mean / units).squareRoot()
      return Interval(low: max(0, mean - half), high: mean + half)
    }
  }
}
