package import AuditModel

/// How criteria stand, in sentences.
package enum StandardsWords {
  /// `3 fail, 1 can't tell, 40 untested, 2 pass, 41 not evaluated`; states without a criterion are left out.
  package static func phrase(_ tally: CriteriaTally) -> String {
    let parts = CriterionState.allCases.compactMap { state -> String? in
      let count = tally[state]
      return count > 0 ? "\(count) \(words(state, count))" : nil
    }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }

  private static func words(_ state: CriterionState, _ count: Int) -> String {
    switch state {
    case .fail: count == 1 ? "fails" : "fail"
    case .cantTell: "can't tell"
    case .untested: "untested"
    case .pass: count == 1 ? "passes" : "pass"
    case .na: "not applicable"
    case .notEvaluated: "not evaluated"
    }
  }

  /// The cells of a criterion: `12 cells of 4 components: 2 fail, 3 untested, 7 pass`.
  package static func phrase(_ cells: CellGroup) -> String {
    let counts = cells.counts
    guard counts.inScope > 0 else { return "no cell" }
    let figures: [(Int, String)] = [
      (counts.fail, "fail"), (counts.cantTell, "can't tell"), (counts.untested, "untested"), (counts.pass, "pass"),
      (counts.na, "not applicable"),
    ]
    let parts = figures.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let subject = "\(counted(counts.inScope, "cell")) of \(counted(cells.components, "component"))"
    return "\(subject): \(parts.joined(separator: ", "))"
  }

  /// What is to be known beside the cells' outcomes; empty where there is nothing.
  package static func remarks(_ cells: CellGroup) -> [String] {
    let figures: [(Int, String)] = [
      (cells.counts.disputed, "disputed"), (cells.stale, "stale"), (cells.waived, "waived"),
      (cells.automaticPasses, "passed by a tool, which is no evidence"),
    ]
    return figures.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }

  /// Sentences about some criteria: how many are in which state, and what else has to be said.
  package static func summary(_ rollUp: StandardsRollUp, _ criteria: [String]) -> [String] {
    let tally = CriteriaTally(rollUp.criteria(criteria))
    return [
      "\(counted(tally.total, "criterion", "criteria")): \(phrase(tally)).", houseRules(rollUp),
      StandardsRollUp.noClaim,
    ]
  }

  /// The house rules, which stand apart.
  package static func houseRules(_ rollUp: StandardsRollUp) -> String {
    "House rules, which test no criterion and count for none: \(counted(rollUp.houseRules, "check")), "
      + "\(phrase(rollUp.houseCells))."
  }
}
