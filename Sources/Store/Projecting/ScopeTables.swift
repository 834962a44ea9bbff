import Audit
import SQLite

/// Keeps what the plan of the tracker asks for in tables, for those who ask the database without this program.
///
/// ```
///   plan ────────> plan_check, plan_condition
///   components ──> alike ones ──┬─> applicable
///   checks of the plan ─────────┘
/// ```
enum ScopeTables {
  static let tables = ["plan_check", "plan_condition", "applicable"]

  /// What makes components alike for checks, as the views have it.
  static let alike = "json_extract(doc, '$.kind', '$.profile', '$.platforms', '$.style', '$.target_tier')"

  /// Rewrites all of it.
  static func write(to database: Connection) throws {
    for table in tables { try database.run("DELETE FROM \(table)") }
    let reader = Reader(database: database, now: 0)
    let plan = try reader.plan()
    let work = try reader.workScope(of: nil)
    let insert = try database.cached("INSERT INTO plan_check (check_id) VALUES (?)")
    for check in plan.checklists.isEmpty ? [] : Set(try reader.checklistChecks(plan.checklists) + [""]) {
      try insert.bind(check, at: 1)
      try insert.run()
    }
    for condition in work.conditions {
      try database.run(
        "INSERT INTO plan_condition (condition, chosen) VALUES (?, ?)",
        [.text(condition.text), .integer(plan.conditions == nil ? 0 : 1)])
    }
    let examples = try database.all(
      "SELECT \(alike), min(key) FROM record WHERE kind = 'component' AND deleted = 0 GROUP BY 1", []
    ) { ($0.text(0), $0.text(1)) }
    for (alike, key) in examples { try add(alike, try reader.component(key), work.checks, to: database) }
  }

  private static func add(
    _ alike: String, _ component: Component?, _ checks: [CheckRules], to database: Connection
  ) throws {
    guard let component else { return }
    let insert = try database.cached("INSERT OR IGNORE INTO applicable (alike, check_id) VALUES (?, ?)")
    for check in [""] + checks.filter({ $0.isInScope(for: component) }).map(\.id) {
      try insert.bind(alike, at: 1)
      try insert.bind(check, at: 2)
      try insert.run()
    }
  }
}
