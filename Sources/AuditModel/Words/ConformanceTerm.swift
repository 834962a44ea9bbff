/// The five terms of an accessibility conformance report.
package enum ConformanceTerm: String, CaseIterable, Sendable {
  case supports
  case partiallySupports = "partially-supports"
  case doesNotSupport = "does-not-support"
  case notApplicable = "not-applicable"
  /// Only for criteria of level AAA.
  case notEvaluated = "not-evaluated"

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
