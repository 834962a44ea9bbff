import SQLite
import Testing

@testable import AuditStore

@Suite("query plans")
struct QueryPlanTests {
  static let statements: [(String, String)] = [
    ("a term by its text", "SELECT id FROM term WHERE text = ?"),
    (
      "a cell by its names",
      "SELECT \(CellRow.columns) FROM cell WHERE component = ? AND check_id = ? AND condition = ?"
    ),
    ("a cell by its number", "SELECT \(CellRow.columns) FROM cell WHERE id = ?"),
    (
      "a context by its names",
      "SELECT id FROM context WHERE tester = ? AND device = ? AND os = ? AND build = ? AND audit = ? AND source = ?"
    ),
    ("a result of a cell", Observations.sql), ("the one before it", CellResults.earlierSQL),
    ("what took a fact back", "SELECT 1 FROM retraction WHERE target = ? AND void = 0 LIMIT 1"),
    (
      "a record by its key", "SELECT key, doc, deleted, conflicts, changed FROM record WHERE kind = ? AND key = ?"
    ),
    (
      "the writes to a field",
      """
      SELECT fact.id, line.replica FROM register JOIN fact ON fact.id = register.fact
      JOIN line ON line.id = fact.id >> \(FactNumber.bits)
      WHERE register.kind = ? AND register.key = ? AND register.field = ?
      """
    ),
    ("results that can be taken back", UndoHistory.resultsSQL), ("edits that can be taken back", UndoHistory.factsSQL),
    ("the last result of a line", FactTable.lastResultSQL), ("the last other fact of a line", FactTable.lastFactSQL),
    ("the lines of a replica", "SELECT id FROM line WHERE replica = ? ORDER BY fork"),
    ("results as facts", FactCursor.resultSQL), ("other facts", FactCursor.factSQL),
    ("the transitions of a cell", "SELECT time FROM transition WHERE cell = ? ORDER BY ordinal"),
    ("a check's text", "SELECT version, doc FROM check_text WHERE check_id = ? AND current = 1"),
  ]

  @Test("what every write and every look-up asks is answered by an index, without sorting", arguments: statements)
  func plan(name: String, sql: String) throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    let statement = try tracker.database.prepare("EXPLAIN QUERY PLAN " + sql)
    var steps: [String] = []
    while try statement.step() { steps.append(statement.text(3)) }
    #expect(!steps.isEmpty)
    for step in steps {
      #expect(!step.contains("SCAN") && !step.contains("TEMP B-TREE"), "\(name): \(steps)")
    }
  }
}
