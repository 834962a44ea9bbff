import CSQLite

/// One open database. Not to be shared between threads; each opens its own.
///
/// Everything that makes SQLite careful is on from the start, see `Settings`.
package final class Connection {
  /// What may be done to the file.
  package enum Mode: Sendable {
    /// Nothing is written. Fails if the file is missing.
    case readOnly
    /// Fails if the file is missing. **SQLite opens a file that may only be read as well**: ask `isReadOnly`.
    case readWrite
    /// As `readWrite`, and a missing file is made.
    case create
  }

  /// The kind of block (`read`, `write`) the code that runs now stands in.
  enum Scope {
    case none, reading, writing
  }

  /// As given when it was opened.
  package let path: String
  package let mode: Mode
  let handle: Handle
  var scope = Scope.none

  /// Opens the file and reads its schema.
  ///
  /// - Parameters:
  ///   - path: a path of any form (`file:x` and `:memory:` are names of files). A symbolic link is refused
  ///     as the file itself and followed as a directory on the way.
  ///   - busyDeadline: how long one statement waits for other connections, in milliseconds.
  ///   - seed: of the random pauses while it waits; tests fix it.
  /// - Throws: `isCannotOpen` (missing, directory, link, forbidden: see `systemError`), `isCorrupt` (not a database,
  ///   cut short, or beside a journal that is not of it), `isBusy`. An empty file is an empty database here.
  package init(
    path: String, mode: Mode, busyDeadline: Int = 30_000, seed: UInt64? = nil
  ) throws(SQLiteError) {
    guard let name = DatabasePath(path) else {
      throw SQLiteError(code: .cannotOpen, message: "The path is empty or contains a NUL character")
    }
    self.path = path
    self.mode = mode
    try Companions.look(beside: name)
    let callbacks = Callbacks(deadline: busyDeadline, seed: seed)
    handle = try Handle(path: name, flags: mode.flags, callbacks: callbacks)
    try Settings.apply(to: handle)
  }

  private init(unnamed: Handle.Unnamed, of path: String = "") throws(SQLiteError) {
    self.path = path
    mode = .create
    let callbacks = Callbacks(deadline: 0, seed: nil)
    handle = try Handle(unnamed, flags: mode.flags, callbacks: callbacks)
    try Settings.apply(to: handle)
  }

  /// A database that no other connection can see and that ends with this one.
  package static func inMemory() throws(SQLiteError) -> Connection {
    try Connection(unnamed: .inMemory)
  }

  /// A database in a file without a name, in the folder for temporary files: no other connection can see it, and it is
  /// gone with this one, even if the process is killed.
  ///
  /// - Parameter path: of what it is a copy of: `path` gives it, for messages.
  static func inNamelessFile(copyOf path: String) throws(SQLiteError) -> Connection {
    try Connection(unnamed: .inNamelessFile, of: path)
  }

  /// Closes now instead of when the last reference goes. Closing twice is fine; any other use afterwards throws
  /// `misuse`.
  ///
  /// - Throws: `isBusy` while a `Statement` is still held somewhere; the connection stays open then.
  package func close() throws(SQLiteError) {
    try handle.close()
  }

  /// Has `hold` called with true when a transaction that writes has begun, and with false when it has ended: if
  /// the process is stopped in between, the next one has to roll back what is half done.
  package func setHold(_ hold: ((Bool) -> Void)?) {
    handle.callbacks.hold = hold
  }

  /// Asks `shouldStop` about every `operations` steps of SQLite's virtual machine (1 000 are some microseconds), and
  /// between the pauses of a wait for a lock. A running statement then ends with `isInterrupted`, a waiting one with
  /// `isBusy`. `nil` asks no more. The closure lives as long as the connection: it should not hold it.
  package func setInterruptCheck(every operations: Int32 = 1_000, _ shouldStop: (() -> Bool)?) {
    guard let database = handle.database else { return }
    handle.callbacks.interruptCheck = shouldStop
    guard shouldStop != nil else {
      sqlite3_progress_handler(database, 0, nil, nil)
      return
    }
    sqlite3_progress_handler(
      database, max(1, operations),
      { context in
        guard let context else { return 0 }
        return Unmanaged<Callbacks>.fromOpaque(context).takeUnretainedValue().shouldStop() ? 1 : 0
      }, Unmanaged.passUnretained(handle.callbacks).toOpaque())
  }
}

extension Connection.Mode {
  /// NOMUTEX: a connection stays on its thread. NOFOLLOW: the file is not a symbolic link. No URI flag.
  fileprivate var flags: Int32 {
    let always = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    switch self {
    case .readOnly: return always | SQLITE_OPEN_READONLY
    case .readWrite: return always | SQLITE_OPEN_READWRITE
    case .create: return always | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
  }
}
