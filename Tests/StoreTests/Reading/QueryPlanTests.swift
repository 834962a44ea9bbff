import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

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
    ("what retracted a fact", RequestProjector.retracted),
    (
      "a record by its key", "SELECT key, doc, deleted, conflicts, changed FROM record WHERE kind = ? AND key = ?"
    ),
    (
      "the writes to a field",
      """
      SELECT fact.id, branch.replica FROM register JOIN fact ON fact.id = register.fact
      JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE register.kind = ? AND register.key = ? AND register.field = ?
      """
    ),
    ("results that can be taken back", UndoHistory.resultsSQL), ("edits that can be taken back", UndoHistory.factsSQL),
    ("the last result of a branch", FactTable.lastResultSQL),
    ("the last other fact of a branch", FactTable.lastFactSQL),
    ("the branches of a replica", "SELECT id FROM branch WHERE replica = ? ORDER BY fork"),
    ("the run of a fact", "SELECT \(FactGraph.columns) FROM run WHERE first <= ? ORDER BY first DESC LIMIT 1"),
    ("what a run has seen", "SELECT at, level, target, upto FROM sight WHERE run = ? ORDER BY at, level"),
    (
      "what was decided about a request",
      """
      SELECT decision.kind FROM fact JOIN decision ON decision.identity = fact.digest
      WHERE fact.id = ? AND decision.kind IN ('follow', 'refuse')
      """
    ),
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
