import CSQLite

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
