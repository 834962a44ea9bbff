import AuditModel
import AuditStore
import CanonicalJSON
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
  /// - Throws: `Refusal` if the outcome was removed, or if the cell was logged after the list was made.
  func isChanged(_ entry: inout LogEntry, _ reader: Reader) throws -> Bool {
    entry.value = Self.text(entry.value)
    let isEmpty = entry.outcome.isEmpty || entry.outcome == "untested"
    if isEmpty, id.isEmpty { return false }
    guard !isEmpty else { throw Refusal.invalid("the outcome was removed; run \"a11y undo\" to undo a result") }
    let place = ScopeCell(component: entry.component, check: entry.check, condition: entry.condition ?? "")
    let now = try reader.cellNow(place, nil, nil)?.row
    // A list shows the check's default severity if the result has none.
    let shown = try now?.severity ?? reader.check(entry.check)?.check.impact.usualSeverity
    let isShown = entry.severity.flatMap(Severity.init(word:)) == shown
    if let now, isSame(entry, now), now.outcome != .fail || isShown { return false }
    guard (now?.id ?? "").utf8.elementsEqual(id.utf8) else {
      throw Refusal.invalid("the item was logged after the list was made; list it again")
    }
    if entry.outcome != Outcome.fail.rawValue || (isUsualSeverity && isShown) { entry.severity = nil }
    return true
  }

  private func isSame(_ entry: LogEntry, _ row: ResultRow) -> Bool {
    entry.outcome == row.outcome?.rawValue && (entry.value ?? "") == (row.value?.text ?? "")
      && (entry.note ?? "").utf8.elementsEqual((row.note ?? "").utf8)
  }

  /// `40x40`, from the object of a list or from the text that a tester typed over it.
  private static func text(_ value: String?) -> String? {
    guard let value, value.utf8.first == UInt8(ascii: "{") else { return value }
    return (try? JSONReader.parse(Array(value.utf8), options: .reports))?["text"]?.stringValue ?? value
  }
}

extension JSONOptions {
  fileprivate static var reports: JSONOptions {
    var options = JSONOptions()
    options.allowsFractions = true
    return options
  }
}
