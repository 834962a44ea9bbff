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
    return rest == 0 ? iso8601Second : String(iso8601Second.dropLast()) + "." + DecimalText.padded(rest, to: 3) + "Z"
  }

  /// As `iso8601`, without the milliseconds.
  package var iso8601Second: String {
    let date = date
    guard (0...9999).contains(date.year) else { return date.iso8601 + "T" + clock(seconds: true) + "Z" }
    // Digit by digit into the room of the text: a list may have a million of them.
    let time = millisecondOfDay / 1_000
    let parts = (date.year / 100, date.year % 100, date.month, date.day, time / 3_600, time / 60 % 60, time % 60)
    return String(unsafeUninitializedCapacity: 20) { text in
      var place = 0
      func add(_ pair: Int, _ mark: Unicode.Scalar?) {
        text[place] = UInt8(truncatingIfNeeded: 48 + pair / 10)
        text[place + 1] = UInt8(truncatingIfNeeded: 48 + pair % 10)
        place += 2
        guard let mark else { return }
        text[place] = UInt8(ascii: mark)
        place += 1
      }
      add(parts.0, nil)
      add(parts.1, "-")
      add(parts.2, "-")
      add(parts.3, "T")
      add(parts.4, ":")
      add(parts.5, ":")
      add(parts.6, "Z")
      return place
    }
  }

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
  func moved(by offset: Int) -> Timestamp {
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
