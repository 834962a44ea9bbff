/// Notices passes that come faster than anybody can look.
struct PassRate {
  static let count = 5
  static let milliseconds: Int64 = 3_000

  private var times: [Int64] = []

  /// Takes a pass in; true where it is the fifth within three seconds. Then it counts anew.
  mutating func isTooFast(at time: Int64) -> Bool {
    times = times.suffix(Self.count - 1) + [time]
    guard times.count == Self.count, let first = times.first, first <= time else { return false }
    let (span, overflow) = time.subtractingReportingOverflow(first)
    guard !overflow, span <= Self.milliseconds else { return false }
    times = []
    return true
  }
}
