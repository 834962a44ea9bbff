/// What SQLite answered when it did not do what it was asked.
///
/// Match by `code`, `primaryCode` or the `is…` properties, never by `message`. Bound values are never part of it.
package struct SQLiteError: Error, Equatable {
  /// The extended result code.
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
    self.code = code
    self.message = message
    self.sql = sql
    self.systemError = systemError
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
