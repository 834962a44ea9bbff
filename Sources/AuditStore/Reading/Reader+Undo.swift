package import AuditModel
import SQLite

extension Reader {
  /// The steps of this replica that can be undone, the latest first; of one tester, where one is named.
  package func undoable(limit: Int, of tester: String? = nil) throws -> [UndoStep] {
    guard let line = try ownLine() else { return [] }
    return try UndoHistory(database: database, line: line).undoable(limit: limit, of: tester)
  }

  /// The undo that `redo` would bring back, with what it had undone.
  package func redoable(of tester: String? = nil) throws -> UndoStep? {
    guard let line = try ownLine() else { return nil }
    return try UndoHistory(database: database, line: line).redoable(of: tester)
  }

  /// What a cell shows; nil when it is untested.
  package func state(ofCell cell: Int64) throws -> CellState? {
    let sql = "SELECT outcome, severity, marks FROM cell WHERE id = ?"
    return try database.first(sql, [.integer(cell)]) {
      Codes.state(outcome: $0.int64(0), severity: $0.int64(1), marks: $0.int64(2))
    } ?? nil
  }

  /// Nil before the first fact.
  private func ownLine() throws -> Int64? {
    guard let replica = try LocalTable.get(database, "replica") else { return nil }
    return try Lines.all(database, of: replica).first
  }
}
