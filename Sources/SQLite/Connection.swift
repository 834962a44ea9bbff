import Base
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
    let name = try DatabasePath(path)
    (self.path, self.mode) = (path, mode)
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
  package func close() throws(SQLiteError) { try handle.close() }

  /// Has `hold` called with true when a transaction that writes has begun, and with false when it has ended: if
  /// the process is stopped in between, the next one has to roll back what is half done.
  package func setHold(_ hold: ((Bool) -> Void)?) { handle.callbacks.hold = hold }

  /// Has `wait` called between the pauses of a wait for a lock, with how long it is so far, in milliseconds.
  package func setWait(_ wait: ((Int) -> Void)?) { handle.callbacks.wait = wait }

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

  func takeFromPool(_ sql: String) -> OpaquePointer? { pool.take(StatementPool.Key(sql: sql)) }

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

/// A file name made safe to hand to SQLite: always a path, never a URI, `:memory:` or a temporary database.
struct DatabasePath {
  /// The bytes with their terminating zero.
  let bytes: [CChar]

  /// - Throws: for an empty path (SQLite would open a temporary file) or one with a NUL in it (SQLite would open the part
  ///   before it).
  ///
  /// Directories on the way are resolved here, so that NOFOLLOW means the file itself: newer SQLite refuses a link
  /// anywhere in the path, older only at its end, and `/tmp` and `/var` are links on macOS.
  init(_ path: String) throws(SQLiteError) {
    let given = Array(path.utf8)
    guard !given.isEmpty, !given.contains(0) else {
      throw SQLiteError(code: .cannotOpen, message: "The path is empty or contains a NUL character")
    }
    // A relative "file:x" is a URI and ":memory:" a keyword for SQLite; with "./" in front both are plain names.
    let isSpecial = given.starts(with: "file:".utf8) || given.first == UInt8(ascii: ":")
    let plain = (isSpecial ? Array("./".utf8) : []) + given
    bytes = (Self.resolvingDirectory(of: plain) ?? plain).map { CChar(bitPattern: $0) } + [0]
  }

  var isDirectory: Bool {
    var information = stat()
    return stat(bytes, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// The same path with another ending, as SQLite names its journal.
  func appending(_ suffix: String) -> [CChar] {
    bytes.dropLast() + suffix.utf8.map { CChar(bitPattern: $0) } + [0]
  }

  /// - Returns: `nil` when there is no directory part, or it does not exist: then SQLite gives the reason.
  private static func resolvingDirectory(of path: [UInt8]) -> [UInt8]? {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash + 1 < path.count else { return nil }
    let directory = path[..<max(slash, 1)].map { CChar(bitPattern: $0) } + [0]
    guard let resolved = realpath(directory, nil) else { return nil }
    defer { free(resolved) }
    let name = path[(slash + 1)...]
    let parent = UnsafeBufferPointer(start: resolved, count: Int(strlen(resolved))).map { UInt8(bitPattern: $0) }
    return parent == [UInt8(ascii: "/")] ? parent + name : parent + [UInt8(ascii: "/")] + name
  }
}

/// The SQLite library this process runs with.
package enum Library {
  /// Whether the settings of the whole process were accepted, tried once before the first connection opens.
  ///
  /// Memory statistics take a global lock around every allocation: switching them off is worth a tenth of a bulk
  /// import. Someone who used SQLite before us in this process makes it `false`, which costs time and nothing else.
  static let isConfigured = a11y_config_memstatus(0) == SQLITE_OK
}

/// The files that SQLite looks for beside a database, and believes.
///
/// They come along when a folder is handed over. A pipe in the place of one would be waited for without end. And a
/// journal may name another file, which SQLite **deletes** once the journal is played back: that is how it commits to
/// several databases at once, which nothing here ever does.
enum Companions {
  private static let endings = ["-journal", "-wal", "-shm"]
  /// More than any SQLite takes for the name of a file.
  private static let longestName = 1 << 16
  /// How a journal begins, and how one ends that names another file.
  private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// - Throws: `isCorrupt` for what SQLite should not open.
  static func look(beside database: DatabasePath) throws(SQLiteError) {
    for ending in endings {
      let path = database.appending(ending)
      var information = stat()
      guard lstat(path, &information) == 0 else { continue }
      guard information.st_mode & S_IFMT == S_IFREG else {
        throw SQLiteError(
          code: .corrupt, message: "the file with its name and \(ending) is not a regular file")
      }
      if ending == "-journal", namesAnotherFile(path) {
        throw SQLiteError(code: .corrupt, message: "its journal was made to delete another file")
      }
    }
  }

  /// It ends with the name, its length, a sum over it, and the magic. The sum is looked at as well: a journal that was
  /// cut off by a crash must not be taken for one.
  private static func namesAnotherFile(_ journal: [CChar]) -> Bool {
    let file = open(journal, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    let size = Int64(lseek(file, 0, SEEK_END))
    guard let end = bytes(of: file, 16, at: size - 16), end[8...].elementsEqual(magic) else { return false }
    let length = number(end[..<4])
    guard length > 0, length <= longestName, let name = bytes(of: file, length, at: size - 16 - Int64(length)) else {
      return false
    }
    // SQLite adds what C calls `char`, which has a sign on some processors.
    let plain = name.reduce(UInt32(0)) { $0 &+ UInt32($1) }
    let signed = name.reduce(UInt32(0)) { $0 &+ UInt32(truncatingIfNeeded: Int8(bitPattern: $1)) }
    let sum = UInt32(number(end[4..<8]))
    return sum == plain || sum == signed
  }

  private static func bytes(of file: Int32, _ count: Int, at offset: Int64) -> [UInt8]? {
    guard offset >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(file, &bytes, count, off_t(offset)) == count ? bytes : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
