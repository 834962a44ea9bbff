import FirstTap
import Tapping

/// Whether a child had repeated difficulty with a component: a separate finding, regardless of the rate.
///
/// It is one if a child of `fewestTaps` scored taps or more missed half of them or more at the first tap, if it gave
/// up, if it looked for help, or if its frustration was noted as 2 or 3.
///
/// A finding is a result, and results travel with every bundle. What it reveals about single children, and why it
/// can be reported:
///
/// - It reveals that there was a child, and nothing else: no code, age, hand, week, count of children or taps.
/// - It requires at least `DisclosureRule.standard.fewest` children, so that no child can be identified as the
///   one; with fewer, nothing is reported, neither difficulty nor its absence.
/// - It does not reveal which of the four it was, so that together with a shown rate it gives no child's own rate: if
///   it were always a child who missed everything, a mean with nine perfect ones would reveal all ten.
/// - It is the same for one child as for several, so that another child more or less does not show.
/// - It is never repeated for children who took part before an erasure, regardless of who was erased. If it were
///   repeated where it is still true, and left out where not, its end would reveal the erased child. The results
///   that reported it are erased with the child, as all that were logged for the plan.
package enum TapDifficulty {
  static let fewestTaps = 3

  /// The condition of the finding: a separate cell, next to the one that the verdict decides.
  package static let condition = "one-child"
  package static let check = "child-testing.first-tap-success"

  /// - Parameter records: of one plan, without those before the last erasure.
  /// - Returns: nil for too few children.
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
