package import AuditModel
import SQLite

extension Reader {
  /// A remark on a component, or on a check of it, that stands.
  package struct NoteRow {
    /// `<replica>-<sequence>`.
    package var id: String
    package var component: String
    /// Nil: about the component as a whole.
    package var check: String?
    package var tester: String
    /// ms UTC.
    package var time: Int64
    package var text: String
    let number: Int64
  }

  /// The remarks on everything, or on one component, oldest first; retracted ones are left out.
  package func notes(component: String? = nil) throws -> [NoteRow] {
    var filter: Int64?
    if let component {
      guard let known = try term(component) else { return [] }
      filter = known
    }
    let sql = """
      SELECT fact, component, check_id, tester, time, text FROM note
      WHERE retracted = 0 AND component = ifnull(?, component) ORDER BY time, fact
      """
    return try database.all(sql, [Value(filter)]) { row in
      let check = try text(row.int64(2))
      return NoteRow(
        id: try name(of: row.int64(0)), component: try text(row.int64(1)), check: check.isEmpty ? nil : check,
        tester: try text(row.int64(3)), time: row.int64(4), text: row.text(5), number: row.int64(0))
    }
  }

  /// What the cells of a check on a component show, condition by condition; untested ones are left out.
  package func states(component: String, check: String) throws -> [(condition: String, state: CellState)] {
    guard let component = try term(component), let check = try term(check) else { return [] }
    let sql = """
      SELECT condition, outcome, severity, marks FROM cell WHERE component = ? AND check_id = ? ORDER BY condition
      """
    var found: [(condition: String, state: CellState)] = []
    try database.rows(sql, [.integer(component), .integer(check)]) { row in
      let state = Codes.state(outcome: row.int64(1), severity: row.int64(2), marks: row.int64(3))
      if let state { found.append((try text(row.int64(0)), state)) }
    }
    return found
  }
}
