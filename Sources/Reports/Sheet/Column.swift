package import Audit
package import Base

/// One column of a table: its header, and its value for a row.
package struct Column<Row> {
  package private(set) var head: SheetColumn
  let value: (Row, RowForm) throws -> SheetValue
  /// What rows are sorted by; nil for the value itself.
  private var order: ((Row) throws -> SheetValue)?

  /// - Parameter value: of a row, in the requested form.
  init(_ head: SheetColumn, _ value: @escaping (Row, RowForm) throws -> SheetValue) {
    (self.head, self.value) = (head, value)
  }

  package init<Value: SheetConvertible>(
    _ key: String, _ title: String, _ role: SheetColumn.Role, _ value: @escaping (Row) throws -> Value
  ) {
    self.init(SheetColumn(key, title, role)) { row, _ in try value(row).sheetValue }
  }

  /// A column of texts.
  package init<Value: SheetConvertible>(
    _ key: String, _ title: String, _ value: @escaping (Row) throws -> Value
  ) {
    self.init(key, title, .text, value)
  }

  /// A column with different values in text output and in machine formats.
  package static func told(
    _ key: String, _ title: String, _ role: SheetColumn.Role = .text,
    _ value: @escaping (Row, RowForm) throws -> SheetValue
  ) -> Column {
    Column(SheetColumn(key, title, role), value)
  }

  /// A time, ms UTC.
  package static func time(
    _ key: String, _ title: String, _ value: @escaping (Row) throws -> Int64?
  ) -> Column {
    told(key, title, .number) { row, form in try value(row).map(form.time) ?? .null }.ofTimes.ordered(by: value)
  }

  /// A day; in machine formats its time, ms UTC.
  package static func day(
    _ key: String, _ title: String, _ value: @escaping (Row) throws -> Int64?
  ) -> Column {
    told(key, title, .number) { row, form in try value(row).map(form.day) ?? .null }.ordered(by: value)
  }

  /// The same, sorted by its times in milliseconds: people are shown minutes and days, of which many rows have the same.
  private func ordered(by time: @escaping (Row) throws -> Int64?) -> Column {
    var column = self
    column.order = { try time($0).map { .integer(Int(clamping: $0)) } ?? .null }
    return column
  }

  /// What a row is sorted by.
  fileprivate func orderValue(_ row: Row, _ form: RowForm) throws -> SheetValue {
    try order?(row) ?? value(row, form)
  }

  /// Yes or no; text output shows only yes.
  package static func mark(_ key: String, _ title: String, _ value: @escaping (Row) throws -> Bool) -> Column {
    told(key, title) { row, form in form.flag(try value(row)) }
  }

  /// The same, shown in text output only on request.
  package var extra: Column { extra(true) }

  /// The same, shown in Markdown, and in other text output only on request.
  package var inMarkdown: Column { of(.document) }

  package func extra(_ isExtra: Bool) -> Column { isExtra ? of(.extra) : self }

  /// The same, on the first line of its row as long as anything else can be below.
  package var leading: Column { of(.head) }

  /// The same, never cut.
  package var uncut: Column { with(self) { $0.head.role = .title } }

  /// The same under another key.
  func keyed(_ key: String) -> Column { with(self) { $0.head.key = key } }

  /// The same, which people decide by.
  package var decisive: Column { with(self) { $0.head.isDecisive = true } }

  /// The same, with times of day in it.
  var ofTimes: Column { with(self) { $0.head.isOfTimes = true } }

  /// The same in a row of one line: texts may be cut, and a component is named by a part of its name.
  fileprivate func inLine(isFirst: Bool) -> Column {
    var column = of(isFirst ? .head : .spare)
    switch head.role {
    case .identifier where head.key == "component": column.head.role = .place
    // What a fix does is a sentence, but for a name alone.
    case .identifier where head.key == "what": column.head.role = .text
    case .title: column.head.role = .text
    default: break
    }
    return column
  }

  /// The same, left out of a table without room.
  package var spare: Column { of(.spare) }

  /// The same, below its row in a table without room.
  package var kept: Column { of(.kept) }

  private func of(_ importance: SheetColumn.Importance) -> Column { with(self) { $0.head.importance = importance } }

  /// The column in a table whose rows contain such a row.
  ///
  /// - Parameter part: passes on the part of a row in place: a large one is not copied for each of its columns.
  package func of<Whole>(
    _ part: @escaping (Whole, _ tell: (Row) throws -> SheetValue) throws -> SheetValue
  ) -> Column<Whole> {
    var column = Column<Whole>(head) { [value] whole, form in try part(whole) { try value($0, form) } }
    if let order { column.order = { whole in try part(whole, order) } }
    return column
  }
}

extension Table {
  /// The same, with these of its usual columns where each row has one line, in this order; where there is no room, the
  /// last of them are left out.
  package func inLine(_ keys: String...) -> Table {
    var table = self
    let found = keys.compactMap { key in columns.first { $0.head.key == key && $0.head.importance > .document } }
    table.lineColumns = found.enumerated().map { place, column in column.inLine(isFirst: place == 0) }
    return table
  }
}

/// A value that a column shows unchanged.
package protocol SheetConvertible {
  var sheetValue: SheetValue { get }
}

extension SheetValue: SheetConvertible {
  package var sheetValue: SheetValue { self }
}

extension Int: SheetConvertible {
  package var sheetValue: SheetValue { .integer(self) }
}

extension Bool: SheetConvertible {
  package var sheetValue: SheetValue { .flag(self) }
}

extension String: SheetConvertible {
  package var sheetValue: SheetValue { .text(self) }

  /// Optional text: nil if empty.
  package var filled: String? { isEmpty ? nil : self }
}

extension Double: SheetConvertible {
  package var sheetValue: SheetValue { .decimal(self) }
}

extension Outcome: SheetConvertible {
  package var sheetValue: SheetValue { .outcome(rawValue) }
}

extension Severity: SheetConvertible {
  package var sheetValue: SheetValue { .severity(rawValue) }
}

extension [String]: SheetConvertible {
  package var sheetValue: SheetValue { .list(self) }
}

extension Optional: SheetConvertible where Wrapped: SheetConvertible {
  package var sheetValue: SheetValue { self?.sheetValue ?? .null }
}

/// How values are given in the requested form: text output has local minutes and only what is out of the
/// ordinary, machine formats have ISO 8601 in UTC and every value.
package struct RowForm {
  package let isForPeople: Bool
  package let now: Int64
  private let clock: LocalClock

  package init(isForPeople: Bool, now: Int64, clock: LocalClock = .utc) {
    (self.isForPeople, self.now, self.clock) = (isForPeople, now, clock)
  }

  /// A time, ms UTC.
  package func time(_ milliseconds: Int64) -> SheetValue {
    .text(isForPeople ? minute(milliseconds) : Timestamp(milliseconds: milliseconds).iso8601)
  }

  /// A local minute, for people.
  func minute(_ milliseconds: Int64) -> String { clock.minute(milliseconds) }

  /// What its times are of: `Times are in CET/CEST.`; nil where they are in UTC, or say so themselves.
  package var zoneSentence: String? {
    guard isForPeople, let zones = clock.zones(around: now) else { return nil }
    return "Times are in \(zones)."
  }

  /// The day of a time in text output; the full time in machine formats.
  package func day(_ milliseconds: Int64) -> SheetValue {
    .text(
      isForPeople ? clock.date(milliseconds).iso8601 : Timestamp(milliseconds: milliseconds).iso8601)
  }

  /// Whole days since a time; a future timestamp counts as today.
  package func days(since milliseconds: Int64) -> Int { Timestamp.days(from: milliseconds, to: now) }

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
    .object(["text": value.text, "unit": value.unit, "numbers": JSONText.array(value.numbers.map { number($0) })])
  }

  /// A figure as a JSON number; at most six decimals, and without loss.
  package static func number(_ figure: FixedPoint) -> JSONText {
    figure.millionths % 1_000_000 == 0
      ? .int(Int(clamping: figure.millionths / 1_000_000)) : .number(Double(figure.millionths) / 1_000_000)
  }
}

/// The order of `--sort`.
struct RowSort<Row> {
  private let column: Column<Row>
  private let isDescending: Bool

  /// - Parameter typed: a column's key, with a hyphen in front to reverse the order.
  init(_ typed: String, _ columns: [Column<Row>]) throws(SheetProblem) {
    isDescending = typed.utf8.first == UInt8(ascii: "-")
    let name = isDescending ? String(typed.dropFirst()) : typed
    guard let column = columns.first(where: { $0.head.key.hasSameBytes(as: name) }) else {
      throw .unknownSort(name, valid: columns.map(\.head.key))
    }
    self.column = column
  }

  /// The sort key of a row, and its original position.
  private typealias Entry = (key: SortKey?, place: Int)

  /// The first rows in this order, and how many there are. Equal rows keep their order, and rows without a value come
  /// last either way. With a limit, little more than the limit is kept in memory.
  func first(
    _ limit: Int?, of rows: TableRows<Row>, _ form: RowForm
  ) throws -> (rows: [Row], count: Int) {
    let room = limit.map { $0 < 500_000 ? max(1_000, $0 * 2) : Int.max } ?? Int.max
    var kept: [Row] = []
    var entries: [Entry] = []
    var last: Entry?
    var count = 0
    func cut() {
      let order = entries.indices.sorted { isBefore(entries[$0], entries[$1]) }.prefix(limit ?? .max)
      kept = order.map { kept[$0] }
      entries = order.map { entries[$0] }
      last = entries.last
    }
    try rows.visit { make in
      let row = try make()
      let entry = (key: SortKey(try column.orderValue(row, form), form), place: count)
      count += 1
      if let last, !isBefore(entry, last) { return }
      kept.append(row)
      entries.append(entry)
      if kept.count >= room { cut() }
    }
    cut()
    return (kept, count)
  }

  private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    switch (left.key, right.key) {
    case (nil, nil): return left.place < right.place
    case (nil, _): return false
    case (_, nil): return true
    case (let one?, let other?):
      if one == other { return left.place < right.place }
      return isDescending ? other < one : one < other
    }
  }
}

/// The sort key of a row. Within a column all values are of one case.
private enum SortKey: Comparable {
  case number(Double)
  case text(String)
  /// For people.
  case name(Name)

  struct Name: Comparable {
    let text: String

    static func < (left: Name, right: Name) -> Bool { NaturalOrder.precedes(left.text, right.text) }
  }

  init?(_ value: SheetValue, _ form: RowForm) {
    func key(_ text: String) -> SortKey { form.isForPeople ? .name(Name(text: text)) : .text(text) }
    switch value {
    case .null, .json(.null): return nil
    case .text(let text), .file(let text, _):
      if text.isEmpty { return nil }
      self = key(text)
    case .integer(let number): self = .number(Double(number))
    case .ratio(_, of: 0): return nil
    case .ratio(let part, let whole): self = .number(Double(part) / Double(whole))
    case .decimal(let number):
      if number.isNaN { return nil }
      self = .number(number)
    case .outcome(let id): self = .number(Self.place(of: id))
    case .severity(let severity): self = .number(Double(severity))
    case .flag(let flag): self = .number(flag ? 1 : 0)
    case .list(let texts):
      if texts.isEmpty { return nil }
      self = key(texts.joined(separator: ","))
    case .links(let links):
      if links.isEmpty { return nil }
      self = key(links.map(\.name).joined(separator: ","))
    case .json(let json): self = .text(json.render())
    }
  }

  /// Worst first.
  private static func place(of outcome: String) -> Double {
    Double(["fail", "cant-tell", "untested", "pass", "na"].firstIndex(of: outcome) ?? 5)
  }
}
