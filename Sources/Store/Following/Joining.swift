import Audit
package import Base
import SQLite

/// A setting of the tracker that others made and that counts.
package struct SettingOfOthers: Equatable, Sendable {
  package var field: String
  package var value: JSONValue
  /// Who says so; the ID of the machine where it names no tester.
  package var by: String
}

extension Reader {
  /// The settings of the tracker that others made and that count, in the order of their names.
  package func settingsOfOthers() throws -> [SettingOfOthers] {
    let sql = """
      SELECT register.field, register.value, coalesce(nullif(json_extract(fact.body, '$.by'), ''), branch.replica)
      FROM register JOIN fact ON fact.id = register.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE register.kind = 'setting' AND register.key = 'tracker' AND live = \(RegisterState.live) AND branch.own = 0
      ORDER BY register.field, fact.ms DESC, fact.digest
      """
    let rules = DecidingFields.of("setting")
    return try database.all(sql, []) { row in
      SettingOfOthers(field: row.text(0), value: RecordJSON.value(row.text(1)) ?? .null, by: row.text(2))
    }.filter { rules.decides($0.field) && $0.field != RecordProjector.deletedField && !$0.value.isNull }
  }
}

extension Writer {
  /// Until `endJoining` everyone is followed: what stands in a team's folder is where this machine begins.
  package func beginJoining() throws {
    try database.run("INSERT OR IGNORE INTO following (kind, name, since) VALUES ('joining', '', ?)", [.integer(now)])
  }

  /// From now on the machines of which entries are here are followed, and none that comes later.
  ///
  /// - Returns: those machines; nil where nothing had begun.
  package func endJoining() throws -> [Machine]? {
    let begun = try database.scalar("SELECT 1 FROM following WHERE kind = 'joining'") != nil
    guard begun else { return nil }
    let machines = try reader.machines()
    try database.run("DELETE FROM following WHERE kind = 'joining'")
    try follow(afterEveryone: machines)
    return machines
  }

  /// Whether the tracker was upgraded by this version and goes on with the machines that it had entries of, which is
  /// shown once.
  package func takeUpgradeNotice() throws -> Bool {
    guard try LocalTable.get(database, "following") != nil else { return false }
    try database.run("DELETE FROM local WHERE name = 'following'")
    return true
  }
}
