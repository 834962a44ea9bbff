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
