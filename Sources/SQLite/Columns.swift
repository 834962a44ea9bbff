import CSQLite

/// Columns of the current row. All are total: a column that does not exist, or no row, reads as NULL; another type is
/// converted as SQLite does (NULL to 0 or nothing, text to the number at its beginning).
extension Statement {
  package var columnCount: Int32 { sqlite3_column_count(pointer) }

  package func isNull(_ index: Int32) -> Bool {
    sqlite3_column_type(pointer, index) == SQLITE_NULL
  }

  package func int64(_ index: Int32) -> Int64 {
    sqlite3_column_int64(pointer, index)
  }

  package func optionalInt64(_ index: Int32) -> Int64? {
    isNull(index) ? nil : int64(index)
  }

  package func int(_ index: Int32) -> Int {
    Int(clamping: int64(index))
  }

  package func double(_ index: Int32) -> Double {
    sqlite3_column_double(pointer, index)
  }

  /// Bytes that are not UTF-8 become U+FFFD; a NUL inside is kept.
  package func text(_ index: Int32) -> String {
    withText(index) { String(decoding: $0, as: UTF8.self) }
  }

  package func optionalText(_ index: Int32) -> String? {
    isNull(index) ? nil : text(index)
  }

  package func blob(_ index: Int32) -> [UInt8] {
    withBlob(index) { Array($0) }
  }

  /// The bytes of the text as stored, valid inside `body` only, and only until it reads the column as another type.
  package func withText<T, E>(_ index: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> T) throws(E) -> T {
    let start = sqlite3_column_text(pointer, index)
    return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : byteCount(index)))
  }

  /// The bytes of the blob, valid inside `body` only, and only until it reads the column as another type.
  package func withBlob<T, E>(_ index: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> T) throws(E) -> T {
    let start = sqlite3_column_blob(pointer, index)?.assumingMemoryBound(to: UInt8.self)
    return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : byteCount(index)))
  }

  /// The value in the type it is stored with.
  package func value(_ index: Int32) -> Value {
    switch sqlite3_column_type(pointer, index) {
    case SQLITE_INTEGER: .integer(int64(index))
    case SQLITE_FLOAT: .real(double(index))
    case SQLITE_TEXT: .text(text(index))
    case SQLITE_BLOB: .blob(blob(index))
    default: .null
    }
  }

  /// Asked after the pointer, as SQLite requires: getting the pointer may convert the value.
  private func byteCount(_ index: Int32) -> Int {
    Int(max(0, sqlite3_column_bytes(pointer, index)))
  }
}
