/// A moment, in milliseconds since 1970-01-01T00:00:00Z.
///
/// Any `Int64` may be held, because facts of other machines are kept as they are; text input can name those of the
/// years 1970...9999 only. No member traps for any value.
package struct Timestamp: Hashable, Comparable, Sendable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

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

  /// Whole days from one moment to another, ms UTC; 0 where that is not later.
  package static func days(from start: Int64, to end: Int64) -> Int {
    let (age, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? 0 : max(0, Int(clamping: age / Int64(millisecondsPerDay)))
  }

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

extension Timestamp {
  /// What a date or a time in a question means, in milliseconds UTC: of a day all of it, of a time the moment itself.
  ///
  /// - Parameter localOffset: see `read`; also the zone that a day is one of.
  /// - Throws: `TimestampError`, which says what is wrong with the text.
  package static func span(
    _ text: String, localOffset: (Int64) -> Int
  ) throws(TimestampError) -> ClosedRange<Int64> {
    let reading = try Timestamp.read(text, localOffset: localOffset)
    let start = reading.timestamp.milliseconds
    guard reading.isDateOnly else { return start...start }
    let day = LocalDay.number(of: start, localOffset)
    return start...max(start, LocalDay.start(of: day + 1, localOffset) - 1)
  }
}

/// Why a text is not a time.
package struct TimestampError: Error, Hashable, Sendable {
  /// One sentence without the text itself, e.g. "February 2026 has 28 days, not 29".
  package let reason: String
  /// Whether it depends on the order of the numbers.
  package let isOfOrder: Bool

  /// What a time looks like, for the hint beside the reason.
  package static let wanted =
    "Write a date (2026-03-01) or a date and time (2026-03-01T10:00:00Z, 2026-03-01T10:00+02:00). "
    + "Days, and times without Z or an offset, are local."

  init(_ reason: String, isOfOrder: Bool = false) {
    (self.reason, self.isOfOrder) = (reason, isOfOrder)
  }
}

/// Splits the text of a date or date-time into checked fields. Works on bytes and never reads past the end.
struct TimestampParser {
  /// What the text says, each field within its range.
  struct Fields {
    var dayNumber: Int
    var millisecondOfDay = 0
    var isDateOnly = true
    /// `nil` where neither Z nor an offset was written.
    var offsetSeconds: Int?
  }

  private let bytes: [UInt8]
  private var position = 0

  /// The longest text that can be a time is far shorter; a megabyte of digits is refused without being read.
  private static let longest = 64

  init(_ text: String) {
    var bytes = Array(text.utf8.prefix(TimestampParser.longest + 1))
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    let leading = bytes.prefix { $0 == UInt8(ascii: " ") }.count
    self.bytes = Array(bytes.dropFirst(leading))
  }

  mutating func fields() throws(TimestampError) -> Fields {
    guard !bytes.isEmpty else { throw TimestampError("the time is empty") }
    guard bytes.count <= TimestampParser.longest else { throw TimestampError("the time is too long") }
    var fields = Fields(dayNumber: try date().dayNumber)
    guard position < bytes.count else { return fields }
    guard skip("T") || skip("t") || skip(" ") else {
      throw TimestampError("expected T and the time of day after the date")
    }
    fields.isDateOnly = false
    fields.millisecondOfDay = try timeOfDay()
    fields.offsetSeconds = try offset()
    guard position == bytes.count else { throw TimestampError("unexpected text after the time") }
    return fields
  }

  private mutating func date() throws(TimestampError) -> CivilDate {
    // Elsewhere the day comes first, or the month: a date with other marks can be read in more than one way.
    guard !bytes.prefix(10).contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }) else {
      throw TimestampError("expected a date as year-month-day with hyphens")
    }
    let year = try number(4, "the year needs 4 digits")
    guard skip("-") else { throw TimestampError("expected a date as year-month-day with hyphens") }
    let month = try number(2, "the month needs 2 digits")
    guard skip("-") else { throw TimestampError("expected a date as year-month-day with hyphens") }
    let day = try number(2, "the day needs 2 digits")
    guard year >= 1970 else { throw TimestampError("the year \(year) is before 1970") }
    guard (1...12).contains(month) else { throw TimestampError("invalid month \(month)") }
    guard let date = CivilDate(year: year, month: month, day: day) else {
      let days = CivilDate.days(inMonth: month, of: year)
      throw TimestampError("\(LongDate.months[month - 1]) \(year) has \(days) days, not \(day)")
    }
    return date
  }

  private mutating func timeOfDay() throws(TimestampError) -> Int {
    let hour = try number(2, "the hour needs 2 digits")
    guard hour <= 23 else { throw TimestampError("invalid hour \(hour); expected 00 to 23") }
    guard skip(":") else { throw TimestampError("expected a colon between hours and minutes") }
    let minute = try number(2, "the minutes need 2 digits")
    guard minute <= 59 else { throw TimestampError("invalid minutes \(minute); expected 00 to 59") }
    var milliseconds = (hour * 60 + minute) * 60_000
    guard skip(":") else { return milliseconds }
    let second = try number(2, "the seconds need 2 digits")
    guard second <= 59 else { throw TimestampError("invalid seconds \(second); expected 00 to 59") }
    milliseconds += second * 1_000
    guard skip(".") || skip(",") else { return milliseconds }
    return milliseconds + (try fraction())
  }

  private mutating func fraction() throws(TimestampError) -> Int {
    var value = 0
    var digits = 0
    while let digit = digit(at: position) {
      if digits < 3 { value = value * 10 + digit }
      digits += 1
      position += 1
    }
    guard digits > 0 else { throw TimestampError("the fraction of a second has no digits") }
    for _ in digits..<max(digits, 3) { value *= 10 }
    return value
  }

  /// Seconds ahead of UTC, or nothing where the text ends without an offset.
  private mutating func offset() throws(TimestampError) -> Int? {
    guard position < bytes.count else { return nil }
    if skip("Z") || skip("z") { return 0 }
    let sign: Int
    if skip("+") {
      sign = 1
    } else if skip("-") {
      sign = -1
    } else {
      throw TimestampError("expected Z or an offset such as +02:00 after the time")
    }
    let hours = try number(2, "the offset needs 2 digits for the hours, as in +02:00")
    var minutes = 0
    if skip(":") || position < bytes.count {
      minutes = try number(2, "the offset needs 2 digits for the minutes, as in +02:00")
    }
    guard minutes <= 59, hours * 60 + minutes <= 18 * 60 else {
      throw TimestampError("invalid offset; expected -18:00 to +18:00")
    }
    return sign * (hours * 60 + minutes) * 60
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private func digit(at index: Int) -> Int? {
    guard index < bytes.count, bytes[index].isDigit else { return nil }
    return Int(bytes[index] - UInt8(ascii: "0"))
  }

  private mutating func number(_ width: Int, _ reason: String) throws(TimestampError) -> Int {
    var value = 0
    for index in position..<position + width {
      guard let digit = digit(at: index) else { throw TimestampError(reason) }
      value = value * 10 + digit
    }
    position += width
    return value
  }
}

/// A time as a person wrote it: the moment, and what was left to be assumed.
package struct TimestampReading: Hashable, Sendable {
  package let timestamp: Timestamp
  /// Only a day was given; the moment is the first of that local day.
  package let isDateOnly: Bool
  /// Neither Z nor an offset was given, so the text was read as local time: say so where it matters.
  package let isLocal: Bool
}

extension Timestamp {
  /// Reads an ISO 8601 date or date-time.
  ///
  /// Accepted are `YYYY-MM-DD` and `YYYY-MM-DD(T| )hh:mm[:ss[(.|,)fraction]][Z|±hh[[:]mm]]` in the years 1970...9999;
  /// digits of the fraction beyond milliseconds are dropped. Spaces around the text are ignored.
  ///
  /// - Parameters:
  ///   - text: what was written; anything is allowed, nothing traps.
  ///   - localOffset: seconds that local time is ahead of UTC at a moment given in milliseconds UTC. Used only when
  ///     the text has no offset. A time of day that a clock change skips is refused; a day that begins in such an hour
  ///     begins with one of the offsets beside it. Of a time that a clock change repeats, the first one is meant.
  /// - Throws: `TimestampError`, which says what is wrong.
  package static func read(
    _ text: String, localOffset: (Int64) -> Int
  ) throws(TimestampError) -> TimestampReading {
    var parser = TimestampParser(text)
    let fields = try parser.fields()
    let local = Int64(fields.dayNumber) * 86_400_000 + Int64(fields.millisecondOfDay)
    let moment: Int64
    if let offset = fields.offsetSeconds {
      moment = local - Int64(offset) * 1_000
    } else {
      moment = utc(ofLocal: local, localOffset: localOffset)
      guard fields.isDateOnly || moment + bounded(localOffset(moment)) * 1_000 == local else {
        throw TimestampError("clocks are set forward on that day and skip that time; write it with Z or an offset")
      }
    }
    guard accepted.contains(moment) else {
      throw TimestampError("the time in UTC is outside the years 1970 to 9999")
    }
    return TimestampReading(
      timestamp: Timestamp(milliseconds: moment), isDateOnly: fields.isDateOnly, isLocal: fields.offsetSeconds == nil)
  }

  /// The offset depends on the moment and the moment on the offset: guess, then correct once.
  static func utc(ofLocal local: Int64, localOffset: (Int64) -> Int) -> Int64 {
    let guess = local &- bounded(localOffset(local)) * 1_000
    let found = local &- bounded(localOffset(guess)) * 1_000
    // East of UTC the correction finds the second of two, west of it the first.
    let earlier = local &- bounded(localOffset(found &- Int64(millisecondsPerDay))) * 1_000
    let isOne = earlier < found && earlier &+ bounded(localOffset(earlier)) * 1_000 == local
    return isOne ? earlier : found
  }

  /// No place on earth is a day from UTC; a broken zone file must not overflow the sum.
  private static func bounded(_ seconds: Int) -> Int64 { Int64(min(86_400, max(-86_400, seconds))) }
}
