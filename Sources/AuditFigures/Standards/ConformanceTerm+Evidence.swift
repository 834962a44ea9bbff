package import AuditModel

extension ConformanceTerm {
  /// The term that the evidence for a criterion supports; nil if it supports none.
  ///
  /// - Fails: "does not support" if most of the evaluated components fail, else "partially supports".
  /// - Supports and does not apply are used for the whole app only: every component in use that a check of the
  ///   criterion applies to has an answer for it.
  /// - Not enough evidence: "not evaluated" at level AAA, where the catalog allows that term. A criterion of
  ///   level A or AA has no term then, and stays open: every other term would be a statement about the app.
  package init?(_ standing: CriterionRollUp) {
    switch standing.state {
    case .pass: self = .supports
    case .na: self = .notApplicable
    case .fail:
      let cells = standing.cells
      let isMost = cells.failingComponents > cells.judgedComponents - cells.failingComponents
      self = isMost ? .doesNotSupport : .partiallySupports
    case .cantTell, .untested, .notEvaluated:
      guard standing.criterion.level == .aaa else { return nil }
      self = .notEvaluated
    }
  }
}
