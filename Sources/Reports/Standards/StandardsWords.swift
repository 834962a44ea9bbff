package import Audit
package import Base

/// The status of criteria, in sentences.
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

  /// The cells of a criterion: `12 items of 4 components: 2 fail, 3 untested, 7 pass`.
  package static func phrase(_ cells: CellGroup) -> String {
    let counts = cells.counts
    guard counts.inScope > 0 else { return "no items" }
    let figures: [(Int, String)] = [
      (counts.fail, "fail"), (counts.cantTell, "can't tell"), (counts.untested, "untested"), (counts.pass, "pass"),
      (counts.na, "not applicable"),
    ]
    let parts = figures.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let subject = "\(counted(counts.inScope, "item")) of \(counted(cells.components, "component"))"
    return "\(subject): \(parts.joined(separator: ", "))"
  }

  /// Notes besides the outcomes of the cells.
  package static func remarks(_ cells: CellGroup) -> [String] {
    let figures: [(Int, String)] = [
      (cells.counts.disputed, "disputed"), (cells.stale, "stale"), (cells.waived, "waived"),
      (cells.automaticPasses, "passed by a tool only (not counted as evidence)"),
    ]
    return figures.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }

  /// Sentences about some criteria: the number per state, and notes.
  package static func summary(_ rollUp: StandardsRollUp, _ criteria: [String]) -> [String] {
    let tally = CriteriaTally(rollUp.criteria(criteria))
    return [
      "\(counted(tally.total, "criterion", "criteria")): \(phrase(tally)).", houseRules(rollUp),
      StandardsRollUp.noClaim,
    ]
  }

  /// The best practices, which are counted separately.
  package static func houseRules(_ rollUp: StandardsRollUp) -> String {
    "Best practices (not mapped to WCAG): \(counted(rollUp.houseRules, "check")), "
      + "\(phrase(rollUp.houseCells))."
  }
}

/// The status of criteria, as members of JSON objects. Keys are a contract and only ever added to.
package enum StandardsJSON {
  /// `state`, the `cells` of the covering checks, and separately the `related_cells`; null without a tracker.
  package static func members(_ standing: CriterionRollUp?) -> [(String, JSONText)] {
    [
      ("state", .string(orNull: standing?.state.rawValue)), ("cells", standing.map { cells($0.cells) } ?? .null),
      ("progress", .string(orNull: standing?.progress)),
      ("related_cells", standing.map { cells($0.relatedCells) } ?? .null),
    ]
  }

  package static func cells(_ group: CellGroup) -> JSONText {
    let counts = group.counts
    return .object([
      ("pass", .int(counts.pass)), ("fail", .int(counts.fail)), ("na", .int(counts.na)),
      ("cant_tell", .int(counts.cantTell)), ("untested", .int(counts.untested)),
      ("automatic_passes", .int(group.automaticPasses)), ("components", .int(group.components)),
      ("failing_components", .int(group.failingComponents)), ("disputed", .int(counts.disputed)),
      ("stale", .int(group.stale)), ("waived", .int(group.waived)),
    ])
  }
}
