import Base
import SQLite
import SchemaData

/// Brings an older schema up to date, step by step, in one transaction.
///
/// A change of how results are folded is a step as well: no earlier program writes to a file of a later schema, so
/// none leaves cells there that it folded by its own rules.
enum Migrator {
  static var newestVersion: Int { Migration.all.last?.version ?? 0 }

  /// Migrates after a verified backup; of two processes that try at once one does it and the other finds it done.
  static func migrate(_ database: Connection, path: String, environment: StoreEnvironment) throws {
    let before = Int(try database.userVersion)
    guard before < newestVersion else { return }
    environment.watch.stage("Upgrading the tracker")
    let copy = try backUp(database, path: path, environment: environment)
    do {
      // Who finds it done needs no copy: the one who did it has made one.
      if try !step(database, path: path, environment: environment) { FileState.remove(copy) }
    } catch {
      let fault = error as? SQLiteError
      // Nothing was changed, so nothing is needed of the copy; another try makes another.
      if fault?.commitFailed != true { FileState.remove(copy) }
      guard let fault, fault.primaryCode == .error else { throw error }
      let detail = "its tables do not match its schema version, \(before) (\(fault.message))"
      throw StoreError.damaged(path: path, detail: detail)
    }
  }

  /// The steps alone, without a backup before them.
  ///
  /// - Returns: whether any was left to do.
  @discardableResult
  static func step(_ database: Connection, path: String, environment: StoreEnvironment) throws -> Bool {
    try database.write {
      let version = Int(try database.userVersion)
      for migration in Migration.all where migration.version > version {
        try database.execute(migration.sql)
        try database.setUserVersion(Int32(migration.version))
      }
      guard version < newestVersion else { return false }
      // What was kept for a newer version may be for this one.
      let writer = try Writer(database: database, path: path, environment: environment)
      try writer.takeUpKept()
      // What is shown follows from the entries by the rules of this version.
      try writer.rebuild()
      try writer.finish()
      return true
    }
  }

  /// The copy has its name only once it is whole and on disk: someone may have to go on from it.
  private static func backUp(
    _ database: Connection, path: String, environment: StoreEnvironment
  ) throws -> String {
    let identifier = environment.newIdentifier()
    let temporary = "\(path).new-\(identifier)"
    UnfinishedFiles.note(temporary)
    defer { UnfinishedFiles.forget(temporary) }
    try database.backup(to: temporary)
    do {
      FileState.sync(temporary)
      let copy = "\(path).before-version-\(newestVersion)-\(identifier)"
      try FileState.renameWithoutReplacing(temporary, to: copy)
      FileState.sync(FileState.folder(of: path))
      return copy
    } catch {
      FileState.remove(temporary)
      throw error
    }
  }
}

/// Who looks on while long work is done: shows that it goes on, and has it end early.
package struct ProgressWatch {
  /// Asked again and again while SQLite works or waits: whether to stop. Unfinished writes are then rolled back.
  package var shouldStop: () -> Bool
  /// Told what is done now, in words for people: `Checking the copy`.
  package var stage: (String) -> Void
  /// Told with true that a transaction writes, and with false that it has ended: cut off in between, it would be for
  /// the next process to take back.
  package var hold: (Bool) -> Void
  /// Told again and again while another process is waited for how long so far, in milliseconds.
  package var wait: (Int) -> Void
  /// Told once a transaction that stores entries is on the disk: what fails from then on does not undo it.
  package var didAdd: () -> Void

  package init(
    shouldStop: @escaping () -> Bool = { false }, stage: @escaping (String) -> Void = { _ in },
    hold: @escaping (Bool) -> Void = { _ in }, wait: @escaping (Int) -> Void = { _ in },
    didAdd: @escaping () -> Void = {}
  ) {
    (self.shouldStop, self.stage, self.hold, self.wait, self.didAdd) = (shouldStop, stage, hold, wait, didAdd)
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
    database.setWait(environment.watch.wait)
    return database
  }
}

/// One numbered step of the schema.
struct Migration: Sendable {
  /// The `user_version` the database has afterwards.
  let version: Int
  private let file: @Sendable () -> migration_file

  /// The step without its comments: SQLite keeps a definition as it was given, and reads it at each start.
  ///
  /// Made when it is asked for: most commands only want to know the newest version.
  var sql: String {
    let file = file()
    var kept: [UInt8] = []
    kept.reserveCapacity(file.count)
    var place = 0
    while place < file.count {
      let byte = file.bytes[place]
      place += 1
      if byte == UInt8(ascii: "-"), place < file.count, file.bytes[place] == byte {
        // No text in a step has two hyphens in it: what follows them is a comment.
        while place < file.count, file.bytes[place] != UInt8(ascii: "\n") { place += 1 }
      } else if byte == UInt8(ascii: "\n") {
        if kept.last == UInt8(ascii: " ") { kept.removeLast() }
        if let last = kept.last, last != byte { kept.append(byte) }
      } else if byte != UInt8(ascii: " ") {
        kept.append(byte)
      } else if let last = kept.last, last != byte, last != UInt8(ascii: "\n") {
        kept.append(byte)
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  init(version: Int, _ file: @autoclosure @escaping @Sendable () -> migration_file) {
    (self.version, self.file) = (version, file)
  }

  /// All steps in order, compiled into the program.
  static let all: [Migration] = [
    Migration(version: 1, migration_initial()),
    Migration(version: 2, migration_transition_context()),
    Migration(version: 3, migration_following()),
    Migration(version: 4, migration_named_by()),
    Migration(version: 5, migration_rules()),
    Migration(version: 6, migration_held()),
    Migration(version: 7, migration_requests_features()),
    Migration(version: 8, migration_answers()),
    Migration(version: 9, migration_settings_sessions()),
    Migration(version: 10, migration_authors_undo()),
    Migration(version: 11, migration_direct_sights()),
  ]
}
