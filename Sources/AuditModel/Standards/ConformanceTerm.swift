/// The five terms of an accessibility conformance report.
package enum ConformanceTerm: String, CaseIterable, Sendable {
  case supports
  case partiallySupports = "partially-supports"
  case doesNotSupport = "does-not-support"
  case notApplicable = "not-applicable"
  /// Only for criteria of level AAA.
  case notEvaluated = "not-evaluated"

  /// The term that the evidence for a criterion supports; nil if it supports none.
  ///
  /// - Fails: "does not support" if most of the evaluated components fail, else "partially supports".
  /// - Supports and does not apply are used for the whole app only: every component in use that a check of the
  /// criterion
  ///   applies to has an answer for it.
  /// - Not enough evidence: "not evaluated" at level AAA, where the catalog allows that term. A criterion of
  ///   level A or AA has no term then, and stays open: every other term would be a statement about the app.
  package init?(_ standing: CriterionRollUp, _ gap: StandardsGap = StandardsGap()) {
    switch standing.state {
    case .pass where gap.isEmpty: self = .supports
    case .na where gap.isEmpty: self = .notApplicable
    case .fail:
      let cells = standing.cells
      let isMost = cells.failingComponents > cells.judgedComponents - cells.failingComponents
      self = isMost ? .doesNotSupport : .partiallySupports
    case .pass, .na, .cantTell, .untested, .notEvaluated:
      guard standing.criterion.level == .aaa else { return nil }
      self = .notEvaluated
    }
  }

  /// How much it says for the product where something fails: every term but the two of a failure hides it.
  private var merit: Int {
    switch self {
    case .doesNotSupport: 0
    case .partiallySupports: 1
    case .supports, .notApplicable, .notEvaluated: 2
    }
  }

  /// Whether it says more for the product than a term that the evidence supports.
  package func isBetter(than evidence: ConformanceTerm) -> Bool { merit > evidence.merit }

  /// `PARTIALLY SUPPORTS`.
  package var words: String {
    switch self {
    case .supports: "SUPPORTS"
    case .partiallySupports: "PARTIALLY SUPPORTS"
    case .doesNotSupport: "DOES NOT SUPPORT"
    case .notApplicable: "NOT APPLICABLE"
    case .notEvaluated: "NOT EVALUATED"
    }
  }
}
