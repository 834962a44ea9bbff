/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
///
/// Any `Int64` may be held, because facts of other machines are kept as they are; text input can name those of the
/// years 1970...9999 only. No member traps for any value.
package struct Timestamp: Hashable, Comparable, Sendable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The first and the last moment that input may name: 1970-01-01T00:00:00Z and 9999-12-31T23:59:59.999Z.
  package static let accepted: ClosedRange<Int64> = 0...253_402_300_799_999

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Days since 1970-01-01 in UTC.
  package var dayNumber: Int { CivilDate.floorDivide(Int(milliseconds), Timestamp.millisecondsPerDay) }

  /// `2026-03-01T10:00:00Z`; milliseconds only where they are not zero: `2026-03-01T10:00:00.250Z`.
  package var iso8601: String {
    let rest = millisecondOfDay % 1_000
    let fraction = rest == 0 ? "" : "." + DecimalText.padded(rest, to: 3)
    return date.iso8601 + "T" + clock(seconds: true) + fraction + "Z"
  }

  /// As `iso8601`, without the milliseconds.
  package var iso8601Second: String { date.iso8601 + "T" + clock(seconds: true) + "Z" }

  /// The day there, `2026-03-01`, where local time is `offset` seconds ahead of UTC.
  package func localDate(offset: Int) -> String { moved(by: offset).date.iso8601 }

  /// The minute there, `2026-03-01 10:00`.
  package func localMinute(offset: Int) -> String {
    let local = moved(by: offset)
    return local.date.iso8601 + " " + local.clock(seconds: false)
  }

  /// The time of day there, `10:00`.
  package func localTime(offset: Int) -> String { moved(by: offset).clock(seconds: false) }

  static let millisecondsPerDay = 86_400_000

  private var date: CivilDate { CivilDate(dayNumber: dayNumber) }

  private var millisecondOfDay: Int {
    let rest = Int(milliseconds) % Timestamp.millisecondsPerDay
    return rest < 0 ? rest + Timestamp.millisecondsPerDay : rest
  }

  /// The moment whose UTC clock shows what the local clock shows; at the ends of `Int64` it stays put.
  private func moved(by offset: Int) -> Timestamp {
    let (shift, tooFar) = Int64(offset).multipliedReportingOverflow(by: 1_000)
    let (local, overflow) = milliseconds.addingReportingOverflow(shift)
    return tooFar || overflow ? self : Timestamp(milliseconds: local)
  }

  private func clock(seconds: Bool) -> String {
    let time = millisecondOfDay / 1_000
    let minute = DecimalText.padded(time / 3_600, to: 2) + ":" + DecimalText.padded(time / 60 % 60, to: 2)
    return seconds ? minute + ":" + DecimalText.padded(time % 60, to: 2) : minute
  }
}
