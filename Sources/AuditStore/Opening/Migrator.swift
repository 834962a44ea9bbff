import Migrations
import SQLite

/// Brings an older schema up to date, step by step, in one transaction.
enum Migrator {
  static var all: [Migration] { migrations }
  static var newestVersion: Int { migrations.last?.version ?? 0 }

  /// Migrates after a verified backup; of two processes that try at once one does it and the other finds it done.
  static func migrate(_ database: Connection, path: String, environment: StoreEnvironment) throws {
    let before = Int(try database.userVersion)
    guard before < newestVersion else { return }
    try database.backup(to: "\(path).before-version-\(newestVersion)-\(environment.newIdentifier())")
    try database.write {
      let version = Int(try database.userVersion)
      for migration in all where migration.version > version {
        try database.execute(migration.sql)
        try database.setUserVersion(Int32(migration.version))
      }
    }
  }
}
