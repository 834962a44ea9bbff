import Audit
import Base

/// Under which conditions a piece of work asks for each of its checks: those that it names, but for a check with a setting
/// of its own those of the items of that check, which the work need not name.
struct ItemConditions {
  /// Those that are named, and behind them the others.
  private(set) var all: [Condition]
  private let named: [Int]
  /// By the place of the check, where they are not those that are named.
  private var others: [Int: [Int]] = [:]

  init(_ work: WorkScope) {
    all = work.conditions
    named = Array(all.indices)
    guard work.settings.areAskedOnce else { return }
    var places = Dictionary(firstOf: zip(all, named))
    for (place, check) in work.checks.enumerated() {
      guard let items = work.settings.items(of: check.id, under: work.conditions), items != work.conditions else {
        continue
      }
      others[place] = items.map { condition in
        if let known = places[condition] { return known }
        places[condition] = all.count
        all.append(condition)
        return all.count - 1
      }.sorted()
    }
  }

  /// Places in `all`, in order.
  func places(of check: Int) -> [Int] { others[check] ?? named }

  func contains(_ condition: Int, of check: Int) -> Bool {
    others[check]?.contains(condition) ?? isNamed(condition)
  }

  /// Whether the work names a condition itself.
  func isNamed(_ condition: Int) -> Bool { named.indices.contains(condition) }

  /// Whether they are not those that are named.
  func differ(for check: Int) -> Bool { others[check] != nil }

  /// How many items some checks have, by condition.
  ///
  /// - Parameters:
  ///   - count: how many checks these are.
  ///   - holds: whether the check at a place is one of them.
  func counts(of count: Int, _ holds: (Int) -> Bool) -> [Int] {
    var counts = Array(repeating: 0, count: all.count)
    var usual = count
    for (check, own) in others where holds(check) {
      usual -= 1
      for condition in own { counts[condition] += 1 }
    }
    for condition in named { counts[condition] += usual }
    return counts
  }
}
