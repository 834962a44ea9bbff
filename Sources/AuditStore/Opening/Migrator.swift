import Migrations
import Platform
import SQLite

/// Brings an older schema up to date, step by step, in one transaction.
enum Migrator {
  static var all: [Migration] { migrations }
  static var newestVersion: Int { migrations.last?.version ?? 0 }

  /// Migrates after a verified backup; of two processes that try at once one does it and the other finds it done.
  static func migrate(_ database: Connection, path: String, environment: StoreEnvironment) throws {
    let before = Int(try database.userVersion)
    guard before < newestVersion else { return }
    environment.watch.stage("Upgrading the tracker")
    let copy = try backUp(database, path: path, environment: environment)
    do {
      try step(database, path: path, environment: environment)
    } catch {
      let fault = error as? SQLiteError
      // Nothing was changed, so nothing is needed of the copy; another try makes another.
      if fault?.commitFailed != true { FileState.remove(copy) }
      guard let fault, fault.primaryCode == .error else { throw error }
      let detail = "its tables do not match its schema version, \(before) (\(fault.message))"
      throw StoreError.damaged(path: path, detail: detail)
    }
  }

  private static func step(_ database: Connection, path: String, environment: StoreEnvironment) throws {
    try database.write {
      let version = Int(try database.userVersion)
      for migration in all where migration.version > version {
        try database.execute(migration.sql)
        try database.setUserVersion(Int32(migration.version))
      }
      guard version < newestVersion else { return }
      // What was kept for a newer version may be for this one.
      let writer = try Writer(database: database, path: path, environment: environment)
      try writer.takeUpKept()
      // What is shown follows from the entries by the rules of this version.
      try writer.rebuild()
      try writer.finish()
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
