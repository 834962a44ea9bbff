import CSQLite

/// How every connection is set up.
///
/// The journal mode is not among them: it is a property of the file (`journalMode`), and asking costs a read.
enum Settings {
  /// Switches that cost no statement.
  static let switches: [(option: Int32, on: Int32)] = [
    // SQL may not write to the schema table, shadow tables or switch the journal off.
    (SQLITE_DBCONFIG_DEFENSIVE, 1),
    // Views and triggers of a file from elsewhere may not call functions with side effects.
    (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    // Nor do they run at all: this program has no triggers, and its views are for other programs. Of a file from
    // elsewhere a trigger could take a result away again, and a view in the place of a table could go on for ever.
    (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    // A misspelt "column" is an error and not a string.
    (SQLITE_DBCONFIG_DQS_DDL, 0),
    (SQLITE_DBCONFIG_DQS_DML, 0),
    (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
  ]

  /// What has no switch. The last two matter on macOS alone, where a plain sync leaves bytes in the drive. Only `synchronous` reads the file: it loads the schema, which the first statement would do
  /// otherwise, and so a file that is no database is found here.
  static let pragmas = """
    PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0; PRAGMA secure_delete = 1; PRAGMA synchronous = EXTRA;
    PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1;
    """

  /// The most that one thing may be.
  static let limits: [(limit: Int32, value: Int32)] = [
    (SQLITE_LIMIT_LENGTH, 64 << 20),
    (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
    (SQLITE_LIMIT_COLUMN, 200),
    (SQLITE_LIMIT_EXPR_DEPTH, 200),
    (SQLITE_LIMIT_COMPOUND_SELECT, 20),
    // One, because VACUUM attaches its new copy.
    (SQLITE_LIMIT_ATTACHED, 1),
    (SQLITE_LIMIT_VARIABLE_NUMBER, 2_000),
    (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 10_000),
    // One, for building an index over very many rows; `PRAGMA threads` asks for it.
    (SQLITE_LIMIT_WORKER_THREADS, 1),
  ]

  static func apply(to handle: Handle) throws(SQLiteError) {
    let database = try handle.open()
    for (option, on) in switches {
      let code = a11y_db_config(database, option, on)
      guard code == SQLITE_OK else { throw handle.error(code) }
    }
    for (limit, value) in limits { sqlite3_limit(database, limit, value) }
    let code = sqlite3_exec(database, pragmas, nil, nil, nil)
    guard code == SQLITE_OK else { throw handle.error(code) }
  }
}
