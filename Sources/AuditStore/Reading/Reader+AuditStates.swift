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

/// What the results of audits say of cells, in the making.
private struct AuditPass {
  var answers: [TermCell: AuditAnswer] = [:]
  /// Cells that show a result of another audit, or of which results have to be compared with each other.
  var rest: [Int64] = []
  var resultsOfRest: Int64 = 0

  mutating func add(_ cell: Int64, _ results: Int64) {
    rest.append(cell)
    resultsOfRest += results
  }
}

extension Reader {
  /// The state of every cell as the results of one audit alone give it.
  package func auditResults(_ audit: String) throws -> [ScopeCell: AuditAnswer] {
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
  func auditResults(_ audits: [String], staleness: StaleTerms?) throws -> [[TermCell: AuditAnswer]] {
    let terms = try audits.map { try term($0) ?? -1 }
    let contexts = try contexts(ofAudits: terms)
    var passes = Array(repeating: AuditPass(), count: audits.count)
    guard !contexts.isEmpty else { return passes.map(\.answers) }
    var results: Int64 = 0
    let sql = """
      SELECT id, component, check_id, condition, outcome, severity, seen, branch, results, context, text,
        shown = latest AND marks = 0
      FROM \(cells) WHERE outcome <> 0
      """
    try database.rows(sql) { row in
      let count = Int64(CellCounts.counted(row.int64(8)))
      results += count
      let context = contexts[row.int64(9)]
      let cell = row.int64(0)
      // Where all results are of one machine each has seen those before it, so what is shown is the latest of its
      // audit.
      let isAlone = row.int64(7) > 0 && row.int64(11) != 0
      if isAlone, let context, let state = Codes.state(outcome: row.int64(4), severity: row.int64(5), marks: 0) {
        var answer = AuditAnswer(state: state, time: row.int64(6))
        answer.isStale =
          staleness?.isStale(
            component: row.int64(1), check: row.int64(2), time: answer.time, text: row.optionalInt64(10),
            source: context.source, build: context.build, isPass: state.outcome == .pass) ?? false
        let place = TermCell(component: row.int64(1), check: row.int64(2), condition: row.int64(3))
        passes[context.audit].answers[place] = answer
        guard count > 1 else { return }
        for audit in passes.indices where audit != context.audit { passes[audit].add(cell, count) }
      } else if count > 1 {
        for audit in passes.indices { passes[audit].add(cell, count) }
      } else if let context {
        passes[context.audit].add(cell, count)
      }
    }
    for (place, audit) in terms.enumerated() {
      let rest = passes[place].rest
      // Going through the results of a cell costs a few times what a pass over all of them costs for each.
      let isFew = passes[place].resultsOfRest < results / 3
      let own = isFew ? contexts.filter { $0.value.audit == place } : [:]
      let cells =
        try isFew ? rest.sorted().filter { try isSeen($0, in: own) } : cells(ofAudit: audit, among: Set(rest))
      let observations = Observations(self)
      for cell in cells {
        let fold = try observations.fold(cell: cell, audit: audit, until: past?.moment ?? .max)
        guard let state = fold.state, let shown = fold.shown, let named = try termCell(cell) else { continue }
        var answer = AuditAnswer(state: state, time: fold.seen)
        if let staleness { answer.isStale = try isStale(shown, of: cell, fold, state, staleness) }
        passes[place].answers[named] = answer
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
  private typealias Contexts = [Int64: (audit: Int, source: Int64, build: Int64)]

  /// Source and build (terms) by the context of some audits' results.
  private func contexts(ofAudits audits: [Int64]) throws -> Contexts {
    let places = Dictionary(zip(audits, audits.indices), uniquingKeysWith: { first, _ in first })
    var found: Contexts = [:]
    try database.rows("SELECT id, source, build, audit FROM context WHERE audit <> 0") { row in
      guard let place = places[row.int64(3)] else { return }
      found[row.int64(0)] = (place, row.int64(1), row.int64(2))
    }
    return found
  }

  private func isSeen(_ cell: Int64, in contexts: Contexts) throws -> Bool {
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
