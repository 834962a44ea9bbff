import CSQLite

/// What a connection knows about itself and its file.
extension Connection {
  /// The version of the schema, a number in the file's header for the application to use.
  package var userVersion: Int32 {
    get throws(SQLiteError) { try headerField("PRAGMA user_version") }
  }

  /// Part of the transaction it is called in.
  package func setUserVersion(_ version: Int32) throws(SQLiteError) {
    try execute("PRAGMA user_version = \(version)")
  }

  /// Whose file it is, a number in the file's header; 0 unless someone set it.
  package var applicationID: Int32 {
    get throws(SQLiteError) { try headerField("PRAGMA application_id") }
  }

  /// Part of the transaction it is called in.
  package func setApplicationID(_ identifier: Int32) throws(SQLiteError) {
    try execute("PRAGMA application_id = \(identifier)")
  }

  /// How the file keeps transactions whole: `delete`, unless someone changed it with another program.
  package var journalMode: String {
    get throws(SQLiteError) {
      let statement = try cached("PRAGMA journal_mode")
      return try statement.step() ? statement.text(0) : ""
    }
  }

  /// Rows inserted, updated or deleted by the last such statement, without those of triggers.
  package var changes: Int {
    guard let database = handle.database else { return 0 }
    return Int(sqlite3_changes(database))
  }

  /// Of the last INSERT into a table with row ids; 0 before the first.
  package var lastInsertRowID: Int64 {
    guard let database = handle.database else { return 0 }
    return sqlite3_last_insert_rowid(database)
  }

  /// Whether the file cannot be written through this connection, by `mode` or by its permissions.
  package var isReadOnly: Bool {
    guard let database = handle.database else { return true }
    return sqlite3_db_readonly(database, "main") != 0
  }

  /// Whether the file no longer lies where it was opened: it was moved or deleted, or another one is in its place. What
  /// is committed then is not found by anybody who opens the path.
  package var hasMoved: Bool {
    guard let database = handle.database else { return false }
    var moved: Int32 = 0
    let code = sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  private func headerField(_ pragma: String) throws(SQLiteError) -> Int32 {
    Int32(truncatingIfNeeded: try scalar(pragma) ?? 0)
  }
}
