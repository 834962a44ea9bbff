import Audit
import SQLite

/// Gathers what a trend is made of.
struct TrendSource {
  let request: TrendRequest
  let ends: PeriodEnds
  let groups: TrendGroups
  let selection: TrendCells
  private let database: Connection
  private let observations: Observations
  /// Place in `groups.sets` of who saw a result, or of the build it was seen in, by its context.
  private var contexts: [Int64: Int] = [:]
  /// The same of those of a line that stand apart from the person of their name.
  private var apart: [Int64: [Int64: Int]] = [:]
  /// Cells in which what people say who are not followed may hide that those differ who are.
  private let mayHide: Set<Int64>

  private var followsResult: Bool { request.grouping?.followsResult ?? false }
  private var readsResults: Bool { request.readsAge || followsResult }

  init(_ request: TrendRequest, hasWhole: Bool, ends: PeriodEnds, _ reader: Reader) throws {
    (self.request, self.ends) = (request, ends)
    database = reader.database
    observations = Observations(reader)
    let mixed = "SELECT id FROM cell WHERE branch = \(CellRow.mixed)"
    mayHide = try reader.countsAll() ? [] : Set(database.all(mixed, []) { $0.int64(0) })
    let registry = reader.registry
    // All of them are read: at once, and not the first by the lists of their cells.
    if request.readsAge || request.grouping?.followsResult ?? false {
      try reader.count(listed: 0, coming: Int(reader.countedResults()))
    }
    groups = TrendGroups(request.grouping, hasWhole: hasWhole, reader, registry)
    selection = try TrendCells(request, until: ends.reach, groups, reader, registry)
    guard followsResult else { return }
    let known = try reader.contexts()
    try database.rows("SELECT id FROM context") { row in
      // No line has number 0.
      contexts[row.int64(0)] = try groups.set(ofResult: 0, known[row.int64(0)] ?? ResultContext())
    }
    for chain in try reader.holders.get()?.claims() ?? [] {
      let bounds = FactNumber.bounds(of: chain.line)
      let number = FactNumber.make(line: chain.line, sequence: 1)
      try database.rows("SELECT DISTINCT context FROM result WHERE id BETWEEN ? AND ?", bounds) { row in
        apart[chain.line, default: [:]][row.int64(0)] =
          try groups.set(ofResult: number, known[row.int64(0)] ?? ResultContext())
      }
    }
  }

  private func set(of result: Int64, context: Int64) -> Int {
    apart[FactNumber.line(of: result)]?[context] ?? contexts[context] ?? 0
  }

  func points() throws -> [[TrendPoint]] {
    var ledger = TrendLedger(buckets: ends.times.count, groups: groups)
    if readsResults {
      try enterResults(into: &ledger)
    } else {
      try enterTransitions(into: &ledger)
    }
    for place in selection.cells.indices where selection.cells[place].id == 0 { enter(place, [], into: &ledger) }
    var points = ledger.points()
    if !readsResults { tellKnownAges(&points) }
    return points
  }

  // MARK: Steps

  /// A moment from which on a cell showed a state.
  struct Step {
    var time: Int64
    var state: CellState
    /// Place in `groups.sets`, where groups follow results.
    var groups = 0
    var seen: Int64?
  }

  private static let columns = "time, outcome, severity, marks"

  private static func step(_ row: Statement, from column: Int32) -> Step? {
    Codes.state(
      outcome: row.int64(column + 1), severity: row.int64(column + 2), marks: row.int64(column + 3)
    ).map { Step(time: row.int64(column), state: $0) }
  }

  /// One pass over all transitions; the cells stand in the order of their numbers, as the transitions do.
  private func enterTransitions(into ledger: inout TrendLedger) throws {
    var place = 0
    var steps: [Step] = []
    let cells = selection.cells
    func close() throws {
      guard !steps.isEmpty, place < cells.count else { return }
      if mayHide.contains(cells[place].id) { steps = try unhidden(steps, observations.load(cell: cells[place].id)) }
      enter(place, steps, into: &ledger)
    }
    try database.rows("SELECT cell, \(Self.columns) FROM transition ORDER BY cell, ordinal") { row in
      let cell = row.int64(0)
      if place < cells.count, cells[place].id < cell {
        try close()
        steps.removeAll(keepingCapacity: true)
        while place < cells.count, cells[place].id < cell { place += 1 }
      }
      guard place < cells.count, cells[place].id == cell, let step = Self.step(row, from: 1) else { return }
      steps.append(step)
    }
    try close()
  }

  /// What a cell counts as: as it shows, and disputed also while those differ who are followed and what others say hides it.
  private func unhidden(_ steps: [Step], _ results: [Observation]) throws -> [Step] {
    guard try !results.allSatisfy({ try observations.lineage.follows($0.id) }) else { return steps }
    var said: [(time: Int64, state: CellState?)] = []
    let alone = try observations.alone(results)
    _ = try observations.fold(alone, triage: nil) { said.append(($0.latestTime, $0.state)) }
    var found: [Step] = []
    var (shown, known) = (0, 0)
    for time in Set(steps.map(\.time) + said.map(\.time)).sorted() {
      while shown < steps.count, steps[shown].time <= time { shown += 1 }
      while known < said.count, said[known].time <= time { known += 1 }
      guard shown > 0 else { continue }
      var step = steps[shown - 1]
      step.time = time
      if known > 0, let state = said[known - 1].state, !step.state.isUnsettled {
        (step.state.isDisputed, step.state.isContradicted) = (state.isDisputed, state.isContradicted)
      }
      found.append(step)
    }
    return found
  }

  private func enterResults(into ledger: inout TrendLedger) throws {
    for place in selection.cells.indices where selection.cells[place].id != 0 {
      let results = try observations.load(cell: selection.cells[place].id)
      var steps: [Step] = []
      var known = 0
      // What a severity that was set for the finding made of the result before it.
      func rate(_ fold: CellFold, before time: Int64) {
        guard let last = steps.last else { return }
        for later in fold.transitions.dropFirst(known) where later.time < time {
          steps.append(Step(time: later.time, state: later.state, groups: last.groups, seen: last.seen))
        }
      }
      let end = try observations.fold(results, triage: observations.triage(ofCell: selection.cells[place].id)) { fold in
        guard let state = fold.state, let shown = fold.shown else { return }
        rate(fold, before: fold.latestTime)
        known = fold.transitions.count
        let set = followsResult ? self.set(of: shown, context: results.first { $0.id == shown }?.context ?? 0) : 0
        steps.append(Step(time: fold.latestTime, state: state, groups: set, seen: fold.seen))
      }
      rate(end, before: .max)
      if mayHide.contains(selection.cells[place].id) { steps = try unhidden(steps, results) }
      enter(place, steps, into: &ledger)
    }
  }

  // MARK: Into the ledger

  /// Enters what a cell counted as at the end of each period in which that may have changed.
  private func enter(_ place: Int, _ steps: [Step], into ledger: inout TrendLedger) {
    let cell = selection.cells[place]
    let component = selection.components[Int(cell.component)]
    let first = ends.bucket(cell.first)
    guard let begin = ends.bucket(component.begins) else { return }
    var last: TrendLedger.Mark?
    var from = 0
    var next = 0
    var state: Step?
    for bucket in buckets(cell, component, steps, from: begin) {
      while next < steps.count, steps[next].time <= ends.limit(bucket) {
        state = steps[next]
        next += 1
      }
      let mark = mark(cell, component, state, at: ends.times[bucket])
      if bucket == first, let mark, mark.state != nil { ledger.count(new: mark, at: bucket) }
      guard mark != last else { continue }
      ledger.move(Int(cell.count), of: Int(cell.component), from: last, to: mark, at: bucket)
      ledger.see(last, in: from..<bucket)
      (last, from) = (mark, bucket)
    }
    ledger.see(last, in: from..<ends.times.count)
  }

  private func buckets(
    _ cell: TrendCell, _ component: TrendComponent, _ steps: [Step], from begin: Int
  ) -> [Int] {
    var found = [begin]
    for step in steps {
      guard let bucket = ends.bucket(step.time) else { break }
      if bucket != found.last { found.append(bucket) }
    }
    guard selection.isSpecial(cell) else { return found }
    let waivers = cell.waived.flatMap { [$0.from, $0.to == Int64.max ? $0.to : $0.to + 1] }
    let others = component.changes.map(\.from) + waivers
    return Set(found + others.compactMap(ends.bucket).filter { $0 >= begin }).sorted()
  }

  private func mark(_ cell: TrendCell, _ component: TrendComponent, _ step: Step?, at end: Int64) -> TrendLedger.Mark? {
    guard component.changes.isEmpty || component.changes.isInUse(at: end) else { return nil }
    guard let step else {
      // An untested cell has no tester and no build.
      return followsResult || !cell.isAsked ? nil : TrendLedger.Mark(state: nil, groups: Int(cell.groups))
    }
    var state = step.state
    if state.outcome == .fail, state.severity == nil { state.severity = cell.usualSeverity }
    let isWaived = state.outcome == .fail && cell.waived.contains { $0.from <= end && end <= $0.to }
    let groups = Int(state.outcome == .fail ? cell.groupsOfFailure : cell.groups)
    return TrendLedger.Mark(
      state: state, isWaived: isWaived, groups: followsResult ? step.groups : groups, seen: step.seen)
  }

  // MARK: Ages

  /// Where nothing of a group was observed after a point, the latest results are those of then.
  private func tellKnownAges(_ points: inout [[TrendPoint]]) {
    guard let end = ends.times.last else { return }
    var oldest = Array(repeating: Int64.max, count: points.count)
    var newest = Array(repeating: Int64.min, count: points.count)
    for cell in selection.cells where cell.id != 0 {
      let changes = selection.components[Int(cell.component)].changes
      func tell(_ set: Int32, isPresent: Bool) {
        for group in groups.sets[Int(set)] {
          for change in changes where change.from <= end { newest[group] = max(newest[group], change.from) }
          guard changes.isInUse(at: end) else { continue }
          if isPresent { oldest[group] = min(oldest[group], cell.seen) }
          newest[group] = max(newest[group], cell.latest)
        }
      }
      tell(cell.groups, isPresent: !cell.fails || cell.groups == cell.groupsOfFailure)
      if cell.groups != cell.groupsOfFailure { tell(cell.groupsOfFailure, isPresent: cell.fails) }
    }
    for group in points.indices {
      for bucket in ends.times.indices where !points[group][bucket].isGap && newest[group] <= ends.limit(bucket) {
        points[group][bucket].oldest = oldest[group]
      }
    }
  }
}

/// What cells counted as at the end of each period, summed up by group.
///
/// Every change goes in as a difference between a period and the one before; sums over them are the points.
struct TrendLedger {
  /// How a cell counts at the end of a period.
  struct Mark: Equatable {
    /// Nil: untested.
    var state: CellState?
    var isWaived = false
    /// Place in `TrendGroups.sets`.
    var groups: Int
    /// When the latest result was observed, ms UTC; nil where results are not read.
    var seen: Int64?
  }

  /// Places beyond those of a state.
  private static let (waived, untested, openSeverities) = (10, 11, 12)

  private let buckets: Int
  private let sets: [[Int]]
  private var deltas: [SIMD16<Int64>]
  private var new: [(all: Int, open: Int)]
  /// By period: a cell that counts was one more, or one less, of its component in a group.
  private var presences: [[(group: Int32, component: Int32, change: Int32)]]
  /// By group and period, where results are read: when the oldest of those that cells show was observed.
  private var oldest: [Int64]

  init(buckets: Int, groups: TrendGroups) {
    self.buckets = buckets
    sets = groups.sets
    deltas = Array(repeating: .zero, count: groups.names.count * buckets)
    new = Array(repeating: (0, 0), count: groups.names.count * buckets)
    presences = Array(repeating: [], count: buckets)
    oldest = Array(repeating: .max, count: groups.names.count * buckets)
  }

  /// A cell, or `count` alike, counts differently from a period on.
  mutating func move(_ count: Int, of component: Int, from old: Mark?, to mark: Mark?, at bucket: Int) {
    if let old { add(old, component, -Int64(count), at: bucket) }
    if let mark { add(mark, component, Int64(count), at: bucket) }
  }

  /// A cell counts so in some periods.
  mutating func see(_ mark: Mark?, in places: Range<Int>) {
    guard let mark, let seen = mark.seen else { return }
    for group in sets[mark.groups] {
      for place in places { oldest[group * buckets + place] = min(oldest[group * buckets + place], seen) }
    }
  }

  /// A cell was answered for the first time in a period.
  mutating func count(new mark: Mark, at bucket: Int) {
    let isOpen = mark.state?.outcome == .fail && !mark.isWaived
    for group in sets[mark.groups] {
      new[group * buckets + bucket].all += 1
      if isOpen { new[group * buckets + bucket].open += 1 }
    }
  }

  private mutating func add(_ mark: Mark, _ component: Int, _ times: Int64, at bucket: Int) {
    var counts = SIMD16<Int64>.zero
    if let state = mark.state {
      counts[Self.place(state.outcome)] += times
      if state.isDisputed { counts[4] += times }
      if state.isContradicted { counts[5] += times }
      if state.outcome == .fail, let severity = state.severity {
        counts[5 + severity.rawValue] += times
        if !mark.isWaived { counts[Self.openSeverities + severity.rawValue - 1] += times }
      }
    } else {
      counts[Self.untested] += times
    }
    if mark.isWaived { counts[Self.waived] += times }
    for group in sets[mark.groups] {
      deltas[group * buckets + bucket] &+= counts
      if mark.state != nil { presences[bucket].append((Int32(group), Int32(component), Int32(times))) }
    }
  }

  /// The points of every group.
  func points() -> [[TrendPoint]] {
    let groups = buckets == 0 ? 0 : deltas.count / buckets
    var points = Array(repeating: Array(repeating: TrendPoint(), count: buckets), count: groups)
    for group in 0..<groups {
      var sum = SIMD16<Int64>.zero
      for bucket in 0..<buckets {
        sum &+= deltas[group * buckets + bucket]
        points[group][bucket].counts = Self.counts(sum)
        points[group][bucket].waived = Int(sum[Self.waived])
        points[group][bucket].openSeverities = SIMD4(truncatingIfNeeded: sum.highHalf.highHalf)
        (points[group][bucket].new, points[group][bucket].newOpen) = new[group * buckets + bucket]
        let oldest = oldest[group * buckets + bucket]
        if oldest < .max { points[group][bucket].oldest = oldest }
      }
    }
    countComponents(&points)
    return points
  }

  private func countComponents(_ points: inout [[TrendPoint]]) {
    var cells: [Int64: Int32] = [:]
    var components = Array(repeating: 0, count: points.count)
    for bucket in 0..<buckets {
      for (group, component, change) in presences[bucket] {
        let place = Int64(group) << 32 | Int64(component)
        let before = cells[place] ?? 0
        cells[place] = before + change
        if before == 0 { components[Int(group)] += 1 }
        if before + change == 0 { components[Int(group)] -= 1 }
      }
      for group in points.indices { points[group][bucket].components = components[group] }
    }
  }

  private static func counts(_ sum: SIMD16<Int64>) -> CellCounts {
    func count(_ place: Int) -> Int { CellCounts.bounded(sum[place]) }
    var counts = CellCounts()
    (counts.pass, counts.fail, counts.na, counts.cantTell) = (count(0), count(1), count(2), count(3))
    (counts.disputed, counts.contradicted) = (count(4), count(5))
    (counts.critical, counts.serious, counts.moderate) = (count(6), count(7), count(8))
    (counts.minor, counts.untested) = (count(9), count(untested))
    return counts
  }

  private static func place(_ outcome: Outcome) -> Int {
    switch outcome {
    case .pass: 0
    case .fail: 1
    case .na: 2
    case .cantTell: 3
    }
  }
}
