import SQLite

extension Reader {
  /// The cells that showed a pass at some time until the moment this reader speaks of.
  package func everPassed() throws -> Set<ScopeCell> {
    var passed: Set<ScopeCell> = []
    let sql = """
      SELECT component, check_id, condition FROM cell
      WHERE id IN (SELECT cell FROM transition WHERE outcome = 1 AND time <= ?)
      """
    try database.rows(sql, [.integer(past?.moment ?? .max)]) { row in
      passed.insert(
        ScopeCell(component: try text(row.int64(0)), check: try text(row.int64(1)), condition: try text(row.int64(2))))
    }
    return passed
  }
}
