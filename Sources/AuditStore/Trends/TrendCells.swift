import AuditFigures
import AuditModel
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
  /// When it was first observed, ms UTC; never: the end of all time.
  var first: Int64
  /// When it was last observed, and when what it shows was, ms UTC.
  var latest: Int64
  var seen: Int64
  /// Of a failure that is not rated.
  var usualSeverity: Severity
  /// All its results are of one line.
  var isSingle: Bool
  /// Terms.
  var names: (component: Int32, check: Int32, condition: Int32)
  /// When a waiver covered it.
  var waived: [WaiverSpans.Span] = []
}

extension TrendCell {
  init(untested count: Int, of component: Int, groups: Int) {
    self.init(
      id: 0, count: Int32(clamping: count), component: Int32(clamping: component), groups: Int32(clamping: groups),
      first: .max, latest: .min, seen: .max,
      usualSeverity: .serious, isSingle: true, names: (0, 0, 0))
  }
}

/// A component with cells in the trend.
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
  private let registry: Registry
  private let groups: TrendGroups
  private let lives: ComponentLives
  private var places = ByTerm<Int>()
  private var severities = ByTerm<Severity>()

  init(_ request: TrendRequest, until end: Int64, _ groups: TrendGroups, _ reader: Reader, _ registry: Registry) throws
  {
    (self.reader, self.registry, self.groups) = (reader, registry, groups)
    lives = try ComponentLives(database: reader.database)
    let matching = try RowFilter(request.filter, reader: reader, registry: registry, timeField: .observed)
    let registered = try reader.registeredEver()
    // Whether one was in use depends on the moment.
    let scope = try TrackerScope(
      reader,
      registered: Dictionary(
        registered.map { component in
          var component = component
          component.isRetired = false
          return (ExactText(component.key), component)
        }, uniquingKeysWith: { first, _ in first }), deleted: [])
    let spans = try WaiverSpans(database: reader.database).spans
    let waivers = WaiverIndex(spans.map(\.waiver), try reader.names)
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
      SELECT id, component, check_id, condition, category, latest_time, branch, seen FROM cell
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
        try matching.accepts(condition: condition, tester: 0, build: 0, audit: 0)
      else { return }
      if isAsked {
        let check = try scope.place(ofCheck: check)
        while tested.count <= place { tested.append([]) }
        if tested[place].isEmpty { tested[place] = Array(repeating: 0, count: scope.work.checks.count) }
        tested[place][check] += 1
      }
      var cell = TrendCell(
        id: row.int64(0), isAsked: isAsked, component: Int32(clamping: place),
        groups: Int32(clamping: try groups.set(component: component, check: check, category: row.int64(4))),
        first: first,
        latest: row.int64(5), seen: row.int64(7), usualSeverity: try usual(check), isSingle: row.int64(6) > 0,
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

  private mutating func usual(_ check: Int64) throws -> Severity {
    if let known = severities[check] { return known }
    let found = try registry.usualSeverity(try reader.text(check))
    severities[check] = found
    return found
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
    let conditions = scope.work.conditions.count { matching.accepts(condition: $0.text) }
    let known = place < tested.count && !tested[place].isEmpty ? tested[place] : nil
    var counts: [Int: Int] = [:]
    for check in scope.checks(of: component) {
      let id = scope.work.checks[check].id
      let count = conditions - Int(known?[check] ?? 0)
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
