@testable import Children

/// Student's interval for the mean of the children's rates.
///
/// Formula: p ± t_(K-1) s/√K. Source: Student 1908. Here to show why it is not used: it has no width where all
/// children agree, and runs above 1. Not clamped.
struct ChildMean: Hashable, Sendable {
  let mean: Double
  let standardError: Double
  let degreesOfFreedom: Int
  let interval: Interval

  /// - Returns: nil unless two children have taps.
  init?(_ all: [ChildTaps], confidence: Double = 0.95) {
    let rates = all.compactMap(\.rate)
    guard rates.count >= 2, confidence > 0, confidence < 1 else { return nil }
    degreesOfFreedom = rates.count - 1
    mean = rates.reduce(0, +) / Double(rates.count)
    let squares = rates.reduce(0) { [mean] in $0 + ($1 - mean) * ($1 - mean) }
    standardError = (squares / Double(degreesOfFreedom) / Double(rates.count)).squareRoot()
    guard let t = StudentDistribution.quantile((1 + confidence) / 2, degreesOfFreedom: Double(degreesOfFreedom)) else {
      return nil
    }
    interval = Interval(low: mean - t * standardError, high: mean + t * standardError)
  }
}
