import CSQLite

@testable import SQLite

extension Connection {
  /// From here on a file is as the shell and other programs have it: its views run, and functions in them.
  func actAsAnotherProgram() throws {
    let database = try handle.open()
    for option in [SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA] {
      _ = a11y_db_config(database, option, 1)
    }
  }
}
