/// Why a text is not a time.
package struct TimestampError: Error, Hashable, Sendable {
  /// One sentence without the text itself, e.g. "February 2026 has 28 days, not 29".
  package let reason: String

  /// What a time looks like, for the hint beside the reason.
  package static let wanted =
    "Write a date (2026-03-01) or a date and time (2026-03-01T10:00:00Z, 2026-03-01T10:00+02:00). "
    + "Days, and times without Z or an offset, are local."

  init(_ reason: String) {
    self.reason = reason
  }
}
