@testable import Children

/// McNemar's test for one tap of each child with either version: only children who differ say something.
///
/// Source: McNemar 1947, exact with the binomial distribution; the mid-p of Fagerland, Lydersen and Laake 2013, which
/// is less careful.
struct McNemar: Hashable, Sendable {
  /// The chance of a split at least as uneven, if neither version is better.
  let exact: Double
  /// The same with the split itself counted by half.
  let mid: Double

  /// - Parameters:
  ///   - b: children who hit with the first version only.
  ///   - c: children who hit with the second version only.
  /// - Returns: nil unless both are from 0 to 1 000 000.
  init?(b: Int, c: Int) {
    guard (0...1_000_000).contains(b), (0...1_000_000).contains(c) else { return nil }
    let fewer = min(b, c)
    let tail = (0...fewer).reduce(0) { $0 + Binomial.heads($1, of: b + c) }
    exact = min(1, 2 * tail)
    mid = b + c == 0 ? 1 : min(1, 2 * tail - Binomial.heads(fewer, of: b + c))
  }
}
