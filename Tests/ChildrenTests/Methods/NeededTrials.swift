@testable import Children

/// How many independent trials a target takes: one tap of each child.
enum NeededTrials {
  /// Which lower limit has to reach the target.
  enum Method: CaseIterable, Sendable {
    /// Wilson's, 95 % on both sides.
    case wilson
    /// Clopper and Pearson's, 95 % on both sides.
    case exactTwoSided
    /// Clopper and Pearson's, 95 % on one side.
    case exactOneSided
  }

  /// The most trials that are tried.
  static let most = 1_000_000

  /// The fewest trials without a single miss.
  ///
  /// Formula: the smallest n with α^(1/n) >= target for the exact limits, with n/(n + z²) >= target for Wilson's.
  /// Source: Clopper and Pearson 1934; Louis 1981.
  ///
  /// - Returns: nil unless 0 < target < 1 and a million trials are enough.
  static func withoutMisses(target: Double, _ method: Method) -> Int? {
    withMisses(0, target: target, method)
  }

  /// The fewest trials with so many misses.
  ///
  /// - Returns: nil unless 0 < target < 1, 0 <= misses <= 100 000, and a million trials are enough.
  static func withMisses(_ misses: Int, target: Double, _ method: Method) -> Int? {
    guard target > 0, target < 1, (0...100_000).contains(misses), let z = NormalDistribution.z(confidence: 0.95) else {
      return nil
    }
    return Bisection.smallest(from: misses + 1, to: most) { trials in
      let (hits, all) = (Double(trials - misses), Double(trials))
      return switch method {
      case .wilson: RateInterval.wilson(hits, of: all, z: z).low >= target
      case .exactTwoSided: (RateInterval.lowerLimit(hits, of: all, tail: 0.025) ?? 0) >= target
      case .exactOneSided: (RateInterval.lowerLimit(hits, of: all, tail: 0.05) ?? 0) >= target
      }
    }
  }

  /// The rule of three: 3 / (1 - target) trials without a miss, close to the exact one-sided number.
  ///
  /// Source: Hanley and Lippman-Hand 1983. Nil unless 0 < target < 1.
  static func ruleOfThree(target: Double) -> Double? { target > 0 && target < 1 ? 3 / (1 - target) : nil }
}
