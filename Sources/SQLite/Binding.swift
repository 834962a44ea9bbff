import CSQLite

/// Values into parameters. Each throws `range` for a parameter that does not exist, `misuse` on a statement that is
/// between two rows, and `tooBig` beyond the limit of 64 MiB; `nil` binds NULL.
extension Statement {
  package func bind(_ value: Int64?, at index: Int32) throws(SQLiteError) {
    guard let value else { return try bindNull(at: index) }
    try check(sqlite3_bind_int64(pointer, index, value))
  }

  package func bind(_ value: Int?, at index: Int32) throws(SQLiteError) {
    guard let value else { return try bindNull(at: index) }
    try check(sqlite3_bind_int64(pointer, index, Int64(value)))
  }

  package func bind(_ value: Double?, at index: Int32) throws(SQLiteError) {
    guard let value else { return try bindNull(at: index) }
    try check(sqlite3_bind_double(pointer, index, value))
  }

  /// A NUL inside is kept.
  package func bind(_ value: String?, at index: Int32) throws(SQLiteError) {
    guard var value else { return try bindNull(at: index) }
    try check(value.withUTF8 { bindText($0, at: index, a11y_transient()) })
  }

  package func bind(_ value: [UInt8]?, at index: Int32) throws(SQLiteError) {
    guard let value else { return try bindNull(at: index) }
    try check(value.withUnsafeBufferPointer { bindBlob($0, at: index, a11y_transient()) })
  }

  package func bind(_ value: Value, at index: Int32) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let value): try bind(value, at: index)
    case .real(let value): try bind(value, at: index)
    case .text(let value): try bind(value, at: index)
    case .blob(let value): try bind(value, at: index)
    }
  }

  /// All parameters in order.
  /// - Throws: `range` unless there are exactly as many values as parameters.
  package func bind(_ values: [Value]) throws(SQLiteError) {
    guard values.count == Int(parameterCount) else {
      let message = "\(values.count) values for \(parameterCount) parameters"
      throw SQLiteError(code: .range, message: message, sql: sql)
    }
    var index: Int32 = 0
    for value in values {
      index &+= 1  // at most 2 000 parameters
      try bind(value, at: index)
    }
  }

  package func bindNull(at index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_null(pointer, index))
  }
}

/// Borrowed bytes, for hot loops: nothing is copied.
///
/// **The memory must stay where it is, unchanged, until another value is bound to the parameter, `clearBindings()`, or
/// the end of the statement**; it does not have to live on if the statement is not stepped in between. Text should be
/// UTF-8; SQLite does not check, and reading it back repairs it.
extension Statement {
  package func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) throws(SQLiteError) {
    try check(bindText(text, at: index, nil))
  }

  package func bind(blob: UnsafeBufferPointer<UInt8>, at index: Int32) throws(SQLiteError) {
    try check(bindBlob(blob, at: index, nil))
  }
}

extension Statement {
  /// - Parameter destructor: `nil` is SQLITE_STATIC.
  private func bindText(
    _ text: UnsafeBufferPointer<UInt8>, at index: Int32, _ destructor: sqlite3_destructor_type?
  ) -> Int32 {
    // A null pointer would bind NULL, and an empty buffer may have one.
    let empty: StaticString = ""
    let start = UnsafeRawPointer(text.baseAddress ?? empty.utf8Start).assumingMemoryBound(to: CChar.self)
    return sqlite3_bind_text64(pointer, index, start, UInt64(text.count), destructor, UInt8(SQLITE_UTF8))
  }

  private func bindBlob(
    _ blob: UnsafeBufferPointer<UInt8>, at index: Int32, _ destructor: sqlite3_destructor_type?
  ) -> Int32 {
    guard let start = blob.baseAddress, !blob.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
    return sqlite3_bind_blob64(pointer, index, start, UInt64(blob.count), destructor)
  }

  private func check(_ code: Int32) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw error(code) }
  }
}
