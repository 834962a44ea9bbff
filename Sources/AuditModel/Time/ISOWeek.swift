/// A week of ISO 8601: it begins on Monday and belongs to the year that holds its Thursday.
package struct ISOWeek: Hashable, Comparable, Sendable {
  package let year: Int
  /// 1...53.
  package let week: Int

  /// The week that holds a day number (days since 1970-01-01, which was a Thursday).
  package init(dayNumber: Int) {
    let thursday = ISOWeek.monday(of: dayNumber) &+ 3
    year = CivilDate(dayNumber: thursday).year
    let newYear = CivilDate(dayNumber: thursday).firstOfYear
    week = (thursday &- newYear) / 7 + 1
  }

  /// `2026-W09`.
  package var text: String { DecimalText.padded(year, to: 4) + "-W" + DecimalText.padded(week, to: 2) }

  package static func < (left: ISOWeek, right: ISOWeek) -> Bool {
    (left.year, left.week) < (right.year, right.week)
  }

  /// The day number of the Monday on or before a day.
  package static func monday(of dayNumber: Int) -> Int {
    let sinceThursday = dayNumber % 7
    // 1970-01-01 is three days after its Monday.
    let weekday = ((sinceThursday + 3) % 7 + 7) % 7
    return dayNumber &- weekday
  }
}

extension CivilDate {
  /// The day number of 1 January of the same year.
  fileprivate var firstOfYear: Int {
    CivilDate(year: year, month: 1, day: 1)?.dayNumber ?? dayNumber
  }
}
