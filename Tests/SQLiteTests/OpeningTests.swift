import Foundation
import SQLite
import Testing

@Suite("Opening")
struct OpeningTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("A missing file cannot be opened, and is not made", arguments: [Connection.Mode.readOnly, .readWrite])
  func missing(mode: Connection.Mode) throws {
    let error = failure { try Connection(path: folder["none.db"], mode: mode) }
    #expect(error?.isCannotOpen == true)
    #expect(error?.systemError == ENOENT)
    #expect(!folder.exists("none.db"))
  }

  @Test("Nor one in a missing directory", arguments: [Connection.Mode.readOnly, .readWrite, .create])
  func missingDirectory(mode: Connection.Mode) throws {
    let error = failure { try Connection(path: folder["no/none.db"], mode: mode) }
    #expect(error?.isCannotOpen == true)
    #expect(error?.systemError == ENOENT)
  }

  @Test("A directory is not a database", arguments: [Connection.Mode.readOnly, .readWrite, .create])
  func directory(mode: Connection.Mode) throws {
    let error = failure { try Connection(path: folder.path, mode: mode) }
    #expect(error?.isCannotOpen == true)
    #expect(error?.systemError == EISDIR)
  }

  @Test(
    "What is no file under the name of a journal is refused and not waited for",
    arguments: ["-journal", "-wal", "-shm"], [S_IFIFO, S_IFDIR, S_IFLNK])
  func companions(ending: String, kind: mode_t) throws {
    let path = try folder.database(rows: 3)
    switch kind {
    case S_IFIFO: #expect(mkfifo(path + ending, 0o600) == 0)
    case S_IFDIR: #expect(mkdir(path + ending, 0o700) == 0)
    default: #expect(symlink(try folder.write([1, 2, 3], to: "elsewhere"), path + ending) == 0)
    }
    for mode in [Connection.Mode.readOnly, .readWrite, .create] {
      #expect(failure { try Connection(path: path, mode: mode) }?.isCorrupt == true)
    }
  }

  /// A journal of a commit to several databases ends with the name of a file that is deleted when it was played back.
  @Test("A journal cannot have another file deleted")
  func journalNamesAnotherFile() throws {
    let victim = try folder.write(Array("precious".utf8), to: "victim")
    let path = try folder.database(rows: 300)
    // As a writer left it that died in the middle.
    let writer = try Connection(path: path, mode: .readWrite)
    try writer.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE item SET name = name || 'y'")
    let journal = try folder.bytes("a.db-journal")
    let whole = try folder.bytes("a.db")
    try writer.execute("ROLLBACK")
    try writer.close()
    let name = Array(victim.utf8)
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let ending = number(1 << 30) + name + number(name.count) + number(name.reduce(0) { $0 + Int($1) }) + magic
    _ = try folder.write(whole, to: "a.db")
    _ = try folder.write(journal + ending, to: "a.db-journal")
    #expect(failure { try Connection(path: path, mode: .readWrite) }?.isCorrupt == true)
    #expect(try folder.bytes("victim") == Array("precious".utf8))
    // Without the name it is what any crash leaves.
    _ = try folder.write(journal, to: "a.db-journal")
    #expect(try Connection(path: path, mode: .readWrite).scalar("SELECT count(*) FROM item") == 300)
  }

  @Test("A symbolic link is refused", arguments: [Connection.Mode.readOnly, .readWrite, .create])
  func link(mode: Connection.Mode) throws {
    let target = try folder.database()
    try FileManager.default.createSymbolicLink(atPath: folder["link.db"], withDestinationPath: target)
    #expect(failure { try Connection(path: folder["link.db"], mode: mode) }?.code == ResultCode(rawValue: 14 | 6 << 8))
  }

  @Test("A link that dangles is refused and its target not made")
  func danglingLink() throws {
    try FileManager.default.createSymbolicLink(atPath: folder["link.db"], withDestinationPath: folder["made.db"])
    #expect(failure { try Connection(path: folder["link.db"], mode: .create) }?.isCannotOpen == true)
    #expect(!folder.exists("made.db"))
  }

  @Test("A directory on the way may be a link")
  func linkedDirectory() throws {
    _ = try folder.database(rows: 1)
    try FileManager.default.createSymbolicLink(atPath: folder["way"], withDestinationPath: folder.path)
    let connection = try Connection(path: folder["way/a.db"], mode: .readOnly)
    #expect(try connection.scalar("SELECT count(*) FROM item") == 1)
  }

  @Test("Text is not a database", arguments: [Connection.Mode.readOnly, .readWrite, .create])
  func foreign(mode: Connection.Mode) throws {
    let path = try folder.write(Array(String(repeating: "not a database\n", count: 1_000).utf8), to: "notes.txt")
    let error = failure { try Connection(path: path, mode: mode) }
    #expect(error?.code == .notADatabase)
    #expect(error?.isCorrupt == true)
  }

  @Test("A file cut short is corrupt", arguments: [100, 1_000, 4_096, 40_000])
  func truncated(length: Int) throws {
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try folder.database(rows: 1_000))))
    #expect(whole.count > 100_000)
    let path = try folder.write(Array(whole.prefix(length)), to: "cut.db")
    let error = failure {
      let connection = try Connection(path: path, mode: .readOnly)
      return try connection.scalar("SELECT sum(length(name)) FROM item")
    }
    #expect(error?.isCorrupt == true)
  }

  @Test("An empty path, and one with a NUL, are refused", arguments: ["", "a\0b.db"])
  func impossible(path: String) {
    #expect(failure { try Connection(path: path, mode: .create) }?.isCannotOpen == true)
  }

  @Test("A read-only connection refuses to write")
  func readOnly() throws {
    let connection = try Connection(path: try folder.database(), mode: .readOnly)
    #expect(connection.isReadOnly)
    let error = failure { try connection.run("INSERT INTO item (name) VALUES (?)", ["secret"]) }
    #expect(error?.isReadOnly == true)
    #expect(error?.sql == "INSERT INTO item (name) VALUES (?)")
    #expect(error?.description.contains("secret") == false)
    #expect(failure { try connection.write { try connection.execute("DELETE FROM item") } }?.isReadOnly == true)
  }

  @Test("A failed open leaves nothing open")
  func noLeak() throws {
    let path = try folder.write(Array(repeating: 65, count: 5_000), to: "notes.txt")
    for _ in 0..<3_000 {
      #expect(failure { try Connection(path: path, mode: .readWrite) }?.code == .notADatabase)
    }
    // More than the usual limit of descriptors would allow had each one stayed.
    #expect(try Connection(path: try folder.database(), mode: .readOnly).isReadOnly)
  }

  @Test("Closing is final, repeatable, and refused while a statement is held")
  func closing() throws {
    let connection = try Connection(path: try folder.database(rows: 1), mode: .readWrite)
    do {
      let held = try connection.prepare("SELECT id FROM item")
      #expect(failure { try connection.close() }?.isBusy == true)
      #expect(try held.step())
    }
    try connection.close()
    try connection.close()
    #expect(failure { try connection.execute("SELECT 1") }?.code == .misuse)
    #expect(failure { try connection.write {} }?.code == .misuse)
    #expect(!connection.inTransaction)
    connection.interrupt()
  }

  @Test("A statement outlives the connection it came from")
  func outliving() throws {
    var connection: Connection? = try Connection(path: try folder.database(rows: 2), mode: .readOnly)
    let statement = try #require(try connection?.prepare("SELECT count(*) FROM item"))
    connection = nil
    #expect(try statement.step())
    #expect(statement.int(0) == 2)
  }
}
