package import Audit
import Base

/// Under which conditions a piece of work asks for each of its checks: those that it names, but for a check with a setting
/// of its own those of the items of that check, which the work need not name.
struct ItemConditions {
  /// The items of checks with one setting, where they are not those that are named.
  private struct Others {
    /// In order.
    var places: [Int]
    /// Which of those that are named are none of them, and which are not named.
    var (left, added): (Set<Int>, Set<Int>)

    init?(_ items: [Int], named: [Int]) {
      let all = Set(items)
      added = all.filter { $0 >= named.count }
      left = Set(named.filter { !all.contains($0) })
      if added.isEmpty, left.isEmpty { return nil }
      places = all.sorted()
    }
  }

  /// Those that are named, and behind them the others.
  private(set) var all: [Condition]
  private let named: [Int]
  /// By the place of the check, where they are not those that are named.
  private var others: [Int: Others] = [:]

  /// - Parameter alike: what was worked out for other pieces of work.
  init(_ work: WorkScope, _ alike: SettingItems = SettingItems()) {
    all = work.conditions
    named = Array(all.indices)
    guard work.settings.areAskedOnce else { return }
    let asked = work.conditions.map(SettingItems.Asked.init)
    var places = Dictionary(firstOf: zip(all, named))
    var known: [Condition: Others?] = [:]
    for (place, check) in work.checks.enumerated() {
      guard let setting = work.settings.setting(of: check.id) else { continue }
      if let own = known[setting] {
        others[place] = own
        continue
      }
      let items = alike.items(under: asked, of: setting).map { condition in
        if let known = places[condition] { return known }
        places[condition] = all.count
        all.append(condition)
        return all.count - 1
      }
      let own = Others(items, named: named)
      known[setting] = .some(own)
      others[place] = own
    }
  }

  /// Places in `all`, in order.
  func places(of check: Int) -> [Int] { others[check]?.places ?? named }

  func contains(_ condition: Int, of check: Int) -> Bool {
    guard let others = others[check] else { return isNamed(condition) }
    return isNamed(condition) ? !others.left.contains(condition) : others.added.contains(condition)
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
    var counts = Array(repeating: count, count: named.count) + Array(repeating: 0, count: all.count - named.count)
    for (check, own) in others where holds(check) {
      for condition in own.left { counts[condition] -= 1 }
      for condition in own.added { counts[condition] += 1 }
    }
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

extension CheckSettings {
  /// Items under settings that someone named, each as the item of its check, which names its own setting. What cannot be
  /// tested under them is left out.
  package func items(_ items: WorkItems, under named: Condition?) -> WorkItems {
    guard let named, items.checks.contains(where: { setting(of: $0) != nil }) else { return items }
    return WorkItems(items.compactMap { self.item($0, under: named) })
  }

  /// Nil where its check cannot be tested under these settings.
  package func item(_ item: ScopeCell, under named: Condition) -> ScopeCell? {
    guard let condition = self.item(named, of: item.check) else { return nil }
    return ScopeCell(component: item.component, check: item.check, condition: condition.text)
  }
}
