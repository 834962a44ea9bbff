package import AuditModel

/// What the cells of a criterion say together, the worst first.
package enum CriterionState: String, CaseIterable, Sendable {
  case fail
  case cantTell = "cant-tell"
  /// A check covers it, and not every cell has been looked at; or one that applies to a component in use has no answer
  /// there, or what has to be measured was not.
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

  /// What of the whole app has no answer; the same for every output.
  package var gap = StandardsGap()

  package var state: CriterionState {
    if testing.isEmpty { return .notEvaluated }
    return switch cells.outcome {
    case .fail: .fail
    case .cantTell: .cantTell
    case .pass where gap.isEmpty && isMeasured: .pass
    case .na where gap.isEmpty: .na
    case .pass, .na, nil: .untested
    }
  }

  /// What the answers so far say of a criterion that they do not settle: `PASS for 1 of 2 applicable checks`. It is no
  /// PASS; nil where there is nothing to say.
  package var progress: String? {
    guard state == .untested, let outcome = cells.outcome else { return nil }
    let word = outcome == .na ? "N/A" : "PASS"
    return gap.isEmpty ? "\(word), but not measured" : "\(word) for \(gap.answered)"
  }

  /// Criteria that state a figure: a ratio or a size has to be measured.
  private static let figures: Set<String> = ["1.4.3", "1.4.6", "1.4.11", "2.5.5", "2.5.8"]

  private var isMeasured: Bool { cells.measuredPasses > 0 || !Self.figures.contains(criterion.id) }
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
