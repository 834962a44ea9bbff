import SQLite
import Testing

@Suite("Transactions")
struct TransactionTests {
  let folder: Folder
  let connection: Connection

  init() throws {
    folder = try Folder()
    connection = try Connection(path: try folder.database(), mode: .readWrite, busyDeadline: 20)
  }

  private func add(_ name: String) throws {
    try connection.run("INSERT INTO item (name) VALUES (?)", [.text(name)])
  }

  private var names: [String] {
    get throws { try connection.all("SELECT name FROM item ORDER BY id") { $0.text(0) } }
  }

  @Test("A thrown error undoes everything and comes through")
  func rollback() throws {
    #expect(throws: Stop.self) {
      try connection.write {
        try add("a")
        throw Stop()
      }
    }
    #expect(!connection.inTransaction)
    #expect(try names == [])
  }

  @Test("An error inside undoes the inside only, at any depth")
  func nested() throws {
    let result = try connection.write {
      try add("1")
      try? connection.write {
        try add("2 gone")
        try connection.write { try add("3 gone") }
        throw Stop()
      }
      try connection.write {
        try add("2")
        try? connection.write {
          try add("3 gone")
          throw Stop()
        }
        try connection.write { try add("3") }
      }
      return 7
    }
    #expect(result == 7)
    #expect(try names == ["1", "2", "3"])
  }

  @Test("An error outside undoes what was finished inside")
  func outer() throws {
    #expect(throws: Stop.self) {
      try connection.write {
        try connection.write { try add("a") }
        throw Stop()
      }
    }
    #expect(try names == [])
  }

  @Test("A write takes its lock before its first statement")
  func immediate() throws {
    let other = try Connection(path: connection.path, mode: .readWrite, busyDeadline: 5)
    try connection.write {
      #expect(failure { try other.write {} }?.isBusy == true)
    }
    try other.write {}
  }

  @Test("A write inside a read is refused, a read inside a write is part of it")
  func mixed() throws {
    #expect(failure { try connection.read { try connection.write { try add("a") } } }?.code == .misuse)
    try connection.write {
      try add("b")
      #expect(try connection.read { try names } == ["b"])
    }
    #expect(try names == ["b"])
  }

  @Test("A statement that writes inside a read is undone and reported")
  func writingRead() throws {
    #expect(failure { try connection.read { try add("a") } }?.code == .misuse)
    #expect(try names == [])
    #expect(!connection.inTransaction)
  }

  @Test("What a read sees stays the same until it ends")
  func snapshot() throws {
    let other = try Connection(path: connection.path, mode: .readWrite, busyDeadline: 5)
    try connection.read {
      let before = try names
      let error = failure { try other.write { try other.run("INSERT INTO item (name) VALUES ('late')") } }
      #expect(error?.isBusy == true)
      #expect(error?.commitFailed == true)
      #expect(!other.inTransaction)
      let after = try names
      #expect(before == [] && after == [])
    }
  }

  @Test("A COMMIT that breaks a deferred rule is marked and leaves nothing")
  func failedCommit() throws {
    try connection.execute("CREATE TABLE child (p REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED)")
    let error = failure { try connection.write { try connection.run("INSERT INTO child VALUES (99)") } }
    #expect(error?.code == ResultCode(rawValue: 19 | 3 << 8))
    #expect(error?.commitFailed == true)
    #expect(!connection.inTransaction)
    #expect(try connection.scalar("SELECT count(*) FROM child") == 0)
  }

  @Test("A transaction that went away under its block is an error, not a success")
  func vanished() throws {
    #expect(failure { try connection.write { try connection.execute("ROLLBACK") } }?.code == .abort)
    let error = failure {
      try connection.write {
        try connection.execute("ROLLBACK")
        try connection.write { try add("would be alone") }
      }
    }
    #expect(error?.code == .abort)
    #expect(try names == [])
  }

  @Test("A rollback goes through with a statement between two rows and an interrupt pending")
  func pendingInterrupt() throws {
    try connection.write { for number in 0..<100 { try add("\(number)") } }
    let held = try connection.prepare("SELECT id FROM item")
    #expect(throws: Stop.self) {
      try connection.write {
        try connection.execute("DELETE FROM item WHERE id < 50")
        let isBetweenRows = try held.step()
        #expect(isBetweenRows)
        connection.interrupt()
        throw Stop()
      }
    }
    #expect(!connection.inTransaction)
    #expect(try names.count == 100)
  }

  @Test("A savepoint is undone though the interrupt check goes on saying stop")
  func stubbornCheck() throws {
    try connection.write {
      try add("kept")
      let error = failure {
        try connection.write {
          try add("gone")
          connection.setInterruptCheck(every: 1) { true }
          _ = try connection.scalar("SELECT count(*) FROM item, item, item")
        }
      }
      connection.setInterruptCheck(nil)
      #expect(error?.isInterrupted == true)
      #expect(connection.inTransaction)
    }
    #expect(try names == ["kept"])
  }

  @Test("An interrupted write takes the whole transaction with it, and is not committed")
  func interruptedWrite() throws {
    let error = failure {
      try connection.write {
        try add("gone")
        try? connection.write {
          connection.setInterruptCheck(every: 1) { true }
          try connection.execute("DELETE FROM item")
        }
        connection.setInterruptCheck(nil)
      }
    }
    #expect(error?.code == .abort)
    #expect(try names == [])
  }

  @Test("An interrupt stops the running query, and the next one runs")
  func interrupt() throws {
    try connection.write { for number in 0..<3 { try add("\(number)") } }
    let error = failure {
      try connection.rows("SELECT id FROM item") { _ in connection.interrupt() }
    }
    #expect(error?.isInterrupted == true)
    #expect(try names.count == 3)
  }

  @Test("The interrupt check ends a query that would not end")
  func check() throws {
    var asked = 0
    connection.setInterruptCheck(every: 100) {
      asked += 1
      return asked == 10
    }
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    #expect(failure { try connection.scalar(endless) }?.isInterrupted == true)
    #expect(asked == 10)
  }
}
