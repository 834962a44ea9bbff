/// How many children a target takes by the primary method.
package enum NeededChildren {
  /// The most children that are tried.
  package static let most = 100_000

  /// The fewest children, never under 5, whose lower limit reaches the target if their mean rate comes out as `rate`.
  ///
  /// With n_eff = n_cap, so as if children differed by no more than a correlation of 0.2 brings. About half of all tests
  /// of a button with that rate come out lower, and need more children.
  ///
  /// - Parameters:
  ///   - taps: scored taps of each child.
  ///   - rate: 1 if all hit.
  /// - Returns: nil unless 0 < target < rate <= 1, taps is from 1 to a million, and 100 000 children are enough.
  package static func children(target: Double, taps: Int, rate: Double = 1) -> Int? {
    guard target > 0, target < rate, rate <= 1, (1...ChildTaps.mostTaps).contains(taps) else { return nil }
    let each = Estimate.largestSize(taps: [taps])
    return Bisection.smallest(from: Verdict.fewestToMeet, to: most) { children in
      let size = Double(children) * each
      return (RateInterval.lowerLimit(size * rate, of: size, tail: (1 - Estimate.confidence) / 2) ?? 0) >= target
    }
  }
}
