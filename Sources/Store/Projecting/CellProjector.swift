import Audit
import SQLite

/// Keeps cells and transitions equal to the fold of the results.
///
/// A result that supersedes all the others of its cell because its tester has looked again, or at a newer build,
/// extends the fold in memory; anything else (another machine's result, an earlier time, a retraction) has the cell
/// folded again when the transaction ends.
final class CellProjector {
  /// More cells than this in memory are written out and forgotten.
  private static let capacity = 150_000
  /// From this many cells on it pays to read who saw whom at once.
  private static let many = 200

  let database: Connection
  let lineage: LineageProjector
  let judge: Judge
  let triages: Triages
  private var byNames = CellHash()
  private var byID: [Int64: CellRow] = [:]
  private var contexts: [Int64: (tester: Int64, build: ObservedBuild)] = [:]
  /// They run once for each cell of an import.
  private var select: Statement?
  private var insert: Statement?
  /// Counts how often the cells in memory were written out and forgotten.
  private(set) var generation = 0
  /// The cells that were written in this transaction; some of them where they are very many.
  private(set) var written: [Int64] = []
  /// How cells changed that were written.
  private(set) var changes = CellChanges()
  /// The same for each cell by its number; nil where that is not asked for.
  var steps: [Int64: CellStep]?
  /// Whether stored cells stay as they are, even if marked: all are folded by one pass afterwards, or compared.
  var isHeld = false
  /// To be called before cells are folded in the middle of a transaction.
  var beforeFolding: () throws -> Void = {}

  init(database: Connection, lineage: LineageProjector) {
    (self.database, self.lineage) = (database, lineage)
    judge = Judge(database: database)
    triages = Triages(database: database)
  }

  /// The cell of a component, check and condition (all terms), made when it is new.
  func cell(component: Int64, check: Int64, condition: Int64, category: () throws -> Int64) throws -> CellRow {
    if let known = byNames.find(component: component, check: check, condition: condition) { return known }
    if byNames.count >= Self.capacity {
      try beforeFolding()
      try flush()
    }
    let statement =
      try select
      ?? database.cached("SELECT \(CellRow.columns) FROM cell WHERE component = ? AND check_id = ? AND condition = ?")
    select = statement
    try statement.bind(component, at: 1)
    try statement.bind(check, at: 2)
    try statement.bind(condition, at: 3)
    let row: CellRow
    if try statement.step() {
      row = CellRow(statement, component: component, check: check, condition: condition)
      statement.reset()
    } else {
      statement.reset()
      let category = try category()
      let insert =
        try self.insert
        ?? database.cached("INSERT INTO cell (component, check_id, condition, category) VALUES (?, ?, ?, ?)")
      self.insert = insert
      try insert.bind(component, at: 1)
      try insert.bind(check, at: 2)
      try insert.bind(condition, at: 3)
      try insert.bind(category, at: 4)
      try insert.run()
      row = CellRow(
        id: database.lastInsertRowID, component: component, check: check, condition: condition, category: category)
    }
    row.hasTriage = try triages.triage(of: row) != nil
    byNames.insert(row)
    byID[row.id] = row
    return row
  }

  /// The cell with a number; nil when there is none.
  func cell(id: Int64) throws -> CellRow? {
    if let known = byID[id] { return known }
    let sql = "SELECT \(CellRow.columns), component, check_id, condition FROM cell WHERE id = ?"
    let row = try database.first(sql, [.integer(id)]) { found in
      CellRow(found, component: found.int64(17), check: found.int64(18), condition: found.int64(19))
    }
    if let row, !isHeld {
      row.hasTriage = try triages.triage(of: row) != nil
      byNames.insert(row)
      byID[row.id] = row
    }
    return row
  }

  /// Adds a result that was just stored.
  ///
  /// - Parameters:
  ///   - isOverruled: whether its value overrules its outcome; nil where that is not known yet.
  ///   - isInOrder: whether it follows all earlier facts of its machine.
  func add(to row: CellRow, _ result: ResultTable.Row, isOverruled: Bool?, isInOrder: Bool) throws {
    let branch = FactNumber.line(of: result.number)
    let before = row.newest
    row.isTouched = true
    row.last = result.number
    row.newest = max(row.newest, result.number)
    if result.value != nil { row.isMeasured = true }
    guard
      try isInOrder && isOverruled == false && !row.needsRefold && !row.hasTriage
        && (row.branch == 0 || row.branch == branch && result.number > before)
        && (row.results == 0
          || supersedes(result.context, row.context) && lineage.graph.followsAlike([before, result.number]))
    else {
      row.branch = CellRow.mixed
      row.needsRefold = true
      return
    }
    var effective = result.time ?? result.clock.milliseconds
    if row.results > 0 {
      if result.time == nil, effective <= row.latestTime, row.latestTime < Int64.max { effective = row.latestTime + 1 }
      guard effective > row.latestTime else {
        row.needsRefold = true
        return
      }
    }
    row.branch = branch
    let state = CellState(outcome: result.outcome, severity: result.outcome == .fail ? result.severity : nil)
    if row.state != state {
      let transition = Transition(time: effective, result: result.number, context: result.context, state: state)
      if row.state?.outcome != result.outcome { row.since = effective }
      row.pending.append(transition)
      row.state = state
    }
    row.shown = result.number
    row.context = result.context
    row.isBetterByRetest = false
    row.othersMarks = 0
    row.latest = result.number
    (row.latestTime, row.seen) = (effective, effective)
    row.text = result.text.map(Int64.init)
    row.results += 1
  }

  /// Whether the tester of what a cell shows, on the same build, states a time for a new result that is before it: or
  /// another tester who means to retest the failure that it shows.
  func isHistory(at time: Int64, _ context: Int64, isRetest: Bool, in row: CellRow) throws -> Bool {
    guard row.state != nil, time < row.seen else { return false }
    guard let one = try circumstances(context), let other = try circumstances(row.context) else { return false }
    return (one.tester == other.tester || isRetest)
      && (one.build.term == other.build.term || one.build.order(to: other.build) == .same)
  }

  /// Whether a result of one context supersedes an earlier one of another on the same machine.
  private func supersedes(_ later: Int64, _ earlier: Int64) throws -> Bool {
    if later == earlier { return true }
    guard let one = try circumstances(later), let other = try circumstances(earlier) else { return false }
    if one.build.term == other.build.term { return one.tester == other.tester }
    switch one.build.order(to: other.build) {
    case .newer: return true
    case .same: return one.tester == other.tester
    case .older, .unknown: return false
    }
  }

  /// Who saw something, and on what build; nil where no such context is there.
  func circumstances(_ context: Int64) throws -> (tester: Int64, build: ObservedBuild)? {
    if let known = contexts[context] { return known }
    let sql = """
      SELECT context.tester, context.build, term.text FROM context JOIN term ON term.id = context.build
      WHERE context.id = ?
      """
    let found = try database.first(sql, [.integer(context)]) { ($0.int64(0), $0.int64(1), $0.text(2)) }
    let circumstances = try found.map { tester, build, text in
      (tester: tester, build: try lineage.graph.observed(build: build, text: text))
    }
    contexts[context] = circumstances
    return circumstances
  }

  /// Other builds are only claimed now.
  func forgetBuilds() {
    lineage.graph.claims = nil
    contexts = [:]
  }

  /// Has a cell folded again when the transaction ends.
  func markForRefold(_ row: CellRow) {
    row.isTouched = true
    row.needsRefold = true
  }

  /// The same for cells with a measured value that fit.
  func markMeasured(where fits: (CellRow) -> Bool) {
    for row in byID.values where row.isMeasured && fits(row) { markForRefold(row) }
  }

  /// Moves a cell to another category, when a team gives its check one.
  func recategorize(_ row: CellRow, to category: Int64) {
    guard row.category != category else { return }
    row.category = category
    row.isTouched = true
  }

  /// What a new result of this machine must name: results that came from elsewhere and that it has not seen yet.
  ///
  /// - Parameter end: the last fact of this machine; nil before its first.
  func unseen(of row: CellRow, after end: Int64?) throws -> [(number: Int64, reference: FactReference)] {
    // What this machine said last has seen all that was there, so nothing needs to be named beside it.
    guard row.branch != 0, end.map({ FactNumber.line(of: $0) }) != row.branch, !row.isInView else { return [] }
    var others: [(number: Int64, reference: FactReference)] = []
    try CellResults.visit(from: row.last, "digest", in: database) { number, row in
      guard number != end, let reference = FactReference(bytes: row.blob(1).prefix(FactReference.byteCount)) else {
        return true
      }
      others.append((number, reference))
      return true
    }
    let sight = try SightTable(others.map(\.number) + [end].compactMap { $0 }, lineage.graph)
    return sight.unseen(in: others.indices.filter { end == nil || !sight.saw(others.count, $0) }).map { others[$0] }
      .sorted { $0.reference < $1.reference }
  }

  /// Writes every touched cell.
  func flush() throws {
    let touched = isHeld ? [] : byID.values.filter(\.isTouched).sorted { $0.id < $1.id }
    let writer = try touched.isEmpty ? nil : CellWriter(database: database)
    if touched.count > Self.many, touched.contains(where: \.needsRefold) { try lineage.graph.prepareForMany() }
    let observations = Observations(database: database, lineage.graph, judge, triages)
    for row in touched {
      if row.needsRefold { try refold(row, observations) }
      if var step = row.takeStep() {
        try step.rate(check: row.check, database)
        changes.add(step)
        if let earlier = steps?[row.id] { steps?[row.id] = earlier.then(step) } else { steps?[row.id] = step }
      }
      try writer?.store(row)
    }
    if written.count < Self.capacity { written += touched.map(\.id) }
    byNames = CellHash()
    byID = [:]
    generation += 1
  }

  /// The fold of a cell's results as they are stored.
  func fold(of row: CellRow) throws -> CellFold {
    let observations = Observations(database: database, lineage.graph, judge, triages)
    return try CellFold(
      try observations.load(from: row.last, component: row.component, check: row.check, condition: row.condition),
      lineage.graph, triage: triages.triage(of: row))
  }

  /// What those say alone who are followed of a cell. Read once of a cell in memory: a table may answer one item often.
  func said(of row: CellRow) throws -> CellRow.Said {
    let shown = CellRow.Said(state: row.state, shown: row.shown)
    let observations = Observations(database: database, lineage.graph, judge, triages)
    guard row.state != nil, try observations.mayDiffer(marks: row.othersMarks, shown: row.shown) else { return shown }
    if let known = row.said { return known }
    let results = try observations.load(
      from: row.last, component: row.component, check: row.check, condition: row.condition)
    let fold = try observations.fold(observations.alone(results), until: .max, triage: triages.triage(of: row))
    let said = CellRow.Said(state: fold.state, shown: fold.shown ?? 0)
    row.said = said
    return said
  }

  private func refold(_ row: CellRow, _ source: Observations) throws {
    let observations = try source.load(
      from: row.last, component: row.component, check: row.check, condition: row.condition)
    let fold = try CellFold(observations, lineage.graph, triage: triages.triage(of: row))
    if row.changes > 0 {
      try database.run("DELETE FROM transition WHERE cell = ?", [.integer(row.id)])
      row.changes = 0
    }
    row.take(fold, of: observations)
    if row.branch > 0, row.last != row.newest {
      try CellResults.sort(observations.map(\.id), of: row, in: database)
    }
  }
}

/// The cells in memory by component, check and condition: open addressing over one array, because looking cells up is
/// much of what a bulk import does and each further place to look is a miss of the cache.
struct CellHash {
  private struct Slot {
    var hash: UInt64 = 0
    var row: CellRow?
  }

  /// A power of two, less than half full.
  private var slots = [Slot](repeating: Slot(), count: 256)
  private(set) var count = 0

  func find(component: Int64, check: Int64, condition: Int64) -> CellRow? {
    let hash = Self.hash(component, check, condition)
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while let row = slots[index].row {
      if slots[index].hash == hash, row.component == component, row.check == check, row.condition == condition {
        return row
      }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a cell that is not there.
  mutating func insert(_ row: CellRow) {
    count += 1
    if count * 2 > slots.count {
      let old = slots
      slots = [Slot](repeating: Slot(), count: old.count * 4)
      for slot in old where slot.row != nil { place(slot) }
    }
    place(Slot(hash: Self.hash(row.component, row.check, row.condition), row: row))
  }

  private mutating func place(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
    while slots[index].row != nil { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }

  private static func hash(_ component: Int64, _ check: Int64, _ condition: Int64) -> UInt64 {
    let mixed =
      UInt64(bitPattern: component) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: check) &* 0xC2B2_AE3D_27D4_EB4F
    let (high, low) = (mixed ^ UInt64(bitPattern: condition)).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low
  }
}
