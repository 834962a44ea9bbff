/// What a measured value says about a threshold, independent of the tester's outcome.
package enum Judgement: Equatable, Sendable {
  case pass
  case fail
  /// The value and the threshold cannot be compared; the reason is one sentence.
  case notComparable(reason: String)

  /// `pass` or `fail`; nil if nothing was evaluated.
  package var outcome: Outcome? {
    switch self {
    case .pass: .pass
    case .fail: .fail
    case .notComparable: nil
    }
  }
}
