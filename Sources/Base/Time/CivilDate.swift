/// A day of the proleptic Gregorian calendar, without a time zone.
///
/// The arithmetic counts in eras of 400 years (146 097 days) that begin on 1 March, so that the leap day is the last
/// day of a year and needs no special case. No member traps or overflows for any day number of any `Int64` time.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// 1...12.
  package let month: Int
  /// 1...31.
  package let day: Int

  /// Makes a date, or nothing if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (-9_999...9_999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.days(inMonth: month, of: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date of a day number, the count of days since 1970-01-01.
  package init(dayNumber: Int) {
    // 719 468 days lie between 0000-03-01 and 1970-01-01.
    let (shifted, overflow) = dayNumber.addingReportingOverflow(719_468)
    let days = overflow ? Int.max : shifted
    let era = CivilDate.floorDivide(days, 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01; negative before.
  package var dayNumber: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = CivilDate.floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// `2026-03-01`.
  package var iso8601: String {
    DecimalText.padded(year, to: 4) + "-" + DecimalText.padded(month, to: 2) + "-" + DecimalText.padded(day, to: 2)
  }

  /// Whether a year has a 29 February.
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// How many days a month has; 0 for a month that does not exist.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: 31
    case 4, 6, 9, 11: 30
    case 2: isLeap(year) ? 29 : 28
    default: 0
    }
  }

  /// Division that rounds towards minus infinity, which days before an epoch need. The divisor is positive.
  static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
  }
}

/// Days as the clocks of one place have them; most are of 24 hours. They are counted from 1970-01-01, as in UTC.
package enum LocalDay {
  /// The number of the day in which a moment is, ms UTC.
  package static func number(of moment: Int64, _ localOffset: (Int64) -> Int) -> Int {
    Timestamp(milliseconds: moment).moved(by: localOffset(moment)).dayNumber
  }

  /// The first millisecond of a day, ms UTC; at the ends of `Int64` it stays put.
  package static func start(of day: Int, _ localOffset: (Int64) -> Int) -> Int64 {
    let (local, overflow) = Int64(day).multipliedReportingOverflow(by: Int64(Timestamp.millisecondsPerDay))
    guard !overflow else { return day < 0 ? .min : .max }
    return Timestamp.utc(ofLocal: local, localOffset: localOffset)
  }
}

/// The clocks of one place: how people there read a moment.
package struct LocalClock: Sendable {
  /// Those of files for others, and of no place.
  package static let utc = LocalClock { _ in 0 }

  /// Seconds that they are ahead of UTC at a moment in milliseconds UTC.
  package let offset: @Sendable (Int64) -> Int
  /// What their zone is called at a moment, as the system has it: `CET`, `+03`; empty where it has no name.
  private let name: @Sendable (Int64) -> String

  package init(
    name: @escaping @Sendable (Int64) -> String = { _ in "" }, offset: @escaping @Sendable (Int64) -> Int
  ) {
    (self.name, self.offset) = (name, offset)
  }

  /// The day in which a moment is.
  package func date(_ moment: Int64) -> CivilDate { CivilDate(dayNumber: LocalDay.number(of: moment, offset)) }

  /// `2026-11-30 16:58`
  package func minute(_ moment: Int64) -> String { Timestamp(milliseconds: moment).localMinute(offset: offset(moment)) }

  /// A moment that stands alone, with its zone: `2026-11-30 16:58 CET`. UTC's own name is Z: `2026-11-30T15:58:07Z`.
  package func moment(_ moment: Int64) -> String {
    zone(moment).map { "\(minute(moment)) \($0)" } ?? Timestamp(milliseconds: moment).iso8601Second
  }

  /// What times beside a moment are of, in summer and in winter: `CET/CEST`; nil in UTC.
  package func zones(around moment: Int64) -> String? {
    let halfYear: Int64 = 182 * 86_400_000
    let moments = [moment, moment &- halfYear].sorted { offset($0) < offset($1) }
    let zones = moments.map { zone($0) ?? "UTC" }
    let names = zones[0] == zones[1] ? [zones[0]] : zones
    return names == ["UTC"] ? nil : names.joined(separator: "/")
  }

  /// `CET`; the offset where a zone has no name of letters: `+05:45`; nil where it is UTC.
  private func zone(_ moment: Int64) -> String? {
    let (name, offset) = (name(moment), offset(moment))
    let isName = !name.isEmpty && name.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    if isName { return offset == 0 && ["UTC", "UCT", "Z"].contains(name) ? nil : name }
    guard offset != 0 else { return nil }
    let minutes = abs(offset / 60)
    return (offset < 0 ? "-" : "+") + DecimalText.padded(minutes / 60, to: 2) + ":"
      + DecimalText.padded(minutes % 60, to: 2)
  }
}

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

/// Decimal digits for dates and times.
enum DecimalText {
  /// A number with leading zeros; a minus sign comes before them.
  static func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }
}

/// The names of months and days in the languages in which spreadsheets and issue trackers write them: English, German,
/// French, Spanish, Portuguese, Italian, Dutch, Polish, Swedish, and Russian.
enum WrittenNames {
  /// The number of the month that a word names, or is the beginning of, at least three letters; nil where it can be
  /// several, as `jui` can be juin and juillet.
  static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    let found = months.indices.filter { months[$0].contains { $0.hasPrefix(word) } }
    return found.count == 1 ? found[0] + 1 : nil
  }

  /// Whether a word is the name of a day of the week, or short for it.
  static func isDay(_ word: String) -> Bool {
    shortDays.contains(word) || word.count >= 3 && days.contains { $0.hasPrefix(word) }
  }

  /// Words beside the numbers of a date: 1st, 1er mars, 1 de marzo de 2026.
  static let besideDays: Set = ["st", "nd", "rd", "th", "of", "er", "de", "do", "del"]
  /// Words before a time of day.
  static let beforeTimes: Set = ["t", "at", "um", "à", "a", "las", "alle", "ore", "às", "om", "kl", "o", "в"]

  private static let months: [[String]] = [
    [
      "january", "januar", "jänner", "janvier", "enero", "janeiro", "gennaio", "januari", "styczeń", "stycznia",
      "январь", "января",
    ],
    [
      "february", "februar", "feber", "février", "fevrier", "febrero", "fevereiro", "febbraio", "februari", "luty",
      "lutego", "февраль", "февраля",
    ],
    [
      "march", "märz", "maerz", "mrz", "mars", "marzo", "março", "marco", "maart", "mrt", "marzec", "marca", "март",
      "марта",
    ],
    ["april", "avril", "abril", "aprile", "kwiecień", "kwietnia", "апрель", "апреля"],
    ["may", "mai", "mayo", "maio", "maggio", "mei", "maj", "maja", "май", "мая"],
    ["june", "juni", "juin", "junio", "junho", "giugno", "czerwiec", "czerwca", "июнь", "июня"],
    ["july", "juli", "juillet", "julio", "julho", "luglio", "lipiec", "lipca", "июль", "июля"],
    ["august", "août", "aout", "agosto", "augustus", "sierpień", "sierpnia", "augusti", "август", "августа"],
    [
      "september", "septembre", "septiembre", "setiembre", "setembro", "settembre", "wrzesień", "września",
      "сентябрь", "сентября",
    ],
    [
      "october", "oktober", "octobre", "octubre", "outubro", "ottobre", "październik", "października", "октябрь",
      "октября",
    ],
    ["november", "novembre", "noviembre", "novembro", "listopad", "listopada", "ноябрь", "ноября"],
    [
      "december", "dezember", "décembre", "decembre", "diciembre", "dezembro", "dicembre", "grudzień", "grudnia",
      "декабрь", "декабря",
    ],
  ]
  private static let days = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
    "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
    "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo",
    "segunda", "terça", "quarta", "quinta", "sexta",
    "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica",
    "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
    "poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela",
    "måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag",
    "понедельник", "вторник", "среда", "четверг", "пятница", "суббота", "воскресенье",
  ]
  /// German and Dutch ones are short by two letters, and Japanese ones by one.
  private static let shortDays: Set = [
    "mo", "di", "mi", "do", "fr", "sa", "so", "ma", "wo", "vr", "za", "zo", "月", "火", "水", "木", "金", "土", "日",
  ]
}
