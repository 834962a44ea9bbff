@testable import Children

extension TwoRates {
  /// Fisher's exact test on both sides: the chance of all tables with these margins that are no likelier than this one.
  ///
  /// Source: Fisher 1935; the two-sided rule is that of R and scipy, ties within 1e-7. Careful rather than sharp.
  /// For independent trials.
  var fisher: Double {
    let hits = x1 + x2
    let possible = max(0, hits - n2)...min(hits, n1)
    let all = Binomial.logChoose(n1 + n2, hits)
    func chance(_ x: Int) -> Double {
      Elementary.e(to: Binomial.logChoose(n1, x) + Binomial.logChoose(n2, hits - x) - all)
    }
    let bar = chance(x1) * (1 + 1e-7)
    return min(1, possible.lazy.map(chance).filter { $0 <= bar }.reduce(0, +))
  }
}
