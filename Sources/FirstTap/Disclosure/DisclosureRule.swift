/// What may be published about groups of children outside of the team that tested with them, so that nothing is learned
/// about one child.
///
/// > A group of fewer than `fewest` children is hidden.
/// >
/// > A group whose children did alike is hidden: its rate would be the result of each of them.
/// >
/// > What follows from what is shown is shown too. So all that is shown, in every report, is put together from groups
/// > each of which could be shown itself: a breakdown is shown whole or not at all, two breakdowns only if crossing
/// > them leaves no group that is too small, and two reports differ by no child or by a group that could be shown.
///
/// Hidden is never 0, and does not say why it is hidden. Nothing here looks at a clock or a random number: the same
/// children give the same answer, on every machine.
///
/// Why whole or not at all: hiding the small groups and as many others as it takes (complementary suppression cell by
/// cell) has to choose the others by their sizes, and who knows the method reads the sizes off the choice: of 4, 10 and
/// 10 children the first two would go, whose sum is 14, and of two hidden groups of which one is below 5 and the other
/// not above 10 only 4 and 10 make 14. Source: Wong, Fu, Wang and Pei 2007, minimality attack. Hidden together, all
/// that is known of the groups is their sum and that one of them could not be shown. Every number of children from 1 to
/// below `fewest` stays possible for each of them.
///
/// Sources for the rules themselves: Hundepool et al. 2012, Statistical Disclosure Control, chapter 4; Machanavajjhala
/// et al. 2007 on groups that are alike.
package struct DisclosureRule: Hashable, Sendable {
  /// The fewest children of a group that is shown.
  package let fewest: Int
  /// The minimum number of children of a group whose result differs from that of most of it.
  let fewestApart: Int
  /// Whether all children of a plan taken together may be alike. Where a team sees its own results that is what it
  /// hopes for.
  let allowsAlikeWhole: Bool

  /// For reports within the team.
  package static let standard = DisclosureRule(fewest: 5, fewestApart: 1, allowsAlikeWhole: true)
  /// For all redacted numbers. Two children differ, so that a reader who knows one of them learns nothing about the
  /// others.
  package static let redacted = DisclosureRule(fewest: 10, fewestApart: 2, allowsAlikeWhole: false)

  /// For the eyes of those who held the sessions, on their own machine and in no output: nothing is hidden.
  package static let team = DisclosureRule(fewest: 1, fewestApart: 0, allowsAlikeWhole: true)

  /// Whether a group that is part of no sum may be shown. Children without a scored tap are not in it.
  package func allows(_ group: [ChildTaps]) -> Bool {
    let children = group.filter { $0.taps > 0 }
    return children.count >= fewest && !areAlike(children)
  }

  /// What may be published about all children of a plan together.
  package func disclosure(of whole: [ChildTaps]) -> Disclosure {
    let children = whole.filter { $0.taps > 0 }
    if children.count < fewest { return .hidden }
    return allowsAlikeWhole || !areAlike(children) ? .shown : .verdictOnly
  }

  /// Whether the number of children of whom something is true may be published: none, or enough who are not all but a
  /// few.
  package func allows(affected: Int, of children: Int) -> Bool {
    guard children >= fewest, affected >= 0, affected <= children else { return false }
    if fewest <= 1 { return true }
    return affected == 0 || (affected >= fewest && children - affected >= fewest)
  }

  /// Whether a list of such counts may be shown, as of remarks: all of it or nothing.
  package func allows(counts: [Int], of children: Int) -> Bool {
    counts.allSatisfy { allows(affected: $0, of: children) }
  }

  /// Whether all children but fewer than `fewestApart` have the same share of hits.
  func areAlike(_ children: [ChildTaps]) -> Bool {
    var shares: [Share: Int] = [:]
    for child in children { shares[Share(child), default: 0] += 1 }
    return children.count - (shares.values.max() ?? 0) < fewestApart
  }

  /// Hits of taps in lowest terms: 5/10 is 1/2.
  private struct Share: Hashable {
    let hits: Int
    let taps: Int

    init(_ child: ChildTaps) {
      var (divisor, rest) = (child.taps, child.hits)
      while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
      hits = child.hits / max(divisor, 1)
      taps = child.taps / max(divisor, 1)
    }
  }
}

/// How much of a group is published.
package enum Disclosure: Hashable, Sendable {
  /// All numbers.
  case shown
  /// How many children and the verdict; no rate, no limit, no count of taps: all did alike, or nearly.
  case verdictOnly
  case hidden
}
