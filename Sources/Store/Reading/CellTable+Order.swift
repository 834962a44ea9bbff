package import Audit
package import Base
import SQLite

extension CellTable {
  enum Order {
    case byName
    case worstFirst
    /// As in the file, for those who ask for ranks where they need them.
    case none
  }

  func put(in order: Order) throws {
    switch order {
    case .byName:
      try rank()
      putInOrderOfRanks()
    case .worstFirst:
      try rank()
      entries.sort(by: Self.isWorse)
    case .none: break
    }
  }

  /// The places of the entries: those that fail by severity, then the others; then by name.
  func rowsWorstFirst() throws -> [Int32] {
    try rank()
    // Where some were taken out there are gaps between the ranks.
    var byName = [Int32](repeating: -1, count: entries.reduce(0) { max($0, Int($1.rank) + 1) })
    for (place, entry) in entries.enumerated() { byName[Int(entry.rank)] = Int32(truncatingIfNeeded: place) }
    var failing: [[Int32]] = Array(repeating: [], count: 256)
    var others: [Int32] = []
    others.reserveCapacity(count)
    for row in byName where row >= 0 {
      let entry = entries[Int(row)]
      // 0 is none, which comes last.
      if entry.isFailing { failing[Int(entry.severity &- 1)].append(row) } else { others.append(row) }
    }
    return failing.flatMap { $0 } + others
  }

  /// Has each entry know its place by name. Each name is compared with each other once, and not the cells.
  func rank() throws {
    guard !isRanked else { return }
    isRanked = true
    var places = Array(entries.indices.lazy.map { Int32(truncatingIfNeeded: $0) })
    try sort(&places) { $0.condition }
    try sort(&places) { $0.check }
    try sort(&places) { $0.component }
    for (rank, place) in places.enumerated() { entries[Int(place)].rank = Int32(truncatingIfNeeded: rank) }
  }

  /// Puts places of entries in the order of one of their names; those with the same name stay as they are.
  private func sort(_ places: inout [Int32], by name: (Entry) -> Int32) throws {
    let (ranks, count) = try ranks(name)
    var starts = [Int32](repeating: 0, count: count + 1)
    let keys = places.map { place in Int(ranks[name(entries[Int(place)])] ?? 0) }
    for key in keys { starts[key + 1] += 1 }
    for rank in 0..<count { starts[rank + 1] += starts[rank] }
    var ordered = places
    for (place, key) in zip(places, keys) {
      ordered[Int(starts[key])] = place
      starts[key] += 1
    }
    places = ordered
  }

  /// Each is swapped to its place, which takes no memory beside them.
  private func putInOrderOfRanks() {
    for place in entries.indices {
      while Int(entries[place].rank) != place { entries.swapAt(place, Int(entries[place].rank)) }
    }
  }

  /// Names that are equal in Swift are distinguished by their bytes, so that the order is the same in every run.
  static func precedes(_ left: String, _ right: String) -> Bool {
    left == right ? left.utf8.lexicographicallyPrecedes(right.utf8) : left < right
  }

  /// Of each name its place among all names, and how many there are.
  private func ranks(_ kind: (Entry) -> Int32) throws -> (ranks: ByTerm<UInt32>, count: Int) {
    var ranks = ByTerm<UInt32>()
    var names: [(number: Int32, text: String)] = []
    for entry in entries where ranks[kind(entry)] == nil {
      ranks[kind(entry)] = 0
      names.append((kind(entry), try name(kind(entry))))
    }
    let ordered = names.sorted { Self.precedes($0.text, $1.text) }
    for (rank, name) in ordered.enumerated() { ranks[name.number] = UInt32(truncatingIfNeeded: rank) }
    return (ranks, ordered.count)
  }

  /// Open ones first, then by severity, then those that have been failing longest.
  static func isWorse(_ left: Entry, _ right: Entry) -> Bool {
    if left.isFailing != right.isFailing { return left.isFailing }
    let (one, other) = (left.severity, right.severity)
    // 0 is none, which comes last.
    if one != other { return one &- 1 < other &- 1 }
    if left.since != right.since { return left.since < right.since }
    return left.rank < right.rank
  }
}

extension ScopeCell {
  /// Whether it comes before another by component, check and condition, in the order of a table.
  package func precedes(_ other: ScopeCell) -> Bool {
    if !component.hasSameBytes(as: other.component) { return CellTable.precedes(component, other.component) }
    if !check.hasSameBytes(as: other.check) { return CellTable.precedes(check, other.check) }
    return CellTable.precedes(condition, other.condition)
  }
}

extension CellTable {
  /// Calls `visit` with each accepted cell and the anti-pattern that it was filed as, empty for none.
  func patterns(where isWanted: (Entry) -> Bool, _ visit: (Entry, String) throws -> Void) throws {
    let body = try reader.database.cached("SELECT body FROM result WHERE id = ?")
    for entry in entries.filter(isWanted).sorted(by: { $0.shown < $1.shown }) {
      try body.bind(entry.shown, at: 1)
      defer { body.reset() }
      try visit(entry, try body.step() ? RareMembers(body: body.optionalText(0)).pattern : "")
    }
  }

  /// Its cells by what was set while they were seen, with those that are not tested by what they are asked for with: without
  /// these, a share of what was evaluated would be no coverage.
  package func groups(by grouping: ConditionGrouping) throws -> ConditionGroups {
    // How a check is done decides where a technology is asked for.
    let methods: [String: Method] =
      grouping == .technology
      ? Dictionary(firstOf: try reader.checks().map { ($0.check.id, $0.check.method) }) : [:]
    var (counts, asked) = ([String: CellCounts](), Set<String>())
    var known: [String: [String]] = [:]
    func names(condition: String, check: String, device: String) -> [String] {
      let method = methods[check]
      let place = "\(condition)\n\(device)\n\(method?.rawValue ?? "")"
      return known.value(place) { grouping.groups(condition: condition, device: device, method: method) }
    }
    for entry in entries {
      let (condition, check) = (try name(entry.condition), try name(entry.check))
      for group in names(condition: condition, check: check, device: try device(entry)) {
        counts[group, default: CellCounts()].add(entry.state)
      }
      // Which device it was tested on nothing asked for.
      if entry.isAsked { asked.formUnion(names(condition: condition, check: check, device: "")) }
    }
    func add(untested count: Int, _ cell: ScopeCell) {
      for group in names(condition: cell.condition, check: cell.check, device: "") {
        counts[group, default: CellCounts()].untested += count
        asked.insert(group)
      }
    }
    if audit == nil {
      for (cell, count) in try reader.untestedByCheck(filter, in: self) { add(untested: count, cell) }
    } else {
      for cell in try untestedCells(inOrder: false) { add(untested: 1, cell) }
    }
    return ConditionGroups(by: grouping, counts, asked: asked)
  }
}

extension CellTable {
  /// The items of an audit by who is to test them, in the order of the names, then those without a tester; empty where nothing
  /// is assigned. Items of several testers count for each.
  package func assigned(of audit: AuditRound) throws -> [AssignedItems] {
    guard !audit.assignments.isEmpty else { return [] }
    let patterns = audit.assignments.map { (tester: $0.tester, pattern: audit.pattern(of: $0)) }
    let names = try reader.names
    var testers: [String: Set<String>] = [:]
    var counts: [String: CellCounts] = [:]
    func add(_ state: CellState?, _ component: String) {
      let found = testers.value(component) {
        Set(patterns.filter { names.matches($0.pattern, component) }.map(\.tester))
      }
      for tester in found.isEmpty ? [""] : found { counts[tester, default: CellCounts()].add(state) }
    }
    for entry in entries { add(entry.state, try name(entry.component)) }
    for cell in try untestedCells(inOrder: false) { add(nil, cell.component) }
    let named = counts.keys.filter { !$0.isEmpty }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return (named + [""]).compactMap { tester in counts[tester].map { AssignedItems(tester: tester, counts: $0) } }
  }
}

extension CellTable {
  /// What lists say of all their cells.
  package struct Figures {
    package var counts = CellCounts()
    package var stale = 0
    package var waived = 0
    package var expired = 0
    /// Observed ahead of this machine's clock.
    package var ahead = 0
    package var states: [FindingLife.State: Int] = [:]

    package init() {}
  }

  package var figures: Figures {
    var figures = Figures()
    for entry in entries {
      figures.counts.add(entry.state)
      if entry.isStale { figures.stale += 1 }
      if entry.isWaived { figures.waived += 1 }
      if entry.hasExpired { figures.expired += 1 }
      if HybridTime(milliseconds: entry.seen).isAhead(of: reader.now) { figures.ahead += 1 }
      if let life = lives?[entry.cell] { figures.states[life.state, default: 0] += 1 }
    }
    return figures
  }
}

/// How the items of a report were tested: counts of their results.
package struct TestingFigures: Sendable {
  /// By check, and by `device with system`; empty where not recorded.
  package var checks: [String: Int] = [:]
  package var devices: [String: Int] = [:]
  /// By the first of the month (local) in which they were tested, the latest first, with when the oldest of them was seen,
  /// ms UTC.
  package var months: [(month: CivilDate, count: Int, oldest: Int64)] = []
  /// That of the audit or of the tracker, else the newest that was tested; empty where no result names one.
  package var build = ""

  package init() {}
}

extension CellTable {
  /// How its items were tested.
  package func testing() throws -> TestingFigures {
    var checks: [Int32: Int] = [:]
    var contexts: [Int32: (entry: Entry, count: Int, latest: Int64)] = [:]
    // Days begin at a quarter of an hour everywhere, and a zone is slow to ask.
    var quarters: [Int64: (count: Int, oldest: Int64)] = [:]
    for entry in entries {
      checks[entry.check, default: 0] += 1
      var context = contexts[entry.context] ?? (entry, 0, entry.seen)
      (context.count, context.latest) = (context.count + 1, max(context.latest, entry.seen))
      contexts[entry.context] = context
      let quarter = quarters[entry.seen / 900_000] ?? (0, entry.seen)
      quarters[entry.seen / 900_000] = (quarter.count + 1, min(quarter.oldest, entry.seen))
    }
    var months: [CivilDate: (count: Int, oldest: Int64)] = [:]
    for found in quarters.values {
      let day = reader.clock.date(found.oldest)
      guard let month = CivilDate(year: day.year, month: day.month, day: 1) else { continue }
      let known = months[month] ?? (0, found.oldest)
      months[month] = (known.count + found.count, min(known.oldest, found.oldest))
    }
    var figures = TestingFigures()
    for (number, count) in checks { figures.checks[try name(number), default: 0] += count }
    var builds: [String: (cells: Int, latest: Int64, isClaimed: Bool)] = [:]
    for (entry, count, latest) in contexts.values {
      let context = context(of: entry)
      let build = try reader.text(context.build)
      let known = try builds[build] ?? (0, latest, reader.lineage.isClaimed(build: context.build))
      builds[build] = (known.cells + count, max(known.latest, latest), known.isClaimed)
      let words = [try reader.text(context.device), try reader.text(context.os)].filter { !$0.isEmpty }
      figures.devices[words.joined(separator: " with "), default: 0] += count
    }
    // The tracker may be at another build than the one that an audit is about.
    let named = try audit.flatMap { $0.build.isEmpty ? nil : $0.build } ?? reader.staleRule().build
    figures.build = BuildCounts(named: named, seen: builds).current
    figures.months = months.map { (month: $0.key, count: $0.value.count, oldest: $0.value.oldest) }
      .sorted { $0.month.dayNumber > $1.month.dayNumber }
    return figures
  }
}

/// The cells of a table together with those that it asks for and that are not tested, by component, check and
/// condition. Rows are made for those that are shown.
package struct WholeCells {
  private let table: CellTable
  private let untested: WorkItems
  /// Rows of the table; below 0 the places of untested ones, counted from -1 down.
  private let places: [Int32]

  fileprivate init(_ table: CellTable, _ untested: WorkItems, _ places: [Int32]) {
    (self.table, self.untested, self.places) = (table, untested, places)
  }

  package var count: Int { places.count }

  package func row(at place: Int) throws -> Cell {
    let found = Int(places[place])
    return found >= 0 ? try table.row(at: found) : try table.reader.row(untested: untested[-1 - found])
  }

  package var figures: CellTable.Figures { with(table.figures) { $0.counts.untested += untested.count } }
}

/// The cells of a table together with those that it asks for and that are not tested.
extension CellTable {
  package func whole() throws -> WholeCells {
    var untested = WorkItems(of: try reader.registry.scope.get().work)
    if untestedOfAudit == nil {
      try reader.visitUntested(filter, in: self) { slot in
        try WorkScope.checkListed(untested.count + 1)
        untested.append(slot)
      }
    } else {
      untested = WorkItems(try untestedCells())
    }
    var places: [Int32] = []
    places.reserveCapacity(entries.count + untested.count)
    var rest = try Rest(self)
    for (place, cell) in untested.enumerated() {
      while let row = try rest.next(before: cell) { places.append(Int32(clamping: row)) }
      places.append(Int32(clamping: -1 - place))
    }
    places += rest.rows.map { Int32(clamping: $0) }
    return WholeCells(self, untested, places)
  }

  /// Calls one of both with each of them, by component, check and condition. Nothing is kept, however many there are.
  package func visitWhole(tested: (Cell) throws -> Void, untested: (ScopeCell) throws -> Void) throws {
    var rest = try Rest(self)
    try visitUntested { cell in
      while let place = try rest.next(before: cell) { try tested(row(at: place)) }
      try untested(cell)
    }
    for place in rest.rows { try tested(row(at: place)) }
  }

  /// All of them as rows.
  package func wholeRows() throws -> [Cell] {
    var rows = try self.rows()[...]
    var whole: [Cell] = []
    try visitUntested { cell in
      while rows.first?.place.precedes(cell) == true, let row = rows.popFirst() { whole.append(row) }
      whole.append(try reader.row(untested: cell))
    }
    return whole + rows
  }

  /// The rows of a table that are still to come, and the names of the first of them, which are made once.
  private struct Rest {
    private let table: CellTable
    private(set) var rows: Range<Int>
    private var first: ScopeCell?

    init(_ table: CellTable) throws {
      self.table = table
      rows = 0..<table.count
      first = try table.entries.first.map(table.place(of:))
    }

    /// Takes the next row, if its cell comes before another.
    mutating func next(before cell: ScopeCell) throws -> Int? {
      guard let found = first, found.precedes(cell) else { return nil }
      let row = rows.lowerBound
      rows.removeFirst()
      first = try rows.isEmpty ? nil : table.place(of: table.entries[rows.lowerBound])
      return row
    }
  }

  /// The components and checks of all of them, each once, in the order of their bytes.
  package func wholeNames() throws -> (components: [String], checks: [String]) {
    var components = Set(try Set(entries.map(\.component)).map { ExactText(try name($0)) })
    var checks = Set(try Set(entries.map(\.check)).map { ExactText(try name($0)) })
    var last: ScopeCell?
    try visitUntested { cell in
      if last.map({ !$0.component.hasSameBytes(as: cell.component) }) ?? true {
        components.insert(ExactText(cell.component))
      }
      if last.map({ !$0.check.hasSameBytes(as: cell.check) }) ?? true { checks.insert(ExactText(cell.check)) }
      last = cell
    }
    func ordered(_ names: Set<ExactText>) -> [String] {
      names.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    return (ordered(components), ordered(checks))
  }

  /// By component, check and condition.
  private func visitUntested(_ visit: (ScopeCell) throws -> Void) throws {
    guard untestedOfAudit == nil else { return try untestedCells().forEach(visit) }
    let scope = try reader.registry.scope.get()
    try reader.visitUntested(filter, in: self) { slot in
      try visit(scope.place(of: slot))
    }
  }
}
