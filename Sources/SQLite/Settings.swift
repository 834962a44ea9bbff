import Base
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

  /// What has no switch. The last two matter on macOS alone, where a plain sync leaves bytes in the drive. Only
  /// `synchronous` reads the file: it loads the schema, which the first statement would do otherwise, and so a file that is
  /// no database is found here. Pages of 8 MB are kept: results name cells in any order, and with the usual 2 MB each was
  /// read again.
  static let pragmas = """
    PRAGMA cell_size_check = 1; PRAGMA mmap_size = 0; PRAGMA secure_delete = 1; PRAGMA synchronous = EXTRA;
    PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1; PRAGMA cache_size = -8192;
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

/// What a connection knows about itself and its file.
extension Connection {
  /// The version of the schema, a number in the file's header for the application to use.
  package var userVersion: Int32 {
    get throws(SQLiteError) { try headerField("PRAGMA user_version") }
  }

  /// Part of the transaction it is called in.
  package func setUserVersion(_ version: Int32) throws(SQLiteError) {
    try execute("PRAGMA user_version = \(version)")
  }

  /// Whose file it is, a number in the file's header; 0 unless someone set it.
  package var applicationID: Int32 {
    get throws(SQLiteError) { try headerField("PRAGMA application_id") }
  }

  /// Part of the transaction it is called in.
  package func setApplicationID(_ identifier: Int32) throws(SQLiteError) {
    try execute("PRAGMA application_id = \(identifier)")
  }

  /// How the file keeps transactions whole: `delete`, unless someone changed it with another program.
  package var journalMode: String {
    get throws(SQLiteError) {
      let statement = try cached("PRAGMA journal_mode")
      return try statement.step() ? statement.text(0) : ""
    }
  }

  /// Rows inserted, updated or deleted by the last such statement, without those of triggers.
  package var changes: Int {
    guard let database = handle.database else { return 0 }
    return Int(sqlite3_changes(database))
  }

  /// Of the last INSERT into a table with row ids; 0 before the first.
  package var lastInsertRowID: Int64 {
    guard let database = handle.database else { return 0 }
    return sqlite3_last_insert_rowid(database)
  }

  /// Whether the file cannot be written through this connection, by `mode` or by its permissions.
  package var isReadOnly: Bool {
    guard let database = handle.database else { return true }
    return sqlite3_db_readonly(database, "main") != 0
  }

  /// Whether the file no longer lies where it was opened: it was moved or deleted, or another one is in its place. What
  /// is committed then is not found by anybody who opens the path.
  package var hasMoved: Bool {
    guard let database = handle.database else { return false }
    var moved: Int32 = 0
    let code = sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  private func headerField(_ pragma: String) throws(SQLiteError) -> Int32 {
    Int32(truncatingIfNeeded: try scalar(pragma) ?? 0)
  }
}

/// What SQLite calls back into while it works: the wait for a lock, and the question whether to stop.
///
/// Owned by the `Handle`, which closes the database before it lets go of this.
final class Callbacks {
  /// Asked now and then while a statement runs or waits; `true` stops it.
  var interruptCheck: (() -> Bool)?

  /// Told between the pauses of a wait for a lock how long it is so far, in milliseconds.
  var wait: ((Int) -> Void)?

  /// Told when a transaction that writes has begun (true) and when it has ended.
  var hold: ((Bool) -> Void)?

  /// True while a rollback runs: it must not be stopped.
  var isUninterruptible = false

  private let deadline: UInt64
  private var started: UInt64?
  private var random: UInt64

  /// - Parameters:
  ///   - deadline: how long one statement waits for a lock, in milliseconds.
  ///   - seed: of the pauses; by default the clock and the process, so that two programs that collide once do not
  ///     keep step afterwards.
  init(deadline: Int, seed: UInt64?) {
    let milliseconds = UInt64(max(0, min(deadline, 86_400_000)))
    self.deadline = milliseconds &* 1_000_000
    self.random = (seed ?? (Clock.nanoseconds ^ (UInt64(UInt32(bitPattern: getpid())) << 32))) | 1
  }

  /// Forgets an earlier wait: the next pause starts the clock.
  func startOver() { started = nil }

  /// Sleeps a random 0.5 to 4 ms.
  ///
  /// SQLite's own handler backs off to 100 ms pauses, and one writer among eight got no turn in 28 s.
  /// - Returns: `false`, at once, when the deadline has passed or the interrupt check says stop.
  func pause() -> Bool {
    let now = Clock.nanoseconds
    let begin = started ?? now
    started = begin
    let waited = now > begin ? now - begin : 0
    guard waited < deadline else { return false }
    wait?(Int(waited / 1_000_000))
    guard !shouldStop() else { return false }
    let length = min(500_000 + nextRandom() % 3_500_001, deadline - waited)
    // At most 4 ms, so the conversion fits; a signal may end the sleep early, which only means one more try.
    var interval = timespec(tv_sec: 0, tv_nsec: Int(length))
    nanosleep(&interval, nil)
    return true
  }

  func shouldStop() -> Bool {
    guard !isUninterruptible, let interruptCheck else { return false }
    return interruptCheck()
  }

  /// xorshift64, by Marsaglia: never zero as long as the seed is not.
  private func nextRandom() -> UInt64 {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return random
  }
}

/// SQL text into statements, one after the other.
struct Compiler {
  let handle: Handle
  let bytes: [UInt8]
  private(set) var offset = 0

  /// - Throws: `misuse` when the text has a NUL in it, where SQLite would silently stop reading.
  init(handle: Handle, sql: String) throws(SQLiteError) {
    self.handle = handle
    self.bytes = Array(sql.utf8)
    guard !bytes.contains(0) else {
      throw SQLiteError(code: .misuse, message: "SQL text contains a NUL character", sql: sql)
    }
    guard bytes.count < 1 << 30 else { throw SQLiteError(code: .tooBig, message: "SQL text is too long") }
  }

  /// - Parameter isPersistent: the statement will be kept for a while.
  /// - Returns: the next statement, `nil` when only spaces and comments are left.
  mutating func next(isPersistent: Bool = false) throws(SQLiteError) -> OpaquePointer? {
    let database = try handle.open()
    while offset < bytes.count {
      handle.startWait()
      var statement: OpaquePointer?
      let start = offset
      var used = 0
      let code = bytes.withUnsafeBytes { buffer -> Int32 in
        // Not empty, so there is a base address.
        guard let base = buffer.baseAddress else { return SQLITE_NOMEM }
        let text = base.advanced(by: start).assumingMemoryBound(to: CChar.self)
        var tail: UnsafePointer<CChar>?
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let result = sqlite3_prepare_v3(database, text, Int32(buffer.count - start), flags, &statement, &tail)
        used = tail.map { $0 - text } ?? 0
        return result
      }
      guard code == SQLITE_OK else { throw handle.error(code, sql: String(decoding: bytes[start...], as: UTF8.self)) }
      // No step forward would mean no end; SQLite always consumes something it accepted.
      offset = used > 0 ? start + used : bytes.count
      if let statement { return statement }
    }
    return nil
  }

  /// The only statement of the text.
  /// - Throws: `misuse` when there is none or more than one.
  static func single(_ sql: String, handle: Handle, isPersistent: Bool) throws(SQLiteError) -> OpaquePointer {
    var compiler = try Compiler(handle: handle, sql: sql)
    guard let statement = try compiler.next(isPersistent: isPersistent) else {
      throw SQLiteError(code: .misuse, message: "SQL text has no statement in it", sql: sql)
    }
    var another: OpaquePointer?
    do {
      another = try compiler.next()
    } catch {
      sqlite3_finalize(statement)
      throw error
    }
    guard let another else { return statement }
    sqlite3_finalize(another)
    sqlite3_finalize(statement)
    throw SQLiteError(code: .misuse, message: "SQL text has more than one statement in it", sql: sql)
  }
}
