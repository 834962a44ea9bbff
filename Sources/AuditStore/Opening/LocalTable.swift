import SQLite

/// What the file knows about itself and never tells others: tracker, replica, place and catalog revision.
enum LocalTable {
  static func all(_ database: Connection) throws -> [String: String] {
    var values: [String: String] = [:]
    try database.rows("SELECT name, value FROM local") { values[$0.text(0)] = $0.text(1) }
    return values
  }

  static func get(_ database: Connection, _ name: String) throws -> String? {
    try all(database)[name]
  }

  static func set(_ database: Connection, _ name: String, _ value: String) throws {
    try database.run(
      "INSERT INTO local (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
      [.text(name), .text(value)])
  }

  fileprivate static func setting(_ name: String) -> String { "setting." + name }
}

extension Reader {
  /// A setting of this file alone, such as the audit that is at hand here; nil where it has none.
  package func setting(_ name: String) throws -> String? { try LocalTable.get(database, LocalTable.setting(name)) }
}

extension Writer {
  /// - Parameter value: one line of text; nil removes the setting.
  package func setSetting(_ name: String, to value: String?) throws {
    guard let value else {
      return try database.run("DELETE FROM local WHERE name = ?", [.text(LocalTable.setting(name))])
    }
    try LocalTable.set(database, LocalTable.setting(name), value)
  }
}
