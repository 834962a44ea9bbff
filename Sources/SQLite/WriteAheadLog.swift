/// Write-ahead logging, which another program may have switched on: it is a property of the file.
///
/// What was committed last is then in a second file, `-wal`, until some program moves it over: a copy of the database
/// alone misses it, and what was erased is still there.
extension Connection {
  /// Whether the file keeps a write-ahead log.
  package var hasWriteAheadLog: Bool {
    get throws(SQLiteError) { try journalMode == "wal" }
  }

  /// Switches the file back to a rollback journal and takes the log away. Where another connection has the file open it
  /// stays as it is, and works all the same.
  ///
  /// - Throws: `misuse` inside a transaction, and what writing the file throws.
  package func leaveWriteAheadLog() throws(SQLiteError) {
    guard try hasWriteAheadLog else { return }
    do throws(SQLiteError) {
      try execute("PRAGMA journal_mode = DELETE")
    } catch {
      guard error.isBusy else { throw error }
    }
  }
}
