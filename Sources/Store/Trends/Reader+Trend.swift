package import Audit
import Base

extension Reader {
  /// How the tracker, or a part of it, stood at the ends of some periods.
  ///
  /// ```
  ///   transition ─> what each cell showed at the end of each period ───┬─> ledger ──> points
  ///   result ─────> the same, with who saw it, in what build, and when ┘   where that is asked for
  /// ```
  /// A point counts what `at(_:)` and `standing()` count at the end of its period, and beside it the cells that are
  /// untested: those that the plan of today asks for, of components that were there.
  /// - Throws: `Refusal.invalid` where the points would be too many.
  package func trend(_ request: TrendRequest) throws -> Trend { try trends(request, hasWhole: false).groups }

  /// The same by groups that the identity of cells decides, and of all of them together, in one pass.
  package func trendWithWhole(_ request: TrendRequest) throws -> (whole: Trend, groups: Trend) {
    try trends(request, hasWhole: true)
  }

  private func trends(_ request: TrendRequest, hasWhole: Bool) throws -> (whole: Trend, groups: Trend) {
    let none = Trend(periods: request.periods, groups: [])
    if request.isOfAudits { return (none, try auditTrend(request)) }
    guard let first = request.periods.first else { return (none, none) }
    // What was before the first period stands in one of its own, which is left out in the end.
    let before = first.from == Int64.min ? Int64.min : first.from - 1
    let source = try TrendSource(
      request, hasWhole: hasWhole, ends: PeriodEnds([before] + request.periods.map(\.to), reach: request.reach), self)
    let lines = source.groups.names.count - (hasWhole ? 1 : 0)
    try TrendRequest.check(lines: lines, points: request.periods.count)
    let points = try source.points()
    var groups: [TrendGroup] = []
    var whole: [TrendGroup] = []
    for (place, name) in source.groups.names.enumerated() {
      let shown = Array(points[place].dropFirst())
      guard shown.contains(where: { !$0.isGap }) else { continue }
      if hasWhole, place == 0 {
        whole = [TrendGroup(name: nil, points: shown)]
      } else {
        groups.append(TrendGroup(name: request.grouping == nil ? nil : name, points: shown))
      }
    }
    groups.sort { ($0.name ?? "").utf8.lexicographicallyPrecedes(($1.name ?? "").utf8) }
    return (Trend(periods: request.periods, groups: whole), Trend(periods: request.periods, groups: groups))
  }
}

extension Reader {
  /// The points of audits: each is the audit as it was closed, by the results that carry its name.
  ///
  /// - Parameter request: its periods are those of closed audits.
  /// - Throws: `Refusal.invalid` where the points would be too many.
  func auditTrend(_ request: TrendRequest) throws -> Trend {
    let audits = Dictionary(firstOf: try audits().map { (ExactText($0.name), $0) })
    let groups = TrendGroups(request.grouping, self, registry)
    var points: [[TrendPoint]] = []
    var known: Set<SIMD3<Int32>> = []
    for (place, period) in request.periods.enumerated() {
      guard let audit = audits[ExactText(period.name)] else { continue }
      var components: [Set<Int32>] = Array(repeating: [], count: points.count)
      func enter(_ set: Int, _ component: Int32?, _ change: (inout TrendPoint) -> Void) {
        for group in groups.sets[set] {
          while group >= points.count {
            points.append(Array(repeating: TrendPoint(), count: request.periods.count))
            components.append([])
          }
          change(&points[group][place])
          if let component { components[group].insert(component) }
        }
      }
      let table = try shown(audit, at: period.to).cellTable(request.filter, of: asClosed(audit))
      for entry in table.entries {
        guard let state = entry.state else { continue }
        let isNew = known.insert(SIMD3(entry.component, entry.check, entry.condition)).inserted
        enter(try groups.set(of: entry, table.context(of: entry)), entry.component) { point in
          point.counts.add(state)
          if entry.isWaived { point.waived += 1 }
          if isNew { point.new += 1 }
          point.oldest = min(point.oldest ?? entry.seen, entry.seen)
          guard state.outcome == .fail, !entry.isWaived else { return }
          if let severity = state.severity { point.openSeverities[severity.rawValue - 1] += 1 }
          if isNew { point.newOpen += 1 }
        }
      }
      // An untested cell has no tester and no build.
      for cell in try request.grouping?.followsResult ?? false ? [] : table.untestedCells() {
        enter(try groups.set(of: cell.component, check: cell.check), nil) { $0.counts.untested += 1 }
      }
      for group in points.indices { points[group][place].components = components[group].count }
      try TrendRequest.check(lines: points.count, points: request.periods.count)
    }
    let shown = groups.names.prefix(points.count).enumerated().filter { group in
      points[group.offset].contains { !$0.isGap }
    }
    return Trend(
      periods: request.periods,
      groups: shown.map { TrendGroup(name: request.grouping == nil ? nil : $0.element, points: points[$0.offset]) }
        .sorted { ($0.name ?? "").utf8.lexicographicallyPrecedes(($1.name ?? "").utf8) })
  }
}

extension Reader {
  /// The cells that count differently at two moments, in the order of component, check and condition, and what all
  /// cells count at both.
  ///
  /// The cells are those of a trend that ends with the later moment: observed by then, of components that were there.
  /// - Parameters:
  ///   - filter: only words about the identity of cells, `TrendRequest.fields`.
  ///   - isNow: `later` is now, and what was seen ahead of the clock counts.
  package func changes(
    from earlier: Int64, to later: Int64, _ filter: Filter, isNow: Bool = false
  ) throws -> Changes {
    let registry = self.registry
    let end = TrendPeriod(name: "", from: earlier, to: later)
    let request = TrendRequest(periods: [end], filter: filter)
    let reach = isNow ? max(later, try presentMoment()) : later
    func isThere(_ component: TrendComponent, at moment: Int64) -> Bool {
      component.begins <= (moment == later ? reach : moment) && component.changes.isInUse(at: moment)
    }
    let selection = try TrendCells(request, until: reach, TrendGroups(nil, self, registry), self, registry)
    let before = try MomentSides(CellTable(at(earlier), filter, findings: nil, .plan, .none))
    let after = try MomentSides(CellTable(isNow ? self : at(later), filter, findings: nil, .plan, .none))
    var changes = Changes()
    var found: [(cell: Int64, change: CellChange)] = []
    var unchanged: [CellSide.Measures: Int] = [:]
    for cell in selection.cells {
      let component = selection.components[Int(cell.component)]
      let (wasThere, isThere) = (isThere(component, at: earlier), isThere(component, at: later))
      if cell.id == 0 {
        changes.addUntested(
          Int(cell.count), wasThere: wasThere, isThere: isThere, isOfNewComponent: component.begins > earlier)
        continue
      }
      let former = before.side(cell, isInScope: wasThere)
      let present = after.side(cell, isInScope: isThere)
      guard former.measures != present.measures else {
        unchanged[former.measures, default: 0] += 1
        continue
      }
      let change = CellChange(
        component: try text(Int64(cell.names.component)), check: try text(Int64(cell.names.check)),
        condition: try text(Int64(cell.names.condition)), before: former, after: present, life: nil,
        coming: component.begins > earlier ? .componentAdded : .componentRestored, going: .componentRetired)
      found.append((cell.id, change))
    }
    let lives = try FindingLives(self, of: found.filter(\.change.dependsOnLife).map(\.cell), until: reach).lives
    for place in found.indices {
      found[place].change.life = lives[found[place].cell]?.state
      changes.add(found[place].change)
    }
    for (measures, count) in unchanged { changes.addUnchanged(measures, count) }
    changes.cells.sort { ($0.component, $0.check, $0.condition) < ($1.component, $1.check, $1.condition) }
    return changes
  }

  /// The cells that count differently among two lists of cells, each with its untested ones: of what an audit saw at two
  /// times, or of what one audit and another saw. What is in one list alone comes into the scope, or goes out of it.
  ///
  /// - Parameter audit: the later one.
  package func changes(from before: [Cell], to after: [Cell], of audit: AuditRound) throws -> Changes {
    let (former, present) = (Self.sides(before), Self.sides(after))
    let lives = try lives(of: after.map { ($0.outcome, $0.cell, $0.time) }, without: LateEntries(audit, self))
    var states: [ScopeCell: FindingLife.State] = [:]
    for row in before + after {
      if let life = lives[row.cell] { states[row.place] = life.state }
    }
    let inUse = Set(try components().filter { !$0.isRetired }.map { ExactText($0.key) })
    var changes = Changes()
    for place in Set(former.keys).union(present.keys) {
      let nowhere = CellSide(isInScope: false)
      changes.add(
        CellChange(
          component: place.component, check: place.check, condition: place.condition, before: former[place] ?? nowhere,
          after: present[place] ?? nowhere, life: states[place], coming: .intoScope,
          going: inUse.contains(ExactText(place.component)) ? .outOfScope : .componentRetired))
    }
    changes.cells.sort { ($0.component, $0.check, $0.condition) < ($1.component, $1.check, $1.condition) }
    return changes
  }

  private static func sides(_ rows: [Cell]) -> [ScopeCell: CellSide] {
    var sides: [ScopeCell: CellSide] = [:]
    for row in rows {
      var side = CellSide(isInScope: true)
      side.outcome = row.outcome
      side.severity = row.severity
      side.isDisputed = row.isDisputed
      side.isWaived = row.waiver != nil
      side.isRetested = row.isBetterByRetest
      side.stale = row.stale
      sides[row.place] = side
    }
    return sides
  }
}

/// What cells were at a moment, by their numbers.
private final class MomentSides {
  /// What decides a side of a cell that was seen.
  private struct Kind: Hashable {
    var outcome: UInt8
    var severity: UInt8
    var marks: UInt8
    var stale: StaleMarks
    var isWaived: Bool
  }

  private let entries: [CellTable.Entry]
  private var places: ByTerm<Int32>
  /// Most cells are like others.
  private var sides: [Kind: CellSide] = [:]

  init(_ table: CellTable) {
    entries = table.entries
    places = ByTerm(largest: entries.count * 8)
    for (place, entry) in entries.enumerated() { places[entry.cell] = Int32(truncatingIfNeeded: place) }
  }

  func side(_ cell: TrendCell, isInScope: Bool) -> CellSide {
    guard isInScope, let place = places[cell.id] else {
      var side = CellSide(isInScope: isInScope)
      if isInScope { side.isAsked = cell.isAsked }
      return side
    }
    let entry = entries[Int(place)]
    let kind = Kind(
      outcome: entry.outcome, severity: entry.severity, marks: entry.marks, stale: entry.stale,
      isWaived: entry.isWaived)
    return sides.value(kind) {
      var side = CellSide(isInScope: true)
      side.outcome = entry.said
      side.severity = Codes.severity(Int64(entry.severity))
      side.isDisputed = Int64(entry.marks) & Codes.disputed != 0
      side.isWaived = entry.isWaived
      side.isRetested = Int64(entry.marks) & Codes.retest != 0
      side.stale = entry.staleReasons
      return side
    }
  }
}
