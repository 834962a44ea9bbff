@testable import Children

/// How alike the taps of one child are, as diagnostics beside an estimate; no verdict rests on them.
struct ClusterSpread: Hashable, Sendable {
  /// The correlation within a child by analysis of variance; may be negative by chance. Nil if all taps are alike.
  ///
  /// (MSB - MSW) / (MSB + (m0-1) MSW). Source: Donner 1986.
  let correlation: Double?
  /// m0, the taps of a typical child: (N - Σm²/N) / (K-1).
  let typicalTaps: Double
  let meanSquareBetween: Double
  let meanSquareWithin: Double
  /// The variance of the pooled rate with children as clusters: K/(K-1) Σ(x - mP)² / N². Source: Cochran 1977, 3.12.
  let variance: Double
  /// That variance over the one of independent taps (Kish 1965). Nil if all taps hit or all missed.
  let designEffect: Double?
  /// N over the design effect.
  let effectiveSize: Double?

  /// - Returns: nil unless two children have taps and one of them more than one.
  init?(_ all: [ChildTaps]) {
    let scored = all.filter { $0.taps > 0 }
    let taps = scored.reduce(0) { $0 + $1.taps }
    guard scored.count >= 2, taps > scored.count else { return nil }
    let (children, total) = (Double(scored.count), Double(taps))
    let pooled = Double(scored.reduce(0) { $0 + $1.hits }) / total
    var (between, within, residuals, squares) = (0.0, 0.0, 0.0, 0.0)
    for child in scored {
      let (m, p) = (Double(child.taps), Double(child.hits) / Double(child.taps))
      between += m * (p - pooled) * (p - pooled)
      within += m * p * (1 - p)
      residuals += (Double(child.hits) - m * pooled) * (Double(child.hits) - m * pooled)
      squares += m * m
    }
    typicalTaps = (total - squares / total) / (children - 1)
    meanSquareBetween = between / (children - 1)
    meanSquareWithin = within / (total - children)
    let whole = meanSquareBetween + (typicalTaps - 1) * meanSquareWithin
    correlation = whole > 0 ? (meanSquareBetween - meanSquareWithin) / whole : nil
    variance = children / (children - 1) * residuals / (total * total)
    let independent = pooled * (1 - pooled) / total
    designEffect = independent > 0 ? variance / independent : nil
    effectiveSize = designEffect.flatMap { $0 > 0 ? total / $0 : nil }
  }
}
