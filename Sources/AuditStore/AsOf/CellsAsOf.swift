import AuditModel
import SQLite

/// The cells at a past moment, in the form of `cell`. Those that have changed since are in a temporary table.
///
/// ```
///   cells that nothing was observed of since ───────────────────────────> as they are in `cell`
///   others, few results ──────────> each folded until the moment ───────> as they were
///   others, many: of one machine ─> one pass over all results ──────────>
///                 of several ─────> each folded until the moment ───────>
/// ```
struct CellsAsOf {
  let database: Connection
  let moment: Int64
  let observations: Observations

  private static let columns = """
    id, component, check_id, condition, category, outcome, severity, marks, shown, latest, latest_time, seen,
    since, context, text, results, branch, measured, last
    """

  /// Makes the table.
  ///
  /// - Returns: what is read from. The table lives in memory and is gone with the connection; one of the same moment
  ///   from an earlier transaction makes room for it.
  func table() throws -> String {
    // Of a folder for temporary files nothing is known.
    try database.execute("PRAGMA temp_store = MEMORY")
    let name = "temp.cell_\(moment < 0 ? "before" : "at")_\(moment.magnitude)"
    try database.execute("DROP TABLE IF EXISTS \(name); CREATE TABLE \(name) (\(Self.columns), PRIMARY KEY (id))")
    try addMoved(to: name)
    return """
      (SELECT \(Self.columns) FROM cell WHERE outcome <> 0 AND latest_time <= \(moment)
        UNION ALL SELECT \(Self.columns) FROM \(name))
      """
  }

  /// Adds the cells of which something was observed since.
  private func addMoved(to name: String) throws {
    var single: [Int64] = []
    var several: [Int64] = []
    var results: Int64 = 0
    let sql = "SELECT id, branch, results FROM cell WHERE outcome <> 0 AND latest_time > ? ORDER BY id"
    try database.rows(sql, [.integer(moment)]) { row in
      results += row.int64(2)
      if row.int64(1) > 0 { single.append(row.int64(0)) } else { several.append(row.int64(0)) }
    }
    guard !single.isEmpty || !several.isEmpty else { return }
    // A row that fails ends all, so SQLite need not note how to remove the others.
    let insert = try database.cached(
      """
      INSERT OR FAIL INTO \(name) SELECT id, component, check_id, condition, category, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
        ?11, ?12, ?10, branch, measured, last
      FROM cell WHERE id = ?1
      """)
    func store(_ cell: Int64, _ then: CellAsOf) throws {
      let values = [
        cell, Codes.code(then.state.outcome), Int64(then.state.severity?.rawValue ?? 0),
        Codes.marks(then.state) | (then.isBetterByRetest ? Codes.retest : 0), then.shown, then.latest, then.latestTime,
        then.seen, then.since, then.results, then.context,
      ]
      for (place, value) in values.enumerated() { try insert.bind(value, at: Int32(place + 1)) }
      try insert.bind(then.text, at: 12)
      try insert.run()
    }
    // Going through the results of a cell costs a few times what a pass over all of them costs for each.
    let all = try database.scalar("SELECT sum(results) FROM cell") ?? 0
    if results > 2_000, results > all / 3 {
      let pass = try ObservedPass(database: database, cells: single)
      for (cell, then) in try pass.cells(at: moment) { try store(cell, then) }
    } else {
      several += single
    }
    for cell in several.sorted() {
      if let then = try folded(cell) { try store(cell, then) }
    }
  }

  private func folded(_ cell: Int64) throws -> CellAsOf? {
    let fold = try observations.fold(cell: cell, until: moment)
    guard let state = fold.state, let shown = fold.shown, let latest = fold.latest else { return nil }
    let told = try database.first("SELECT context, text FROM result WHERE id = ?", [.integer(shown)]) { row in
      (context: row.int64(0), text: row.optionalInt64(1))
    }
    return CellAsOf(
      state: state, shown: shown, latest: latest, latestTime: fold.latestTime, seen: fold.seen, since: fold.since,
      results: Int64(fold.count), context: told?.context ?? 0, text: told?.text, isBetterByRetest: fold.isRetest)
  }
}

/// The fold of one cell until a moment.
struct CellAsOf: Equatable {
  var state: CellState
  var shown: Int64
  var latest: Int64
  var latestTime: Int64
  var seen: Int64
  var since: Int64
  var results: Int64
  /// Of the result that is shown.
  var context: Int64
  var text: Int64?
  var isBetterByRetest = false
}
