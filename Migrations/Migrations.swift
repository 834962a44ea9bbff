/// One numbered step of the schema.
package struct Migration: Sendable {
  /// The `user_version` the database has afterwards.
  package let version: Int
  package let sql: String
}

/// All steps in order, compiled into the program. A step is frozen once shipped.
package let migrations: [Migration] = [
  Migration(version: 1, sql: String(decoding: PackageResources.V001__initial_sql, as: UTF8.self)),
  Migration(version: 2, sql: String(decoding: PackageResources.V002__exchange_sql, as: UTF8.self)),
]
