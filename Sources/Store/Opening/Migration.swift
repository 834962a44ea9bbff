import SchemaData

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
    self.version = version
    self.file = file
  }

  /// All steps in order, compiled into the program.
  static let all: [Migration] = [
    Migration(version: 1, migration_initial()),
    Migration(version: 2, migration_transition_context()),
    Migration(version: 3, migration_following()),
    Migration(version: 4, migration_named_by()),
  ]
}
