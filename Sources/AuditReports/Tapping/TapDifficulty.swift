import AuditModel
import FirstTap

/// Whether a child had trouble with a component again and again: a finding of its own, whatever the rate says.
///
/// It is one if a child of `fewestTaps` scored taps or more missed half of them or more at the first tap, if it gave up,
/// if it looked for help, or if its frustration was noted as 2 or 3.
///
/// A finding is a result, and results travel with every bundle. What follows from it about single children, and why it
/// may be said all the same:
///
/// - It says that there was a child, of whom nothing else is said: no code, age, hand, week, count of children or taps.
/// - It is said of `DisclosureRule.standard.fewest` children at least, so that nobody knows of one child that it was the
///   one; with fewer nothing is said, neither that there was trouble nor that there was none.
/// - It does not say which of the four it was, so that together with a rate that is told it gives no child's own rate: had
///   it to be a child who missed everything, the mean of nine perfect ones and it would tell of all ten.
/// - It says the same of one child as of several, so that another child more or less does not show.
/// - Of children who took part before an erasure it is never said again, whoever was erased. Were it said anew where it
///   still holds, and left out where it does not, its end would tell that the erased child had been the one. The results
///   that said it go with the child, as all that were logged of the plan do.
package enum TapDifficulty {
  static let fewestTaps = 3

  /// The condition under which the finding stands: a cell of its own, beside the one that the verdict decides.
  package static let condition = "one-child"
  package static let check = "child-testing.first-tap-success"

  /// - Parameter records: of one plan, without those before the last erasure.
  /// - Returns: nil for so few children that nothing is said.
  package static func isSeen(in records: [TapRecord]) -> Bool? {
    let children = TapChild.gather(records).filter { $0.strict.taps > 0 }
    guard children.count >= DisclosureRule.standard.fewest else { return nil }
    return children.contains(where: \.isInTrouble)
  }
}

extension TapChild {
  fileprivate var isInTrouble: Bool {
    let taps = strict
    return taps.taps >= TapDifficulty.fewestTaps && taps.hits * 2 <= taps.taps
      || trials.contains { $0.outcome == .gaveUp }
      || remarks.contains { remark in
        guard remark.topic == .frustration, let severity = remark.severity else { return false }
        return severity >= 2 || (severity >= 1 && remark.code == FrustrationCode.lookedForHelp.rawValue)
      }
  }
}
