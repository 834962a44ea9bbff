import CSQLite

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
    guard let name = DatabasePath(path) else {
      throw SQLiteError(code: .cannotOpen, message: "The path is empty or contains a NUL character")
    }
    let file = try NewFile(name)
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
