import Audit
import Base
package import CommandLine
package import Store

/// The columns of bulk input.
package struct RowLayout {
  /// A kind of column; the raw value is its heading.
  package enum Column: String, CaseIterable {
    case outcome, check, component, condition, value, note, severity, tester, device, os, build, audit, at, on
  }

  /// Nil for ignored columns.
  let columns: [Column?]
  /// The columns with the result ids in output of `a11y list`; nil for other input.
  private let listed: (id: Int, severityFrom: Int)?
  /// Columns that were added to a list, which are ignored.
  package let added: [String]
  /// Whether the input has no header: outcome, check, component, condition, value, note.
  let isStandard: Bool
  /// Whether columns are separated by tabs.
  var isTabbed = false
  /// What a comma in a number means.
  var comma = NumberComma.either
  /// The words of a team's own table.
  let map: ColumnMap?
  /// What the rows so far show of the order of their dates.
  var dates: DateOrders

  package static let names = Column.allCases.map(\.rawValue)
  /// The words that a column of a table has.
  package static let vocabularies = [
    ColumnMap.Vocabulary("outcome", Outcome.allCases.map(\.rawValue) + ["untested"]),
    ColumnMap.Vocabulary("severity", Severity.allCases.map(\.word) + Severity.allCases.map { String($0.rawValue) }),
  ]

  static let standard = RowLayout(
    columns: [.outcome, .check, .component, .condition, .value, .note], isStandard: true)

  private init(
    columns: [Column?], isStandard: Bool, listed: (id: Int, severityFrom: Int)? = nil, added: [String] = [],
    _ map: ColumnMap? = nil
  ) {
    self.map = map
    dates = DateOrders(given: map?.dateOrder)
    (self.columns, self.isStandard, self.listed, self.added) = (columns, isStandard, listed, added)
  }

  /// Whether it is a filled-in list of `a11y list items`.
  package var isList: Bool { listed != nil }

  /// Columns of `a11y list items` that describe the earlier result, not a new one.
  private static let ofResults: Set<String> = [
    "judged_outcome", "stale", "disputed", "evidence", "id", "pattern", "severity_from", "component_title", "screens",
    "check_title", "steps", "expected",
  ]
  /// Columns that say who tested, when, and on what. A list has those of the earlier result there, which are taken
  /// where a tester changed them.
  private static let ofCircumstances: [Column] = [.tester, .device, .os, .build, .audit, .at]

  /// Whether a row has the headers of all columns that a table needs.
  static func isHeader(_ fields: [String], _ map: ColumnMap?) -> Bool {
    let found = fields.map { header in
      if let map { map.column(of: header, among: names) } else { CellText.name(header) }
    }
    return needed.allSatisfy { found.contains($0.rawValue) || $0 == .outcome && outcomeOfAll(map) != nil }
  }

  /// Refuses a list of this program in Markdown, which does not say which results it shows: they would be logged again.
  static func refuseUnnamed(_ header: DelimitedRows.Row, in table: DelimitedRows) throws(Problem) {
    let titles = table.head.lines.map { CellText.trimmed(String(decoding: $0, as: UTF8.self)) }
    guard table.isMarkdown, header.fields.starts(with: ["Component", "Check"]),
      !header.fields.contains(where: { CellText.name($0) == "id" }),
      !Set(titles).isDisjoint(with: ["## Items", "## Results"])
    else { return }
    throw Problem(
      .badInput, code: "list.form", "line \(header.line): this list does not have the IDs of its results",
      hints: ["Pass --format csv to \"a11y list items\" for a list that can be filled in."])
  }

  /// The outcome of each row where a map gives one to the word outcome itself, as for a list of problems.
  private static func outcomeOfAll(_ map: ColumnMap?) -> String? {
    let name = Column.outcome.rawValue
    return map.map { $0.word(name, in: name) }.flatMap { $0 == name ? nil : $0 }
  }

  /// Columns that say what people write or name, as they write it.
  private static let ofPeople: [Column] = [.note, .tester, .component, .build, .device, .os]
  private static let needed: [Column] = [.outcome, .check, .component]

  package init(header: DelimitedRows.Row) throws(Problem) {
    let names = header.fields.map(CellText.name)
    if let id = names.firstIndex(of: "id"), let severityFrom = names.firstIndex(of: "severity_from") {
      let columns = names.map(Column.init(rawValue:))
      for wanted in Self.needed + [.condition] where !columns.contains(wanted) {
        throw Problem(.badInput, code: "column.missing", "line \(header.line): missing column \(wanted.rawValue)")
      }
      let added = names.indices.filter {
        columns[$0] == nil && !Self.ofResults.contains(names[$0]) && !header.fields[$0].isEmpty
      }
      self.init(
        columns: columns, isStandard: false, listed: (id, severityFrom), added: added.map { header.fields[$0] })
      return
    }
    var columns: [Column?] = []
    for (name, text) in zip(names, header.fields) {
      // A column without a header may have blank cells alone.
      if text.isEmpty {
        columns.append(nil)
        continue
      }
      guard let column = Column(rawValue: name) else {
        throw Problem(
          .badInput, code: "column.unknown", "line \(header.line): unknown column \(MessageText.quoted(text))",
          hints: (Self.ofResults.contains(name)
            ? ["Keep the columns id and severity_from in a list that you fill in."]
            : Suggestion.hint(for: name, among: Self.names))
            + [
              "Use these columns: \(Self.names.joined(separator: ", ")). Pass --map for other headers, or --map "
                + "outcome=outcome to ignore unknown columns."
            ])
      }
      guard !columns.contains(column) else {
        throw Problem(.badInput, code: "column.twice", "line \(header.line): duplicate column \(name)")
      }
      columns.append(column)
    }
    for wanted in Self.needed where !columns.contains(wanted) {
      throw Problem(.badInput, code: "column.missing", "line \(header.line): missing column \(wanted.rawValue)")
    }
    self.init(columns: columns, isStandard: false)
  }

  /// The layout of a team's own table: headers that the map does not know are ignored. A list that is filled in with
  /// other words stays a list.
  init(header: DelimitedRows.Row, _ map: ColumnMap) throws(Problem) {
    func place(_ name: String) -> Int? {
      header.fields.firstIndex { CellText.name($0) == name && map.column(of: $0, among: Self.names) == nil }
    }
    var listed: (id: Int, severityFrom: Int)?
    if let id = place("id"), let severityFrom = place("severity_from") { listed = (id, severityFrom) }
    let columns = header.fields.map { text in
      map.column(of: text, among: Self.names).flatMap(Column.init(rawValue:))
    }
    let headers = header.fields.joined(separator: ", ")
    for wanted in Self.needed + (listed == nil ? [] : [.condition]) where !columns.contains(wanted) {
      if wanted == .outcome, listed == nil, Self.outcomeOfAll(map) != nil { continue }
      let problems = wanted == .outcome ? ["Add outcome=fail to --map if each row is a problem."] : []
      throw Problem(
        .badInput, code: "column.missing", "line \(header.line): no header for column \(wanted.rawValue)",
        hints: ["Pass --map \"HEADER=\(wanted.rawValue)\" with one of: \(headers)."] + problems + [
          "Pass --header-row with the line of the header, if titles are above it."
        ])
    }
    for column in Column.allCases {
      let same = zip(header.fields, columns).filter { $1 == column }.map { MessageText.quoted($0.0) }
      guard same.count > 1 else { continue }
      throw Problem(
        .badInput, code: "column.twice",
        "line \(header.line): two headers for column \(column.rawValue): \(same[0]) and \(same[1])",
        hints: ["Leave one of them out of --map, or rename it in the table."])
    }
    self.init(columns: columns, isStandard: false, listed: listed, map)
  }

  /// The entry of a row; its tester, build, and the like are stored in `defaults`.
  package func entry(_ fields: [String], _ defaults: inout LogDefaults, _ writer: Writer) throws -> LogEntry {
    guard fields.count <= columns.count else {
      throw Refusal.invalid("\(counted(fields.count, "field")); expected at most \(columns.count)")
    }
    // A row of one field has no outcome, and is passed over as a title between rows is.
    if fields.count == 1, !isStandard, ",;\t".contains(where: { holdsRow(fields[0], $0) }) {
      throw Refusal.invalid("1 field; expected \(columns.count), with the same sign between them as in the header")
    }
    guard fields.count >= 3 || !isStandard else {
      throw Refusal.invalid("\(counted(fields.count, "field")); expected outcome, check, and component")
    }
    var entry = LogEntry()
    entry.comma = comma
    // A note in a list is compared with that of its result, which may be a dash.
    let isOfResult = !shown(fields).id.isEmpty
    if !columns.contains(.outcome) { entry.outcome = Self.outcomeOfAll(map) ?? "" }
    for (place, (column, typed)) in zip(columns, fields).enumerated() {
      guard let column else {
        guard typed.isEmpty || map != nil || isList else {
          throw Refusal.invalid("field \(place + 1) has text, but its column has no header")
        }
        continue
      }
      let typed = [.component, .check].contains(column) ? CellText.ofLink(typed) ?? typed : typed
      let text = said(typed, in: column, asWritten: isOfResult && [.note, .value].contains(column))
      if !isStandard, column != .outcome, let fault = CellText.fault(text) {
        throw Refusal.invalid("column \(column.rawValue): \(fault)")
      }
      switch column {
      case .outcome: entry.outcome = isStandard ? Self.plainOutcome(text) : Self.outcome(text)
      case .check: entry.check = Catalog.checkID(spelled: CellText.unquoted(text))
      case .component:
        // A key has hyphens of a keyboard alone.
        let isKey = text.unicodeScalars.allSatisfy { $0.isASCII || $0 == "\u{2010}" || $0 == "\u{2011}" }
        entry.component = isKey ? CellText.plain(text) : text
      case .condition: entry.condition = condition(text)
      case .value: entry.value = text
      case .note: entry.note = text
      case .severity: entry.severity = text
      case .on: entry.on = text.isEmpty ? nil : FailingParts.names(text)
      default: if !text.isEmpty, !isList { try apply(column, text, &defaults, writer) }
      }
    }
    if !isStandard, entry.component.isEmpty, !entry.check.isEmpty, !entry.outcome.isEmpty {
      throw Refusal.invalid("empty component name; a merged cell has its text in its first row, so fill it down")
    }
    return entry
  }

  /// Whether a text is a row with another sign between its fields, one of which is an outcome.
  private func holdsRow(_ text: String, _ sign: Character) -> Bool {
    let parts = text.split(separator: sign).map(String.init)
    return parts.count > 2 && parts.count { Outcome(rawValue: Self.outcome(said($0, in: .outcome))) != nil } == 1
  }

  /// Whether a row of a table has no note, value, or severity.
  func isBlank(_ entry: LogEntry) -> Bool {
    !isStandard && !isList && [entry.note, entry.value, entry.severity].allSatisfy { $0?.isEmpty ?? true }
  }

  /// The settings that a cell lists, each as this program writes it: `Dark; Reduce Motion`, or in the words of a map.
  private func condition(_ cell: String) -> String {
    let parts = cell.split { ",;+".contains($0) }.map { CellText.trimmed(String($0)) }
    let words = parts == [cell] ? parts : parts.map { said($0, in: .condition) }
    return words.map { CellText.word($0).replacing(" ", with: "-") }.joined(separator: ",")
  }

  /// The id of the result that a row of a list showed, and whether its severity was that of the check.
  func shown(_ fields: [String]) -> (id: String, isUsualSeverity: Bool) {
    func field(_ place: Int?) -> String { place.flatMap { fields.indices.contains($0) ? fields[$0] : nil } ?? "" }
    return (field(listed?.id), field(listed?.severityFrom) != "tester")
  }

  /// One of the outcomes in any case; another text as it is.
  private static func plainOutcome(_ text: String) -> String {
    let small = text.lowercased()
    return small == "untested" || Outcome(rawValue: small) != nil ? small : text
  }

  /// Whether a line begins with an outcome, as those of a script do.
  static func isOfScript(_ fields: [String]) -> Bool {
    fields.first.map { Outcome(rawValue: $0.lowercased()) != nil } ?? false
  }

  /// Whether rows say of which build they are, or when they were seen. A list has each item once.
  var isOrdered: Bool { !isList && (columns.contains(.at) || columns.contains(.build)) }

  /// What a row says about when it was seen; nil where it says nothing.
  func time(_ fields: [String]) -> String? { text(.at, fields) }

  /// The cells of a row of a list that say who tested, when, and on what.
  func circumstances(_ fields: [String]) -> [(column: Column, text: String)] {
    Self.ofCircumstances.compactMap { column in text(column, fields).map { (column, $0) } }
  }

  /// The cell of a row in a column, as it is read; nil where it says nothing.
  func text(_ column: Column, _ fields: [String]) -> String? {
    guard let place = columns.firstIndex(of: column), fields.indices.contains(place) else { return nil }
    let text = said(fields[place], in: column)
    return text.isEmpty ? nil : text
  }

  /// What a cell says, in the words of this program; nothing, where people only mark that it is empty.
  private func said(_ typed: String, in column: Column, asWritten: Bool = false) -> String {
    let text = map?.word(typed, in: column.rawValue) ?? typed
    if !isStandard, !asWritten, !Self.needed.contains(column), CellText.isPlaceholder(text) { return "" }
    return Self.ofPeople.contains(column) ? text : CellText.plain(text)
  }

  /// Whether the cell of a time says a moment to the minute, also as a spreadsheet writes it again: in any order, and
  /// without its zone.
  func isTime(_ text: String, _ time: Int64, _ reader: Reader) -> Bool {
    let written = WrittenTime(text)
    let offsets: [(Int64) -> Int] = [reader.localOffset, { _ in 0 }]
    return offsets.contains { offset in
      let read =
        [try? Timestamp.read(text, localOffset: offset)]
        + DateOrder.allCases.map { try? written?.reading($0, localOffset: offset) }
      return read.contains { $0.map { $0.timestamp.milliseconds / 60_000 == time / 60_000 } ?? false }
    }
  }

  /// The moment that a text means in this table, in milliseconds UTC.
  func moment(_ text: String, _ reader: Reader) throws(TimestampError) -> Int64 {
    do throws(TimestampError) {
      return try Timestamp.read(text, localOffset: reader.localOffset).timestamp.milliseconds
    } catch {
      guard let written = WrittenTime(text, lastYear: Self.year(reader)) else { throw error }
      return try self.moment(written, reader)
    }
  }

  private func moment(_ written: WrittenTime, _ reader: Reader) throws(TimestampError) -> Int64 {
    try written.reading(dates.order(of: written.sign), localOffset: reader.localOffset).timestamp.milliseconds
  }

  /// How dates were read, where others could read them in another way.
  func notes(_ reader: Reader) -> [String] {
    var notes = dates.notes.map { order, line in
      "a11y: note: dates are read in the order \(order.rawValue), as line \(line) shows."
    }
    let numbers = [
      (dates.unixTime, "numbers are read as times since 1970"), (dates.dayNumber, "numbers of days are read as dates"),
    ]
    for case ((let line, let text)?, let what) in numbers {
      guard let moment = try? moment(text, reader) else { continue }
      let shown = Timestamp(milliseconds: moment).localMinute(offset: reader.localOffset(moment))
      notes.append("a11y: note: \(what), \(text) in line \(line) as \(shown).")
    }
    return notes
  }

  /// Nothing was seen in a later year.
  static func year(_ reader: Reader) -> Int { CivilDate(dayNumber: Timestamp(milliseconds: reader.now).dayNumber).year }

  /// Takes a cell that says who tested, when, or on what.
  func apply(_ column: Column, _ text: String, _ defaults: inout LogDefaults, _ writer: Writer) throws {
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: column.rawValue) }
    switch column {
    case .tester: defaults.tester = text
    case .device: defaults.device = text
    case .os: defaults.os = text
    case .build: defaults.take(build: text)
    case .audit: defaults.take(audit: try LogDefaults.open(text, writer.reader))
    case .at:
      let time: Int64
      do throws(TimestampError) {
        time = try moment(text, writer.reader)
      } catch {
        let maps = error.isOfOrder ? ", or pass --map D/M/Y=at, M/D/Y=at, or Y/M/D=at" : ""
        throw Refusal.invalid("at: \(error.reason); write it as 2026-03-01 or 2026-03-01T10:00\(maps)")
      }
      if let words = LogDefaults.ahead(time, writer.reader) { throw Refusal.invalid("at: \(words)") }
      defaults.time = time
    default: break
    }
  }
}
