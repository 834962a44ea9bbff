package import AuditModel

/// The changes to make first, chosen one after the other: each counts only what those before it leave.
///
/// A change is one check in one kind of component, or one component, with at least 2 findings. The first removes the
/// most blockers, then the most critical findings, then the most that are serious or worse, then the most findings.
package struct FixPlan: Sendable {
  /// An open finding without a waiver.
  package struct Item: Sendable {
    package var component: String
    /// Of the component; empty for none.
    package var kind: String
    package var check: String
    package var severity: Severity?
    package var isBlocker: Bool

    package init(component: String, kind: String, check: String, severity: Severity?, isBlocker: Bool) {
      self.component = component
      self.kind = kind
      self.check = check
      self.severity = severity
      self.isBlocker = isBlocker
    }
  }

  package enum Change: Hashable, Comparable, Sendable {
    case check(String, kind: String)
    case component(String)
  }

  package struct Step: Sendable {
    package var change: Change
    /// What it removes: places in the items.
    package var places: [Int]
  }

  package private(set) var steps: [Step] = []

  /// - Parameter most: the number of steps at most.
  package init(_ items: [Item], most: Int) {
    var left = Array(items.indices)
    while steps.count < most, let step = Self.best(of: left, items) {
      steps.append(step)
      let removed = Set(step.places)
      left.removeAll(where: removed.contains)
    }
  }

  private static func best(of left: [Int], _ items: [Item]) -> Step? {
    var groups: [Change: [Int]] = [:]
    for place in left {
      let item = items[place]
      groups[.check(item.check, kind: item.kind), default: []].append(place)
      groups[.component(item.component), default: []].append(place)
    }
    let ranked = groups.filter { $0.value.count > 1 }.map { change, places in
      (rank: rank(places, items), step: Step(change: change, places: places))
    }
    return ranked.min { left, right in
      if left.rank != right.rank { return right.rank.lexicographicallyPrecedes(left.rank) }
      return left.step.change < right.step.change
    }?.step
  }

  /// Larger is better.
  private static func rank(_ places: [Int], _ items: [Item]) -> [Int] {
    [
      places.count { items[$0].isBlocker }, places.count { items[$0].severity == .critical },
      places.count { items[$0].severity.map { $0 <= .serious } ?? false }, places.count,
    ]
  }
}
