import AuditModel
package import Measuring

/// How values are given in the requested form: text output has local minutes and only what is out of the
/// ordinary, machine formats have ISO 8601 in UTC and every value.
package struct RowForm {
  package let isForPeople: Bool
  package let now: Int64
  private let localOffset: (Int64) -> Int

  package init(isForPeople: Bool, now: Int64, localOffset: @escaping (Int64) -> Int) {
    self.isForPeople = isForPeople
    self.now = now
    self.localOffset = localOffset
  }

  /// A time, ms UTC.
  package func time(_ milliseconds: Int64) -> SheetValue {
    let moment = Timestamp(milliseconds: milliseconds)
    return .text(isForPeople ? moment.localMinute(offset: localOffset(milliseconds)) : moment.iso8601)
  }

  /// The day of a time in text output; the full time in machine formats.
  package func day(_ milliseconds: Int64) -> SheetValue {
    let moment = Timestamp(milliseconds: milliseconds)
    return .text(isForPeople ? moment.localDate(offset: localOffset(milliseconds)) : moment.iso8601)
  }

  /// Whole days since a time; a future timestamp counts as today.
  package func days(since milliseconds: Int64) -> Int {
    let (age, overflow) = now.subtractingReportingOverflow(milliseconds)
    return overflow ? 0 : max(0, Int(clamping: age / 86_400_000))
  }

  /// The UTC day of now, `YYYY-MM-DD`: the day for the expiry of waivers.
  package var today: String { Timestamp(milliseconds: now).localDate(offset: 0) }

  /// Optional text: null if empty.
  package func text(_ text: String) -> SheetValue { text.isEmpty ? .null : .text(text) }

  /// Yes or no; text output shows only yes.
  package func flag(_ flag: Bool) -> SheetValue { isForPeople && !flag ? .null : .flag(flag) }

  /// A measured value: as typed in text output; with its unit and numbers in machine formats.
  package func value(_ value: MeasuredValue?) -> SheetValue {
    guard let value else { return .null }
    return isForPeople ? .text(value.text) : .json(Self.json(value))
  }

  /// `{"text":"40x40","unit":"pt","numbers":[40,40]}`.
  package static func json(_ value: MeasuredValue) -> JSONText {
    .object([
      ("text", .string(value.text)), ("unit", .string(value.unit)),
      ("numbers", .array(value.numbers.map { number($0) })),
    ])
  }

  /// A figure as a JSON number; at most six decimals, and without loss.
  package static func number(_ figure: FixedPoint) -> JSONText {
    figure.millionths % 1_000_000 == 0
      ? .int(Int(clamping: figure.millionths / 1_000_000)) : .number(Double(figure.millionths) / 1_000_000)
  }
}
