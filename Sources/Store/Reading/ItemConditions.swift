package import Audit
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

extension Reader {
  /// The items of a piece of work as `a11y list items --all` has them: those that it asks for, and those that count since
  /// they were tested, though their check is not for the kind or no plan names their condition.
  ///
  /// - Parameters:
  ///   - condition: settings that someone named; nil for all.
  ///   - family: what the tester holds.
  package func items(
    of work: WorkScope, in order: WorkScope.Order, _ audit: AuditRound?, under condition: Condition? = nil,
    on family: DeviceFamily? = nil
  ) throws -> WorkItems {
    let (settings, named) = (try checkSettings, audit == nil ? condition : nil)
    let asked = settings.items(try work.items(order), under: named)
    let components = Set(work.components.map { ExactText($0.key) })
    let checks = Set(work.checks.map { ExactText($0.id) })
    let others = try testedBeyond(audit).filter { cell in
      components.contains(ExactText(cell.component)) && checks.contains(ExactText(cell.check))
        && family.flatMap { (try? Condition(parsing: cell.condition))?.contradiction(on: $0) } == nil
        && (condition.map { [cell.condition, settings.seen(cell.condition, of: cell.check)].contains($0.text) } ?? true)
    }
    return asked.with(WorkItems(others), in: order, of: work, hasConditions: named == nil)
  }

  /// The cells that count for an audit or the plan since they were tested, and not since one asks for them.
  private func testedBeyond(_ audit: AuditRound?) throws -> [ScopeCell] {
    if let audit {
      let table = try cellTable(Filter(), of: audit)
      return try table.entries.filter { !$0.isAsked }.map(table.place)
    }
    let scope = try registry.scope.get()
    var found: [ScopeCell] = []
    try visitCells([.component, .check, .condition]) { cell in
      guard try scope.place(component: cell[0], check: cell[1], condition: cell[2]) == .tested else { return }
      found.append(ScopeCell(component: try text(cell[0]), check: try text(cell[1]), condition: try text(cell[2])))
    }
    return found
  }
}
