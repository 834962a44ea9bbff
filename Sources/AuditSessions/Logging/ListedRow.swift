import AuditModel
import AuditStore
import CanonicalJSON
import TrackerAccess

/// A row of `a11y list cells --format csv` that comes back: what was changed in it is a new answer, everything else is what
/// was seen before.
struct ListedRow {
  /// The result that the row showed; empty where nobody had tested it.
  private let id: String
  /// The severity in the row was that of the check, and nobody's word.
  private let isUsualSeverity: Bool

  init(_ shown: (id: String, isUsualSeverity: Bool)) { (id, isUsualSeverity) = shown }

  /// Whether a row says something new; the entry says then what is to be logged.
  ///
  /// - Throws: `Refusal` where the outcome was taken out, or somebody has logged the cell since the list was made.
  func isChanged(_ entry: inout LogEntry, _ reader: Reader) throws -> Bool {
    entry.value = Self.text(entry.value)
    let isEmpty = entry.outcome.isEmpty || entry.outcome == "untested"
    if isEmpty, id.isEmpty { return false }
    guard !isEmpty else { throw Refusal.invalid("its outcome was taken out; a11y undo takes a result back") }
    let place = ScopeCell(component: entry.component, check: entry.check, condition: entry.condition ?? "")
    let now = try reader.cellNow(place, nil, nil)?.row
    // A list shows the severity of the check where nobody gave one.
    let shown = try now?.severity ?? reader.check(entry.check)?.check.impact.usualSeverity
    let isShown = entry.severity.flatMap(Severity.init(word:)) == shown
    if let now, isSame(entry, now), now.outcome != .fail || isShown { return false }
    guard (now?.id ?? "").utf8.elementsEqual(id.utf8) else {
      throw Refusal.invalid("it was logged since the list was made; list it again")
    }
    if entry.outcome != Outcome.fail.rawValue || (isUsualSeverity && isShown) { entry.severity = nil }
    return true
  }

  private func isSame(_ entry: LogEntry, _ row: ResultRow) -> Bool {
    entry.outcome == row.outcome?.rawValue && (entry.value ?? "") == (row.value?.text ?? "")
      && (entry.note ?? "").utf8.elementsEqual((row.note ?? "").utf8)
  }

  /// `40x40` of the object that a list has for it, and of what a tester typed over it.
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
