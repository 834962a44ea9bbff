import Foundation
import SQLite
import Testing

@Suite("Write-ahead log")
struct WriteAheadLogTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// A database as another program left it; nil in a process whose disk is the failing one of other tests, which knows
  /// no shared memory. The tests of the whole program have the real one.
  private func logging() throws -> String? {
    let path = try folder.database(rows: 3)
    let other = try Connection(path: path, mode: .readWrite)
    try other.execute("PRAGMA journal_mode = WAL")
    defer { try? other.close() }
    return try other.hasWriteAheadLog ? path : nil
  }

  @Test("A file that another program switched is switched back, and the log is gone")
  func back() throws {
    guard let path = try logging() else { return }
    let connection = try Connection(path: path, mode: .readWrite)
    #expect(try connection.hasWriteAheadLog)
    try connection.execute("INSERT INTO item (name) VALUES ('late')")
    try connection.leaveWriteAheadLog()
    #expect(try !connection.hasWriteAheadLog)
    #expect(try connection.scalar("SELECT count(*) FROM item") == 4)
    try connection.close()
    #expect(try Array(folder.bytes("a.db")[18..<20]) == [1, 1])
    #expect(!folder.exists("a.db-wal") && !folder.exists("a.db-shm"))
    try Connection(path: path, mode: .readWrite).leaveWriteAheadLog()
  }

  @Test("Where somebody else has the file open it stays, works, and nothing waits")
  func shared() throws {
    guard let path = try logging() else { return }
    let other = try Connection(path: path, mode: .readWrite)
    _ = try other.scalar("SELECT count(*) FROM item")
    let connection = try Connection(path: path, mode: .readWrite)
    // Who waits asks between one try and the next.
    var asked = 0
    connection.setInterruptCheck {
      asked += 1
      return false
    }
    try connection.leaveWriteAheadLog()
    #expect(asked < 100)
    #expect(try connection.hasWriteAheadLog)
    try connection.execute("INSERT INTO item (name) VALUES ('late')")
    #expect(try other.scalar("SELECT count(*) FROM item") == 4)
  }
}
