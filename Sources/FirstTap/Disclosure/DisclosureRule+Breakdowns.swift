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

extension DisclosureRule {
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
