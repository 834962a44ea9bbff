/// What many questions at once do to p values.
package enum Multiplicity {
  /// Holm's adjustment: with it a false alarm anywhere among all questions stays below the level.
  ///
  /// Formula: the i-th smallest of m times m - i + 1, never below one before it, at most 1. Source: Holm 1979.
  ///
  /// - Returns: the adjusted values in the order given; nil unless each is from 0 to 1.
  package static func holm(_ values: [Double]) -> [Double]? {
    guard values.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
    var adjusted = values
    var least = 0.0
    for (rank, index) in order(values).enumerated() {
      least = max(least, min(1, Double(values.count - rank) * values[index]))
      adjusted[index] = least
    }
    return adjusted
  }

  /// How many of this number of components are likely to be called met, and as many not met, although they are not: one
  /// in forty each way, for limits of 95 %.
  package static func expectedFalseCalls(judged: Int) -> Double {
    Double(max(0, judged)) * (1 - Estimate.confidence) / 2
  }

  static func order(_ values: [Double]) -> [Int] {
    values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
  }
}
