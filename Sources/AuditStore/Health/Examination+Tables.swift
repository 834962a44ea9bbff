import Migrations
import SQLite

/// The tables of the file, beside those that a file of its version has.
extension Examination {
  /// Nothing for a file of a newer version, whose tables are not known here.
  func tableFindings() throws -> [HealthFinding] {
    guard version <= Tracker.newestVersion else { return [] }
    let model = try Connection.inMemory()
    for migration in Migrator.all where migration.version <= version { try model.execute(migration.sql) }
    let expected = try Self.names(of: "table", in: model)
    let found = try Self.names(of: "table", in: database)
    let triggers = try Self.names(of: "trigger", in: database)
    var findings: [HealthFinding] = []
    if let named = Self.named(expected.subtracting(found)) {
      findings.append(
        HealthFinding(
          .schema, .wrong, "It lacks tables of schema \(version): \(named).",
          advice: "Keep the file as it is, and go on from a backup."))
    }
    if let named = Self.named(found.subtracting(expected)) {
      // One that a later step is to make would be in its way.
      let isOlder = version < Tracker.newestVersion
      findings.append(
        HealthFinding(
          .schema, isOlder ? .wrong : .note, "It has tables that schema \(version) does not have: \(named).",
          advice: isOlder ? "Keep the file as it is, and go on from a backup." : nil))
    }
    if let named = Self.named(triggers) {
      findings.append(
        HealthFinding(
          .schema, .note, "Somebody has put triggers into it: \(named). They do nothing in a11y.",
          advice: "Other programs that write the file set them off; DROP TRIGGER takes them away."))
    }
    return findings
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
