import AuditModel
import AuditStore
import CanonicalJSON
import Measuring
import Terminal
import TrackerAccess

/// A row of `a11y list cells --format csv` that is read back: changed fields are a new result, all others are those of
/// the earlier result.
struct ListedRow {
  /// The result that the row showed; empty for an untested cell.
  private let id: String
  /// Whether the severity in the row was the check's default.
  private let isUsualSeverity: Bool

  init(_ shown: (id: String, isUsualSeverity: Bool)) { (id, isUsualSeverity) = shown }

  /// Whether a row is a new result; then the entry holds what to log.
  ///
  /// - Parameter list: what the rows of the same table are compared with.
  /// - Throws: `Refusal` where the outcome was removed, or the item has another result than the one that the row showed.
  func isChanged(_ entry: inout LogEntry, in list: ListedItems) throws -> Bool {
    let check = try list.reader.check(entry.check)?.check
    let measurement = check?.measurement?.under(entry.condition ?? "")
    entry.value = Self.text(entry.value, measurement)
    let isEmpty = entry.outcome.isEmpty || entry.outcome == "untested"
    if isEmpty, id.isEmpty { return false }
    guard !isEmpty else { throw Refusal.invalid("the outcome was removed; run \"a11y undo\" to undo a result") }
    let place = ScopeCell(component: entry.component, check: entry.check, condition: entry.condition ?? "")
    let now = try list.reader.cellNow(place, nil, nil)?.row
    // A list of an audit or of another day shows a result that is not the latest.
    let listed =
      try isShown(now)
      ? now
      : list.reader.history(component: entry.component, check: entry.check).first { isShown($0) && $0.place == place }
    let usual = check?.impact.usualSeverity
    // A list shows the severity of the check where a tester rated none; what people leave blank is kept.
    func hasSeverity(of row: Cell?) -> Bool {
      let rated = row.flatMap { $0.isUsualSeverity ? nil : $0.severity }
      guard let severity = entry.severity.flatMap(Severity.init(word:)) else { return row?.outcome == .fail }
      return severity == rated || rated == nil && severity == usual
    }
    let audited = try isShown(now) ? nil : list.auditRow(at: place)
    let isKnown = [now, audited, listed].compactMap(\.self).contains {
      isSame(entry, $0, measurement) && ($0.outcome != .fail || hasSeverity(of: $0))
    }
    if isKnown { return false }
    guard isShown(now) || (list.audit != nil && isShown(audited)), !list.logged.contains(place) else {
      throw Refusal.invalid(
        "the item has another result than the one in this row; list it again, or pass --audit if the list is of an audit"
      )
    }
    list.logged.insert(place)
    if entry.outcome != Outcome.fail.rawValue || (isUsualSeverity && hasSeverity(of: listed)) { entry.severity = nil }
    return true
  }

  private func isShown(_ row: Cell?) -> Bool { (row?.id ?? "").utf8.elementsEqual(id.utf8) }

  private func isSame(_ entry: LogEntry, _ row: Cell, _ measurement: Measurement?) -> Bool {
    let note = entry.note ?? ""
    guard entry.outcome == row.outcome?.rawValue,
      note.utf8.elementsEqual(CellText.trimmed(row.note ?? "").utf8) || note.isEmpty && row.outcome == .fail
    else { return false }
    let (typed, kept) = (entry.value ?? "", row.value?.text ?? "")
    if typed == kept { return true }
    // A spreadsheet writes 0.50 as 0.5.
    guard let measurement, let value = row.value, let read = try? MeasuredValue.parse(typed, of: measurement) else {
      return false
    }
    return measurement.areSame(read, value)
  }

  /// `40x40`, from the object of an earlier list or from the text that a tester typed over it; `3:1` where a spreadsheet
  /// took it for a time of the day.
  private static func text(_ value: String?, _ measurement: Measurement?) -> String? {
    guard let value else { return nil }
    if value.utf8.first == UInt8(ascii: "{") {
      return (try? JSONReader.parse(Array(value.utf8), options: .reports))?["text"]?.stringValue ?? value
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
  /// What this table has logged so far.
  fileprivate(set) var logged: Set<ScopeCell> = []
  /// The items of the audit that have a result in it, read where the first row needs them.
  private var audited: [ScopeCell: Cell]?

  init(_ reader: Reader, audit: String) throws {
    self.reader = reader
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

extension JSONOptions {
  fileprivate static var reports: JSONOptions {
    var options = JSONOptions()
    options.allowsFractions = true
    return options
  }
}
