import SQLite
import Testing

@Suite("Statements")
struct StatementTests {
  let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v ANY) STRICT")
  }

  @Test(
    "A value comes back as it was bound",
    arguments: [
      nil, 0, 1, -1, .integer(.max), .integer(.min), 1.5, .real(-.infinity), "", "ä", "a\0b", "e\u{301}", .blob([]),
      .blob([0, 255, 0]), .text(String(repeating: "x", count: 100_000)),
    ] as [Value])
  func roundTrip(value: Value) throws {
    try connection.run("INSERT INTO t (v) VALUES (?)", [value])
    let back = try connection.first("SELECT v, typeof(v) FROM t") { ($0.value(0), $0.isNull(0), $0.text(1)) }
    #expect(back?.0 == value)
    #expect(back?.1 == (value == .null))
  }

  @Test("A NaN becomes NULL, as SQLite has none")
  func notANumber() throws {
    #expect(try connection.first("SELECT ?", [.real(.nan)]) { $0.value(0) } == .null)
  }

  @Test("Typed bindings and columns agree")
  func typed() throws {
    let statement = try connection.prepare("SELECT ?, ?, ?, ?, ?, ?")
    try statement.bind(7, at: 1)
    try statement.bind(Int64.max, at: 2)
    try statement.bind(2.5, at: 3)
    try statement.bind("text", at: 4)
    try statement.bind([1, 2, 3] as [UInt8], at: 5)
    try statement.bind(String?.none, at: 6)
    #expect(try statement.step())
    #expect(statement.int(0) == 7)
    #expect(statement.int64(1) == .max)
    #expect(statement.double(2) == 2.5)
    #expect(statement.text(3) == "text")
    #expect(statement.blob(4) == [1, 2, 3])
    #expect(statement.isNull(5))
    #expect(statement.optionalText(5) == nil)
    #expect(statement.optionalText(3) == "text")
    #expect(statement.optionalInt64(5) == nil)
    #expect(try !statement.step())
  }

  @Test("Text that is not UTF-8 reads repaired and keeps its bytes")
  func brokenText() throws {
    let bytes: [UInt8] = [0x61, 0xFF, 0x00, 0xC3, 0x62]
    let statement = try connection.prepare("SELECT CAST(? AS TEXT)")
    try statement.bind(bytes, at: 1)
    #expect(try statement.step())
    #expect(statement.text(0) == "a\u{FFFD}\0\u{FFFD}b")
    #expect(statement.withText(0) { Array($0) } == bytes)
  }

  @Test("Borrowed bytes are bound without a copy, also when there are none")
  func borrowed() throws {
    let bytes = Array("borrowed".utf8)
    let statement = try connection.prepare("SELECT ?, ?, ?, ?")
    let read = try bytes.withUnsafeBufferPointer { buffer in
      try statement.bind(text: buffer, at: 1)
      try statement.bind(blob: buffer, at: 2)
      try statement.bind(text: UnsafeBufferPointer(start: nil, count: 0), at: 3)
      try statement.bind(blob: UnsafeBufferPointer(start: nil, count: 0), at: 4)
      #expect(try statement.step())
      return (0..<4).map { statement.value($0) }
    }
    #expect(read == ["borrowed", .blob(bytes), "", .blob([])])
  }

  @Test("A column that does not exist, and a column without a row, read as NULL")
  func total() throws {
    let statement = try connection.prepare("SELECT 1 AS one")
    #expect(statement.isNull(0))
    #expect(try statement.step())
    for index: Int32 in [-1, 1, 99, .max, .min] {
      #expect(statement.isNull(index))
      #expect(statement.int64(index) == 0)
      #expect(statement.text(index) == "")
      #expect(statement.blob(index) == [])
    }
    #expect(statement.columnCount == 1)
  }

  @Test("A parameter that does not exist is an error", arguments: [-1, 0, 2] as [Int32])
  func parameterRange(index: Int32) throws {
    let statement = try connection.prepare("SELECT ?")
    #expect(failure { try statement.bind(1, at: index) }?.code == .range)
  }

  @Test("Too few and too many values are errors", arguments: [0, 1, 3])
  func parameterCount(count: Int) throws {
    #expect(failure { try connection.run("SELECT ?, ?", Array(repeating: 1, count: count)) }?.code == .range)
  }

  @Test("Binding between two rows is an error, and fine after a reset")
  func bindingTooLate() throws {
    let statement = try connection.prepare("SELECT ?")
    #expect(try statement.step())
    #expect(failure { try statement.bind(1, at: 1) }?.code == .misuse)
    statement.reset()
    try statement.bind(1, at: 1)
    #expect(try statement.step())
    #expect(statement.int(0) == 1)
  }

  @Test(
    "A text without a statement, with two, or with a NUL is refused",
    arguments: ["", "  -- nothing\n", "SELECT 1; SELECT 2", "SELECT 1\0; DROP TABLE t"])
  func notOneStatement(sql: String) {
    #expect(failure { try connection.prepare(sql) }?.code == .misuse)
  }

  @Test("A comment after the statement is fine", arguments: ["SELECT 1;", "SELECT 1 ; -- one\n /* more */ ;"])
  func trailing(sql: String) throws {
    #expect(try connection.scalar(sql) == 1)
  }

  @Test("A script runs up to its first error, which names the statement")
  func script() throws {
    let error = failure { try connection.execute("INSERT INTO t VALUES (1, 1); /* c */ SELECT nope; DELETE FROM t") }
    #expect(error?.code == .error)
    #expect(error?.sql?.contains("nope") == true)
    #expect(try connection.scalar("SELECT count(*) FROM t") == 1)
  }

  @Test("A broken rule names its kind")
  func constraints() throws {
    try connection.execute(
      """
      CREATE TABLE r (a INTEGER NOT NULL UNIQUE CHECK (a > 0), p INTEGER REFERENCES t (id)) STRICT;
      INSERT INTO r (a) VALUES (1);
      """)
    // The details of SQLITE_CONSTRAINT: NOT NULL, UNIQUE, CHECK, foreign key, type.
    let broken: [(Value, Value, Int32)] = [
      (nil, nil, 5), (1, nil, 8), (-1, nil, 1),
      (2, 99, 3), ("x", nil, 12),
    ]
    for (first, second, detail) in broken {
      let error = failure { try connection.run("INSERT INTO r (a, p) VALUES (?, ?)", [first, second]) }
      #expect(error?.code == ResultCode(rawValue: 19 | detail << 8))
    }
  }

  @Test("Rows come in order; the first leaves the rest unread; no row is nil")
  func queries() throws {
    let sql = "WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n ORDER BY i"
    #expect(try connection.all(sql, [1]) { $0.int(0) } == [1, 2, 3, 4, 5])
    #expect(try connection.first(sql, [3]) { $0.int(0) } == 3)
    #expect(try connection.first("SELECT 1 WHERE 0") { $0.int(0) } == nil)
    #expect(try connection.scalar("SELECT NULL") == nil)
  }

  @Test("Counts of changes and the last row id")
  func counts() throws {
    try connection.execute("INSERT INTO t VALUES (41, 1), (42, 2)")
    #expect(connection.lastInsertRowID == 42)
    #expect(connection.changes == 2)
    try connection.execute("DELETE FROM t WHERE id = 41")
    #expect(connection.changes == 1)
  }
}
