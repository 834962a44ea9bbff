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

/// Trials of one child in one session that are alike in all by which results are broken down: one age band, one hand.
///
/// A child who used both hands has two parts, a child without a recorded hand one with a label that says this.
package struct DisclosurePart<Child: Hashable> {
  package let child: Child
  /// The place of its session among all that are published, from 0.
  package let session: Int
  package let taps: ChildTaps
  /// One for each breakdown: `["6-8", "left"]`.
  package let labels: [String]

  package init(child: Child, session: Int, taps: ChildTaps, labels: [String]) {
    (self.child, self.session, self.taps, self.labels) = (child, session, taps, labels)
  }
}

/// Why a breakdown is hidden, for the team that held the sessions alone.
package enum HiddenBreakdown: Hashable, Sendable {
  /// There is one group only, and nothing is hidden.
  case single
  /// One group only, or one of too few children. Which of the two would tell that there are such children.
  case few
  /// All children of a group have the same share of hits: all hit, all missed, or neither (nil).
  case alike(hit: Bool?)
  /// Its groups can be shown, but crossed with those that are shown they leave some that cannot.
  case crossed
}

extension DisclosureRule {
  /// Why a breakdown is not among those that are shown.
  package func hiding<Child>(_ place: Int, of parts: [DisclosurePart<Child>]) -> HiddenBreakdown {
    let scored = parts.filter { $0.taps.taps > 0 && place < $0.labels.count }
    guard let groups = joined(scored, by: { $0.labels[place] }) else { return .crossed }
    if groups.count < 2 { return fewest > 1 ? .few : .single }
    if groups.contains(where: { $0.count < fewest }) { return .few }
    guard let alike = groups.first(where: { areAlike($0) }) else { return .crossed }
    let isHit = groups.contains { group in areAlike(group) && group.allSatisfy { $0.hits == $0.taps } }
    return .alike(hit: isHit ? true : alike.allSatisfy { $0.hits == 0 } ? false : nil)
  }

  /// Which breakdowns are published: places in `labels`, with those that matter most first. Of each of them all groups
  /// are published; of the others nothing, not even the names of the groups.
  ///
  /// The first is published if each of its groups could be shown alone, each further one if crossing it with those
  /// before it leaves groups that could all be shown alone. So no sum and no difference of published numbers is about
  /// fewer children, even for a reader who knows which child is in which group.
  ///
  /// - Parameters:
  ///   - parts: all scored trials of all sessions that breakdowns are of.
  ///   - steps: after how many sessions each published report ended, where there were several: two reports are a
  ///     breakdown too, into those who came before and after.
  package func breakdowns<Child>(of parts: [DisclosurePart<Child>], steps: [Int] = []) -> [Int] {
    let scored = parts.filter { $0.taps.taps > 0 }
    guard let groups = joined(scored, by: { _ in 0 }), groups.allSatisfy({ disclosure(of: $0) == .shown }) else {
      return []
    }
    var told: [Int] = []
    for place in 0..<(scored.map(\.labels.count).min() ?? 0) {
      let candidate = told + [place]
      let atoms = joined(scored) { part in
        [String(steps.count { $0 <= part.session })] + candidate.map { part.labels[$0] }
      }
      if atoms?.allSatisfy(allows) == true { told = candidate }
    }
    return told
  }

  /// Groups of children by what a part is sorted under; nil where the taps of one are too many.
  private func joined<Child, Key: Hashable>(
    _ parts: [DisclosurePart<Child>], by key: (DisclosurePart<Child>) -> Key
  ) -> [[ChildTaps]]? {
    var groups: [Key: [Child: ChildTaps]] = [:]
    for part in parts {
      let key = key(part)
      guard let before = groups[key]?[part.child] else {
        groups[key, default: [:]][part.child] = part.taps
        continue
      }
      guard let both = try? before.joined(with: part.taps) else { return nil }
      groups[key]?[part.child] = both
    }
    return groups.values.map { Array($0.values) }
  }
}

/// Children of a told group, by codes that are never told, and what each did there.
package typealias ToldGroup<Child: Hashable> = [Child: ChildTaps]

extension DisclosureRule {
  /// Whether the differences of the same children in two published groups may be published, in addition to the groups.
  ///
  /// The difference of those who are in both, with the rates of both groups, tells what those did who are in one only;
  /// with a published breakdown, it tells more. So all children are sorted by which of the groups they are in
  /// and under what the breakdowns have them: each such sort has to be one that could be shown alone, in each group
  /// that it is in, and its differences too. Then no sum and no difference of all these numbers is about fewer
  /// children.
  ///
  /// - Parameters:
  ///   - groups: all that are published and have anything to do with the pairs, those of earlier comparisons included.
  ///   - pairs: places in `groups`; those that were published before and the one that is asked for.
  ///   - marks: the labels of a child in published breakdowns, over all groups.
  package func allows<Child>(
    pairs: [(first: Int, second: Int)], of groups: [ToldGroup<Child>], marks: [Child: Set<String>] = [:]
  ) -> Bool {
    let told = groups.map { $0.filter { $0.value.taps > 0 } }
    var sorts: [Set<String>: [Child]] = [:]
    for child in Set(told.flatMap(\.keys)) {
      let places = told.indices.filter { told[$0][child] != nil }.map { "group \($0)" }
      sorts[(marks[child] ?? []).union(places), default: []].append(child)
    }
    let isWhole = sorts.count == 1
    return sorts.values.allSatisfy { children in
      let parts = told.map { group in children.compactMap { group[$0] } }
      let areShown = parts.allSatisfy { $0.isEmpty || (isWhole ? disclosure(of: $0) == .shown : allows($0)) }
      return areShown
        && pairs.allSatisfy { pair in
          let differences = children.compactMap { child -> Double? in
            guard let first = told[pair.first][child]?.rate, let second = told[pair.second][child]?.rate else {
              return nil
            }
            return second - first
          }
          return differences.isEmpty || (isWhole && allowsAlikeWhole) || !areAlike(differences)
        }
    }
  }

  /// Whether all differences but fewer than `fewestApart` are the same.
  private func areAlike(_ differences: [Double]) -> Bool {
    let sorted = differences.sorted()
    var (most, run) = (0, 0)
    for index in sorted.indices {
      run = index > 0 && sorted[index] - sorted[index - 1] < 1e-9 ? run + 1 : 1
      most = max(most, run)
    }
    return sorted.count - most < fewestApart
  }
}

/// How far into a plan its reports look, so that no two of them differ by a few children.
///
/// A report after the tenth child and one after the eleventh tell together what the eleventh did. So reports follow the
/// plan's looks and not each session:
///
/// ```
///   sessions   1 2 3 4 5 6 7 8 9 10 11 12 ...        plan: looks at 6 and 12 children
///   reports    - - - - - 6 6 6 6  6  6 12 ...        what is published, after each
/// ```
///
/// > What one look adds to the last is a group that could be shown itself; a look that adds less is passed over.
/// >
/// > Breakdowns are published once, of the look at which the plan was complete. Later children are in none: two
/// > breakdowns would differ by small groups even where the looks do not.
/// >
/// > A child who comes again counts from the next look on.
/// >
/// > After an erasure nothing is published before `fewest` new children have come, and no breakdown any more: the child
/// > would be the difference to what was published before.
///
/// A result that is corrected by hand (undone, declared void) between two reports can be seen in their difference, as
/// in every published number that is corrected.
package struct PublishedLook: Hashable, Sendable {
  /// How many of the sessions, in their order, are published.
  package let sessions: Int
  /// Children with a scored tap in them.
  package let children: Int
  package let disclosure: Disclosure
  /// How many of the sessions breakdowns are of; nil where there are none to tell.
  package let brokenDown: Int?
  /// After how many sessions the reports before this one ended whose numbers were published.
  package let steps: [Int]

  /// One child's session: who, by a code that is never told, and what it did there.
  package struct Session<Child: Hashable> {
    package let child: Child
    package let taps: ChildTaps

    package init(child: Child, taps: ChildTaps) { (self.child, self.taps) = (child, taps) }
  }
}

extension PublishedLook {
  /// - Parameters:
  ///   - sessions: in the order in which they were held, and the same in every report.
  ///   - looks: the numbers of children at which the plan looks, ending with all that are planned.
  ///   - erasedAfter: how many of these sessions were held before the last erasure of a child of this plan; nil if
  ///     there was none.
  /// - Returns: nil where nothing may be published yet.
  package init?<Child: Hashable>(
    _ sessions: [Session<Child>], looks: [Int], erasedAfter: Int? = nil, rule: DisclosureRule
  ) {
    let planned = looks.max() ?? 0
    var (known, fresh, sinceErasure) = (Set<Child>(), Set<Child>(), Set<Child>())
    var added: [Child: ChildTaps] = [:]
    var last: PublishedLook?
    var (told, steps) = (0, [Int]())
    for (index, session) in sessions.enumerated() where session.taps.taps > 0 {
      if let before = added[session.child] {
        guard let joined = try? before.joined(with: session.taps) else { return nil }
        added[session.child] = joined
      } else {
        added[session.child] = session.taps
      }
      if known.insert(session.child).inserted {
        fresh.insert(session.child)
        if let erasedAfter, index >= erasedAfter { sinceErasure.insert(session.child) }
      }
      let next = looks.filter { $0 > told }.min() ?? max(told, planned) + rule.fewest
      guard known.count >= next else { continue }
      told = next
      guard fresh.count >= rule.fewest, erasedAfter == nil || sinceErasure.count >= rule.fewest else { continue }
      let disclosure = rule.disclosure(of: Array(added.values))
      let isFirstComplete = known.count >= planned && last?.isComplete(planned) != true
      last = PublishedLook(
        sessions: index + 1, children: known.count, disclosure: disclosure,
        brokenDown: isFirstComplete && erasedAfter == nil ? index + 1 : last?.brokenDown, steps: steps)
      // Numbers that were not told are no part of any difference.
      if disclosure == .shown {
        (fresh, added) = ([], [:])
        steps.append(index + 1)
      }
    }
    guard let last else { return nil }
    self = last
  }

  private func isComplete(_ planned: Int) -> Bool { children >= planned }
}
