/// In which order a date of numbers has its parts.
package enum DateOrder: String, CaseIterable, Sendable {
  case yearFirst = "Y/M/D"
  case dayFirst = "D/M/Y"
  case monthFirst = "M/D/Y"

  /// As people write an order: `D/M/Y`, `dd.mm.yyyy`, `MM-DD-YY`.
  package init?(spelled text: String) {
    let parts = text.lowercased().split(omittingEmptySubsequences: false) { "/.-".contains($0) }
    guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) && Set($0).count == 1 }) else { return nil }
    self.init(rawValue: parts.map { $0.prefix(1).uppercased() }.joined(separator: "/"))
  }
}

/// A date, or a date and a time of day, as spreadsheets and people write them: `1.3.2026 10:00`, `3/1/26 2:05 PM`,
/// `01/Mar/26`, `March 1, 2026 at 2:05 PM`, `1. März 2026 um 10:00`, the number of a day, or that of the seconds or
/// milliseconds since 1970.
///
/// Of numbers alone all dates are kept that they can mean; nothing is guessed.
package struct WrittenTime: Sendable {
  /// The days that the text can mean, in different orders; never empty.
  private var readings: [(order: DateOrder, date: CivilDate)] = []
  /// The orders that its numbers can have; empty where they can have one alone, as with the year or a name first.
  package private(set) var orders: Set<DateOrder> = []
  /// Whether it is the number of a day, as a spreadsheet counts them.
  package private(set) var isDayNumber = false
  /// Whether it is the time since 1970, as programs count it.
  package private(set) var isUnixTime = false
  /// The sign between the numbers: a table may have dates of two programs.
  package private(set) var sign: Character = " "
  private var timeOfDay = ""
  private var zone = ""

  /// No app for a phone was tested before; a year of two digits is one of these.
  private static let years = 2007...2099
  private static let longest = 128

  /// Nil for what is no such text.
  ///
  /// - Parameter lastYear: dates of later years are left out where the text can mean another.
  package init?(_ text: String, lastYear: Int = WrittenTime.years.upperBound) {
    guard text.utf8.count <= Self.longest else { return nil }
    if Self.takeUnixTime(text, lastYear, &self) || Self.takeNumber(text, &self) || Self.takeBasic(text, &self) {
      return
    }
    guard let (open, inside) = Self.parentheses(text) else { return nil }
    var words = Self.words(open)
    Self.dropDay(&words)
    guard let parts = Self.date(&words, &sign), Self.takeTime(words, &self) else { return nil }
    // What a browser says behind the offset is its name: GMT+0100 (Central European Standard Time).
    if let inside, zone.isEmpty {
      guard !timeOfDay.isEmpty, Self.takeZone(Self.words(inside)[...], &self), !zone.isEmpty else { return nil }
    }
    readings = Self.dates(parts, sign)
    let possible = readings.filter { $0.date.year <= lastYear }
    if !possible.isEmpty { readings = possible }
    guard let first = readings.first else { return nil }
    if parts[0].count <= 2, !parts.contains(where: { $0.hasPrefix("m") }) { orders = Set(readings.map(\.order)) }
    // 3/3/2026 is one day in each order.
    if Set(readings.map(\.date)).count == 1 { readings = [first] }
  }

  /// The moment, where the text means one: by itself, or in the order that is given.
  package func reading(
    _ order: DateOrder?, localOffset: (Int64) -> Int
  ) throws(TimestampError) -> TimestampReading {
    if let order, !orders.isEmpty, !orders.contains(order) {
      throw TimestampError("invalid date in the order \(order.rawValue)", isOfOrder: true)
    }
    let meant = readings.first { $0.order == order } ?? readings[0]
    guard readings.count == 1 || meant.order == order else {
      throw TimestampError(
        "it can be \(readings.map(\.date.iso8601).joined(separator: " or "))", isOfOrder: true)
    }
    return try Timestamp.read(
      meant.date.iso8601 + (timeOfDay.isEmpty ? "" : "T\(timeOfDay)\(zone)"), localOffset: localOffset)
  }

  // MARK: Numbers of a moment and of a day

  /// Seconds or milliseconds since 1970, of a year in which something can have been seen.
  private static func takeUnixTime(_ text: String, _ lastYear: Int, _ time: inout WrittenTime) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count < 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }),
      parts[0].count == 10 || parts[0].count == 13, let number = Int64(parts[0])
    else { return false }
    let moment = Timestamp(milliseconds: parts[0].count == 10 ? number * 1_000 : number)
    let date = CivilDate(dayNumber: moment.dayNumber)
    guard (years.lowerBound...max(lastYear, years.lowerBound)).contains(date.year) else { return false }
    let second = Int(moment.milliseconds / 1_000 % 86_400)
    time.readings = [(.yearFirst, date)]
    time.timeOfDay = clock(second / 3_600, second / 60 % 60, second % 60)
    time.zone = "Z"
    time.isUnixTime = true
    return true
  }

  /// The moment, in ms UTC, that a program counted in seconds, or in milliseconds where JavaScript did: from 1970, and
  /// where no app can have been tested then, from 2001, as Swift encodes a Date. Nil where that is no such time, either.
  ///
  /// - Parameter latest: a date of Swift later than that, in ms UTC, is none.
  package static func moment(counted count: Double, latest: Int64) -> Int64? {
    func year(_ time: Int64) -> Int { CivilDate(dayNumber: Timestamp(milliseconds: time).dayNumber).year }
    let isSeconds = count.magnitude < 100_000_000_000
    guard let time = Int64(exactly: (isSeconds ? count * 1_000 : count).rounded()), Timestamp.accepted.contains(time)
    else { return nil }
    guard year(time) < years.lowerBound else { return time }
    let swift = time + 978_307_200_000
    return isSeconds && year(swift) >= years.lowerBound && swift <= latest ? swift : nil
  }

  /// Days since 1899-12-30, as spreadsheets count them, and eight digits.
  private static func takeNumber(_ text: String, _ time: inout WrittenTime) -> Bool {
    let parts = text.split(separator: text.contains(",") ? "," : ".", omittingEmptySubsequences: false)
    guard parts.count < 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }),
      let number = Int(parts[0])
    else { return false }
    var date: CivilDate?
    if parts[0].count == 5 {
      // A spreadsheet cuts the fraction: it is that of a whole second.
      let seconds = parts.count == 2 ? Int(((Double("0.\(parts[1])") ?? 0) * 86_400).rounded()) : 0
      date = CivilDate(dayNumber: number - 25_569 + seconds / 86_400)
      if parts.count == 2 { time.timeOfDay = clock(seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60) }
    } else if parts[0].count == 8, parts.count == 1 {
      date = CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
    guard let date, years.contains(date.year) else { return false }
    time.isDayNumber = parts[0].count == 5
    time.readings = [(.yearFirst, date)]
    return true
  }

  /// ISO 8601 without its signs: `20260301T100000Z`.
  private static func takeBasic(_ text: String, _ time: inout WrittenTime) -> Bool {
    let words = words(text)
    guard words.count > 2, words[0].count == 8, words[1] == "t", [4, 6].contains(words[2].count),
      let day = Int(words[0]), let number = Int(words[2]),
      let date = CivilDate(year: day / 10_000, month: day / 100 % 100, day: day % 100), years.contains(date.year)
    else { return false }
    let second = words[2].count == 4 ? number * 100 : number
    guard second / 10_000 < 24, second / 100 % 100 < 60, second % 100 < 60 else { return false }
    // Parts of a second.
    let rest = words.dropFirst(words.count > 4 && ".,".contains(words[3]) && Int(words[4]) != nil ? 5 : 3)
    time.readings = [(.yearFirst, date)]
    time.timeOfDay = clock(second / 10_000, second / 100 % 100, second % 100)
    return takeZone(rest, &time)
  }

  // MARK: Dates

  /// A text without what is in parentheses at its end, and that; the day of the week in parentheses is passed over.
  ///
  /// - Returns: nil where there is more behind them.
  private static func parentheses(_ text: String) -> (open: String, inside: String?)? {
    guard let start = text.firstIndex(of: "(") else { return (text, nil) }
    let inside = text[start...].dropFirst().prefix { $0 != ")" }
    let (before, rest) = (text[..<start], text[inside.endIndex...].dropFirst())
    if WrittenNames.isDay(words(String(inside)).filter { $0 != "." }.joined()) {
      return parentheses("\(before) \(rest)")
    }
    return rest.allSatisfy(\.isWhitespace) ? (String(before), String(inside)) : nil
  }

  /// Numbers, words, and signs, in lowercase and without blanks.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var kind = 0
    for character in text.lowercased() {
      let now = character.isWhitespace ? 0 : character.isNumber ? 1 : character.isLetter ? 2 : 3
      if now == kind, now == 1 || now == 2 {
        words[words.count - 1].append(character)
      } else if now != 0 {
        words.append(String(character))
      }
      kind = now
    }
    return words
  }

  /// Takes the three parts of a date, a month's name as its number with a sign, and what follows them.
  private static func date(_ words: inout [String], _ sign: inout Character) -> [String]? {
    var parts: [String] = []
    while parts.count < 3, let word = words.first {
      words.removeFirst()
      if let month = WrittenNames.month(word) {
        parts.append("m\(month)")
      } else if word.utf8.allSatisfy(\.isDigit), word.count <= 2 || word.count == 4 {
        parts.append(word)
      } else if word.count == 1, "/.-年月".contains(word), !parts.isEmpty {
        if parts.count == 1 { sign = Character(word) }
      } else if word != ",", parts.isEmpty || !WrittenNames.besideDays.contains(word) {
        return nil
      }
    }
    if let last = words.last, WrittenNames.beforeTimes.contains(last) { return nil }
    while let first = words.first,
      [",", ".", "日", "г", "r"].contains(first) || WrittenNames.beforeTimes.contains(first)
    {
      words.removeFirst()
    }
    return parts.count == 3 ? parts : nil
  }

  /// Each date that three parts can be.
  private static func dates(_ parts: [String], _ sign: Character) -> [(order: DateOrder, date: CivilDate)] {
    let isNamed = parts.contains { $0.hasPrefix("m") }
    return DateOrder.allCases.compactMap { order in
      // With dots the day is always before the month.
      if order == .monthFirst, sign == "." { return nil }
      let (year, month, day) =
        switch order {
        case .yearFirst: (parts[0], parts[1], parts[2])
        case .dayFirst: (parts[2], parts[1], parts[0])
        case .monthFirst: (parts[2], parts[0], parts[1])
        }
      guard month.hasPrefix("m") == isNamed, day.count <= 2, var number = Int(year),
        let month = Int(isNamed ? month.dropFirst() : month[...]), let day = Int(day)
      else { return nil }
      if year.count != 4 {
        // 01/Mar/26 is of 2026: a year of two digits never comes before the name of a month.
        if isNamed, order == .yearFirst || year.count != 2 { return nil }
        number += 2000
      }
      guard years.contains(number) else { return nil }
      return CivilDate(year: number, month: month, day: day).map { (order, $0) }
    }
  }

  /// Drops the name of a day of the week. What can be a month too, as `mar`, is a day where the month comes later.
  private static func dropDay(_ words: inout [String]) {
    guard let first = words.first, WrittenNames.isDay(first),
      WrittenNames.month(first) == nil || words.dropFirst().contains(where: { WrittenNames.month($0) != nil })
    else { return }
    words.removeFirst()
    // Montag, mo., segunda-feira
    while let next = words.first, [".", ",", "-", "feira"].contains(next) { words.removeFirst() }
  }

  // MARK: Times of day

  /// Takes what follows the date: nothing, or a time of day with the half of the day and the zone.
  private static func takeTime(_ words: [String], _ time: inout WrittenTime) -> Bool {
    guard !words.isEmpty else { return true }
    var rest = words[...]
    var numbers: [Int] = []
    while let word = rest.first, let number = Int(word), word.count <= (numbers.count == 3 ? 9 : 2), numbers.count < 4 {
      numbers.append(number)
      rest = rest.dropFirst()
      // A sign before a number: 10:30, 10.30, 10h30. That of an offset is none.
      guard let sign = rest.first, ":.,h".contains(sign), rest.count > 1, Int(rest[rest.startIndex + 1]) != nil else {
        break
      }
      rest = rest.dropFirst()
    }
    let half = rest.prefix { "apm.".contains($0) || $0 == "am" || $0 == "pm" }
    rest = rest.dropFirst(half.count)
    let name = half.joined().filter { $0 != "." }
    guard var hour = numbers.first, hour < 24, numbers.dropFirst().prefix(2).allSatisfy({ $0 < 60 }) else {
      return false
    }
    switch name {
    case "am", "pm":
      guard hour <= 12 else { return false }
      hour = hour % 12 + (name == "pm" ? 12 : 0)
    case "":
      guard numbers.count > 1 else { return false }
      if let word = rest.first, word == "uhr" || word == "h" { rest = rest.dropFirst() }
    default: return false
    }
    time.timeOfDay = clock(hour, numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
    return takeZone(rest, &time)
  }

  /// Takes nothing, or UTC, GMT+0100, +01:00, Z.
  private static func takeZone(_ words: ArraySlice<String>, _ time: inout WrittenTime) -> Bool {
    var rest = words
    if let word = rest.first, ["utc", "gmt", "z"].contains(word) {
      rest = rest.dropFirst()
      time.zone = "Z"
    }
    if !rest.isEmpty {
      time.zone = rest.joined()
      if time.zone.dropFirst().first?.isNumber == true, time.zone.dropFirst().prefix(while: \.isNumber).count == 1 {
        time.zone.insert("0", at: time.zone.index(after: time.zone.startIndex))
      }
      guard "+-−".contains(time.zone.prefix(1)) else { return false }
      time.zone = time.zone.replacing("−", with: "-")
    }
    return true
  }

  private static func clock(_ hour: Int, _ minute: Int, _ second: Int) -> String {
    [hour, minute, second].map { DecimalText.padded($0, to: 2) }.joined(separator: ":")
  }
}

/// The order of the dates of a column, as far as its rows show it.
package struct DateOrders: Sendable {
  /// By the sign between the numbers; empty where rows of one sign fit no common order.
  private var possible: [Character: Set<DateOrder>] = [:]
  /// The line of a date that left one order, by sign.
  private var shown: [Character: Int] = [:]
  /// The order of a map; nil where the rows have to show it.
  private let given: DateOrder?
  /// The first number of a day, and what it is.
  package private(set) var dayNumber: (line: Int, text: String)?
  /// The same of the first time since 1970.
  package private(set) var unixTime: (line: Int, text: String)?

  package init(given: DateOrder? = nil) { self.given = given }

  /// Looks at the date of a row.
  package mutating func see(_ text: String, line: Int, lastYear: Int) {
    // 2026-03-01 can be read in one way alone, and most tables have nothing else.
    let isYearFirst = text.utf8.prefix(4).allSatisfy(\.isDigit) && text.utf8.dropFirst(4).first == 45
    guard !isYearFirst, let written = WrittenTime(text, lastYear: lastYear) else { return }
    if written.isDayNumber, dayNumber == nil { dayNumber = (line, text) }
    if written.isUnixTime, unixTime == nil { unixTime = (line, text) }
    let (orders, sign) = (written.orders, written.sign)
    guard !orders.isEmpty else { return }
    let before = possible[sign] ?? Set(DateOrder.allCases)
    let after = before.intersection(orders)
    if after.count == 1, before.count > 1 { shown[sign] = line }
    possible[sign] = after
  }

  /// The order of the dates with a sign; nil where nothing shows it.
  package func order(of sign: Character) -> DateOrder? {
    if let given { return given }
    guard let orders = possible[sign], orders.count == 1 else { return nil }
    return orders.first
  }

  /// The orders that rows showed and a reader could take for others, with the line.
  package var notes: [(order: DateOrder, line: Int)] {
    guard given == nil else { return [] }
    return shown.compactMap { sign, line in
      order(of: sign).flatMap { sign == "." || $0 == .yearFirst ? nil : ($0, line) }
    }.sorted { $0.line < $1.line }
  }
}
