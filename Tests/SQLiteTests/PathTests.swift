import Foundation
import Testing

@testable import SQLite

@Suite("Paths")
struct PathTests {
  @Test(
    "A relative path that SQLite would read as something else gets a dot in front",
    arguments: [
      ("file:x.db", "./file:x.db"), ("file:x?mode=memory", "./file:x?mode=memory"), (":memory:", "./:memory:"),
      ("x.db", "x.db"), ("x/", "x/"), ("no-such-place/x.db", "no-such-place/x.db"), ("/x.db", "/x.db"),
    ])
  func special(given: String, expected: String) throws {
    let path = try DatabasePath(given)
    let name = String(decoding: path.bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The directory "." exists and is resolved; what matters is that the name stays whole behind a slash.
    let isResolved = expected.hasPrefix("./") && name.hasPrefix("/") && name.hasSuffix("/" + expected.dropFirst(2))
    #expect(name == expected || isResolved)
    #expect(path.bytes.last == 0)
  }

  @Test("A file whose name looks like a URI is that file")
  func uri() throws {
    let folder = try Folder()
    for name in ["file:a.db", "file:a.db?mode=memory", ":memory:"] {
      let connection = try Connection(path: folder[name], mode: .create)
      try connection.execute("CREATE TABLE t (a)")
      #expect(folder.exists(name))
    }
  }

  @Test("The same relative to the working directory")
  func relativeURI() throws {
    let name = "file:sqlite-room-\(UUID().uuidString).db"
    defer { try? FileManager.default.removeItem(atPath: name) }
    let connection = try Connection(path: name, mode: .create)
    try connection.execute("CREATE TABLE t (a)")
    #expect(FileManager.default.fileExists(atPath: name))
  }
}
