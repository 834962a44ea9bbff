/// Detects passes that are too fast for a real test.
struct PassRate {
  static let count = 5
  static let milliseconds: Int64 = 3_000

  private var times: [Int64] = []

  /// Adds a pass; true if it is the fifth within 3 seconds. Then the count restarts.
  mutating func isTooFast(at time: Int64) -> Bool {
    times = times.suffix(Self.count - 1) + [time]
    guard times.count == Self.count, let first = times.first, first <= time else { return false }
    let (span, overflow) = time.subtractingReportingOverflow(first)
    guard !overflow, span <= Self.milliseconds else { return false }
    times = []
    return true
  }
}
