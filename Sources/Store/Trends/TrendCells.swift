package import Audit
import Base
import SQLite

/// A cell as far as a trend is concerned, or several alike that are not tested.
struct TrendCell {
  /// 0 where it is not tested.
  var id: Int64
  /// More than one only of untested ones.
  var count: Int32 = 1
  /// The plan asks for it, so that it is untested until a result is logged.
  var isAsked = true
  /// Place of its component in `TrendCells.components`.
  var component: Int32
  /// Place of its groups in `TrendGroups.sets`; of no use where groups follow results.
  var groups: Int32
  /// The same while it fails.
  var groupsOfFailure: Int32
  /// Whether it fails now.
  var fails = false
  /// When it was first observed, ms UTC; never: the end of all time.
  var first: Int64
  /// When it was last observed, and when what it shows was, ms UTC.
  var latest: Int64
  var seen: Int64
  /// Of a failure that is not rated.
  var usualSeverity: Severity
  /// Terms.
  var names: (component: Int32, check: Int32, condition: Int32)
  /// When a waiver covered it.
  var waived: [WaiverSpans.Span] = []
}

extension TrendCell {
  init(untested count: Int, of component: Int, groups: Int) {
    self.init(
      id: 0, count: Int32(clamping: count), component: Int32(clamping: component), groups: Int32(clamping: groups),
      groupsOfFailure: Int32(clamping: groups), first: .max, latest: .min, seen: .max,
      usualSeverity: .serious, names: (0, 0, 0))
  }
}

struct TrendComponent {
  /// When it was registered or first observed, ms UTC.
  var begins: Int64
  var changes: [(from: Int64, isInUse: Bool)]
}

/// The cells of a trend: those of the tracker's scope that the query asks for.
struct TrendCells {
  /// Those that were observed by its end first, in the order of their numbers.
  private(set) var cells: [TrendCell] = []
  private(set) var components: [TrendComponent] = []

  private let reader: Reader
  private let groups: TrendGroups
  private let lives: ComponentLives
  private var places = ByTerm<Int>()

  init(_ request: TrendRequest, until end: Int64, _ groups: TrendGroups, _ reader: Reader, _ registry: Registry) throws
  {
    (self.reader, self.groups) = (reader, groups)
    lives = try ComponentLives(database: reader.database)
    let matching = try RowFilter(request.filter, reader: reader, registry: registry, timeField: .observed)
    let registered = try reader.registeredEver()
    // Whether one was in use depends on the moment.
    let scope = try TrackerScope(
      reader,
      registered: Dictionary(
        firstOf: registered.map { component in
          var component = component
          component.isRetired = false
          return (ExactText(component.key), component)
        }), deleted: [])
    let spans = try WaiverSpans(database: reader.database).spans
    let waivers = WaiverIndex(spans.map(\.waiver), try reader.names, try reader.checkSettings)
    // Room for all of them, as in `CellTable`.
    cells.reserveCapacity(try reader.mostCells() + registered.count)
    // By the place of a component, how many cells of each check of the plan are tested; empty for none.
    var tested: [[UInt32]] = []
    var waiversAbout = ByTerm<[Int]>()
    // Both tables are read from front to back beside each other: to look each cell up takes three times as long.
    let changes = try reader.database.cached("SELECT cell, time FROM transition WHERE ordinal = 0 ORDER BY cell")
    defer { changes.reset() }
    var hasChange = try changes.step()
    let sql = """
      SELECT id, component, check_id, condition, category, latest_time, seen, outcome FROM cell
      WHERE outcome <> 0 ORDER BY id
      """
    try reader.database.rows(sql) { row in
      while hasChange, changes.int64(0) < row.int64(0) { hasChange = try changes.step() }
      guard hasChange, changes.int64(0) == row.int64(0) else { return }
      let (component, check, condition, first) = (row.int64(1), row.int64(2), row.int64(3), changes.int64(1))
      let place = try place(of: component, observed: first)
      let isAsked: Bool
      switch try scope.place(component: component, check: check, condition: condition) {
      case .asked: isAsked = true
      case .tested: isAsked = false
      case .outside, .outOfUse: return
      }
      guard first <= end, try matching.accepts(component: component), try matching.accepts(check: check),
        try matching.accepts(condition: condition, of: check, tester: 0, build: 0, audit: 0)
      else { return }
      if isAsked {
        let check = try scope.place(ofCheck: check)
        while tested.count <= place { tested.append([]) }
        if tested[place].isEmpty { tested[place] = Array(repeating: 0, count: scope.work.checks.count) }
        tested[place][check] += 1
      }
      let set = try groups.set(component: component, check: check, category: row.int64(4))
      var cell = TrendCell(
        id: row.int64(0), isAsked: isAsked, component: Int32(clamping: place), groups: Int32(clamping: set),
        groupsOfFailure: Int32(clamping: try groups.set(ofFailing: row.int64(0)) ?? set),
        fails: row.int64(7) == Int64(CellTable.fail), first: first,
        latest: row.int64(5), seen: row.int64(6), usualSeverity: try registry.usualSeverity(ofTerm: check),
        names: (
          Int32(truncatingIfNeeded: component), Int32(truncatingIfNeeded: check), Int32(truncatingIfNeeded: condition)
        ))
      let isMeant =
        try !waivers.isEmpty
        && !waiversAbout.value(component) { waivers.about(component: try reader.text(component)) }.isEmpty
      if isMeant {
        cell.waived = waivers.places(
          component: try reader.text(component), check: try reader.text(check), condition: try reader.text(condition)
        ).map { spans[$0] }
      }
      cells.append(cell)
    }
    if request.grouping?.followsResult ?? false { return }
    for component in registered { try addUntested(component, scope, matching, tested, until: end) }
  }

  private mutating func place(of component: Int64, observed first: Int64) throws -> Int {
    if let known = places[component] {
      components[known].begins = min(components[known].begins, first)
      return known
    }
    places[component] = components.count
    let key = try reader.text(component)
    components.append(TrendComponent(begins: min(first, lives.made(key) ?? first), changes: lives.changes(key)))
    return components.count - 1
  }

  /// Adds what the plan asks for and is not tested, cells of the same groups together.
  private mutating func addUntested(
    _ component: Component, _ scope: TrackerScope, _ matching: RowFilter, _ tested: [[UInt32]],
    until end: Int64
  ) throws {
    let term = try reader.term(component.key)
    let place: Int
    if let known = term.flatMap({ places[$0] }) {
      place = known
    } else {
      guard let made = lives.made(component.key) else { return }
      place = components.count
      components.append(TrendComponent(begins: made, changes: lives.changes(component.key)))
    }
    guard components[place].begins <= end, try matching.accepts(component: component.key) else { return }
    let named = scope.conditions.all.map { matching.accepts(condition: $0.text) }
    let known = place < tested.count && !tested[place].isEmpty ? tested[place] : nil
    var counts: [Int: Int] = [:]
    for check in scope.checks(of: component) {
      let id = scope.work.checks[check].id
      // With the setting that the check brings itself.
      let isOwn = matching.asksCondition && CheckSettings.isKnown(id)
      let accepted = try isOwn ? scope.conditions.all.map { try matching.accepts(condition: $0.text, of: id) } : named
      let count = scope.conditions.places(of: check).count { accepted[$0] } - Int(known?[check] ?? 0)
      guard count > 0, try matching.accepts(check: id) else { continue }
      counts[try groups.set(of: component.key, check: id), default: 0] += count
    }
    for (set, count) in counts.sorted(by: { $0.key < $1.key }) {
      cells.append(TrendCell(untested: count, of: place, groups: set))
    }
  }

  /// Whether more than its results decide how a cell counts: its component came and went, or a waiver covers it.
  func isSpecial(_ cell: TrendCell) -> Bool { !cell.waived.isEmpty || !components[Int(cell.component)].changes.isEmpty }
}

/// The groups of a trend, and which of them a cell stands in.
final class TrendGroups {
  private let grouping: TrendGrouping?
  private let hasWhole: Bool
  private let reader: Reader
  private let registry: Registry
  /// Empty for what has none.
  private(set) var names: [String] = []
  /// Each distinct set of groups that some cell stands in.
  private(set) var sets: [[Int]] = []
  private var places: [ExactText: Int] = [:]
  private var setPlaces: [[Int]: Int] = [:]
  private var known: [Int64: Int] = [:]
  private var knownNames: [ExactText: Int] = [:]
  private lazy var categories: Result<[String: String], any Error> = Result { try reader.categories() }
  private lazy var owners: Result<[Int64: String], any Error> = Result { try reader.ownersOfFindings() }

  /// - Parameter hasWhole: the first group, without a name, is all of them.
  init(_ grouping: TrendGrouping?, hasWhole: Bool = false, _ reader: Reader, _ registry: Registry) {
    (self.grouping, self.hasWhole, self.reader, self.registry) = (grouping, hasWhole, reader, registry)
    if hasWhole { names = [""] }
  }

  /// The groups of a cell that its identity decides (terms).
  func set(component: Int64, check: Int64, category: Int64) throws -> Int {
    switch grouping {
    case nil, .tester, .build: try remembered(0) { [""] }
    case .category: try remembered(category) { [try reader.text(category)] }
    case .criterion: try remembered(check) { try names("", try reader.text(check)) }
    default: try remembered(component) { try names(try reader.text(component), "") }
    }
  }

  /// The same of a cell that is not tested; of no use where groups follow results.
  func set(of component: String, check: String) throws -> Int {
    switch grouping {
    case nil, .tester, .build: try remembered(0) { [""] }
    case .category, .criterion: try remembered(check) { try names(component, check) }
    default: try remembered(component) { try names(component, check) }
    }
  }

  /// The groups by name. A component that was deleted has no fields.
  private func names(_ component: String, _ check: String) throws -> [String] {
    switch grouping {
    case nil, .tester, .build: [""]
    case .category: [try categories.get()[check] ?? ""]
    case .criterion: try Self.criteria(registry.check(check)?.check)
    case .component: [component]
    case .kind: [try registry.component(component)?.kind ?? ""]
    case .profile: [try registry.component(component)?.profile.rawValue ?? ""]
    case .owner: [try registry.component(component)?.owner ?? ""]
    case .screen: try registry.component(component)?.countedOn ?? []
    case .tag: try registry.component(component)?.tags ?? []
    }
  }

  /// Those of a cell with a result.
  func set(of entry: CellTable.Entry, _ context: ResultContext) throws -> Int {
    switch grouping {
    case .tester, .build: return try set(ofResult: entry.shown, context)
    default:
      if entry.isFailing, let own = try set(ofFailing: entry.cell) { return own }
      return try set(component: Int64(entry.component), check: Int64(entry.check), category: Int64(entry.category))
    }
  }

  /// Those of a cell while it fails: a finding may have an owner of its own. Nil where it has none.
  func set(ofFailing cell: Int64) throws -> Int? {
    guard grouping == .owner, let owner = try owners.get()[cell] else { return nil }
    return try remembered(owner) { [owner] }
  }

  /// The group of a result: its build, or its tester, apart from the person of the name where they did not sign it.
  func set(ofResult number: Int64, _ context: ResultContext) throws -> Int {
    guard grouping == .tester else { return try remembered(context.build) { [try reader.text(context.build)] } }
    let tester = try reader.text(context.tester)
    let name = try reader.marked(tester, of: number)
    return try name == tester ? remembered(context.tester) { [tester] } : remembered(name) { [name] }
  }

  /// Related is not tested, and a check without a criterion is a best practice.
  private static func criteria(_ check: Check?) -> [String] {
    let tested = check?.wcag.filter { $0.relation == .tests }.map(\.criterion) ?? []
    return tested.isEmpty ? ["house"] : tested
  }

  private func remembered(_ term: Int64, _ names: () throws -> [String]) throws -> Int {
    try known.value(term) { place(of: try names()) }
  }

  private func remembered(_ name: String, _ names: () throws -> [String]) throws -> Int {
    try knownNames.value(ExactText(name)) { place(of: try names()) }
  }

  private func place(of found: [String]) -> Int {
    let places = Set((found.isEmpty ? [""] : found).map(group) + (hasWhole ? [0] : [])).sorted()
    let place: Int
    if let same = setPlaces[places] {
      place = same
    } else {
      place = sets.count
      sets.append(places)
      setPlaces[places] = place
    }
    return place
  }

  private func group(_ name: String) -> Int {
    if let place = places[ExactText(name)] { return place }
    places[ExactText(name)] = names.count
    names.append(name)
    return names.count - 1
  }
}

extension Reader {
  /// The categories of checks by their ids.
  fileprivate func categories() throws -> [String: String] {
    var found: [String: String] = [:]
    try database.rows("SELECT check_id, category FROM check_text WHERE current = 1") { found[$0.text(0)] = $0.text(1) }
    return found
  }
}

/// What a trend is asked for.
package struct TrendRequest: Sendable {
  /// Nil: one line for all.
  package var grouping: TrendGrouping?
  /// In their order; see `Reader.periods`. What was first observed after the last is not in the trend at all.
  package var periods: [TrendPeriod]
  /// Only words about the identity of cells: `fields`.
  package var filter: Filter
  /// Whether the age of the evidence is requested at every point: every result is read for it. It is known anyway where
  /// a group was not tested again after the point, as at the end, and where results are grouped by.
  package var readsAge: Bool
  /// By when that was observed which counts in the last period, where that is after its end: see `periodsUntilNow`.
  package var reach: Int64?

  /// The periods are named by closed audits, and each point is that audit and not the tracker at that moment.
  package var isOfAudits: Bool

  package init(
    grouping: TrendGrouping? = nil, periods: [TrendPeriod], filter: Filter = Filter(), readsAge: Bool = false,
    reach: Int64? = nil, isOfAudits: Bool = false
  ) {
    (self.reach, self.isOfAudits, self.grouping) = (reach, isOfAudits, grouping)
    (self.periods, self.filter, self.readsAge) = (periods, filter, readsAge)
  }

  /// The query words that say which cells there are, and not what was seen in them.
  package static let fields = Filter.Field.ofComponents.union(Filter.Field.ofChecks).union([.condition])

  /// More points than this are refused: they are unreadable, and they cost memory.
  private static let mostPoints = 200_000

  /// - Throws: `Refusal.invalid` where that is too many.
  static func check(lines: Int, points: Int) throws {
    guard lines * (points + 1) > mostPoints else { return }
    throw Refusal.invalid(
      "too many points: \(lines) lines of \(points) points each; choose longer periods, a later start, or a narrower query"
    )
  }
}
