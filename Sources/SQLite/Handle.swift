import CSQLite
import Platform

/// Owns the database pointer, what SQLite calls back, and statements that wait to be used again.
///
/// Statements and the connection share it, so that the database outlives the last of them, in any order.
final class Handle {
  let callbacks: Callbacks
  private(set) var database: OpaquePointer?
  private var pool = StatementPool()

  /// Databases that no path leads to, by the names SQLite has for them.
  enum Unnamed: String {
    case inMemory = ":memory:"
    case inNamelessFile = ""
  }

  convenience init(path: DatabasePath, flags: Int32, callbacks: Callbacks) throws(SQLiteError) {
    // For reading SQLite would open a directory, and then fail to read it.
    if path.isDirectory {
      throw SQLiteError(code: .cannotOpenDirectory, message: "The path is a directory", systemError: EISDIR)
    }
    try self.init(name: path.bytes, flags: flags, callbacks: callbacks)
  }

  convenience init(_ unnamed: Unnamed, flags: Int32, callbacks: Callbacks) throws(SQLiteError) {
    try self.init(name: Array(unnamed.rawValue.utf8CString), flags: flags, callbacks: callbacks)
  }

  private init(name: [CChar], flags: Int32, callbacks: Callbacks) throws(SQLiteError) {
    _ = Library.isConfigured
    self.callbacks = callbacks
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard let opened else { throw SQLiteError(code: .noMemory, message: "Out of memory while opening the database") }
    database = opened
    sqlite3_extended_result_codes(opened, 1)
    // What open returns itself has no detail: extended codes are off until there is a connection.
    guard code == SQLITE_OK else { throw error(sqlite3_extended_errcode(opened)) }
    startWait()
  }

  deinit {
    pool.removeAll()
    sqlite3_close_v2(database)
  }

  /// The database, or the error for calls after `close()`.
  func open() throws(SQLiteError) -> OpaquePointer {
    guard let database else { throw SQLiteError(code: .misuse, message: "The connection is closed") }
    return database
  }

  /// Closes now. Fails with `busy` while statements are held elsewhere; everything stays usable then.
  func close() throws(SQLiteError) {
    guard let database else { return }
    pool.removeAll()
    let code = sqlite3_close(database)
    guard code == SQLITE_OK else { throw error(code) }
    self.database = nil
  }

  /// Installs the busy handler, or installs it again, which is the only way to set SQLite's count of tries to zero.
  ///
  /// SQLite does that by itself when a statement starts to run, but not when preparing one reads a changed schema, and
  /// not between the steps of a backup: there, the wait of an earlier statement would count as time already spent.
  func startWait() {
    callbacks.startOver()
    sqlite3_busy_handler(
      database,
      { context, count in
        guard let context else { return 0 }
        let callbacks = Unmanaged<Callbacks>.fromOpaque(context).takeUnretainedValue()
        if count == 0 { callbacks.startOver() }
        return callbacks.pause() ? 1 : 0
      }, Unmanaged.passUnretained(callbacks).toOpaque())
  }

  /// Stops every statement at its row, so that nothing blocks a rollback.
  func resetStatements() {
    var statement = sqlite3_next_stmt(database, nil)
    while let current = statement {
      sqlite3_reset(current)
      statement = sqlite3_next_stmt(database, current)
    }
  }

  func takeFromPool(_ sql: String) -> OpaquePointer? {
    pool.take(StatementPool.Key(sql: sql))
  }

  func giveBack(_ statement: OpaquePointer, _ key: StatementPool.Key?) {
    if let key, database != nil {
      pool.put(statement, key)
    } else {
      sqlite3_finalize(statement)
    }
  }

  /// The error behind `code`, with SQLite's message where that message belongs to this code.
  func error(_ code: Int32, sql: String? = nil) -> SQLiteError {
    let isLast = sqlite3_extended_errcode(database) == code
    let text = isLast ? sqlite3_errmsg(database) : sqlite3_errstr(code)
    let message = text.map { String(cString: $0) } ?? "Unknown error"
    let result = ResultCode(rawValue: code)
    let hasCause = isLast && [.cannotOpen, .ioError, .full].contains(result.primary)
    let cause = hasCause ? sqlite3_system_errno(database) : 0
    return SQLiteError(code: result, message: message, sql: sql, systemError: cause)
  }
}
