package import AuditModel

/// The state of a cell as text.
package enum StateWords {
  /// The outcome first, then its severity and what contradicts it.
  package static func words(_ state: CellState) -> String {
    var words = state.outcome.rawValue
    if let severity = state.severity { words += ", \(severity.word)" }
    if state.isDisputed { words += ", disputed" }
    if state.isContradicted { words += ", contradicted" }
    if state.isOverruled { words += ", value contradicts" }
    return words
  }
}
