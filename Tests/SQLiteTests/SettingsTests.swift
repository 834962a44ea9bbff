import CSQLite
import Testing

@testable import SQLite

@Suite("Settings")
struct SettingsTests {
  let folder: Folder
  let connection: Connection

  init() throws {
    folder = try Folder()
    connection = try Connection(path: try folder.database(rows: 3), mode: .readWrite)
  }

  @Test("Every switch reads back as it was set")
  func switches() throws {
    for (option, on) in Settings.switches {
      #expect(a11y_db_config_read(try connection.handle.open(), option) == on, "option \(option)")
    }
  }

  @Test("Every limit reads back as it was set")
  func limits() throws {
    for (limit, value) in Settings.limits {
      #expect(sqlite3_limit(try connection.handle.open(), limit, -1) == value, "limit \(limit)")
    }
  }

  @Test(
    "Every pragma reads back as it was set",
    arguments: [
      ("cell_size_check", 1), ("mmap_size", 0), ("secure_delete", 1), ("synchronous", 3), ("foreign_keys", 1),
      ("trusted_schema", 0),
    ] as [(String, Int64)])
  func pragmas(name: String, value: Int64) throws {
    #expect(try connection.scalar("PRAGMA \(name)") == value)
  }

  @Test("The journal is a rollback journal and cannot be switched off")
  func journal() throws {
    #expect(try connection.journalMode == "delete")
    try connection.execute("PRAGMA journal_mode = OFF")
    #expect(try connection.journalMode == "delete")
  }

  // Elsewhere the system's own frameworks may have used SQLite before us.
  #if os(Linux)
    @Test("Memory statistics are off")
    func memory() throws {
      #expect(Library.isConfigured)
      #expect(sqlite3_memory_used() == 0)
    }
  #endif

  @Test("A string in double quotes is an error, in a query and in a schema")
  func doubleQuotes() throws {
    #expect(failure { try connection.scalar("SELECT \"no_such_column\"") }?.code == .error)
    #expect(failure { try connection.execute("CREATE INDEX i ON item (\"no_such_column\")") }?.code == .error)
  }

  @Test("SQL cannot write the schema table or load a library")
  func defensive() throws {
    try connection.execute("PRAGMA writable_schema = ON")
    #expect(failure { try connection.execute("UPDATE sqlite_schema SET sql = ''") } != nil)
    #expect(failure { try connection.execute("SELECT load_extension('x')") } != nil)
  }

  /// What a file brings along that would run by itself, and the statement that would set it off.
  @Test(
    "A trigger of the file takes nothing away, whenever it would run",
    arguments: ["BEFORE INSERT", "AFTER INSERT", "AFTER UPDATE", "AFTER DELETE"])
  func triggers(moment: String) throws {
    try connection.execute("CREATE TRIGGER thief \(moment) ON item BEGIN DELETE FROM item; END")
    try connection.run("INSERT INTO item (name) VALUES ('kept')")
    try connection.run("UPDATE item SET name = 'still there' WHERE name = 'kept'")
    try connection.run("DELETE FROM item WHERE id = 1")
    #expect(try connection.scalar("SELECT count(*) FROM item") == 3)
  }

  @Test("A view in the place of a table is an error, also one that would go on for ever")
  func views() throws {
    try connection.execute(
      """
      ALTER TABLE item RENAME TO hidden;
      CREATE VIEW item AS
        WITH RECURSIVE more (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM more) SELECT id, 'x' AS name FROM more;
      """)
    #expect(failure { try connection.scalar("SELECT max(id) FROM item") }?.code == .error)
  }

  @Test("What is too large is refused with an error")
  func enforced() throws {
    let long = String(repeating: "x", count: 1 << 20)
    #expect(failure { try connection.prepare("SELECT '\(long)'") }?.code == .tooBig)
    #expect(failure { try connection.scalar("SELECT length(zeroblob(64 << 20) || 'x')") }?.code == .tooBig)
    let insert = try connection.prepare("SELECT ?")
    #expect(failure { try insert.bind([UInt8](repeating: 0, count: (64 << 20) + 1), at: 1) }?.code == .tooBig)
    let columns = (0...200).map { "c\($0)" }.joined(separator: ", ")
    #expect(failure { try connection.execute("CREATE TABLE wide (\(columns))") }?.code == .error)
    let compound = Array(repeating: "SELECT 1", count: 21).joined(separator: " UNION ALL ")
    #expect(failure { try connection.prepare(compound) }?.code == .error)
    let deep = String(repeating: "(1+", count: 201) + "1" + String(repeating: ")", count: 201)
    #expect(failure { try connection.prepare("SELECT \(deep)") }?.code == .error)
    #expect(failure { try connection.prepare("SELECT ?2001") }?.code == .error)
    #expect(failure { try connection.scalar("SELECT 'a' LIKE ?", [.text(String(long.prefix(10_001)))]) } != nil)
  }

  @Test("VACUUM works within the limits")
  func vacuum() throws {
    try connection.execute("VACUUM")
    #expect(try connection.scalar("SELECT count(*) FROM item") == 3)
  }

  @Test("Deleted text is gone from the file")
  func secureDelete() throws {
    try connection.run("INSERT INTO item (name) VALUES (?)", ["forget-me-please"])
    #expect(try connection.scalar("SELECT id FROM item WHERE name = ?", ["forget-me-please"]) != nil)
    try connection.run("DELETE FROM item WHERE name = ?", ["forget-me-please"])
    try connection.close()
    let needle = Array("forget-me-please".utf8)
    let bytes = try folder.bytes("a.db")
    #expect(!bytes.indices.contains { bytes[$0...].starts(with: needle) })
  }
}
