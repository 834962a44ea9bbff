import AuditModel
import SQLite

/// Whether cells, their lists of results and their transitions are what the results say. Nothing is changed.
struct CellComparison {
  private var hasOtherCells = false
  private var hasOtherLists = false
  private var hasOtherTransitions = false
  private let transitions: Statement
  private var hasTransition: Bool

  private init(_ database: Connection) throws {
    transitions = try database.prepare(
      "SELECT cell, ordinal, time, result, outcome, severity, marks, context FROM transition ORDER BY cell, ordinal")
    hasTransition = try transitions.step()
  }

  /// - Returns: those that are not, in words for people.
  static func changed(_ projector: Projector) throws -> [String] {
    var comparison = try CellComparison(projector.database)
    try FoldedCells(projector).visit { stored, cell, links in
      try comparison.compareTransitions(of: cell)
      if !isSame(stored, cell) { comparison.hasOtherCells = true }
      if !isWhole(links, from: stored.int64(12)) { comparison.hasOtherLists = true }
    }
    if comparison.hasTransition { comparison.hasOtherTransitions = true }
    let parts = [
      ("items", comparison.hasOtherCells), ("item results", comparison.hasOtherLists),
      ("transitions", comparison.hasOtherTransitions),
    ]
    return parts.filter(\.1).map(\.0)
  }

  private mutating func compareTransitions(of cell: CellRow) throws {
    var expected = cell.pending[...]
    while hasTransition, transitions.int64(0) <= cell.id {
      // One of a cell that is not there comes before this one's.
      let change = transitions.int64(0) == cell.id ? expected.popFirst() : nil
      if change.map({ isStored($0, at: expected.startIndex - 1) }) != true { hasOtherTransitions = true }
      hasTransition = try transitions.step()
    }
    if !expected.isEmpty { hasOtherTransitions = true }
  }

  private func isStored(_ change: Transition, at ordinal: Int) -> Bool {
    transitions.int64(1) == Int64(ordinal) && transitions.int64(2) == change.time
      && transitions.int64(3) == change.result && transitions.int64(4) == Codes.code(change.state.outcome)
      && transitions.int64(5) == Int64(change.state.severity?.rawValue ?? 0)
      && transitions.int64(6) == Codes.marks(change.state) && transitions.int64(7) == change.context
  }

  /// A cell of which nothing counts and nothing is shown is as good as none.
  private static func isSame(_ stored: Statement, _ cell: CellRow) -> Bool {
    if stored.int64(2) == 0, stored.int64(9) == 0, stored.int64(10) == 0 {
      return cell.state == nil && cell.results == 0 && cell.pending.isEmpty
    }
    return stored.int64(1) == cell.category && stored.int64(2) == cell.outcomeCode
      && stored.int64(3) == cell.severityCode && stored.int64(4) == cell.marks && stored.int64(5) == cell.shown
      && stored.int64(6) == cell.latest && stored.int64(7) == cell.latestTime && stored.int64(8) == cell.since
      && stored.int64(9) == cell.results && stored.int64(10) == Int64(cell.pending.count)
      && stored.int64(13) == cell.context && stored.int64(15) == cell.seen && stored.optionalInt64(16) == cell.text
  }

  /// Whether a list that begins with `last` goes once through all results of its cell.
  private static func isWhole(_ links: [FoldedCells.Link], from last: Int64) -> Bool {
    var next = last
    for _ in links {
      var (low, high) = (0, links.count)
      while low < high {
        let middle = (low + high) / 2
        if links[middle].number < next { low = middle + 1 } else { high = middle }
      }
      guard low < links.count, links[low].number == next else { return false }
      next = links[low].earlier
    }
    return next == 0
  }
}
