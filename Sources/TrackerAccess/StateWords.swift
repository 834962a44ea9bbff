package import AuditModel

/// What a cell shows, in words.
package enum StateWords {
  package static func words(_ state: CellState) -> String {
    var words = state.outcome.rawValue
    if let severity = state.severity { words += ", \(severity.word)" }
    if state.isDisputed { words += ", disputed" }
    if state.isContradicted { words += ", contradicted" }
    if state.isOverruled { words += ", value contradicts" }
    return words
  }
}
