package import Audit
import SQLite

/// Items of a piece of work in some order, in small numbers: names are made for those that are shown.
package struct WorkItems: RandomAccessCollection, Sendable {
  private(set) var components: [String]
  private(set) var checks: [String]
  private(set) var conditions: [String]
  /// Places in the names.
  private(set) var slots: [AskedSlot] = []

  /// None of them.
  init(of work: WorkScope) {
    components = work.components.map(\.key)
    checks = work.checks.map(\.id)
    conditions = work.conditions.map(\.text)
  }

  package init(_ items: [ScopeCell]) {
    (components, checks, conditions) = ([], [], [])
    var places = Places(self)
    for item in items { slots.append(add(item, &places)) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { slots.count }

  package subscript(place: Int) -> ScopeCell {
    let slot = slots[place]
    return ScopeCell(
      component: components[Int(slot.component)], check: checks[Int(slot.check)],
      condition: conditions[Int(slot.condition)])
  }

  package func firstIndex(of item: ScopeCell) -> Int? {
    Places(self).slot(item).flatMap { slot in slots.firstIndex(of: slot) }
  }

  package mutating func insert(_ item: ScopeCell, at place: Int) {
    var places = Places(self)
    slots.insert(add(item, &places), at: place)
  }

  /// Adds those of others that are not among these, at the end.
  package mutating func add(missing others: WorkItems) {
    var places = Places(self)
    var known = Set(slots)
    for item in others {
      let slot = add(item, &places)
      if known.insert(slot).inserted { slots.append(slot) }
    }
  }

  mutating func append(_ slot: AskedSlot) { slots.append(slot) }

  func filter(_ isWanted: (AskedSlot) throws -> Bool) rethrows -> WorkItems {
    var kept = self
    kept.slots = try slots.filter(isWanted)
    return kept
  }

  private mutating func add(_ item: ScopeCell, _ places: inout Places) -> AskedSlot {
    AskedSlot(
      component: Self.add(item.component, to: &components, &places.components),
      check: Self.add(item.check, to: &checks, &places.checks),
      condition: Self.add(item.condition, to: &conditions, &places.conditions))
  }

  private static func add(_ name: String, to names: inout [String], _ places: inout [ExactText: Int]) -> Int {
    if let known = places[ExactText(name)] { return known }
    names.append(name)
    places[ExactText(name)] = names.count - 1
    return names.count - 1
  }

  /// Where each name is.
  struct Places {
    fileprivate var components: [ExactText: Int]
    fileprivate var checks: [ExactText: Int]
    fileprivate var conditions: [ExactText: Int]

    init(_ items: WorkItems) {
      components = Dictionary(placesOf: items.components)
      checks = Dictionary(placesOf: items.checks)
      conditions = Dictionary(placesOf: items.conditions)
    }

    func slot(_ item: ScopeCell) -> AskedSlot? {
      guard let component = components[ExactText(item.component)], let check = checks[ExactText(item.check)],
        let condition = conditions[ExactText(item.condition)]
      else { return nil }
      return AskedSlot(component: component, check: check, condition: condition)
    }
  }
}

/// A cell by the places of its component, check and condition in lists of names.
struct AskedSlot: Hashable, Sendable {
  private(set) var component: Int32
  private(set) var check: Int32
  private(set) var condition: Int32

  init(component: Int, check: Int, condition: Int) {
    self.component = Int32(clamping: component)
    self.check = Int32(clamping: check)
    self.condition = Int32(clamping: condition)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(Int64(component) << 32 | Int64(check))
    hasher.combine(condition)
  }
}

/// Where the names that a file numbers are in a list of names.
struct NamePlaces {
  private let places: [ExactText: Int]
  /// By term; -1 for a name that is not in the list.
  private var known = ByTerm<Int>()

  init(_ names: [String]) { places = Dictionary(placesOf: names) }

  mutating func place(_ term: Int64, _ reader: Reader) throws -> Int? {
    let place = try known.value(term) { places[ExactText(try reader.text(term))] ?? -1 }
    return place < 0 ? nil : place
  }
}

extension WorkScope {
  /// In the order of components, conditions and checks, or of conditions, checks and components.
  package enum Order: String, CaseIterable, Sendable {
    case component
    case check
  }

  /// Items that are listed at once at most: more would not fit into the memory of most machines, and no one goes through
  /// them.
  package static let mostListed = 1 << 25

  /// - Throws: `Refusal.tooManyItems` for more than can be listed.
  static func checkListed(_ count: Int) throws {
    guard count <= mostListed else { throw Refusal.tooManyItems }
  }

  /// The items, in an order.
  ///
  /// - Parameter chosen: these and no others, whether their checks apply or not; nil for all that apply.
  /// - Throws: `Refusal.tooManyItems`.
  package func items(_ order: Order, among chosen: [ScopeCell]? = nil) throws -> WorkItems {
    var items = WorkItems(of: self)
    let places = WorkItems.Places(items)
    let chosen = chosen.map { Set($0.compactMap(places.slot)) }
    var rules = ApplyingChecks(checks)
    let signatures = components.map { rules.signature(of: $0) }
    func add(_ component: Int, _ check: Int, _ condition: Int) throws {
      let slot = AskedSlot(component: component, check: check, condition: condition)
      guard chosen?.contains(slot) ?? rules.applies(check, to: signatures[component]) else { return }
      try Self.checkListed(items.count + 1)
      items.append(slot)
    }
    switch order {
    case .component:
      for component in components.indices {
        for condition in conditions.indices { for check in checks.indices { try add(component, check, condition) } }
      }
    case .check:
      for condition in conditions.indices {
        for check in checks.indices { for component in components.indices { try add(component, check, condition) } }
      }
    }
    return items
  }
}

extension Reader {
  /// Those of some items that a query asks for, tested or not.
  package func asked(_ items: WorkItems, _ filter: Filter, of audit: AuditRound?) throws -> WorkItems {
    let tested = try audit.map { try cellTable(filter, of: $0) } ?? cellTable(filter, .all)
    let places = WorkItems.Places(items)
    var asked = Set(try tested.entries.compactMap { places.slot(try tested.place(of: $0)) })
    let matching = try RowFilter(filter, reader: self, registry: registry, timeField: .observed)
    if matching.acceptsUntested {
      let untested = try untested(items, of: audit)
      for (slot, item) in zip(untested.slots, untested)
      where try matching.accepts(component: item.component, check: item.check, condition: item.condition) {
        asked.insert(slot)
      }
    }
    return items.filter(asked.contains)
  }

  /// Those of some items that have no result; with an audit, those without a result of its name.
  package func untested(_ items: WorkItems, of audit: AuditRound?) throws -> WorkItems {
    var components = NamePlaces(items.components)
    var checks = NamePlaces(items.checks)
    var conditions = NamePlaces(items.conditions)
    var tested: Set<AskedSlot> = []
    func add(component: Int64, check: Int64, condition: Int64) throws {
      guard let component = try components.place(component, self), let check = try checks.place(check, self),
        let condition = try conditions.place(condition, self)
      else { return }
      tested.insert(AskedSlot(component: component, check: check, condition: condition))
    }
    if let audit {
      for (cell, _) in try auditResults([audit], staleness: nil)[0] {
        try add(component: cell.component, check: cell.check, condition: cell.condition)
      }
    } else {
      try visitCells([.component, .check, .condition]) { cell in
        try add(component: cell[0], check: cell[1], condition: cell[2])
      }
    }
    return items.filter { !tested.contains($0) }
  }
}
