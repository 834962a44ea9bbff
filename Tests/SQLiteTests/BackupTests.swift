import Foundation
import SQLite
import Testing

@Suite("Backup")
struct BackupTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("A copy has the same content, header and permissions")
  func copy() throws {
    let connection = try Connection(path: try folder.database(rows: 2_000), mode: .readWrite)
    try connection.setUserVersion(3)
    try connection.setApplicationID(0x6131_3179)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: connection.path)
    var steps: [Int] = []
    try connection.backup(to: folder["copy.db"], pagesPerStep: 10) { remaining, total in
      steps.append(remaining)
      #expect(remaining < total)
    }
    #expect(steps.count > 10)
    #expect(steps.last == 0)
    let copy = try Connection(path: folder["copy.db"], mode: .readOnly)
    let sql = "SELECT id, name FROM item ORDER BY id"
    #expect(try copy.all(sql) { [$0.value(0), $0.value(1)] } == connection.all(sql) { [$0.value(0), $0.value(1)] })
    #expect(try copy.userVersion == 3 && copy.applicationID == 0x6131_3179)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder["copy.db"])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(!folder.exists("copy.db-journal"))
  }

  @Test("A private copy is of one moment, lies under no name, and keeps nobody from writing")
  func privateCopy() throws {
    let connection = try Connection(path: try folder.database(rows: 2_000), mode: .readWrite)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let copy = try connection.privateCopy()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == before)
    let writer = try Connection(path: connection.path, mode: .readWrite, busyDeadline: 0)
    try copy.write {
      try copy.run("DELETE FROM item")
      try writer.write { try writer.run("INSERT INTO item (name) VALUES ('meanwhile')") }
    }
    #expect(try copy.scalar("SELECT count(*) FROM item") == 0)
    #expect(try connection.scalar("SELECT count(*) FROM item") == 2_001)
  }

  @Test("What a private copy holds is put back, whatever was written since")
  func putBack() throws {
    let connection = try Connection(path: try folder.database(rows: 2_000), mode: .readWrite)
    let copy = try connection.privateCopy()
    try connection.write {
      try connection.run("DELETE FROM item WHERE id > 10")
      try connection.run("CREATE TABLE other (name TEXT)")
      for _ in 0..<5_000 { try connection.run("INSERT INTO other (name) VALUES ('a secret of others')") }
    }
    #expect(try connection.scalar("SELECT count(*) FROM item") == 10)
    try copy.replaceAll(in: connection)
    #expect(try connection.scalar("SELECT count(*) FROM item") == 2_000)
    #expect(try connection.integrityCheck().isEmpty)
    let content = try Data(contentsOf: URL(fileURLWithPath: connection.path))
    #expect(content.range(of: Data("a secret of others".utf8)) == nil)
    try connection.write { try connection.run("INSERT INTO item (name) VALUES ('next')") }
    #expect(try Connection(path: connection.path, mode: .readOnly).scalar("SELECT count(*) FROM item") == 2_001)
    #expect(!folder.exists("\(connection.path.split(separator: "/").last ?? "")-journal"))
  }

  @Test("Whoever stops the work on a database stops that on its private copy")
  func privateCopyStops() throws {
    let connection = try Connection(path: try folder.database(rows: 2_000), mode: .readWrite)
    let isAsked = Flag()
    connection.setInterruptCheck(every: 100) { isAsked.isUp }
    let copy = try connection.privateCopy()
    isAsked.raise()
    #expect(throws: SQLiteError.self) { try copy.scalar("SELECT count(*) FROM item AS a, item AS b") }
  }

  @Test("A copy taken while another connection writes is of one moment")
  func whileWriting() throws {
    let path = try folder.database(rows: 2_000)
    let target = folder["copy.db"]
    let isDone = Flag()
    let errors = inThreads(2) { thread in
      let connection = try Connection(path: path, mode: .readWrite)
      if thread == 0 {
        defer { isDone.raise() }
        try connection.backup(to: target, pagesPerStep: 5)
      } else {
        // Always pairs: a copy of two moments would have an odd one.
        repeat {
          try connection.write {
            try connection.run("INSERT INTO item (name) VALUES ('left')")
            try connection.run("INSERT INTO item (name) VALUES ('right')")
          }
        } while !isDone.isUp
      }
    }
    #expect(errors.isEmpty, "\(errors)")
    let copy = try Connection(path: target, mode: .readOnly)
    let left = try copy.scalar("SELECT count(*) FROM item WHERE name = 'left'")
    let right = try copy.scalar("SELECT count(*) FROM item WHERE name = 'right'")
    #expect(left == right)
    #expect(try copy.scalar("SELECT count(*) FROM item WHERE name LIKE 'row %'") == 2_000)
    #expect(try copy.integrityCheck() == [])
  }

  @Test("It comes to an end though somebody commits after every step")
  func restarted() throws {
    let path = try folder.database(rows: 2_000)
    let connection = try Connection(path: path, mode: .readWrite)
    let other = try Connection(path: path, mode: .readWrite)
    var steps = 0
    try connection.backup(to: folder["copy.db"], pagesPerStep: 20) { remaining, _ in
      steps += 1
      if steps > 50 { throw Stop() }
      if remaining > 0 { try other.run("INSERT INTO item (name) VALUES ('meanwhile')") }
    }
    #expect(steps > 3)
    let copy = try Connection(path: folder["copy.db"], mode: .readOnly)
    #expect(try copy.scalar("SELECT count(*) FROM item") == Int64(2_000 + steps - 1))
  }

  @Test("Its own connection may write between the steps")
  func ownWrites() throws {
    let connection = try Connection(path: try folder.database(rows: 2_000), mode: .readWrite)
    var count = 0
    try connection.backup(to: folder["copy.db"], pagesPerStep: 20) { _, _ in
      count += 1
      guard count < 3 else { return }
      try connection.run("INSERT INTO item (name) VALUES ('between')")
    }
    let copy = try Connection(path: folder["copy.db"], mode: .readOnly)
    #expect(try copy.scalar("SELECT count(*) FROM item WHERE name = 'between'") == 2)
  }

  @Test("Whatever is there already stays untouched", arguments: ["file", "link", "directory"])
  func occupied(kind: String) throws {
    let connection = try Connection(path: try folder.database(rows: 1), mode: .readWrite)
    let files = FileManager.default
    switch kind {
    case "file": _ = try folder.write([1, 2, 3], to: "copy.db")
    case "link": try files.createSymbolicLink(atPath: folder["copy.db"], withDestinationPath: folder["elsewhere"])
    default: try files.createDirectory(atPath: folder["copy.db"], withIntermediateDirectories: false)
    }
    let error = failure { try connection.backup(to: folder["copy.db"]) }
    #expect(error?.isCannotOpen == true)
    #expect(error?.systemError == EEXIST)
    #expect(try files.attributesOfItem(atPath: folder["copy.db"])[.type] != nil)
    #expect(!folder.exists("elsewhere"))
    if kind == "file" { #expect(try folder.bytes("copy.db") == [1, 2, 3]) }
  }

  @Test("The database itself is no target")
  func itself() throws {
    let connection = try Connection(path: try folder.database(rows: 1), mode: .readWrite)
    #expect(failure { try connection.backup(to: connection.path) }?.systemError == EEXIST)
    #expect(try connection.scalar("SELECT count(*) FROM item") == 1)
  }

  @Test("Giving up leaves no file")
  func cancelled() throws {
    let connection = try Connection(path: try folder.database(rows: 2_000), mode: .readWrite)
    #expect(throws: Stop.self) {
      try connection.backup(to: folder["copy.db"], pagesPerStep: 1) { remaining, _ in
        if remaining < 50 { throw Stop() }
      }
    }
    #expect(!folder.exists("copy.db"))
    #expect(!folder.exists("copy.db-journal"))
  }

  @Test("A source that stays locked ends as busy, without a file")
  func locked() throws {
    let path = try folder.database(rows: 10)
    let connection = try Connection(path: path, mode: .readOnly, busyDeadline: 40)
    let holder = try Connection(path: path, mode: .readWrite)
    try holder.execute("BEGIN EXCLUSIVE")
    #expect(failure { try connection.backup(to: folder["copy.db"]) }?.isBusy == true)
    #expect(!folder.exists("copy.db"))
  }

  @Test("A damaged source is no backup")
  func damaged() throws {
    let path = try folder.database(rows: 2_000)
    var bytes = try folder.bytes("a.db")
    for offset in 40_960..<45_056 { bytes[offset] = 0xA5 }
    _ = try folder.write(bytes, to: "a.db")
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(failure { try connection.backup(to: folder["copy.db"]) }?.isCorrupt == true)
    #expect(!folder.exists("copy.db"))
  }

  @Test("Not inside a write of the same connection")
  func insideWrite() throws {
    let connection = try Connection(path: try folder.database(rows: 1), mode: .readWrite)
    #expect(failure { try connection.write { try connection.backup(to: folder["copy.db"]) } }?.code == .misuse)
    #expect(!folder.exists("copy.db"))
  }

  @Test("An interrupt check ends it, without a file")
  func interrupted() throws {
    let connection = try Connection(path: try folder.database(rows: 2_000), mode: .readWrite)
    var asked = 0
    connection.setInterruptCheck {
      asked += 1
      return asked > 5
    }
    #expect(failure { try connection.backup(to: folder["copy.db"], pagesPerStep: 1) }?.isInterrupted == true)
    #expect(!folder.exists("copy.db"))
  }
}
