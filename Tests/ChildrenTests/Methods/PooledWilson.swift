@testable import Children

extension RateInterval {
  /// The dishonest interval: Wilson's, as if the taps of a child were independent of each other.
  ///
  /// Too narrow: at a correlation of 0.2 within a child it leads to a false "met" in up to 21 % of tests. Here for
  /// comparison only.
  ///
  /// - Returns: nil without a scored tap.
  static func pooledWilson(_ children: [ChildTaps], confidence: Double = 0.95) -> Interval? {
    let taps = children.reduce(0) { $0 + $1.taps }
    return wilson(Double(children.reduce(0) { $0 + $1.hits }), of: Double(taps), confidence: confidence)
  }
}
