import SQLite
import Testing

@Suite("Statement cache")
struct StatementCacheTests {
  let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2), (3)")
  }

  @Test("A statement used again has no values and starts at its beginning")
  func clean() throws {
    do {
      let statement = try connection.cached("SELECT v, ? FROM t ORDER BY v")
      try statement.bind("old", at: 1)
      #expect(try statement.step())
      #expect(try statement.step())
    }
    let again = try connection.cached("SELECT v, ? FROM t ORDER BY v")
    #expect(try again.step())
    #expect(again.int(0) == 1)
    #expect(again.isNull(1))
  }

  @Test("Asked for within its own rows, it is another one")
  func reentrant() throws {
    var pairs: [[Int]] = []
    let sql = "SELECT v FROM t ORDER BY v"
    try connection.rows(sql) { outer in
      let first = outer.int(0)
      try connection.rows(sql) { pairs.append([first, $0.int(0)]) }
    }
    #expect(pairs == [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]])
  }

  @Test("Held but not yet stepped, it is not handed out either")
  func bound() throws {
    let one = try connection.cached("SELECT ?")
    try one.bind(1, at: 1)
    let two = try connection.cached("SELECT ?")
    try two.bind(2, at: 1)
    #expect(try one.step() && two.step())
    #expect(one.int(0) == 1)
    #expect(two.int(0) == 2)
  }

  @Test("Two spellings of one letter are two statements")
  func normalisation() throws {
    #expect(try connection.scalar("SELECT length('\u{E9}')") == 1)
    #expect(try connection.scalar("SELECT length('e\u{301}')") == 2)
  }

  @Test("Letting go in the middle of the rows ends the read")
  func released() throws {
    try connection.execute("BEGIN")
    #expect(try connection.first("SELECT v FROM t") { $0.int(0) } == 1)
    #expect(throws: Stop.self) { try connection.rows("SELECT v FROM t") { _ in throw Stop() } }
    try connection.execute("DROP TABLE t; COMMIT")
  }

  @Test("A changed schema is noticed")
  func schema() throws {
    #expect(try connection.first("SELECT * FROM t") { $0.columnCount } == 1)
    try connection.execute("ALTER TABLE t ADD COLUMN w")
    #expect(try connection.first("SELECT * FROM t") { $0.columnCount } == 2)
  }

  @Test("More texts than it keeps do no harm")
  func many() throws {
    for number in 0..<1_000 {
      #expect(try connection.scalar("SELECT \(number)") == Int64(number))
    }
  }
}

struct Stop: Error {}
