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
    let year = try number(4, "the year needs 4 digits")
    guard skip("-") else { throw TimestampError("expected a date as year-month-day with hyphens") }
    let month = try number(2, "the month needs 2 digits")
    guard skip("-") else { throw TimestampError("expected a date as year-month-day with hyphens") }
    let day = try number(2, "the day needs 2 digits")
    guard year >= 1970 else { throw TimestampError("the year \(year) is before 1970") }
    guard (1...12).contains(month) else { throw TimestampError("invalid month \(month)") }
    guard let date = CivilDate(year: year, month: month, day: day) else {
      let days = CivilDate.days(inMonth: month, of: year)
      throw TimestampError("\(TimestampParser.months[month - 1]) \(year) has \(days) days, not \(day)")
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
    guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else { return nil }
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

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
