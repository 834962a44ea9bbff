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

  @Test("A sound file has nothing to report")
  func sound() throws {
    let connection = try Connection(path: try folder.database(rows: 100), mode: .readOnly)
    #expect(try connection.integrityCheck() == [])
  }

  @Test("A damaged page is reported or thrown as corrupt")
  func damaged() throws {
    let path = try folder.database(rows: 2_000)
    var bytes = try folder.bytes("a.db")
    for offset in 40_960..<45_056 { bytes[offset] = 0xA5 }
    _ = try folder.write(bytes, to: "a.db")
    let connection = try Connection(path: path, mode: .readOnly)
    do {
      let faults = try connection.integrityCheck()
      #expect(!faults.isEmpty)
    } catch {
      #expect(error.isCorrupt)
    }
    #expect(failure { try connection.scalar("SELECT sum(length(name)) FROM item") }?.isCorrupt == true)
  }
}
