import AuditModel

/// Results with a future timestamp, by this machine's clock: another clock was ahead, or a date was mistyped.
///
/// One rule applies: such a result is kept and counts in every current figure. A requested time
/// (`--as-of`, a date to compare with) includes it only after that time.
package struct AheadOfClock: Equatable, Sendable {
  /// Cells whose latest result is ahead by more than the tolerance.
  package var count = 0
  /// The latest of these times, ms UTC.
  package var latest: Int64?

  package init() {}

  package init(count: Int, latest: Int64?) {
    self.count = count
    self.latest = latest
  }

  /// - Parameter times: when cells were last tested, ms UTC.
  package init(_ times: some Sequence<Int64>, now: Int64) {
    for time in times where HybridTime(milliseconds: time).isAhead(of: now) {
      count += 1
      latest = max(latest ?? time, time)
    }
  }

  /// Instead of an age, for the newest result: `dated 2027-01-01 (in the future)`; nil if it has an age.
  func phrase(newest: Int64) -> String? {
    guard count > 0, let latest, newest >= latest else { return nil }
    return "dated \(Timestamp(milliseconds: latest).localDate(offset: 0)) (in the future)"
  }

  /// Nil without any.
  package var sentence: String? {
    guard count > 0, let latest else { return nil }
    let items = counted(count, "item has", "items have")
    let until = count == 1 ? "on" : "up to"
    return
      "\(items) a result with a future timestamp (\(until) \(Timestamp(milliseconds: latest).iso8601Second)). "
      + "\(count == 1 ? "It counts" : "They count") in current figures; --as-of leaves \(count == 1 ? "it" : "them") "
      + "out until then."
  }
}
