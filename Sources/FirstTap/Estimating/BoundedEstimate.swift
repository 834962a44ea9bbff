/// The estimate between its bounds where children did not try: every such trial a miss, or every one a hit.
///
/// It is unknown what a child who did not try would have hit. Leaving the trial out flatters the button if children do
/// not try what they find hard. Manski 1989: only what holds at both bounds is known.
package struct BoundedEstimate: Hashable, Sendable {
  /// Trials without an attempt count as misses.
  package let atWorst: Estimate
  /// Trials without an attempt count as hits.
  package let atBest: Estimate

  /// - Parameter children: what each child did, and how many of its trials it did not attempt.
  /// - Throws: the problem of a child whose counts are too large or negative.
  package init(_ children: [(tried: ChildTaps, notAttempted: Int)]) throws(ChildTapsProblem) {
    var (worst, best): ([ChildTaps], [ChildTaps]) = ([], [])
    for (tried, notAttempted) in children {
      guard notAttempted >= 0 else { throw .negative }
      guard notAttempted <= ChildTaps.mostTaps else { throw .tooMany }
      worst.append(try tried.joined(with: ChildTaps(hits: 0, taps: notAttempted)))
      best.append(try tried.joined(with: ChildTaps(hits: notAttempted, taps: notAttempted)))
    }
    atWorst = Estimate(worst)
    atBest = Estimate(best)
  }

  /// The verdict on which both bounds agree, otherwise not enough evidence.
  package func verdict(target: Double, planIsComplete: Bool) -> Verdict {
    let worst = atWorst.verdict(target: target, planIsComplete: planIsComplete)
    let best = atBest.verdict(target: target, planIsComplete: planIsComplete)
    return worst == best ? worst : .notEnoughEvidence
  }
}
