import Audit
import Base
import CommandLine
import Store

/// A result that `a11y log` recorded or would record.
struct LoggedLine {
  var result: NewResult
  var before: CellState?
  let kept: KeptOfFinding
  /// Remarks that do not prevent logging.
  var advice: [String]
  /// Source conflicts whose resolution applies to the value.
  var readings: [String]
  /// All that is set where it was seen, with the setting of its check.
  let seenUnder: String
  /// Whether it copies a result of another component, so that its tester has typed nothing of it.
  var isDraft = false

  init(_ result: NewResult, after stored: LoggedResult, _ defaults: LogDefaults, _ writer: Writer) throws {
    self.result = result
    seenUnder = try writer.reader.checkSettings.seen(result.condition.text, of: result.check)
    before = stored.before
    kept = stored.kept
    advice = try Self.advice(result, defaults, writer)
    if let stays = stored.stays, let before {
      let time = Timestamp(milliseconds: stays).localMinute(offset: writer.reader.localOffset(stays))
      advice.append("\(before.outcome.rawValue.uppercased()) of \(time) stays: this is older")
    }
    if let build = stored.newerBuild { advice.append("the result \(LogReport.overtaken(before?.outcome, build))") }
    if result.time != nil, stored.stays != nil || stored.newerBuild != nil {
      advice.append("comparisons with a date in the past count it from its date on")
    }
    if result.outcome == .na, before?.outcome == .fail, (result.note ?? "").isEmpty {
      advice.append("the item failed and is N/A now, without a reason; log it again with -m REASON")
    }
    readings = try Self.readings(of: result, writer)
  }

  var place: ScopeCell { result.place }

  /// `voiceover.label-present sign-in/close-button (dark)`
  var words: String {
    "\(result.check) \(result.component)" + (seenUnder.isEmpty ? "" : " (\(seenUnder))")
  }

  /// What a draft copies besides the outcome: `, serious, note "says button"`.
  var copied: String {
    guard isDraft else { return "" }
    return (result.severity.map { ", \($0.word)" } ?? "")
      + (result.note.map { ", note \(MessageText.quoted($0, limit: 300))" } ?? "")
  }

  /// The earlier result, where it had another outcome.
  var otherBefore: CellState? { before.flatMap { $0.outcome == result.outcome ? nil : $0 } }

  /// The source conflicts that apply; for a check with a threshold only if a value was measured.
  private static func readings(of result: NewResult, _ writer: Writer) throws -> [String] {
    let isMeasured = try result.value != nil || writer.check(result.check).measurement == nil
    return isMeasured ? try writer.reader.readings(of: result.check) : []
  }

  /// Remarks: the value contradicts the outcome, the check does not apply to the component, or the condition is
  /// contradictory or does not count.
  private static func advice(_ result: NewResult, _ defaults: LogDefaults, _ writer: Writer) throws -> [String] {
    var advice = defaults.remark(on: result.condition).map { [$0] } ?? []
    if let remark = try defaults.remark(on: result.place, writer.reader) { advice.append(remark) }
    let check = try writer.check(result.check)
    let component = try writer.component(result.component)
    if let measurement = check.measurement?.under(result.condition.text) {
      advice += ValueAdvice.remarks(result, measurement, component)
    }
    if component.isRetired {
      advice.append(
        "\(component.key) is retired: the result is kept but does not count; run "
          + "\"a11y edit component \(ShellWord.quoted(component.key)) --restore\" to restore it")
    }
    if let remark = Self.remark(onDevice: result, check) { advice.append(remark) }
    let answer = check.applies(to: component)
    if case .out(let reason) = answer, result.outcome != .na {
      advice.append(reason)
      let outside = try OutsidePlan(writer.reader)
      if !component.isRetired, outside.map({ !$0.holds((check.id, result.condition.text)) }) ?? true {
        advice.append("the result counts all the same; run \"a11y undo\" if it is a slip")
      }
    }
    return advice
  }

  /// A remark if the check does not apply to the device, or if a simulator cannot show the result.
  private static func remark(onDevice result: NewResult, _ check: LoggedCheck) -> String? {
    guard result.outcome != .na else { return nil }
    if result.device.lowercased().contains("simulator"), check.id.hasPrefix("haptics.") {
      return "a simulator has no haptics; test \(check.id) on a device"
    }
    guard let family = DeviceFamily.of(device: result.device, condition: result.condition.text, platforms: []),
      let platform = family.platform, !check.platforms.isEmpty, !check.platforms.contains(platform)
    else { return nil }
    let wanted = check.platforms.map(\.rawValue).joined(separator: " and ")
    return "\(check.id) applies to \(wanted), but was tested on \(family.rawValue); log na for this device"
  }
}

/// The fields of a tab-separated line, as pieces of its bytes.
struct LineParts {
  private let line: UnsafeBufferPointer<UInt8>
  /// The range of each column's field: outcome, check, component, condition, value, note, severity.
  private var starts = SIMD8<Int>(repeating: 0)
  private var ends = SIMD8<Int>(repeating: 0)

  /// Nil if the line has characters other than printable ASCII and tabs, an escape, or too many fields.
  ///
  /// - Parameter columns: the column of each field; columns that are not listed or that the line lacks are empty.
  init?(_ line: UnsafeBufferPointer<UInt8>, _ columns: [Int]) {
    self.line = line
    var field = 0
    var start = 0
    for index in 0...line.count {
      if index < line.count {
        let byte = line[index]
        if byte > 0x1F, byte < 0x7F, byte != UInt8(ascii: "\\") { continue }
        guard byte == UInt8(ascii: "\t") else { return nil }
      }
      guard field < columns.count else { return nil }
      starts[columns[field]] = start
      ends[columns[field]] = index
      field += 1
      start = index + 1
    }
    guard !outcome.isEmpty, !piece(1).isEmpty, !piece(2).isEmpty else { return nil }
  }

  private func piece(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: line[starts[column]..<ends[column]])
  }

  var outcome: UnsafeBufferPointer<UInt8> { piece(0) }
  var value: UnsafeBufferPointer<UInt8> { piece(4) }
  var note: UnsafeBufferPointer<UInt8> { piece(5) }
  var severity: UnsafeBufferPointer<UInt8> { piece(6) }

  /// Check, component, and condition with the tabs between them, as in most lines; nil if the columns have another
  /// order.
  private var whole: UnsafeBufferPointer<UInt8>? {
    guard starts[2] == ends[1] + 1, starts[3] == ends[2] + 1 else { return nil }
    return UnsafeBufferPointer(rebasing: line[starts[1]..<ends[3]])
  }

  /// Check, component, and condition with tabs between them.
  var place: [UInt8] {
    Array(piece(1)) + [UInt8(ascii: "\t")] + Array(piece(2)) + [UInt8(ascii: "\t")] + Array(piece(3))
  }

  func isAt(_ place: [UInt8]) -> Bool {
    guard let whole else { return self.place == place }
    return place.withUnsafeBytes { Self.isEqual($0, UnsafeRawBufferPointer(whole)) }
  }

  var placeHash: UInt64 {
    if let whole { return Self.hash(UnsafeRawBufferPointer(whole)) }
    return place.withUnsafeBytes(Self.hash)
  }

  /// Compares 8 bytes at a time; `elementsEqual` compares single bytes.
  private static func isEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var index = 0
    while index + 8 <= left.count {
      let one = left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard one == right.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
      index += 8
    }
    while index < left.count {
      guard left[index] == right[index] else { return false }
      index += 1
    }
    return true
  }

  /// FNV-1a over words of 8 bytes: fast, and a collision only leads to the slow path.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var index = 0
    while index + 8 <= bytes.count {
      hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x0000_0100_0000_01b3
      hash ^= hash >> 29
      index += 8
    }
    while index < bytes.count {
      hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3
      index += 1
    }
    return hash
  }
}

/// A row of `a11y list items --format csv` that is read back: changed fields are a new result, all others are those of
/// the earlier result.
struct ListedRow {
  /// The result that the row showed; empty for an untested cell.
  private let id: String
  /// Whether the severity in the row was the check's default.
  private let isUsualSeverity: Bool
  /// Who tested, when, and on what, as the row says it.
  private let cells: [(column: RowLayout.Column, text: String)]
  private let line: Int
  private let layout: RowLayout

  init(_ row: RowReader.Row, _ layout: RowLayout) {
    (id, isUsualSeverity) = layout.shown(row.fields)
    (cells, line, self.layout) = (layout.circumstances(row.fields), row.line, layout)
  }

  /// Which of the cells besides the answer a tester changed, in a row that is a new result; nil for another row. Then the
  /// entry holds what to log.
  ///
  /// - Parameter list: what the rows of the same table are compared with.
  /// - Throws: `Refusal` where the outcome is missing or was removed, or the item has another result than the one that
  ///   the row showed.
  func changes(
    _ entry: inout LogEntry, in list: ListedItems
  ) throws -> [(column: RowLayout.Column, text: String)]? {
    let isEmpty = entry.outcome.isEmpty || entry.outcome == "untested"
    if isEmpty, id.isEmpty {
      let answer = [(RowLayout.Column.value, entry.value), (.note, entry.note), (.severity, entry.severity)]
      let parts: [RowLayout.Column] = entry.on == nil ? [] : [.on]
      let filled = answer.filter { !($0.1 ?? "").isEmpty }.map(\.0) + parts + cells.map(\.column)
      guard let first = filled.first else { return nil }
      throw Refusal.invalid("\(first.rawValue) without an outcome; add the outcome, or empty the cell")
    }
    let check = try list.reader.check(entry.check)?.check
    var place = ScopeCell(component: entry.component, check: entry.check, condition: entry.condition ?? "")
    place.condition = try list.settings.item(place, isNamed: true, list.reader).text
    let measurement = check?.measurement?.under(place.condition)
    entry.value = Self.text(entry.value, measurement)
    guard !isEmpty else { throw Refusal.invalid("the outcome was removed; run \"a11y undo\" to undo a result") }
    let state = try list.reader.cellNow(place, nil, nil)
    let now = state?.row
    // A list of an audit or of another day shows a result that is not the latest.
    let history =
      try isShown(now)
      ? [] : list.reader.history(component: place.component, check: place.check, condition: place.condition)
    let listed = isShown(now) ? now : history.first { isShown($0) }
    let usual = check?.impact
    // A list shows the severity of the check where a tester rated none; what people leave blank is kept.
    func hasSeverity(of row: Cell?) -> Bool {
      let rated = row.flatMap { $0.isUsualSeverity ? nil : $0.severity }
      guard let severity = entry.severity.flatMap(Severity.init(word:)) else { return row?.outcome == .fail }
      return severity == rated || rated == nil && severity == usual
    }
    let audited = try isShown(now) ? nil : list.auditRow(at: place)
    let rows = [now, audited, listed].compactMap(\.self)
    func isKnown(_ row: Cell) -> Bool {
      isSame(entry, row, measurement) && (row.outcome != .fail || hasSeverity(of: row))
    }
    func changed(from rows: [Cell]) -> [(column: RowLayout.Column, text: String)] {
      cells.filter { cell in rows.allSatisfy { !isSame(cell, $0, list.reader) } }
    }
    // In a row that was untested all cells are those of a tester. Who, when, and on what tells one that was logged before.
    let before = rows + (cells.isEmpty ? [] : history)
    if id.isEmpty, before.contains(where: { isKnown($0) && changed(from: [$0]).isEmpty }) { return nil }
    if !id.isEmpty, let known = rows.first(where: isKnown) {
      let cleared = [(RowLayout.Column.note, entry.note, known.note != nil), (.severity, entry.severity, true)]
      let kept = known.outcome == .fail ? cleared.filter { $0.1 == "" && $0.2 }.map(\.0) : []
      list.ignored += (kept + changed(from: rows).map(\.column)).map { (line, $0) }
      return nil
    }
    guard listed != nil || id.isEmpty else {
      throw Refusal.invalid(
        "the row shows result \(MessageText.shortened(id, limit: 60)), which its item does not have in this tracker; log the "
          + "table in the tracker that it was listed in")
    }
    guard isShown(now) || (list.audit != nil && isShown(audited)), !list.logged.contains(place) else {
      throw Refusal.invalid(
        "the item has another result than the one in this row; list it again, or pass --audit if the list is of an audit"
      )
    }
    list.logged.insert(place)
    // An unedited note stays what it was, with what a table only shows.
    if let cell = entry.note, let note = listed?.note, CellText.isWritten(cell, for: note, isTabbed: layout.isTabbed) {
      entry.note = note
    }
    if entry.outcome != Outcome.fail.rawValue { entry.on = nil }
    // What is shown of people who are not followed is no answer of who leaves it as it is: the finding keeps its own.
    let isUntouched = isUsualSeverity || state.map { now?.outcome == .fail && $0.isOfOthers } ?? false
    if entry.outcome != Outcome.fail.rawValue || isUntouched && hasSeverity(of: listed) {
      entry.severity = nil
    }
    return changed(from: listed.map { [$0] } ?? [])
  }

  /// Whether a cell says what a result has, also as a spreadsheet writes it again: 1.10 as 1.1.
  private func isSame(_ cell: (column: RowLayout.Column, text: String), _ row: Cell, _ reader: Reader) -> Bool {
    let kept: String
    switch cell.column {
    case .tester: kept = row.tester
    case .device: kept = row.device
    case .os: kept = row.os
    case .build: kept = row.build
    case .audit: kept = row.audit
    default: return layout.isTime(cell.text, row.time, reader)
    }
    return CellText.isWritten(cell.text, for: kept, isTabbed: layout.isTabbed)
      || (Double(cell.text).map { $0 == Double(kept) } ?? false)
  }

  private func isShown(_ row: Cell?) -> Bool { (row?.id ?? "").hasSameBytes(as: id) }

  private func isSame(_ entry: LogEntry, _ row: Cell, _ measurement: Measurement?) -> Bool {
    let note = entry.note ?? ""
    guard entry.outcome == row.outcome?.rawValue, entry.on == nil || entry.on == row.on,
      CellText.isWritten(note, for: row.note ?? "", isTabbed: layout.isTabbed) || note.isEmpty && row.outcome == .fail
    else { return false }
    let (typed, kept) = (entry.value ?? "", row.value?.text ?? "")
    if typed == kept { return true }
    // A spreadsheet writes 0.50 as 0.5.
    guard let measurement, let value = row.value, let read = try? entry.measured(typed, measurement) else {
      return false
    }
    return measurement.areSame(read, value)
  }

  /// `40x40`, from the object of an earlier list or from the text that a tester typed over it; `3:1` where a spreadsheet
  /// took it for a time of the day.
  private static func text(_ value: String?, _ measurement: Measurement?) -> String? {
    guard let value else { return nil }
    if value.utf8.first == UInt8(ascii: "{") {
      let measured = try? JSONReader.parse(Array(value.utf8), options: JSONOptions(allowsFractions: true))
      return measured?["text"]?.stringValue ?? value
    }
    guard measurement?.valueUnit == "ratio", let hours = hours(value) else { return value }
    return "\(hours):1"
  }

  /// The hours of a minute past the hour: `03:01`, `03:01:00`, `03:01:00 PM`.
  private static func hours(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    let parts = (words.first ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard words.count <= 2, parts.count > 1, parts[1] == "01", parts.dropFirst(2).allSatisfy({ $0 == "00" }),
      let hours = Int(parts[0])
    else { return nil }
    return words.count == 1 ? hours : hours % 12 + (words[1] == "PM" ? 12 : 0)
  }
}

/// What the rows of one table are compared with: the items as they are, and as the audit has them in whose name is logged.
final class ListedItems {
  let reader: Reader
  let audit: AuditRound?
  let settings: SettingWords
  /// What this table has logged so far.
  fileprivate(set) var logged: Set<ScopeCell> = []
  /// The cells that were changed in rows with the answer that they showed, with their lines: such a row is no result.
  fileprivate(set) var ignored: [(line: Int, column: RowLayout.Column)] = []
  /// The items of the audit that have a result in it, read where the first row needs them.
  private var audited: [ScopeCell: Cell]?

  init(_ reader: Reader, audit: String, _ settings: SettingWords) throws {
    (self.reader, self.settings) = (reader, settings)
    self.audit = try reader.audit(audit)
  }

  fileprivate func auditRow(at place: ScopeCell) throws -> Cell? {
    if let audited { return audited[place] }
    let rows = try audit.map { try reader.cells(of: $0, Filter(), includingOutside: true).rows } ?? []
    let read = Dictionary(rows.map { ($0.place, $0) }, uniquingKeysWith: { $1 })
    audited = read
    return read[place]
  }
}
