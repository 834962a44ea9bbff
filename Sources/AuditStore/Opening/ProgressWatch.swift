import SQLite

/// Who looks on while long work is done: shows that it goes on, and has it end early.
package struct ProgressWatch {
  /// Asked again and again while SQLite works or waits: whether to stop. Unfinished writes are then rolled back.
  package var shouldStop: () -> Bool
  /// Told what is done now, in words for people: `Checking the copy`.
  package var stage: (String) -> Void
  /// Told with true that a transaction writes, and with false that it has ended: cut off in between, it would be for
  /// the next process to take back.
  package var hold: (Bool) -> Void

  package init(
    shouldStop: @escaping () -> Bool = { false }, stage: @escaping (String) -> Void = { _ in },
    hold: @escaping (Bool) -> Void = { _ in }
  ) {
    self.shouldStop = shouldStop
    self.stage = stage
    self.hold = hold
  }
}

extension Connection {
  /// Opens a file and reports to the watch.
  ///
  /// - Throws: as `init`, and `cannotOpen` for a file with other names; `FileState.explain` says which it is.
  static func open(
    path: String, mode: Connection.Mode, _ environment: StoreEnvironment
  ) throws(SQLiteError) -> Connection {
    if FileState.otherNames(of: path) > 0 {
      throw SQLiteError(code: .cannotOpen, message: "the file has more than one name")
    }
    let database = try Connection(path: path, mode: mode)
    // Some dozens of microseconds.
    database.setInterruptCheck(every: 4_000, environment.watch.shouldStop)
    database.setHold(environment.watch.hold)
    return database
  }
}
