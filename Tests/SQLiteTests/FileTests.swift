import SQLite
import Testing

@Suite("Header and checks")
struct FileTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("Version and application are kept in the file", arguments: [0, 1, -1, .max, .min] as [Int32])
  func header(number: Int32) throws {
    let path = try folder.database()
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.setUserVersion(number)
    try connection.setApplicationID(number)
    let other = try Connection(path: path, mode: .readOnly)
    #expect(try other.userVersion == number)
    #expect(try other.applicationID == number)
    let header = try other.header()
    #expect(header.userVersion == number && header.applicationID == number && header.pageCount > 0)
  }

  @Test("A version set in a write that fails is not set")
  func transactional() throws {
    let connection = try Connection(path: try folder.database(), mode: .readWrite)
    #expect(throws: Stop.self) {
      try connection.write {
        try connection.setUserVersion(9)
        throw Stop()
      }
    }
    #expect(try connection.userVersion == 0)
  }

  @Test("An empty file has no header, except for who opened it to make a database")
  func empty() throws {
    let path = try folder.write([], to: "empty.db")
    for mode in [Connection.Mode.readOnly, .readWrite] {
      let error = failure { try Connection(path: path, mode: mode).header() }
      #expect(error?.code == .notADatabase)
    }
    let header = try Connection(path: path, mode: .create).header()
    #expect(header.pageCount == 0 && header.applicationID == 0 && header.userVersion == 0)
  }

  @Test("A sound file has nothing to report")
  func sound() throws {
    let connection = try Connection(path: try folder.database(rows: 100), mode: .readOnly)
    #expect(try connection.quickCheck() == [])
    #expect(try connection.integrityCheck() == [])
    #expect(try connection.foreignKeyCheck() == [])
  }

  @Test("A damaged page is reported or thrown as corrupt")
  func damaged() throws {
    let path = try folder.database(rows: 2_000)
    var bytes = try folder.bytes("a.db")
    for offset in 40_960..<45_056 { bytes[offset] = 0xA5 }
    _ = try folder.write(bytes, to: "a.db")
    let connection = try Connection(path: path, mode: .readOnly)
    for check in [connection.quickCheck, connection.integrityCheck] {
      do {
        let faults = try check()
        #expect(!faults.isEmpty)
      } catch {
        #expect(error.isCorrupt)
      }
    }
    #expect(failure { try connection.scalar("SELECT sum(length(name)) FROM item") }?.isCorrupt == true)
  }

  @Test("A reference to nothing is found, though it was made with enforcement off")
  func foreignKeys() throws {
    let connection = try Connection(path: try folder.database(), mode: .readWrite)
    try connection.execute(
      """
      CREATE TABLE child (p REFERENCES item (id)); PRAGMA foreign_keys = OFF;
      INSERT INTO child VALUES (NULL), (7)
      """)
    let found = try connection.foreignKeyCheck()
    #expect(found.count == 1)
    #expect(found.first?.table == "child")
    #expect(found.first?.rowID == 2)
    #expect(found.first?.parent == "item")
  }
}
