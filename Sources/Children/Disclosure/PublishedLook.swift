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

    package init(child: Child, taps: ChildTaps) {
      self.child = child
      self.taps = taps
    }
  }

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

  private init(sessions: Int, children: Int, disclosure: Disclosure, brokenDown: Int?, steps: [Int]) {
    self.sessions = sessions
    self.children = children
    self.disclosure = disclosure
    self.brokenDown = brokenDown
    self.steps = steps
  }

  private func isComplete(_ planned: Int) -> Bool { children >= planned }
}
