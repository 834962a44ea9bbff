/// A hybrid logical clock's reading: wall time, and a counter for what happens within one millisecond.
///
/// It orders histories, and decides between writes to a field that did not know of each other and of which none is
/// stricter. A write that saw another replaces it, independent of the clocks, and no clock decides what a cell shows.
package struct HybridTime: Hashable, Comparable, Sendable {
  /// Milliseconds UTC since 1970.
  package var milliseconds: Int64
  package var counter: Int64

  package init(milliseconds: Int64, counter: Int64 = 0) {
    self.milliseconds = milliseconds
    self.counter = counter
  }

  package static func < (left: HybridTime, right: HybridTime) -> Bool {
    (left.milliseconds, left.counter) < (right.milliseconds, right.counter)
  }

  /// How far ahead of this machine a foreign clock may be before it no longer moves ours, in milliseconds.
  package static let tolerance: Int64 = 600_000

  /// Whether a reading is so far ahead of `now` that it is not a valid time.
  package func isAhead(of now: Int64) -> Bool {
    let (limit, overflow) = now.addingReportingOverflow(Self.tolerance)
    return !overflow && milliseconds > limit
  }

  /// The reading for the next local transaction: after everything known, unless that is far ahead of `now`.
  ///
  /// No two transactions of a replica share a millisecond; the facts of one transaction count up from 0.
  package static func next(now: Int64, known: HybridTime?) -> HybridTime {
    guard let known, !known.isAhead(of: now), known.milliseconds >= now else {
      return HybridTime(milliseconds: now)
    }
    return HybridTime(milliseconds: known.milliseconds &+ 1)
  }
}
