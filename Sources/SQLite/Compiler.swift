import CSQLite

/// SQL text into statements, one after the other.
struct Compiler {
  let handle: Handle
  let bytes: [UInt8]
  private(set) var offset = 0

  /// - Throws: `misuse` when the text has a NUL in it, where SQLite would silently stop reading.
  init(handle: Handle, sql: String) throws(SQLiteError) {
    self.handle = handle
    self.bytes = Array(sql.utf8)
    guard !bytes.contains(0) else {
      throw SQLiteError(code: .misuse, message: "SQL text contains a NUL character", sql: sql)
    }
    guard bytes.count < 1 << 30 else { throw SQLiteError(code: .tooBig, message: "SQL text is too long") }
  }

  /// - Parameter isPersistent: the statement will be kept for a while.
  /// - Returns: the next statement, `nil` when only spaces and comments are left.
  mutating func next(isPersistent: Bool = false) throws(SQLiteError) -> OpaquePointer? {
    let database = try handle.open()
    while offset < bytes.count {
      handle.startWait()
      var statement: OpaquePointer?
      let start = offset
      var used = 0
      let code = bytes.withUnsafeBytes { buffer -> Int32 in
        // Not empty, so there is a base address.
        guard let base = buffer.baseAddress else { return SQLITE_NOMEM }
        let text = base.advanced(by: start).assumingMemoryBound(to: CChar.self)
        var tail: UnsafePointer<CChar>?
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let result = sqlite3_prepare_v3(database, text, Int32(buffer.count - start), flags, &statement, &tail)
        used = tail.map { $0 - text } ?? 0
        return result
      }
      guard code == SQLITE_OK else { throw handle.error(code, sql: String(decoding: bytes[start...], as: UTF8.self)) }
      // No step forward would mean no end; SQLite always consumes something it accepted.
      offset = used > 0 ? start + used : bytes.count
      if let statement { return statement }
    }
    return nil
  }

  /// The only statement of the text.
  /// - Throws: `misuse` when there is none or more than one.
  static func single(_ sql: String, handle: Handle, isPersistent: Bool) throws(SQLiteError) -> OpaquePointer {
    var compiler = try Compiler(handle: handle, sql: sql)
    guard let statement = try compiler.next(isPersistent: isPersistent) else {
      throw SQLiteError(code: .misuse, message: "SQL text has no statement in it", sql: sql)
    }
    var another: OpaquePointer?
    do {
      another = try compiler.next()
    } catch {
      sqlite3_finalize(statement)
      throw error
    }
    guard let another else { return statement }
    sqlite3_finalize(another)
    sqlite3_finalize(statement)
    throw SQLiteError(code: .misuse, message: "SQL text has more than one statement in it", sql: sql)
  }
}
