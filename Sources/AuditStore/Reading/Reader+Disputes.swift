import AuditModel
import SQLite

extension Reader {
  /// The results between which a disputed cell is undecided, the latest first; empty where it is not disputed.
  package func sidesOfDispute(component: String, check: String, condition: String) throws -> [Cell] {
    guard let componentTerm = try term(component), let checkTerm = try term(check),
      let conditionTerm = try term(condition)
    else { return [] }
    let cell = try database.scalar(
      "SELECT id FROM cell WHERE component = ? AND check_id = ? AND condition = ?\(past == nil ? " AND marks & 3 <> 0" : "")",
      [.integer(componentTerm), .integer(checkTerm), .integer(conditionTerm)])
    guard let cell else { return [] }
    let fold = try Observations(self).fold(cell: cell, until: past?.moment ?? .max)
    guard fold.state?.isUnsettled == true else { return [] }
    let names = try Set(fold.open.map { try name(of: $0) })
    return try history(component: component, check: check).filter { names.contains($0.id) }
  }
}

extension Reader {
  /// Every cell of a component that has a result, in use or not, ordered by check and condition.
  package func currentCells(ofComponent key: String) throws -> [Cell] {
    try currentCells(where: "cell.component = ?1", [key])
  }

  /// The cells of a check on a component, one for each condition with a result.
  package func currentCells(ofComponent key: String, check: String) throws -> [Cell] {
    try currentCells(where: "cell.component = ?1 AND cell.check_id = ?2", [key, check])
  }

  private func currentCells(where condition: String, _ names: [String]) throws -> [Cell] {
    let terms = try names.map { try term($0) ?? -1 }
    let rows = RowSource(reader: self, registry: registry)
    let sql = """
      SELECT \(RowSource.columns), cell.outcome, cell.severity, cell.seen, cell.marks, cell.since
      FROM cell JOIN result ON result.id = cell.shown JOIN context ON context.id = result.context
      WHERE cell.outcome <> 0 AND \(condition)
      """
    var found = try database.all(sql, terms.map { .integer($0) }) { row -> Cell in
      var result = try rows.row(row)
      result.outcome = Codes.outcome(row.int64(15))
      result.severity = Codes.severity(row.int64(16))
      result.time = row.int64(17)
      result.take(marks: row.int64(18))
      result.since = row.int64(19)
      try rows.complete(&result, isCell: true)
      return result
    }
    RowOrder.sort(&found)
    return found
  }

  /// Whether results, notes or signals name a component of this key, registered or not.
  package func isNamedComponent(_ key: String) throws -> Bool {
    guard let component = try term(names.present(key)), component != 0 else { return false }
    return try database.scalar(
      """
      SELECT 1 FROM cell WHERE component = ?1 UNION ALL SELECT 1 FROM note WHERE component = ?1
      UNION ALL SELECT 1 FROM signal WHERE component = ?1 LIMIT 1
      """,
      [.integer(component)]) != nil
  }
}
