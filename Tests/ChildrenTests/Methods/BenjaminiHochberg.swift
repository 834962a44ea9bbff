@testable import Children

extension Multiplicity {
  /// Benjamini and Hochberg's adjustment: of what is then called a difference at most the level is none, on average.
  ///
  /// Formula: the i-th smallest of m times m / i, never above one behind it. Source: Benjamini and Hochberg 1995.
  ///
  /// - Returns: the adjusted values in the order given; nil unless each is from 0 to 1.
  static func benjaminiHochberg(_ values: [Double]) -> [Double]? {
    guard values.allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
    var adjusted = values
    var most = 1.0
    for (rank, index) in order(values).enumerated().reversed() {
      most = min(most, Double(values.count) / Double(rank + 1) * values[index])
      adjusted[index] = most
    }
    return adjusted
  }
}
