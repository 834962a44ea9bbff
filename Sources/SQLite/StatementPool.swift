import CSQLite

/// Unused prepared statements, by their SQL text.
struct StatementPool {
  /// SQL text compared byte by byte: two spellings of "é" are one String for Swift and two literals for SQLite.
  struct Key: Hashable {
    let sql: String

    static func == (left: Key, right: Key) -> Bool {
      left.sql.hasSameBytes(as: right.sql)
    }

    func hash(into hasher: inout Hasher) {
      let isContiguous: Void? = sql.utf8.withContiguousStorageIfAvailable {
        hasher.combine(bytes: UnsafeRawBufferPointer($0))
      }
      if isContiguous == nil {
        for byte in sql.utf8 { hasher.combine(byte) }
      }
    }
  }

  /// More than a program has fixed texts; made-up ones (filters) push each other out.
  static let capacity = 128

  private var idle: [Key: OpaquePointer] = [:]

  mutating func take(_ key: Key) -> OpaquePointer? {
    idle.removeValue(forKey: key)
  }

  /// Resets the statement, forgets its values and keeps it, unless there is one with the same text.
  mutating func put(_ statement: OpaquePointer, _ key: Key) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if idle.count >= Self.capacity, let (old, victim) = idle.first {
      idle[old] = nil
      sqlite3_finalize(victim)
    }
    if let twin = idle.updateValue(statement, forKey: key) {
      sqlite3_finalize(twin)
    }
  }

  mutating func removeAll() {
    for statement in idle.values { sqlite3_finalize(statement) }
    idle.removeAll()
  }
}
