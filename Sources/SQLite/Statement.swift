import CSQLite

/// One prepared statement: bind values, step through rows, read columns, reset.
///
/// Parameters count from 1, columns from 0, as in SQLite. A statement that has not come to its end keeps a read lock
/// that stops other processes from committing: step to the end, `reset()`, or let go of it.
package final class Statement {
  let pointer: OpaquePointer
  let handle: Handle
  private let key: StatementPool.Key?

  /// - Parameter key: where the pointer goes back to in the pool; `nil` finalises it.
  init(pointer: OpaquePointer, handle: Handle, key: StatementPool.Key?) {
    self.pointer = pointer
    self.handle = handle
    self.key = key
  }

  deinit {
    handle.giveBack(pointer, key)
  }

  /// Goes to the next row; the first call starts the statement.
  /// - Returns: whether there is a row. After `false` the next call starts again.
  package func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      // Some builds of SQLite do not start again by themselves.
      sqlite3_reset(pointer)
      return false
    }
    throw error(code)
  }

  /// Runs to the end, passing over rows, and resets, also after an error. Bound values stay.
  package func run() throws(SQLiteError) {
    defer { sqlite3_reset(pointer) }
    while try step() {}
  }

  /// Back to before the first row. Bound values stay.
  package func reset() {
    sqlite3_reset(pointer)
  }

  /// The SQL text, with placeholders.
  package var sql: String {
    sqlite3_sql(pointer).map { String(cString: $0) } ?? ""
  }

  /// The number of the highest parameter.
  package var parameterCount: Int32 { sqlite3_bind_parameter_count(pointer) }

  func error(_ code: Int32) -> SQLiteError {
    handle.error(code, sql: sql)
  }
}
