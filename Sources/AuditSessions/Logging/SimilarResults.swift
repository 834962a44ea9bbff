import AuditModel
package import AuditStore

/// Results of one component as drafts for others: what a tester saw of one button is likely, but not known, of the
/// next. Outcome, severity, and note are copied; a measured value never is.
package struct SimilarResults {
  /// Items without a result, with what the other component has.
  package private(set) var entries: [LogEntry] = []
  /// Items that have a result of their own.
  package private(set) var answered = 0

  /// - Parameters:
  ///   - checks: nil for all that the component was tested with.
  ///   - condition: its canonical text.
  ///   - isOpen: whether an item is to be answered; nil for those without a result.
  package init(
    of source: String, to components: [String], checks: Set<String>?, condition: String,
    isOpen: ((ScopeCell) -> Bool)? = nil, _ reader: Reader
  ) throws {
    let found = try reader.currentCells(ofComponent: source).filter {
      $0.condition == condition && (checks?.contains($0.check) ?? true)
    }
    for key in components where key != source {
      guard let component = try reader.component(key) else { continue }
      let own = try Set(
        reader.currentCells(ofComponent: key).filter { $0.condition == condition && $0.outcome != nil }.map(\.check))
      for row in found {
        guard let outcome = row.outcome, let check = try reader.check(row.check)?.check,
          case .inScope = check.applies(to: component)
        else { continue }
        let place = ScopeCell(component: key, check: row.check, condition: condition)
        guard isOpen?(place) ?? !own.contains(row.check) else {
          answered += 1
          continue
        }
        let severity = outcome == .fail && !row.isUsualSeverity ? row.severity : nil
        entries.append(
          LogEntry(
            outcome: outcome.rawValue, check: row.check, component: key, condition: condition, note: row.note,
            severity: severity?.word))
      }
    }
  }
}
