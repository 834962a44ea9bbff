import AuditModel
import SQLite

/// The state of a cell for a tester who is about to answer it elsewhere.
package struct CellEnd: Equatable, Sendable {
  /// What a result that has seen all of the cell's results names in `saw`: 32 hex digits each.
  package var heads: [String]
  /// When the last result counts as observed, ms UTC; 0 where there is none.
  package var time: Int64

  package static let untested = CellEnd(heads: [], time: 0)
}

extension Reader {
  /// The end of a cell over all its results, of any audit.
  package func end(of cell: ScopeCell) throws -> CellEnd {
    guard let component = try term(cell.component), let check = try term(cell.check),
      let condition = try term(cell.condition)
    else { return .untested }
    let sql = "SELECT id FROM cell WHERE component = ? AND check_id = ? AND condition = ?"
    let id = try database.scalar(sql, [.integer(component), .integer(check), .integer(condition)])
    guard let id else { return .untested }
    let fold = try Observations(self).fold(cell: id)
    return CellEnd(heads: fold.heads.map(\.hex), time: fold.latestTime)
  }
}
