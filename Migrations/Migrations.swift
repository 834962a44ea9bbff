/// One numbered step of the schema.
package struct Migration: Sendable {
  /// The `user_version` the database has afterwards.
  package let version: Int
  private let bytes: @Sendable () -> [UInt8]

  /// The step without its comments: SQLite keeps a definition as it was given, and reads it at each start.
  ///
  /// Made when it is asked for: most commands only want to know the newest version.
  package var sql: String {
    let dash = UInt8(ascii: "-")
    let lines = bytes().split(separator: UInt8(ascii: "\n")).map { line in
      // No text in a step has two hyphens in it.
      let comment = line.indices.first { $0 + 1 < line.endIndex && line[$0] == dash && line[$0 + 1] == dash }
      return line[..<(comment ?? line.endIndex)].split(separator: UInt8(ascii: " ")).joined(separator: [0x20]).map {
        $0
      }
    }
    return String(decoding: lines.filter { !$0.isEmpty }.joined(separator: [0x0a]).map { $0 }, as: UTF8.self)
  }

  init(version: Int, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]) {
    self.version = version
    self.bytes = bytes
  }
}

/// All steps in order, compiled into the program. A step is frozen once shipped.
package let migrations: [Migration] = [
  Migration(version: 1, PackageResources.V001__initial_sql),
  Migration(version: 2, PackageResources.V002__transition_context_sql),
  Migration(version: 3, PackageResources.V003__following_sql),
  Migration(version: 4, PackageResources.V004__named_by_sql),
]
