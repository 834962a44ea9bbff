package import AuditModel
import SQLite

/// A cell as the results of one audit alone give it.
package struct AuditAnswer {
  package var state: CellState
  /// When it was last observed, ms UTC.
  package var time: Int64
  /// Whether the result that is shown is stale, for whatever reason; false where that was not asked for.
  package var isStale = false
}

extension Reader {
  /// The state of every cell as the results of one audit alone give it.
  package func auditResults(_ audit: String) throws -> [ScopeCell: AuditAnswer] {
    try auditResults(audit, staleness: nil)
  }

  func auditResults(_ audit: String, staleness: StaleTerms?) throws -> [ScopeCell: AuditAnswer] {
    var states: [ScopeCell: AuditAnswer] = [:]
    let contexts = try contexts(ofAudit: try term(audit) ?? -1)
    guard !contexts.isEmpty else { return [:] }
    var rest: [Int64: ScopeCell] = [:]
    var (results, resultsOfRest) = (Int64(0), Int64(0))
    let sql = """
      SELECT cell.id, component, check_id, condition, cell.outcome, cell.severity, latest_time, branch, results,
        result.context, latest_time = coalesce(result.time, result.ms), result.text, context.source, context.build
      FROM \(cells) JOIN result ON result.id = cell.latest JOIN context ON context.id = result.context
      WHERE cell.outcome <> 0
      """
    try database.rows(sql) { row in
      let place = ScopeCell(
        component: try text(row.int64(1)), check: try text(row.int64(2)), condition: try text(row.int64(3)))
      let count = Int64(CellCounts.counted(row.int64(8)))
      results += count
      // Where all results are of one machine nothing is disputed, and the latest of all, where its time was not
      // pushed on by another, is the latest of its audit.
      let isAlone = row.int64(7) > 0 && row.int64(10) != 0
      let state = Codes.state(outcome: row.int64(4), severity: row.int64(5), marks: 0)
      if isAlone, contexts.contains(row.int64(9)), let state {
        var answer = AuditAnswer(state: state, time: row.int64(6))
        answer.isStale =
          staleness?.isStale(
            component: row.int64(1), check: row.int64(2), time: answer.time, text: row.optionalInt64(11),
            source: row.int64(12), build: row.int64(13), isPass: state.outcome == .pass) ?? false
        states[place] = answer
      } else {
        resultsOfRest += count
        rest[row.int64(0)] = place
      }
    }
    // Going through the results of a cell costs a few times what a pass over all of them costs for each.
    let isFew = resultsOfRest < results / 3
    let cells =
      try isFew
      ? rest.keys.sorted().filter { try isSeen($0, in: contexts) }
      : cellsSeen(in: contexts).filter { rest[$0] != nil }
    let term = try term(audit)
    for cell in cells {
      guard let place = rest[cell] else { continue }
      let fold = try Observations(self).fold(cell: cell, audit: term, until: past?.moment ?? .max)
      guard let state = fold.state, let shown = fold.shown else { continue }
      var answer = AuditAnswer(state: state, time: fold.seen)
      if let staleness { answer.isStale = try isStale(shown, of: cell, fold, state, staleness) }
      states[place] = answer
    }
    return states
  }

  /// Whether a result is stale that its cell shows.
  private func isStale(
    _ result: Int64, of cell: Int64, _ fold: CellFold, _ state: CellState, _ staleness: StaleTerms
  ) throws -> Bool {
    let sql = """
      SELECT component, check_id, result.text, context.source, context.build
      FROM result JOIN cell ON cell.id = ?2 JOIN context ON context.id = result.context WHERE result.id = ?1
      """
    let found = try database.first(sql, [.integer(result), .integer(cell)]) { row in
      staleness.isStale(
        component: row.int64(0), check: row.int64(1), time: fold.seen, text: row.optionalInt64(2),
        source: row.int64(3), build: row.int64(4), isPass: state.outcome == .pass)
    }
    return found ?? false
  }

  func contexts(ofAudit audit: Int64) throws -> Set<Int64> {
    Set(try database.all("SELECT id FROM context WHERE audit = ?", [.integer(audit)]) { $0.int64(0) })
  }

  private func isSeen(_ cell: Int64, in contexts: Set<Int64>) throws -> Bool {
    let last = try database.scalar("SELECT last FROM cell WHERE id = ?", [.integer(cell)])
    let statement = try database.cached("SELECT context, earlier FROM result WHERE id = ?")
    var isSeen = false
    try CellResults.walk(from: last ?? 0) { number in
      try statement.bind(number, at: 1)
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      isSeen = contexts.contains(statement.int64(0))
      return isSeen ? nil : statement.int64(1)
    }
    return isSeen
  }

  /// The cells with a result in one of these contexts, by one pass over all results.
  func cellsSeen(in contexts: Set<Int64>) throws -> [Int64] {
    if contexts.isEmpty { return [] }
    var cells: Set<Int64> = []
    try database.rows("SELECT context, cell FROM result") { row in
      if contexts.contains(row.int64(0)) { cells.insert(row.int64(1)) }
    }
    return cells.sorted()
  }
}
