import Migrations
import SQLite

/// The tables of the file, their columns and their indexes, beside those that a file of its version has.
extension Examination {
  /// Nothing for a file of a newer version, whose tables are not known here.
  func tableFindings() throws -> [HealthFinding] {
    guard version <= Tracker.newestVersion else { return [] }
    let model = try Connection.inMemory()
    for migration in Migrator.all where migration.version <= version { try model.execute(migration.sql) }
    let expected = try Self.names(of: "table", in: model)
    let found = try Self.names(of: "table", in: database)
    let triggers = try Self.names(of: "trigger", in: database)
    let both = expected.intersection(found)
    var findings = compare("Tables", expected, found)
    findings += compare("Columns", try Self.columns(of: both, in: model), try Self.columns(of: both, in: database))
    findings += compare("Indexes", try Self.names(of: "index", in: model), try Self.names(of: "index", in: database))
    if let named = Self.named(triggers) {
      findings.append(
        HealthFinding(
          .schema, .note, "The file has triggers from another program: \(named). They have no effect in a11y.",
          advice: "Remove them with DROP TRIGGER. They run when another program writes to the file."))
    }
    return findings
  }

  private func compare(_ kind: String, _ expected: Set<String>, _ found: Set<String>) -> [HealthFinding] {
    let advice = "Keep the file as is and restore a backup."
    var findings: [HealthFinding] = []
    if let named = Self.named(expected.subtracting(found)) {
      findings.append(
        HealthFinding(
          .schema, .wrong, "\(kind) of schema \(version) are missing: \(named).", advice: advice))
    }
    if let named = Self.named(found.subtracting(expected)) {
      // One that a later step is to make would be in its way.
      let isOlder = version < Tracker.newestVersion
      findings.append(
        HealthFinding(
          .schema, isOlder ? .wrong : .note,
          "The file has \(kind.lowercased()) that schema \(version) does not have: \(named).",
          advice: isOlder ? advice : nil))
    }
    return findings
  }

  /// `table.column` of some tables.
  private static func columns(of tables: Set<String>, in database: Connection) throws -> Set<String> {
    var columns: Set<String> = []
    for table in tables {
      let names = try database.all("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.text(0) }
      columns.formUnion(names.map { "\(table).\($0)" })
    }
    return columns
  }

  private static func names(of kind: String, in database: Connection) throws -> Set<String> {
    // What begins so is SQLite's own, such as the statistics that ANALYZE keeps.
    let sql = "SELECT name FROM sqlite_schema WHERE type = ? AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    return Set(try database.all(sql, [.text(kind)]) { $0.text(0) })
  }

  private static func named(_ names: Set<String>) -> String? {
    guard !names.isEmpty else { return nil }
    var named = NamedCount()
    for name in names.sorted() { named.add(name) }
    return named.list
  }
}
