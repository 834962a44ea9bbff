import CSQLite
import Platform

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
