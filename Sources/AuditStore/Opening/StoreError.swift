package import SQLite

/// Why a tracker cannot be opened, read or written. Nothing was changed unless the case says so.
package enum StoreError: Error {
  /// There is no database at the path.
  case missing(path: String)
  /// `init` found one there already.
  case exists(path: String)
  /// The file is not a tracker of ours: another program's database, or none at all.
  case foreign(path: String)
  /// Written by a newer program: readable, not writable.
  case newer(path: String, version: Int)
  /// SQLite finds the file damaged or cut short.
  case damaged(path: String, detail: String)
  /// The file, its folder or its file system does not allow writing.
  case readOnly(path: String)
  /// The file is of an older schema, and it or its folder does not allow writing.
  case notUpgraded(path: String, version: Int)
  /// The file was moved or deleted, or another one was put in its place, while it was open.
  case moved(path: String)
  /// The disk is full.
  case full(path: String)
  /// The file has this number of other names (hard links); by one name SQLite does not find the journal of another.
  case linked(path: String, others: Int)
  /// This process, or the whole system, may not have more files open.
  case tooManyFiles(path: String)
  /// Another process held the database beyond the deadline.
  case busy(path: String)
  /// The file or folder cannot be opened or created.
  case unreachable(path: String, detail: String)
  /// The commit failed; whether it took effect is unknown.
  case commitUnknown(path: String, detail: String)
  /// Work was stopped on request; nothing of it was kept.
  case interrupted
  /// Any other answer of SQLite.
  case sqlite(SQLiteError)

  /// What an error of SQLite means for a tracker.
  init(_ error: SQLiteError, path: String) {
    if FileState.isTooManyFiles(error.systemError) {
      self = .tooManyFiles(path: path)
    } else if error.isBusy {
      self = .busy(path: path)
    } else if error.code == .readOnlyMoved {
      self = .moved(path: path)
    } else if error.isReadOnly {
      self = .readOnly(path: path)
    } else if error.isFull {
      self = .full(path: path)
    } else if error.primaryCode == .notADatabase {
      self = .foreign(path: path)
    } else if error.isCorrupt {
      self = .damaged(path: path, detail: error.message)
    } else if error.isCannotOpen {
      self = FileState.explain(path)
    } else if error.isInterrupted {
      self = .interrupted
    } else if error.commitFailed {
      self = .commitUnknown(path: path, detail: error.message)
    } else if error.isIOError {
      self = .unreachable(path: path, detail: error.message)
    } else {
      self = .sqlite(error)
    }
  }
}

/// A write that was understood and refused; nothing of its transaction was kept.
package enum Refusal: Error, Equatable {
  case unknownComponent(String)
  case unknownCheck(String)
  case unknownRecord(kind: String, key: String)
  case recordExists(kind: String, key: String)
  case recordDeleted(kind: String, key: String)
  case unknownStyle(String)
  case invalid(String)
  /// More items in scope than can be listed.
  case tooManyItems
}
