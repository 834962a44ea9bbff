package import AuditModel
import SQLite

/// A cell as the results of one audit alone give it.
package struct AuditAnswer {
  package var state: CellState
  /// When it was last observed, ms UTC.
  package var time: Int64
  /// Whether the result that is shown is stale, for any reason; false where that was not asked for.
  package var isStale = false
}

/// A cell by the numbers of its names.
struct TermCell: Hashable {
  var component: Int64
  var check: Int64
  var condition: Int64
}

/// What the results of an audit say of cells, in the making.
private struct AuditPass {
  /// Each cell once.
  var answers: [(cell: TermCell, answer: AuditAnswer)] = []
  /// Their numbers, as far as one result tells all: ascending.
  var known: [Int64] = []
}

extension Reader {
  /// The state of every cell as the results of one audit alone give it.
  package func auditResults(_ audit: AuditRound) throws -> [ScopeCell: AuditAnswer] {
    var named: [ScopeCell: AuditAnswer] = [:]
    for (cell, answer) in try auditResults([audit], staleness: nil)[0] {
      named[
        ScopeCell(
          component: try text(cell.component), check: try text(cell.check), condition: try text(cell.condition))] =
        answer
    }
    return named
  }

  /// The same of several audits, in one pass over the cells.
  func auditResults(
    _ audits: [AuditRound], staleness: StaleTerms?
  ) throws -> [[(cell: TermCell, answer: AuditAnswer)]] {
    let terms = try audits.map { try term($0.name) ?? -1 }
    let late = try audits.map { try LateEntries($0, self) }
    var passes = Array(repeating: AuditPass(), count: audits.count)
    guard let contexts = try contexts(ofAudits: terms) else { return passes.map(\.answers) }
    // Cells that show a result of another audit, or of which results have to be compared with each other.
    var rest: [Int64] = []
    var (results, resultsOfRest) = (Int64(0), Int64(0))
    let columns: [CellColumn] = [
      .id, .component, .check, .condition, .outcome, .severity, .seen, .results, .context, .text, .branch, .shown,
      .latest, .marks,
    ]
    try visitCells(columns) { row in
      let count = Int64(CellCounts.bounded(row[7]))
      results += count
      let cell = row[0]
      let context = contexts[row[8]]
      // Where all results are of one machine each has seen those before it, so what is shown is the latest of its
      // audit.
      if let context, row[10] > 0, row[11] == row[12], row[13] == 0, try late[context.audit]?.contains(row[11]) != true,
        let state = Codes.state(outcome: row[4], severity: row[5], marks: 0)
      {
        var answer = AuditAnswer(state: state, time: row[6])
        answer.isStale =
          staleness?.isStale(
            component: row[1], check: row[2], time: answer.time, text: row.text,
            source: context.source, build: context.build, isPass: state.outcome == .pass) ?? false
        let place = TermCell(component: row[1], check: row[2], condition: row[3])
        passes[context.audit].answers.append((place, answer))
        passes[context.audit].known.append(cell)
        // Other audits may have seen it as well.
        guard count > 1 && audits.count > 1 else { return }
      }
      guard count > 1 || context != nil else { return }
      rest.append(cell)
      resultsOfRest += count
    }
    // Going through the results of a cell costs a few times what a pass over all of them costs for each.
    let isFew = resultsOfRest < results / 3
    let observations = Observations(self)
    for (place, audit) in terms.enumerated() {
      let known = passes[place].known
      var next = 0
      for cell in isFew ? rest : try cells(ofAudit: audit) {
        while next < known.count, known[next] < cell { next += 1 }
        if next < known.count, known[next] == cell { continue }
        if isFew, try !isSeen(cell, in: contexts, of: place) { continue }
        let fold = try observations.fold(cell: cell, audit: audit, without: late[place], until: past?.moment ?? .max)
        guard let state = fold.state, let shown = fold.shown, let named = try termCell(cell) else { continue }
        var answer = AuditAnswer(state: state, time: fold.seen)
        if let staleness { answer.isStale = try isStale(shown, of: cell, fold, state, staleness) }
        passes[place].answers.append((named, answer))
      }
    }
    return passes.map(\.answers)
  }

  private func termCell(_ cell: Int64) throws -> TermCell? {
    try database.first("SELECT component, check_id, condition FROM cell WHERE id = ?", [.integer(cell)]) {
      TermCell(component: $0.int64(0), check: $0.int64(1), condition: $0.int64(2))
    }
  }

  func place(ofCell cell: Int64) throws -> ScopeCell? {
    try termCell(cell).map {
      ScopeCell(component: try text($0.component), check: try text($0.check), condition: try text($0.condition))
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

  /// The place of the audit among those that are asked for, and terms.
  private typealias Contexts = ByTerm<(audit: Int, source: Int64, build: Int64)>

  /// Source and build (terms) by the context of some audits' results; nil where they have none.
  private func contexts(ofAudits audits: [Int64]) throws -> Contexts? {
    let places = Dictionary(zip(audits, audits.indices), uniquingKeysWith: { first, _ in first })
    var found: Contexts?
    try database.rows("SELECT id, source, build, audit FROM context WHERE audit <> 0") { row in
      guard let place = places[row.int64(3)] else { return }
      found = found ?? Contexts()
      found?[row.int64(0)] = (place, row.int64(1), row.int64(2))
    }
    return found
  }

  private func isSeen(_ cell: Int64, in contexts: Contexts, of audit: Int) throws -> Bool {
    let last = try database.scalar("SELECT last FROM cell WHERE id = ?", [.integer(cell)])
    let statement = try database.cached("SELECT context, earlier FROM result WHERE id = ?")
    var isSeen = false
    try CellResults.walk(from: last ?? 0) { number in
      try statement.bind(number, at: 1)
      defer { statement.reset() }
      guard try statement.step() else { return nil }
      isSeen = contexts[statement.int64(0)]?.audit == audit
      return isSeen ? nil : statement.int64(1)
    }
    return isSeen
  }

  /// The cells with a result of an audit (a term), by their numbers.
  func cells(ofAudit audit: Int64) throws -> [Int64] {
    try kept(\.keptAuditCells) {
      var audits = ByTerm<Int64>()
      try database.rows("SELECT id, audit FROM context WHERE audit <> 0") { audits[$0.int64(0)] = $0.int64(1) }
      var cells: [Int64: [Int64]] = [:]
      try database.rows("SELECT context, cell FROM result") { row in
        if let audit = audits[row.int64(0)] { cells[audit, default: []].append(row.int64(1)) }
      }
      return cells.mapValues { found in
        let ordered = found.sorted()
        return ordered.indices.filter { $0 == 0 || ordered[$0] != ordered[$0 - 1] }.map { ordered[$0] }
      }
    }[audit] ?? []
  }
}
