/// One numbered step of the schema.
package struct Migration: Sendable {
  /// The `user_version` the database has afterwards.
  package let version: Int
  private let bytes: @Sendable () -> [UInt8]

  /// Made when it is asked for: most commands only want to know the newest version.
  package var sql: String { String(decoding: bytes(), as: UTF8.self) }

  init(version: Int, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]) {
    self.version = version
    self.bytes = bytes
  }
}

/// All steps in order, compiled into the program. A step is frozen once shipped.
package let migrations: [Migration] = [
  Migration(version: 1, PackageResources.V001__initial_sql),
  Migration(version: 2, PackageResources.V002__exchange_sql),
]
