package import Audit

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
    conditions = ItemConditions(work).all.map(\.text)
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

  /// With others, where the order of a piece of work puts them: by its components and checks, and by its conditions, if
  /// they are several.
  func with(
    _ others: WorkItems, in order: WorkScope.Order, of work: WorkScope, hasConditions: Bool
  ) -> WorkItems {
    var merged = self
    merged.add(missing: others)
    guard merged.count > count else { return self }
    func ranks(_ names: [String], _ ordered: [String]) -> [Int] {
      let places = Dictionary(placesOf: ordered)
      return names.indices.map { places[ExactText(names[$0])] ?? ordered.count + $0 }
    }
    let components = ranks(merged.components, work.components.map(\.key))
    let checks = ranks(merged.checks, work.checks.map(\.id))
    let conditions = ranks(merged.conditions, ItemConditions(work).all.map(\.text))
    func rank(_ slot: AskedSlot) -> (Int, Int, Int) {
      let condition = hasConditions ? conditions[Int(slot.condition)] : 0
      let (component, check) = (components[Int(slot.component)], checks[Int(slot.check)])
      return order == .component ? (component, condition, check) : (condition, check, component)
    }
    merged.slots.sort { rank($0) < rank($1) }
    return merged
  }

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

/// Cells that the plan could ask for, a bit for each: as many bits as the tested components have cells.
struct TestedSlots {
  private let conditions: Int
  private let wordsOfComponent: Int
  /// Where the bits of a component begin, by its place; -1 where none is set.
  private var starts: [Int]
  private var words: [UInt64] = []

  init(_ work: WorkScope, _ conditions: ItemConditions) {
    self.conditions = conditions.all.count
    wordsOfComponent = (work.checks.count * conditions.all.count + 63) / 64
    starts = Array(repeating: -1, count: work.components.count)
  }

  mutating func insert(_ slot: AskedSlot) {
    let component = Int(slot.component)
    if starts[component] < 0 {
      starts[component] = words.count
      words.append(contentsOf: repeatElement(0, count: wordsOfComponent))
    }
    let bit = bit(of: slot)
    words[starts[component] + bit / 64] |= 1 << UInt64(bit % 64)
  }

  func contains(_ slot: AskedSlot) -> Bool {
    let start = starts[Int(slot.component)]
    guard start >= 0 else { return false }
    let bit = bit(of: slot)
    return words[start + bit / 64] & 1 << UInt64(bit % 64) != 0
  }

  private func bit(of slot: AskedSlot) -> Int { Int(slot.check) * conditions + Int(slot.condition) }
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

extension TrackerScope {
  /// Check and condition of it alone.
  fileprivate func named(_ slot: AskedSlot) -> ScopeCell {
    ScopeCell(
      component: "", check: work.checks[Int(slot.check)].id, condition: conditions.all[Int(slot.condition)].text)
  }

  func place(of slot: AskedSlot) -> ScopeCell {
    ScopeCell(
      component: work.components[Int(slot.component)].key, check: work.checks[Int(slot.check)].id,
      condition: conditions.all[Int(slot.condition)].text)
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
    let rules = ApplyingChecks(self)
    let signatures = components.map { rules.signature(of: $0) }
    func add(_ component: Int, _ check: Int, _ condition: Int) throws {
      let slot = AskedSlot(component: component, check: check, condition: condition)
      guard chosen?.contains(slot) ?? rules.asks(check, condition, of: signatures[component]) else { return }
      try Self.checkListed(items.count + 1)
      items.append(slot)
    }
    switch order {
    case .component:
      for component in components.indices {
        for condition in rules.conditions.all.indices {
          for check in checks.indices { try add(component, check, condition) }
        }
      }
    case .check:
      for condition in rules.conditions.all.indices {
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
      try visitAnswers(of: audit) { cell, _ in
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

/// The cells of the tracker's scope that are not tested: what the plan asks for less what was tested.
extension Reader {
  /// Those that a query asks for, in the order of component, check and condition.
  package func untestedCells(_ filter: Filter, in table: CellTable? = nil) throws -> [ScopeCell] {
    var found: [ScopeCell] = []
    let scope = try registry.scope.get()
    try visitUntested(filter, in: table) { slot in
      try WorkScope.checkListed(found.count + 1)
      found.append(scope.place(of: slot))
    }
    return found
  }

  /// How many a query asks for, by component.
  ///
  /// - Parameter table: the tested cells that the query asks for.
  package func untestedCounts(_ filter: Filter, in table: CellTable) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    if filter.isEmpty {
      // What is asked for is counted, and never gone through.
      let scope = try registry.scope.get()
      for component in scope.work.components { counts[component.key, default: 0] += scope.asked(of: component) }
      var tested = ByTerm<Int>()
      for entry in table.entries where entry.isAsked { tested[entry.component, default: 0] += 1 }
      try tested.visit { counts[try text($0), default: 0] -= $1 }
      return counts.filter { $0.value > 0 }
    }
    let components = try registry.scope.get().work.components
    try visitUntested(filter) { counts[components[Int($0.component)].key, default: 0] += 1 }
    return counts
  }

  /// How many cells that a query asks for are not tested, by check and condition: the component of each is empty.
  ///
  /// - Parameter table: the tested cells that the query asks for.
  func untestedByCheck(_ filter: Filter, in table: CellTable) throws -> [ScopeCell: Int] {
    let scope = try registry.scope.get()
    var bySlot: [AskedSlot: Int] = [:]
    guard filter.isEmpty else {
      try visitUntested(filter, in: table) { slot in
        bySlot[AskedSlot(component: 0, check: Int(slot.check), condition: Int(slot.condition)), default: 0] += 1
      }
      return Dictionary(bySlot.map { (scope.named($0), $1) }, uniquingKeysWith: +)
    }
    // What is asked for is counted, and never gone through.
    var alike: [[Int]: Int] = [:]
    for component in scope.work.components { alike[scope.checks(of: component), default: 0] += 1 }
    for (checks, count) in alike {
      for check in checks {
        for condition in scope.conditions.places(of: check) {
          bySlot[AskedSlot(component: 0, check: check, condition: condition), default: 0] += count
        }
      }
    }
    var counts = Dictionary(bySlot.map { (scope.named($0), $1) }, uniquingKeysWith: +)
    var tested: [Int64: Int] = [:]
    for entry in table.entries where entry.isAsked {
      tested[Int64(entry.check) << 32 | Int64(entry.condition), default: 0] += 1
    }
    for (place, count) in tested {
      let (check, condition) = (try text(place >> 32), try text(place & 0xFFFF_FFFF))
      counts[ScopeCell(component: "", check: check, condition: condition), default: 0] -= count
    }
    return counts.filter { $0.value > 0 }
  }

  /// The cells that a query asks for as they stand, and the untested ones of the tracker's scope.
  package func cellsWithUntested(_ filter: Filter) throws -> [Cell] { try cellTable(filter).wholeRows() }

  /// Places in the scope of the tracker of the untested cells that a query asks for.
  ///
  /// - Parameter table: the tested cells that the query asks for, where they have been read.
  func visitUntested(_ filter: Filter, in table: CellTable? = nil, _ visit: (AskedSlot) throws -> Void) throws {
    let registry = self.registry
    let matching = try RowFilter(filter, reader: self, registry: registry, timeField: .observed)
    guard matching.acceptsUntested else { return }
    let scope = try registry.scope.get()
    // A table of a query may lack cells that were tested by others than it asks for.
    let tested = try scope.tested(in: filter.isEmpty ? table : nil, except: table?.unsaid ?? [])
    let texts = scope.conditions.all.map(\.text)
    let conditions = texts.indices.filter { matching.asksCondition || matching.accepts(condition: texts[$0]) }.sorted {
      CellTable.precedes(texts[$0], texts[$1])
    }
    var checks: [[Int]: [Int]] = [:]
    let components = scope.work.components.enumerated().sorted {
      CellTable.precedes($0.element.key, $1.element.key)
    }
    for (place, component) in components where try matching.accepts(component: component.key) {
      let applying = scope.checks(of: component)
      if checks[applying] == nil {
        checks[applying] = try applying.filter { try matching.accepts(check: scope.work.checks[$0].id) }
          .sorted { CellTable.precedes(scope.work.checks[$0].id, scope.work.checks[$1].id) }
      }
      for check in checks[applying] ?? [] {
        for condition in conditions where scope.conditions.contains(condition, of: check) {
          let slot = AskedSlot(component: place, check: check, condition: condition)
          guard !tested.contains(slot),
            try !matching.asksCondition
              || matching.accepts(condition: texts[condition], of: scope.work.checks[check].id),
            try matching.acceptsWords(
              ScopeCell(component: component.key, check: scope.work.checks[check].id, condition: texts[condition]))
          else { continue }
          try visit(slot)
        }
      }
    }
  }
}
