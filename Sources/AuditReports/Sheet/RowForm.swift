package import AuditModel

/// How values are given in the form that was asked for: people read local minutes and only what is out of the
/// ordinary, machines get ISO 8601 in UTC and every value.
package struct RowForm {
  package let isForPeople: Bool
  package let now: Int64
  private let localOffset: (Int64) -> Int

  package init(isForPeople: Bool, now: Int64, localOffset: @escaping (Int64) -> Int) {
    self.isForPeople = isForPeople
    self.now = now
    self.localOffset = localOffset
  }

  /// A moment, ms UTC.
  package func time(_ milliseconds: Int64) -> SheetValue {
    let moment = Timestamp(milliseconds: milliseconds)
    return .text(isForPeople ? moment.localMinute(offset: localOffset(milliseconds)) : moment.iso8601)
  }

  /// The day of a moment, for people; the whole moment for machines.
  package func day(_ milliseconds: Int64) -> SheetValue {
    let moment = Timestamp(milliseconds: milliseconds)
    return .text(isForPeople ? moment.localDate(offset: localOffset(milliseconds)) : moment.iso8601)
  }

  /// Whole days since a moment; what a clock that runs ahead has seen is from today.
  package func days(since milliseconds: Int64) -> Int {
    let (age, overflow) = now.subtractingReportingOverflow(milliseconds)
    return overflow ? 0 : max(0, Int(clamping: age / 86_400_000))
  }

  /// The UTC day of now, `YYYY-MM-DD`: the day by which waivers expire.
  package var today: String { Timestamp(milliseconds: now).localDate(offset: 0) }

  /// Text that may not be given: null then.
  package func text(_ text: String) -> SheetValue { text.isEmpty ? .null : .text(text) }

  /// Yes or no; people are told only of what is so.
  package func flag(_ flag: Bool) -> SheetValue { isForPeople && !flag ? .null : .flag(flag) }

  /// A measured value: as typed for people; with its unit and figures for machines.
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

  /// A figure as a JSON number; at most six decimals, and nothing lost on the way.
  package static func number(_ figure: FixedPoint) -> JSONText {
    figure.millionths % 1_000_000 == 0
      ? .int(Int(clamping: figure.millionths / 1_000_000)) : .number(Double(figure.millionths) / 1_000_000)
  }
}
