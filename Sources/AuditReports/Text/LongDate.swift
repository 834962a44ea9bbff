import AuditModel

/// Dates and ages for readers of a page: `1 June 2021`, `5.4 years`.
enum LongDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Of a moment in ms UTC.
  static func date(_ moment: Int64) -> CivilDate {
    let (days, rest) = moment.quotientAndRemainder(dividingBy: 86_400_000)
    return CivilDate(dayNumber: Int(clamping: rest < 0 ? days - 1 : days))
  }

  /// `1 June 2021`
  static func day(_ moment: Int64) -> String { day(date(moment)) }
  static func day(_ date: CivilDate) -> String { "\(date.day) \(months[date.month - 1]) \(date.year)" }

  /// Of a day as it is stored, `2021-06-01`.
  static func day(_ text: String) -> String {
    (try? Timestamp.read(text, localOffset: { _ in 0 })).map { day($0.timestamp.milliseconds) } ?? text
  }

  /// `Jun 2021`
  static func month(_ moment: Int64) -> String { month(date(moment)) }
  static func month(_ date: CivilDate) -> String { "\(months[date.month - 1].prefix(3)) \(date.year)" }

  /// Of a period by its name: `2021-06` is `Jun 2021`, `2021-06-01` is `1 June 2021`, `2021-W22` is `week 22 of 2021`.
  static func period(_ name: String) -> String {
    let parts = name.split(separator: "-")
    guard parts.count == 2 else { return day(name) }
    guard let number = Int(parts[1]) else { return "week \(parts[1].drop { !$0.isNumber }) of \(parts[0])" }
    return (1...12).contains(number) ? "\(months[number - 1].prefix(3)) \(parts[0])" : name
  }

  /// `41 days`, `5.4 years`
  static func age(_ days: Int) -> String {
    if days < 1 { return "less than a day" }
    guard days >= 365 else { return counted(days, "day") }
    let tenths = days * 10 / 365
    return tenths % 10 == 0 ? counted(tenths / 10, "year") : "\(tenths / 10).\(tenths % 10) years"
  }
}
