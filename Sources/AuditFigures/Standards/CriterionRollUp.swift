package import AuditModel

/// What the cells of a criterion say together, the worst first.
package enum CriterionState: String, CaseIterable, Sendable {
  case fail
  case cantTell = "cant-tell"
  /// A check covers it, and not every cell has been looked at.
  case untested
  case pass
  case na
  /// No check tests it, so no results can show anything about it.
  case notEvaluated = "not-evaluated"
}

/// How one success criterion stands.
package struct CriterionRollUp: Equatable, Sendable {
  package var criterion: Criterion
  /// The checks that test it, and those that are merely related and count for nothing here; in the order of their ids.
  package var testing: [String]
  package var related: [String]
  /// The cells of the checks that test it.
  package var cells = CellGroup()
  /// The cells of the related checks, which are no evidence for or against it.
  package var relatedCells = CellGroup()

  package var state: CriterionState {
    if testing.isEmpty { return .notEvaluated }
    return switch cells.outcome {
    case .fail: .fail
    case .cantTell: .cantTell
    case nil: .untested
    case .pass: .pass
    case .na: .na
    }
  }
}

/// How many criteria are in which state.
package struct CriteriaTally: Equatable, Sendable {
  private var counts: [CriterionState: Int] = [:]

  package init(_ criteria: some Sequence<CriterionRollUp>) {
    for criterion in criteria { counts[criterion.state, default: 0] += 1 }
  }

  package subscript(state: CriterionState) -> Int { counts[state] ?? 0 }

  package var total: Int { counts.values.reduce(0, +) }
}
