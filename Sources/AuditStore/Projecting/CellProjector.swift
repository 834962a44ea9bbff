import AuditModel
import CanonicalJSON
import SQLite

/// Keeps cells, transitions, tallies and day deltas equal to the fold of the results.
///
/// A result that follows all the others of its cell on the same line extends the fold in memory; anything else (another
/// machine's result, an earlier time, something taken back) has the cell folded anew when the transaction ends.
final class CellProjector {
  /// More cells than this in memory are written out and forgotten.
  private static let capacity = 150_000

  let database: Connection
  let tallies = TallyChanges()
  private var byNames = CellTable()
  private var byID: [Int64: CellRow] = [:]
  /// Counts how often the cells in memory were written out and forgotten.
  private(set) var generation = 0
  /// The cells that were written in this transaction; some of them where they are very many.
  private(set) var written: [Int64] = []

  init(database: Connection) {
    self.database = database
  }

  /// The cell of a component, check and condition (all terms), made when it is new.
  func cell(component: Int64, check: Int64, condition: Int64, category: () throws -> Int64) throws -> CellRow {
    if let known = byNames.find(component: component, check: check, condition: condition) { return known }
    if byNames.count >= Self.capacity { try flush() }
    let statement = try database.cached(
      "SELECT \(CellRow.columns) FROM cell WHERE component = ? AND check_id = ? AND condition = ?")
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
      let insert = try database.cached(
        "INSERT INTO cell (component, check_id, condition, category) VALUES (?, ?, ?, ?)")
      try insert.bind(component, at: 1)
      try insert.bind(check, at: 2)
      try insert.bind(condition, at: 3)
      try insert.bind(category, at: 4)
      try insert.run()
      row = CellRow(
        id: database.lastInsertRowID, component: component, check: check, condition: condition, category: category)
    }
    byNames.insert(row)
    byID[row.id] = row
    return row
  }

  /// The cell with a number; nil when there is none.
  func cell(id: Int64) throws -> CellRow? {
    if let known = byID[id] { return known }
    let sql = "SELECT \(CellRow.columns), component, check_id, condition FROM cell WHERE id = ?"
    let row = try database.first(sql, [.integer(id)]) { found in
      CellRow(found, component: found.int64(13), check: found.int64(14), condition: found.int64(15))
    }
    if let row {
      byNames.insert(row)
      byID[row.id] = row
    }
    return row
  }

  /// Takes in a result that was just stored under `number`. `sawAll` says that it had all of the cell's results in
  /// view, so that it supersedes them unless it was observed earlier.
  func add(
    to row: CellRow, number: Int64, clock: HybridTime, time: Int64?, outcome: Outcome, severity: Severity?,
    sawAll: Bool
  ) {
    let line = FactNumber.line(of: number)
    row.isTouched = true
    row.last = number
    row.newest = max(row.newest, number)
    let isTangled = row.line == CellRow.tangledLines
    if !isTangled { row.line = row.line == 0 || row.line == line ? line : CellRow.severalLines }
    row.lastWriter = line
    guard sawAll, !row.needsRefold, !isTangled else {
      row.needsRefold = true
      return
    }
    var effective = time ?? clock.milliseconds
    if row.results > 0 {
      if time == nil, effective <= row.latestTime, row.latestTime < Int64.max { effective = row.latestTime + 1 }
      guard effective > row.latestTime else {
        row.needsRefold = true
        return
      }
    }
    let state = CellState(outcome: outcome, severity: severity)
    if row.state != state {
      let transition = Transition(time: effective, result: number, state: state)
      if row.state?.outcome != outcome { row.since = effective }
      tallies.addChange(at: effective, category: row.category, from: row.state, to: state)
      tallies.move(component: row.component, category: row.category, from: row.state, to: state)
      row.pending.append(transition)
      row.state = state
    }
    row.shown = number
    row.latest = number
    row.latestTime = effective
    row.results += 1
  }

  /// Whether a result comes after all the others of its cell, which are of the same line.
  func follows(_ row: CellRow, _ number: Int64) -> Bool {
    row.line == 0 || row.line == FactNumber.line(of: number) && number > row.newest
  }

  /// Has a cell folded anew when the transaction ends.
  func markForRefold(_ row: CellRow) {
    row.isTouched = true
    row.needsRefold = true
  }

  /// Moves a cell and its whole history to another category, when a team gives its check one.
  func recategorize(_ row: CellRow, to category: Int64) throws {
    guard row.category != category else { return }
    let history = try storedTransitions(of: row) + row.pending
    tallies.addHistory(history, category: row.category, sign: -1)
    tallies.addHistory(history, category: category)
    tallies.move(component: row.component, category: row.category, from: row.state, to: nil)
    tallies.move(component: row.component, category: category, from: nil, to: row.state)
    row.category = category
    row.isTouched = true
  }

  /// What a new result of this machine must name: the heads that came from elsewhere.
  func foreignHeads(of row: CellRow, ownLine: Int64) throws -> [UInt64] {
    // What this machine said last has seen all that was there, so nothing needs to be named beside it.
    guard row.line != 0, row.line != ownLine, row.lastWriter != ownLine else { return [] }
    return CellFold(try Observations.load(from: row.last, in: database)).heads
  }

  /// Writes every touched cell and the gathered changes of the tallies.
  func flush() throws {
    let touched = byID.values.filter(\.isTouched).sorted { $0.id < $1.id }
    let writer = try touched.isEmpty ? nil : CellWriter(database: database)
    for row in touched {
      if row.needsRefold { try refold(row) }
      try writer?.store(row)
    }
    if written.count < Self.capacity { written += touched.map(\.id) }
    try tallies.flush(to: database)
    byNames = CellTable()
    byID = [:]
    generation += 1
  }

  private func refold(_ row: CellRow) throws {
    let observations = try Observations.load(from: row.last, in: database)
    let fold = CellFold(observations)
    let old = try storedTransitions(of: row) + row.pending
    tallies.addHistory(old, category: row.category, sign: -1)
    tallies.addHistory(fold.transitions, category: row.category)
    tallies.move(component: row.component, category: row.category, from: row.state, to: fold.state)
    if row.changes > 0 {
      try database.run("DELETE FROM transition WHERE cell = ?", [.integer(row.id)])
      row.changes = 0
    }
    row.pending = fold.transitions
    row.state = fold.state
    row.shown = fold.shown ?? 0
    row.latest = fold.latest ?? 0
    row.latestTime = fold.latestTime
    row.since = fold.since
    row.results = Int64(fold.count)
    let lines = Set(observations.map { FactNumber.line(of: $0.id) })
    row.line = lines.count > 1 ? CellRow.severalLines : lines.first ?? 0
    row.newest = observations.last?.id ?? 0
    if row.line > 0, row.last != row.newest {
      try CellResults.sort(observations.map(\.id), of: row, in: database)
    }
    if fold.isTangled { row.line = CellRow.tangledLines }
    row.needsRefold = false
  }

  private func storedTransitions(of row: CellRow) throws -> [Transition] {
    guard row.changes > 0 else { return [] }
    let sql = "SELECT time, result, outcome, severity, disputed FROM transition WHERE cell = ? ORDER BY ordinal"
    var transitions: [Transition] = []
    try database.rows(sql, [.integer(row.id)]) { found in
      let state = Codes.state(outcome: found.int64(2), severity: found.int64(3), disputed: found.int64(4))
      guard let state else { return }
      transitions.append(Transition(time: found.int64(0), result: found.int64(1), state: state))
    }
    return transitions
  }
}
