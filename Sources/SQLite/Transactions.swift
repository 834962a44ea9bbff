import Base
import CSQLite

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

extension Connection {
  /// Copies the whole database into a new file while others go on reading and writing, then checks the copy.
  ///
  /// The source is locked for reading only within each step. When another connection commits in between, SQLite starts
  /// again from the first page; from the third time on the rest is copied in one step, with commits waiting, so that
  /// it comes to an end. The copy shows one moment. Its owner alone may read it, and after a crash half-way it opens as
  /// an empty file.
  ///
  /// - Parameters:
  ///   - path: must not exist.
  ///   - pagesPerStep: of mostly 4 096 bytes.
  ///   - progress: told after each step how many pages are left, of how many; throwing gives up.
  ///   - checking: called when all is copied and the check begins.
  /// - Throws: `isCannotOpen` with `systemError == EEXIST` when something is there; `isBusy` when the source stayed
  ///   locked until the deadline; `misuse` inside a write transaction of this connection; `isCorrupt` when the copy
  ///   does not pass its integrity check; what `progress` throws. The unfinished copy is removed.
  package func backup(
    to path: String, pagesPerStep: Int32 = 1_024,
    progress: (_ remaining: Int, _ total: Int) throws -> Void = { _, _ in }, checking: () -> Void = {}
  ) throws {
    let source = try handle.open()
    guard sqlite3_txn_state(source, "main") != SQLITE_TXN_WRITE else {
      throw SQLiteError(code: .misuse, message: "A backup cannot be taken inside a write transaction")
    }
    let file = try NewFile(DatabasePath(path))
    do {
      let target = try Connection(path: path, mode: .readWrite)
      try copy(into: target, pagesPerStep: max(1, pagesPerStep), progress)
      try target.close()
      checking()
      try verify(path)
    } catch {
      file.remove()
      throw error
    }
  }

  /// Copies the whole database, as `backup` does, for this process alone: into a file without a name, which ends with
  /// the connection, even if the process is killed. A stop request to this connection stops the copy.
  ///
  /// - Throws: as `backup`; `isFull` and `isCannotOpen` are about the folder for temporary files.
  package func privateCopy(
    progress: (_ remaining: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> Connection {
    let target = try Connection.inNamelessFile(copyOf: path)
    try copy(into: target, pagesPerStep: 1_024, progress)
    target.setInterruptCheck(every: 4_000, handle.callbacks.interruptCheck)
    return target
  }

  /// Has another database hold what this one does, and nothing else, in one step: of what it held before nothing is left
  /// in its file. A stop request does not keep it from that.
  ///
  /// - Throws: `isBusy` when another process had it locked until the deadline; an error while `target` is read from or
  ///   written to.
  package func replaceAll(in target: Connection) throws {
    setInterruptCheck(nil)
    try copy(into: target, pagesPerStep: -1) { _, _ in }
  }

  private func copy(
    into target: Connection, pagesPerStep: Int32, _ progress: (Int, Int) throws -> Void
  ) throws {
    guard let backup = sqlite3_backup_init(target.handle.database, "main", try handle.open(), "main") else {
      throw target.handle.error(sqlite3_extended_errcode(target.handle.database))
    }
    do {
      try step(backup, pagesPerStep, progress)
    } catch {
      let code = sqlite3_backup_finish(backup)
      // Only now the copy's connection knows which call of the system failed.
      if let fault = error as? SQLiteError, fault.code.rawValue == code { throw target.handle.error(code) }
      throw error
    }
    let code = sqlite3_backup_finish(backup)
    guard code == SQLITE_OK else { throw target.handle.error(code) }
  }

  private func step(_ backup: OpaquePointer, _ pagesPerStep: Int32, _ progress: (Int, Int) throws -> Void) throws {
    var restarts = 0
    var left = Int32.max
    while true {
      handle.startWait()
      var code: Int32
      repeat {
        code = sqlite3_backup_step(backup, restarts < 3 ? pagesPerStep : -1)
      } while (code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED) && handle.callbacks.pause()
      guard code == SQLITE_OK || code == SQLITE_DONE else { throw handle.error(code) }
      let remaining = sqlite3_backup_remaining(backup)
      // Each step reduces the remaining pages, unless the copy started over.
      if remaining >= left { restarts += 1 }
      left = remaining
      try progress(Int(remaining), Int(sqlite3_backup_pagecount(backup)))
      if code == SQLITE_DONE { return }
      guard !handle.callbacks.shouldStop() else { throw handle.error(SQLITE_INTERRUPT) }
    }
  }

  /// Through a connection of its own, so that pages come from the file and not from the writer's memory.
  private func verify(_ path: String) throws {
    let copy = try Connection(path: path, mode: .readOnly)
    copy.setInterruptCheck(handle.callbacks.interruptCheck)
    let faults = try copy.integrityCheck()
    guard faults.isEmpty else {
      throw SQLiteError(code: .corrupt, message: "The copy is damaged: \(faults.joined(separator: "; "))")
    }
    try copy.close()
  }
}

/// Write-ahead logging, which another program may have switched on: it is a property of the file.
///
/// What was committed last is then in a second file, `-wal`, until some program moves it over: a copy of the database
/// alone misses it, and what was erased is still there.
extension Connection {
  /// Whether the file keeps a write-ahead log.
  package var hasWriteAheadLog: Bool { get throws(SQLiteError) { try journalMode == "wal" } }

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
