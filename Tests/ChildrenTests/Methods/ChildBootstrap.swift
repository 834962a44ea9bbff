@testable import Children

extension RateInterval {
  /// The percentile interval of the mean of the children's rates, children drawn again with replacement.
  ///
  /// Formula: of B sorted means those at floor(0.025 B) and ceil(0.975 B) - 1. Source: Efron 1979; Davison and Hinkley
  /// 1997. Covers too little for few children, and nothing at all if they agree: never for a verdict. The same seed gives
  /// the same interval on every machine.
  ///
  /// - Returns: nil without a scored tap, or unless 1 <= draws <= 100 000.
  static func childBootstrap(_ children: [ChildTaps], draws: Int = 2_000, seed: UInt64) -> Interval? {
    let rates = children.compactMap(\.rate)
    guard !rates.isEmpty, (1...100_000).contains(draws) else { return nil }
    var random = SplitMix64(seed: seed)
    var means: [Double] = []
    means.reserveCapacity(draws)
    for _ in 0..<draws {
      let sum = rates.indices.reduce(0.0) { sum, _ in sum + rates[random.below(rates.count)] }
      means.append(sum / Double(rates.count))
    }
    means.sort()
    let low = Int((0.025 * Double(draws)).rounded(.down))
    let high = Int((0.975 * Double(draws)).rounded(.up)) - 1
    return Interval(low: means[low], high: means[max(0, high)])
  }
}
