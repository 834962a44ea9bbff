import AuditModel

/// What was seen at a time that has yet to come, by this machine's clock: somebody's clock ran ahead, or a date was
/// mistyped.
///
/// There is one rule for it: it is kept and counts as seen, in every figure of now. A moment that is asked for
/// (`--as-of`, a date to compare with) has it only once it has come.
package struct AheadOfClock: Equatable, Sendable {
  /// Cells whose latest answer is ahead by more than clocks may differ.
  package var count = 0
  /// The time of the one that is farthest ahead, ms UTC.
  package var latest: Int64?

  package init() {}

  package init(count: Int, latest: Int64?) {
    self.count = count
    self.latest = latest
  }

  /// - Parameter times: when cells were last seen, ms UTC.
  package init(_ times: some Sequence<Int64>, now: Int64) {
    for time in times where HybridTime(milliseconds: time).isAhead(of: now) {
      count += 1
      latest = max(latest ?? time, time)
    }
  }

  /// In place of an age, for the newest evidence: `dated 2027-01-01, ahead of the clock`; nil where it has an age.
  func phrase(newest: Int64) -> String? {
    guard count > 0, let latest, newest >= latest else { return nil }
    return "dated \(Timestamp(milliseconds: latest).localDate(offset: 0)), ahead of this machine's clock"
  }

  /// Nil where there is none.
  package var sentence: String? {
    guard count > 0, let latest else { return nil }
    let cells = counted(count, "cell was last seen", "cells were last seen")
    let until = count == 1 ? "on" : "up to"
    return
      "\(cells) at a time ahead of this machine's clock (\(until) \(Timestamp(milliseconds: latest).iso8601Second)): "
      + "\(count == 1 ? "it counts as it stands" : "they count as they stand"), and --as-of leaves \(count == 1 ? "it" : "them") out until then."
  }
}
