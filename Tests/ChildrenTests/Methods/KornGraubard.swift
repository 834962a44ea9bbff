@testable import Children

/// Exact limits for a pooled rate at its effective sample size, corrected for how few the children are.
///
/// Formula: n = N / design effect, at most N; n* = n (t_(N-1) / t_(K-1))²; Clopper-Pearson on n* P of n*.
/// Source: Korn and Graubard 1998. Honest and very wide for few children; kept to compare the primary method with.
struct KornGraubard: Hashable, Sendable {
  /// n.
  let effectiveSize: Double
  /// n*.
  let adjustedSize: Double
  let interval: Interval

  /// - Returns: nil unless two children have taps, one of them more than one, and there are hits and misses that vary
  ///   between children.
  init?(_ all: [ChildTaps], confidence: Double = 0.95) {
    guard let size = ClusterSpread(all)?.effectiveSize, confidence > 0, confidence < 1 else { return nil }
    let scored = all.filter { $0.taps > 0 }
    let total = Double(scored.reduce(0) { $0 + $1.taps })
    let p = (1 + confidence) / 2
    guard let many = StudentDistribution.quantile(p, degreesOfFreedom: total - 1),
      let few = StudentDistribution.quantile(p, degreesOfFreedom: Double(scored.count - 1))
    else { return nil }
    effectiveSize = min(total, size)
    adjustedSize = effectiveSize * (many / few) * (many / few)
    let pooled = Double(scored.reduce(0) { $0 + $1.hits }) / total
    guard let interval = RateInterval.clopperPearson(adjustedSize * pooled, of: adjustedSize, confidence: confidence)
    else { return nil }
    self.interval = interval
  }
}
