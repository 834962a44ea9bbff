@testable import Children

/// A table of two by two: hits and misses of two versions, in one stratum such as an age band.
struct Stratum: Hashable, Sendable {
  /// Hits and misses of the first version.
  let a: Double
  let b: Double
  /// Hits and misses of the second version.
  let c: Double
  let d: Double

  /// - Returns: nil unless all are from 0 to 1 000 000.
  init?(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
    guard [a, b, c, d].allSatisfy((0...1_000_000).contains) else { return nil }
    (self.a, self.b, self.c, self.d) = (Double(a), Double(b), Double(c), Double(d))
  }

  var total: Double { a + b + c + d }
  var firstRow: Double { a + b }
  var hits: Double { a + c }
  /// The a to expect if both versions were alike.
  var expected: Double { firstRow * hits / total }
  /// The variance of a if both versions were alike.
  var variance: Double {
    firstRow * (c + d) * hits * (b + d) / (total * total * (total - 1))
  }
}
