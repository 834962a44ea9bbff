/// What a tester saw for one check on one component: EARL's passed, failed, inapplicable and cantTell.
///
/// A cell without a result has no outcome; it is *untested*.
package enum Outcome: String, CaseIterable, Sendable {
  case pass
  case fail
  case na
  case cantTell = "cant-tell"

  /// How bad an outcome is when two testers disagree: fail, then cannot tell, then pass, then not applicable.
  package var badness: Int {
    switch self {
    case .fail: 3
    case .cantTell: 2
    case .pass: 1
    case .na: 0
    }
  }
}
