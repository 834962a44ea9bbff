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
    guard let term = try term(audit) else { return [:] }
    let contexts = try contexts(ofAudit: term)
    guard !contexts.isEmpty else { return [:] }
    var states: [ScopeCell: AuditAnswer] = [:]
    var rest: [Int64] = []
    var (results, resultsOfRest) = (Int64(0), Int64(0))
    let sql = """
      SELECT id, component, check_id, condition, outcome, severity, seen, branch, results, context, text,
        shown = latest AND marks = 0
      FROM \(cells) WHERE outcome <> 0
      """
    try database.rows(sql) { row in
      let count = Int64(CellCounts.counted(row.int64(8)))
      results += count
      let context = contexts[row.int64(9)]
      // Where all results are of one machine each has seen those before it, so what is shown is the latest of its audit.
      let isAlone = row.int64(7) > 0 && row.int64(11) != 0
      if isAlone, let context, let state = Codes.state(outcome: row.int64(4), severity: row.int64(5), marks: 0) {
        var answer = AuditAnswer(state: state, time: row.int64(6))
        answer.isStale =
          staleness?.isStale(
            component: row.int64(1), check: row.int64(2), time: answer.time, text: row.optionalInt64(10),
            source: context.source, build: context.build, isPass: state.outcome == .pass) ?? false
        states[try place(row.int64(1), row.int64(2), row.int64(3))] = answer
      } else if count > 1 || context != nil {
        resultsOfRest += count
        rest.append(row.int64(0))
      }
    }
    // Going through the results of a cell costs a few times what a pass over all of them costs for each.
    let isFew = resultsOfRest < results / 3
    let cells =
      try isFew ? rest.sorted().filter { try isSeen($0, in: contexts) } : cells(ofAudit: term, among: Set(rest))
    let observations = Observations(self)
    for cell in cells {
      let fold = try observations.fold(cell: cell, audit: term, until: past?.moment ?? .max)
      guard let state = fold.state, let shown = fold.shown, let place = try place(ofCell: cell) else { continue }
      var answer = AuditAnswer(state: state, time: fold.seen)
      if let staleness { answer.isStale = try isStale(shown, of: cell, fold, state, staleness) }
      states[place] = answer
    }
    return states
  }

  private func place(_ component: Int64, _ check: Int64, _ condition: Int64) throws -> ScopeCell {
    ScopeCell(component: try text(component), check: try text(check), condition: try text(condition))
  }

  func place(ofCell cell: Int64) throws -> ScopeCell? {
    try database.first("SELECT component, check_id, condition FROM cell WHERE id = ?", [.integer(cell)]) {
      try place($0.int64(0), $0.int64(1), $0.int64(2))
    }
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

  /// Source and build (terms) by the context of an audit's results.
  private func contexts(ofAudit audit: Int64) throws -> [Int64: (source: Int64, build: Int64)] {
    var found: [Int64: (source: Int64, build: Int64)] = [:]
    try database.rows("SELECT id, source, build FROM context WHERE audit = ?", [.integer(audit)]) { row in
      found[row.int64(0)] = (row.int64(1), row.int64(2))
    }
    return found
  }

  private func isSeen(_ cell: Int64, in contexts: [Int64: (source: Int64, build: Int64)]) throws -> Bool {
    let last = try database.scalar("SELECT last FROM cell WHERE id = ?", [.integer(cell)])
    let statement = try database.cached("SELECT context, earlier FROM result WHERE id = ?")
    var isSeen = false
    try CellResults.walk(from: last ?? 0) { number in
      try statement.bind(number, at: 1)
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      isSeen = contexts[statement.int64(0)] != nil
      return isSeen ? nil : statement.int64(1)
    }
    return isSeen
  }

  /// The cells with a result of an audit (a term), by their numbers; only some of them where that is asked.
  func cells(ofAudit audit: Int64, among wanted: Set<Int64>? = nil) throws -> [Int64] {
    let all = try cellsOfAudits {
      var audits: [Int64: Int64] = [:]
      try database.rows("SELECT id, audit FROM context WHERE audit <> 0") { audits[$0.int64(0)] = $0.int64(1) }
      guard !audits.isEmpty else { return [:] }
      var cells: [Int64: Set<Int64>] = [:]
      try database.rows("SELECT context, cell FROM result") { row in
        if let audit = audits[row.int64(0)] { cells[audit, default: []].insert(row.int64(1)) }
      }
      return cells.mapValues { $0.sorted() }
    }
    let found = all[audit] ?? []
    return wanted.map { wanted in found.filter(wanted.contains) } ?? found
  }
}
