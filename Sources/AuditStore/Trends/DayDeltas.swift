import AuditModel
import SQLite

/// The fast way to a trend: the sums per day and category that are kept with every write.
///
/// They know categories and whole days and nothing else, so they serve a trend of all cells, by category or as a whole,
/// whose periods end with a day.
struct DayDeltas {
  private let isByCategory: Bool
  private let ends: PeriodEnds

  /// Nil where this way does not serve.
  init?(_ request: TrendRequest, ends: PeriodEnds) {
    guard request.filter.isEmpty, request.grouping == nil || request.grouping == .category else { return nil }
    let day = TallyChanges.millisecondsPerDay
    guard ends.times.allSatisfy({ $0 < Int64.max && ($0 + 1) % day == 0 }) else { return nil }
    isByCategory = request.grouping == .category
    self.ends = ends
  }

  /// Enters all cells but the special ones: what those counted as was more than their results.
  func enter(
    _ selection: TrendCells, _ groups: TrendGroups, from database: Connection, into ledger: inout TrendLedger
  ) throws {
    var groupOf: [Int64: Int] = [:]
    for cell in selection.cells { groupOf[cell.category] = groups.sets[cell.groups].first }
    let columns = Counts.columns.joined(separator: ", ")
    var bucket = 0
    try database.rows("SELECT day, category, \(columns) FROM day_delta ORDER BY day, category") { row in
      let day = row.int64(0)
      while bucket < ends.times.count, TallyChanges.day(ends.limit(bucket)) < day { bucket += 1 }
      guard bucket < ends.times.count, let group = groupOf[row.int64(1)] else { return }
      var counts = Counts()
      for place in Counts.columns.indices { counts.values[place] = row.int64(Int32(place + 2)) }
      ledger.add(counts, group, at: bucket)
    }
    for cell in selection.cells {
      if selection.isSpecial(cell) {
        try takeOut(cell, groups, from: database, into: &ledger)
      } else if let answered = ends.bucket(cell.first),
        let untested = ends.bucket(selection.components[cell.component].begins)
      {
        ledger.present(cell.component, cell.groups, untested: untested, answered: answered)
      }
    }
  }

  private func takeOut(
    _ cell: TrendCell, _ groups: TrendGroups, from database: Connection, into ledger: inout TrendLedger
  ) throws {
    guard let group = groups.sets[cell.groups].first else { return }
    var state: CellState?
    let sql = "SELECT time, outcome, severity, marks FROM transition WHERE cell = ? ORDER BY ordinal"
    try database.rows(sql, [.integer(cell.id)]) { row in
      guard let bucket = ends.bucket(row.int64(0)) else { return }
      let next = Codes.state(outcome: row.int64(1), severity: row.int64(2), marks: row.int64(3))
      var counts = Counts()
      counts.add(state, times: 1)
      counts.add(next, times: -1)
      ledger.add(counts, group, at: bucket)
      state = next
    }
  }
}
