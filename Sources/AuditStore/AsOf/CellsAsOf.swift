import AuditModel
import SQLite

/// The cells that have changed since a past moment, as they were then.
///
/// ```
///   cells that nothing was observed of since ───────────────────────────> as they are in `cell`
///   others, few results ──────────> each folded until the moment ───────> as they were
///   others, many: of one machine ─> one pass over all results ──────────>
///                 of several ─────> each folded until the moment ───────>
/// ```
struct CellsAsOf {
  let database: Connection
  let observations: Observations

  /// What of a cell does not depend on the moment.
  private struct Found {
    var cell: Int64
    var latestTime: Int64
  }

  /// Those of which something was observed since, by each of some moments, in the order of their numbers; what had no
  /// result by then is left out. Several moments cost little more than one.
  func moved(since moments: [Int64]) throws -> [[(cell: Int64, then: CellAsOf)]] {
    guard let first = moments.min() else { return [] }
    var single: [Found] = []
    var several: [Found] = []
    var (results, all) = (Int64(0), Int64(0))
    let sql = "SELECT id, branch, results, latest_time FROM cell WHERE outcome <> 0 ORDER BY id"
    try database.rows(sql) { row in
      all += row.int64(2)
      guard row.int64(3) > first else { return }
      results += row.int64(2)
      let found = Found(cell: row.int64(0), latestTime: row.int64(3))
      if row.int64(1) > 0 { single.append(found) } else { several.append(found) }
    }
    // Going through the results of a cell costs a few times what a pass over all of them costs for each.
    guard results > 2_000, results > all / 3 else {
      return try folded((single + several).sorted { $0.cell < $1.cell }, at: moments)
    }
    let others = try folded(several, at: moments)
    let pass = try ObservedPass(database: database, cells: single.map(\.cell))
    return try pass.cells(at: moments).enumerated().map { number, seen in
      let moved = zip(single, seen).compactMap { found, then in
        found.latestTime > moments[number] ? then.map { (cell: found.cell, then: $0) } : nil
      }
      return others[number].isEmpty ? moved : (moved + others[number]).sorted { $0.cell < $1.cell }
    }
  }

  private func folded(_ cells: [Found], at moments: [Int64]) throws -> [[(cell: Int64, then: CellAsOf)]] {
    var moved = moments.map { _ in [(cell: Int64, then: CellAsOf)]() }
    for found in cells {
      let results = try observations.load(cell: found.cell)
      let triage = try observations.triage(ofCell: found.cell)
      for (number, moment) in moments.enumerated() where found.latestTime > moment {
        if let then = try cell(results, triage, at: moment) { moved[number].append((found.cell, then)) }
      }
    }
    return moved
  }

  private func cell(_ results: [Observation], _ triage: Triage?, at moment: Int64) throws -> CellAsOf? {
    let fold = try observations.fold(results, until: moment, triage: triage)
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
