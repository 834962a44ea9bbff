import CSQLite
import Platform

/// Work that happens as a whole or not at all.
extension Connection {
  /// Runs `body` in a write transaction.
  ///
  /// The lock is taken first (BEGIN IMMEDIATE), so that nothing read inside can change before it is written. Inside
  /// another `write` it is a savepoint: if `body` throws, only its own changes are undone.
  ///
  /// - Throws: what `body` throws, after a rollback; `isBusy` when the lock did not come until the deadline; an error
  ///   with `commitFailed` when COMMIT fails, which leaves **unknown whether the changes are on disk**; `misuse` inside
  ///   `read`, where taking the lock could only fail; `abort` when the transaction was gone before the block ended,
  ///   because SQLite rolled it back (disk full, I/O error, interrupt) and `body` went on.
  package func write<T>(_ body: () throws -> T) throws -> T {
    switch scope {
    case .reading:
      throw SQLiteError(code: .misuse, message: "A write transaction cannot begin inside a read transaction")
    case .writing:
      guard inTransaction else { throw Self.vanished }
      return try savepoint(body)
    case .none:
      return inTransaction ? try savepoint(body) : try transaction(body)
    }
  }

  /// Runs `body` in a read transaction: everything it reads is of one moment, that of its first query.
  ///
  /// **No other connection can commit until it ends**: keep it short. Inside another transaction it is just `body`.
  /// - Throws: what `body` throws; `misuse`, after a rollback, when `body` wrote.
  package func read<T>(_ body: () throws -> T) throws -> T {
    guard scope == .none, !inTransaction else { return try body() }
    try run("BEGIN")
    scope = .reading
    defer { scope = .none }
    let value: T
    do {
      value = try body()
    } catch {
      try rollBack()
      throw error
    }
    guard sqlite3_txn_state(handle.database, "main") != SQLITE_TXN_WRITE else {
      try rollBack()
      throw SQLiteError(code: .misuse, message: "Something was written inside a read transaction")
    }
    if inTransaction { try run("COMMIT") }
    return value
  }

  /// Whether a transaction is open.
  package var inTransaction: Bool {
    guard let database = handle.database else { return false }
    return sqlite3_get_autocommit(database) == 0
  }

  private func transaction<T>(_ body: () throws -> T) throws -> T {
    try run("BEGIN IMMEDIATE")
    scope = .writing
    let hold = handle.callbacks.hold
    hold?(true)
    defer {
      scope = .none
      hold?(false)
    }
    let value: T
    do {
      value = try body()
    } catch {
      try rollBack()
      throw error
    }
    guard inTransaction else { throw Self.vanished }
    try commit()
    return value
  }

  private func commit() throws(SQLiteError) {
    do {
      try run("COMMIT")
    } catch {
      // The failed COMMIT is the news; that a rollback after it fails too adds nothing to act on.
      try? rollBack()
      var failure = error
      failure.commitFailed = true
      throw failure
    }
    if let file = sqlite3_db_filename(handle.database, "main") { flushDrive(below: file) }
  }

  /// One name does for all depths: SQLite takes the innermost.
  private func savepoint<T>(_ body: () throws -> T) throws -> T {
    let outer = scope
    try run("SAVEPOINT nested")
    scope = .writing
    defer { scope = outer }
    do {
      let value = try body()
      guard inTransaction else { throw Self.vanished }
      try run("RELEASE nested")
      return value
    } catch {
      try undoSavepoint()
      throw error
    }
  }

  private func undoSavepoint() throws(SQLiteError) {
    guard inTransaction else { return }
    try uninterrupted { () throws(SQLiteError) in
      try run("ROLLBACK TO nested")
      try run("RELEASE nested")
    }
  }

  /// Rolls back if there is anything to roll back.
  private func rollBack() throws(SQLiteError) {
    guard inTransaction else { return }
    try uninterrupted { () throws(SQLiteError) in try run("ROLLBACK") }
  }

  /// Undoing must work for any cause of the stop: no interrupt check, and if a pending interrupt or a statement still
  /// between two rows is in the way, everything is reset and it is tried again.
  private func uninterrupted(_ undo: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    handle.callbacks.isUninterruptible = true
    defer { handle.callbacks.isUninterruptible = false }
    do {
      try undo()
    } catch {
      guard inTransaction else { return }
      handle.resetStatements()
      try undo()
    }
  }

  private static var vanished: SQLiteError {
    SQLiteError(code: .abort, message: "The transaction ended before its block did: SQLite rolled it back")
  }
}
