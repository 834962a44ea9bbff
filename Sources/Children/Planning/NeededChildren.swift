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

/// What a planned number of children can show, for any results.
package enum Attainable {
  /// The highest target that these children can meet: the lower limit if not one tap misses.
  ///
  /// As in `NeededChildren`, children differ by no more than a correlation of 0.2 brings.
  /// - Parameter taps: scored taps of each child.
  /// - Returns: a share of 1; nil for fewer children than a verdict of `met` takes, or taps that are no number of them.
  package static func target(children: Int, taps: Int) -> Double? {
    guard children >= Verdict.fewestToMeet, (1...ChildTaps.mostTaps).contains(taps) else { return nil }
    let size = Double(children) * Estimate.largestSize(taps: [taps])
    return RateInterval.lowerLimit(size, of: size, tail: (1 - Estimate.confidence) / 2)
  }

  /// The lowest mean rate of these children with which the target is met, in steps of one tap.
  ///
  /// - Returns: a share of 1; nil where not even a test without a miss meets the target.
  package static func rate(for target: Double, children: Int, taps: Int) -> Double? {
    guard target > 0, let best = Self.target(children: children, taps: taps), best >= target else { return nil }
    let (all, size) = (children * taps, Double(children) * Estimate.largestSize(taps: [taps]))
    let hits = Bisection.smallest(from: 0, to: all) { hits in
      let limit = RateInterval.lowerLimit(
        size * Double(hits) / Double(all), of: size, tail: (1 - Estimate.confidence) / 2)
      return (limit ?? 0) >= target
    }
    return hits.map { Double($0) / Double(all) }
  }
}
