import Base
import CSQLite

/// One prepared statement: bind values, step through rows, read columns, reset.
///
/// Parameters count from 1, columns from 0, as in SQLite. A statement that has not come to its end keeps a read lock
/// that stops other processes from committing: step to the end, `reset()`, or let go of it.
package final class Statement {
  let pointer: OpaquePointer
  let handle: Handle
  private let key: StatementPool.Key?

  /// - Parameter key: where the pointer goes back to in the pool; `nil` finalises it.
  init(pointer: OpaquePointer, handle: Handle, key: StatementPool.Key?) {
    (self.pointer, self.handle, self.key) = (pointer, handle, key)
  }

  deinit {
    handle.giveBack(pointer, key)
  }

  /// Goes to the next row; the first call starts the statement.
  /// - Returns: whether there is a row. After `false` the next call starts again.
  package func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      // Some builds of SQLite do not start again by themselves.
      sqlite3_reset(pointer)
      return false
    }
    throw error(code)
  }

  /// Runs to the end, passing over rows, and resets, also after an error. Bound values stay.
  package func run() throws(SQLiteError) {
    defer { sqlite3_reset(pointer) }
    while try step() {}
  }

  /// Back to before the first row. Bound values stay.
  package func reset() { sqlite3_reset(pointer) }

  /// The SQL text, with placeholders.
  package var sql: String { sqlite3_sql(pointer).map { String(cString: $0) } ?? "" }

  /// The number of the highest parameter.
  package var parameterCount: Int32 { sqlite3_bind_parameter_count(pointer) }

  func error(_ code: Int32) -> SQLiteError { handle.error(code, sql: sql) }
}

/// Unused prepared statements, by their SQL text.
struct StatementPool {
  /// SQL text compared byte by byte: two spellings of "é" are one String for Swift and two literals for SQLite.
  struct Key: Hashable {
    let sql: String

    static func == (left: Key, right: Key) -> Bool { left.sql.hasSameBytes(as: right.sql) }

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

  mutating func take(_ key: Key) -> OpaquePointer? { idle.removeValue(forKey: key) }

  /// Resets the statement, forgets its values and keeps it, unless there is one with the same text.
  mutating func put(_ statement: OpaquePointer, _ key: Key) {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    if idle.count >= Self.capacity, let (old, victim) = idle.first {
      idle[old] = nil
      sqlite3_finalize(victim)
    }
    if let twin = idle.updateValue(statement, forKey: key) { sqlite3_finalize(twin) }
  }

  mutating func removeAll() {
    for statement in idle.values { sqlite3_finalize(statement) }
    idle.removeAll()
  }
}

/// Values into parameters. Each throws `range` for a parameter that does not exist, `misuse` on a statement that is
/// between two rows, and `tooBig` beyond the limit of 64 MiB; `nil` binds NULL.
extension Statement {
  package func bind(_ value: Int64?, at index: Int32) throws(SQLiteError) {
    guard let value else { return try bindNull(at: index) }
    try check(sqlite3_bind_int64(pointer, index, value))
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

/// Columns of the current row. All are total: a column that does not exist, or no row, reads as NULL; another type is
/// converted as SQLite does (NULL to 0 or nothing, text to the number at its beginning).
extension Statement {
  package var columnCount: Int32 { sqlite3_column_count(pointer) }

  /// The name of a column, as the statement gives it.
  package func columnName(_ index: Int32) -> String {
    sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
  }

  package func isNull(_ index: Int32) -> Bool { sqlite3_column_type(pointer, index) == SQLITE_NULL }

  package func isText(_ index: Int32) -> Bool { sqlite3_column_type(pointer, index) == SQLITE_TEXT }

  package func int64(_ index: Int32) -> Int64 { sqlite3_column_int64(pointer, index) }

  package func optionalInt64(_ index: Int32) -> Int64? { isNull(index) ? nil : int64(index) }

  package func int(_ index: Int32) -> Int { Int(clamping: int64(index)) }

  package func double(_ index: Int32) -> Double { sqlite3_column_double(pointer, index) }

  /// Bytes that are not UTF-8 become U+FFFD; a NUL inside is kept.
  package func text(_ index: Int32) -> String {
    withText(index) { String(decoding: $0, as: UTF8.self) }
  }

  package func optionalText(_ index: Int32) -> String? { isNull(index) ? nil : text(index) }

  package func blob(_ index: Int32) -> [UInt8] { withBlob(index) { Array($0) } }

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

/// One value as SQLite stores it.
///
/// Literals make lists of values readable: `[1, "name", nil, 2.5]`.
package enum Value: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// From what Swift code has in hand; `nil` becomes NULL.
extension Value: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringInterpolation
{
  package init(_ value: Int64?) { self = value.map(Value.integer) ?? .null }
  package init(_ value: String?) { self = value.map(Value.text) ?? .null }
  package init(nilLiteral: ()) { self = .null }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(stringLiteral value: String) { self = .text(value) }
}

/// Statements, prepared or run at once. The blocks get the statement as their row: read its columns, do not step it.
extension Connection {
  /// Runs every statement of a script, in order, until one fails. No parameters; rows are passed over.
  package func execute(_ sql: String) throws(SQLiteError) {
    var compiler = try Compiler(handle: handle, sql: sql)
    while let pointer = try compiler.next() {
      try Statement(pointer: pointer, handle: handle, key: nil).run()
    }
  }

  /// Prepares one statement.
  /// - Throws: `misuse` when the text holds none or several.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    let pointer = try Compiler.single(sql, handle: handle, isPersistent: false)
    return Statement(pointer: pointer, handle: handle, key: nil)
  }

  /// As `prepare`, but takes an idle statement with the same text if there is one, without values and rewound.
  ///
  /// Letting go of the statement gives it back. One that is in use is never handed out twice: a request before that,
  /// for instance from within its rows, gets another.
  package func cached(_ sql: String) throws(SQLiteError) -> Statement {
    let idle = handle.takeFromPool(sql)
    let pointer = if let idle { idle } else { try Compiler.single(sql, handle: handle, isPersistent: true) }
    return Statement(pointer: pointer, handle: handle, key: StatementPool.Key(sql: sql))
  }

  /// Runs one statement to its end.
  package func run(_ sql: String, _ values: [Value] = []) throws(SQLiteError) {
    let statement = try cached(sql)
    try statement.bind(values)
    try statement.run()
  }

  /// Calls `body` for each row.
  package func rows(_ sql: String, _ values: [Value] = [], _ body: (Statement) throws -> Void) throws {
    let statement = try cached(sql)
    defer { statement.reset() }
    try statement.bind(values)
    while try statement.step() { try body(statement) }
  }

  /// What `body` makes of each row, in their order.
  package func all<T>(_ sql: String, _ values: [Value] = [], _ body: (Statement) throws -> T) throws -> [T] {
    var result: [T] = []
    try rows(sql, values) { result.append(try body($0)) }
    return result
  }

  /// What `body` makes of the first row, `nil` without one. Further rows are not computed.
  package func first<T>(_ sql: String, _ values: [Value] = [], _ body: (Statement) throws -> T) throws -> T? {
    let statement = try cached(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? try body(statement) : nil
  }

  /// The integer in the first column of the first row, `nil` without a row or when it is NULL.
  package func scalar(_ sql: String, _ values: [Value] = []) throws(SQLiteError) -> Int64? {
    let statement = try cached(sql)
    defer { statement.reset() }
    try statement.bind(values)
    return try statement.step() ? statement.optionalInt64(0) : nil
  }
}
