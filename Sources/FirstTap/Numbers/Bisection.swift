/// Finds a place by halving: slow, and never wrong, astray or endless.
enum Bisection {
  /// The place between `low` and `high` up to which `isBelow` holds, to the last digit that a `Double` has there.
  ///
  /// `isBelow` has to hold up to some place and not behind it. The halves stop shrinking after some 60 steps, or some
  /// 1100 where the place is next to zero.
  ///
  /// - Returns: nil as soon as `isBelow` knows no answer.
  static func place(from low: Double, to high: Double, isBelow: (Double) -> Bool?) -> Double? {
    var (low, high) = (low, high)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return middle }
      guard let below = isBelow(middle) else { return nil }
      if below { low = middle } else { high = middle }
    }
  }

  /// The smallest whole number from `first` to `last` for which `holds`, which then holds for all larger ones.
  ///
  /// - Returns: nil if it does not hold for `last`.
  static func smallest(from first: Int, to last: Int, holds: (Int) -> Bool) -> Int? {
    guard first <= last, holds(last) else { return nil }
    // Doubling first: the answer is mostly small, and large numbers are dear to ask about.
    var (failing, holding, step) = (first - 1, first, 1)
    while holding < last, !holds(holding) {
      failing = holding
      holding = last - holding > step ? holding + step : last
      step *= 2
    }
    while holding - failing > 1 {
      let middle = failing + (holding - failing) / 2
      if holds(middle) { holding = middle } else { failing = middle }
    }
    return holding
  }
}
