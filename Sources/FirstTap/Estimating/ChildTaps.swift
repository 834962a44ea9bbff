/// What one child did: how many scored taps, and how many of them hit at the first tap.
///
/// One child is one of these, however many sessions it came to: `joined` puts two sessions of a child together.
package struct ChildTaps: Hashable, Sendable {
  /// The most taps of one child.
  package static let mostTaps = 1_000_000

  /// Trials whose first contact activated the target.
  package let hits: Int
  /// Scored trials. None if the child came and nothing could be scored.
  package let taps: Int

  /// A child without a scored tap.
  package static let none = ChildTaps()

  private init() { (hits, taps) = (0, 0) }

  /// - Throws: what is wrong with the counts.
  package init(hits: Int, taps: Int) throws(ChildTapsProblem) {
    guard hits >= 0, taps >= 0 else { throw .negative }
    guard taps <= ChildTaps.mostTaps else { throw .tooMany }
    guard hits <= taps else { throw .moreHitsThanTaps(hits: hits, taps: taps) }
    self.hits = hits
    self.taps = taps
  }

  /// The share of hits; nil without a scored tap.
  package var rate: Double? { taps > 0 ? Double(hits) / Double(taps) : nil }

  /// This child's taps of two sessions as one.
  package func joined(with other: ChildTaps) throws(ChildTapsProblem) -> ChildTaps {
    try ChildTaps(hits: hits + other.hits, taps: taps + other.taps)
  }
}

/// Why two numbers are not the taps of a child.
package enum ChildTapsProblem: Error, Hashable, Sendable {
  case negative
  case moreHitsThanTaps(hits: Int, taps: Int)
  case tooMany
}
