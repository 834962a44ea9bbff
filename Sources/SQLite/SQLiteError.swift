import Base
import CSQLite

/// What SQLite answered when it did not do what it was asked.
///
/// Match by `code`, `primaryCode` or the `is…` properties, never by `message`. Bound values are never part of it.
package struct SQLiteError: Error, Equatable {
  package let code: ResultCode

  /// SQLite's own words, or ours where this layer refused.
  package let message: String

  /// The text of the statement, with placeholders and without the values bound to them.
  package let sql: String?

  /// `errno` of the system call behind `cannotOpen`, `ioError` or `full`, 0 where there is none.
  ///
  /// It tells a missing file (`ENOENT`) from a forbidden one (`EACCES`) and from one in the way (`EEXIST`).
  package let systemError: Int32

  /// The error came from COMMIT. **The result of the transaction is unknown**: it may or may not be on disk, though
  /// nothing of it is pending any more. Only work that may safely be done twice should be done again.
  package var commitFailed = false

  package init(code: ResultCode, message: String, sql: String? = nil, systemError: Int32 = 0) {
    (self.code, self.message, self.sql, self.systemError) = (code, message, sql, systemError)
  }

  /// The low byte of `code`.
  package var primaryCode: ResultCode { code.primary }
}

extension SQLiteError {
  /// Another process held the lock until the deadline.
  package var isBusy: Bool { primaryCode == .busy || primaryCode == .locked }

  /// The file, its directory or the connection does not allow writing.
  package var isReadOnly: Bool { primaryCode == .readOnly }

  /// The disk or quota is full.
  package var isFull: Bool { primaryCode == .full }

  /// The file is damaged, cut short, or no database at all.
  package var isCorrupt: Bool { primaryCode == .corrupt || primaryCode == .notADatabase }

  /// The file is missing, a directory, a symbolic link, or out of reach; see `systemError`.
  package var isCannotOpen: Bool { primaryCode == .cannotOpen }

  /// The interrupt check stopped the statement.
  package var isInterrupted: Bool { primaryCode == .interrupted }

  /// The operating system failed to read, write, sync or lock.
  package var isIOError: Bool { primaryCode == .ioError }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String {
    var text = "SQLite \(code.rawValue): \(message)"
    if systemError != 0 { text += " (errno \(systemError))" }
    if commitFailed { text += ", during COMMIT: whether it was stored is unknown" }
    if let sql { text += ", in: \(sql)" }
    return text
  }
}

/// A result code of SQLite, primary or extended.
///
/// The low byte is the primary code; the rest narrows it down. Source: https://www.sqlite.org/rescode.html
package struct ResultCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// `detail` is the number SQLite's header shifts into the second byte, as in `SQLITE_CANTOPEN | (6<<8)`.
  private init(_ primary: ResultCode, _ detail: Int32) {
    self.init(rawValue: primary.rawValue | (detail << 8))
  }
}

/// Primary codes.
extension ResultCode {
  package static let error = ResultCode(rawValue: 1)
  package static let abort = ResultCode(rawValue: 4)
  package static let busy = ResultCode(rawValue: 5)
  package static let locked = ResultCode(rawValue: 6)
  package static let noMemory = ResultCode(rawValue: 7)
  package static let readOnly = ResultCode(rawValue: 8)
  package static let interrupted = ResultCode(rawValue: 9)
  package static let ioError = ResultCode(rawValue: 10)
  package static let corrupt = ResultCode(rawValue: 11)
  package static let full = ResultCode(rawValue: 13)
  package static let cannotOpen = ResultCode(rawValue: 14)
  package static let tooBig = ResultCode(rawValue: 18)
  package static let misuse = ResultCode(rawValue: 21)
  package static let range = ResultCode(rawValue: 25)
  package static let notADatabase = ResultCode(rawValue: 26)
}

/// Extended codes that someone decides by.
extension ResultCode {
  /// The file was moved or deleted since it was opened.
  package static let readOnlyMoved = ResultCode(readOnly, 4)
  package static let cannotOpenDirectory = ResultCode(cannotOpen, 2)
}

/// Questions about the health of the file.
extension Connection {
  /// Structure, constraints and that indices and tables agree; time grows with the file.
  /// - Returns: what is wrong, at most 100 sentences of SQLite; empty when nothing is.
  /// - Throws: `isCorrupt` when the file is too broken to look further.
  package func integrityCheck() throws(SQLiteError) -> [String] {
    let statement = try cached("PRAGMA integrity_check(100)")
    var lines: [String] = []
    while try statement.step() { lines.append(statement.text(0)) }
    return lines == ["ok"] ? [] : lines
  }
}

/// A file that was not there before: SQLite has no mode that insists on making one.
struct NewFile {
  private let path: DatabasePath

  /// Makes the file, empty, for its owner alone.
  ///
  /// - Throws: `cannotOpen`, with `EEXIST` as `systemError` when something is there, a link included.
  init(_ path: DatabasePath) throws(SQLiteError) {
    self.path = path
    let descriptor = open(path.bytes, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let cause = errno
      let message = cause == EEXIST ? "The file already exists" : "The file cannot be created"
      throw SQLiteError(code: .cannotOpen, message: message, systemError: cause)
    }
    // Closing drops the locks of this process on the file; a moment after it was made there are none.
    close(descriptor)
  }

  /// Removes it again, with the journal SQLite may have made for it.
  func remove() {
    unlink(path.bytes)
    unlink(path.appending("-journal"))
  }
}
