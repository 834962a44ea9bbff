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
    self.child = child
    self.session = session
    self.taps = taps
    self.labels = labels
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
