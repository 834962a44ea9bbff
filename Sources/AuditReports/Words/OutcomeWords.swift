import AuditFigures

/// How outcomes are printed. The word is always shown; color only repeats it.
package enum OutcomeWords {
  /// The color role of a decision.
  static func role(_ decision: ReleaseDecision) -> Theme.Role {
    switch decision {
    case .ship: .pass
    case .hold: .fail
    case .undecided: .warning
    }
  }

  /// The word of an outcome id: PASS, FAIL, N/A, CAN'T TELL or UNTESTED; of a criterion also NOT EVALUATED.
  ///
  /// An id that this version does not know (a newer tracker has it) is returned unchanged and must be escaped.
  package static func word(_ id: String) -> String {
    switch id {
    case "pass": "PASS"
    case "fail": "FAIL"
    case "na": "N/A"
    case "cant-tell": "CAN'T TELL"
    case "untested": "UNTESTED"
    case "not-evaluated": "NOT EVALUATED"
    default: id
    }
  }

  /// The color role of an outcome ID; nil without one.
  package static func role(_ id: String) -> Theme.Role? {
    switch id {
    case "pass": .pass
    case "fail": .fail
    case "cant-tell": .warning
    case "untested", "na", "not-evaluated": .muted
    default: nil
    }
  }
}
