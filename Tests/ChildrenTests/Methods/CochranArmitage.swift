@testable import Children

/// Whether a rate rises or falls with a size, an age or another score.
///
/// Formula: z = Σt(x - nP) / √(P(1-P)(Σnt² - (Σnt)²/N)). Source: Cochran 1954, Armitage 1955. For independent trials:
/// one tap of each child. A score for sizes is their millimetres.
struct CochranArmitage: Hashable, Sendable {
  let z: Double
  /// On both sides.
  let p: Double
  /// z with the variance of the hypergeometric distribution: times √((N-1)/N).
  let zHypergeometric: Double

  /// - Returns: nil unless there are as many scores as groups, each group has 1 to 1 000 000 trials, and hits, misses
  ///   and scores vary.
  init?(_ groups: [(x: Int, n: Int)], scores: [Double]) {
    guard groups.count == scores.count, scores.allSatisfy({ abs($0) <= 1e9 }),
      groups.allSatisfy({ (1...1_000_000).contains($0.n) && (0...$0.n).contains($0.x) })
    else { return nil }
    let total = groups.reduce(0.0) { $0 + Double($1.n) }
    let pooled = groups.reduce(0.0) { $0 + Double($1.x) } / max(1, total)
    // Around the mean score, so that large scores cost no digits.
    let mean = zip(groups, scores).reduce(0.0) { $0 + Double($1.0.n) * $1.1 } / max(1, total)
    var (slope, spread) = (0.0, 0.0)
    for (group, score) in zip(groups, scores) {
      slope += (score - mean) * (Double(group.x) - Double(group.n) * pooled)
      spread += Double(group.n) * (score - mean) * (score - mean)
    }
    let variance = pooled * (1 - pooled) * spread
    guard variance > 0 else { return nil }
    z = slope / variance.squareRoot()
    p = NormalDistribution.twoSided(z)
    zHypergeometric = z * ((total - 1) / total).squareRoot()
  }
}
