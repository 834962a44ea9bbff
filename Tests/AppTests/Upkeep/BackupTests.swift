import Base
import Foundation
import SQLite
import Testing

@testable import App

@Suite("a11y backup")
struct BackupTests {
  @Test("The copy holds the same facts and says so")
  func copy() throws {
    let world = try DiskWorld.demo()
    #expect(world.run("backup", "copy.db", "--json") == 0, "\(world.errors)")
    let document = try world.json()
    #expect(document["schema"] as? String == "a11y.backup/1")
    #expect(document["verified"] as? Bool == true)
    let (from, to) = (
      try Connection(path: world.database, mode: .readOnly),
      try Connection(path: world.path("copy.db"), mode: .readOnly)
    )
    for table in ["fact", "result"] {
      let sql = "SELECT hex(digest) FROM \(table) ORDER BY id"
      #expect(try from.all(sql) { $0.text(0) } == to.all(sql) { $0.text(0) })
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: world.folder)
    #expect(Set(names) == [".a11y", "copy.db"])
  }

  @Test("A file that is there stays unless --yes is given")
  func exists() throws {
    let world = try DiskWorld.demo()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: world.path("copy.db")))
    #expect(world.run("backup", "copy.db") == 5)
    #expect(world.errors.contains("--yes"))
    #expect(try String(contentsOfFile: world.path("copy.db"), encoding: .utf8) == "mine")
    #expect(world.run("backup", "copy.db", "--yes") == 0, "\(world.errors)")
    #expect(world.run("doctor", "--db", "copy.db") == 0)
  }

  @Test("What cannot be the place of a copy is refused, and nothing is left behind")
  func places() throws {
    let world = try DiskWorld.demo()
    try Data().write(to: URL(fileURLWithPath: world.path("old.db-journal")))
    try FileManager.default.createDirectory(atPath: world.path("sub"), withIntermediateDirectories: false)
    let before = try FileManager.default.subpathsOfDirectory(atPath: world.folder).sorted()
    #expect(world.run("backup", "nowhere/copy.db") == 3)
    #expect(world.errors.contains("does not exist"))
    #expect(world.run("backup", "sub") == 4)
    #expect(world.run("backup", "old.db") == 6)
    #expect(world.run("backup", ".a11y/audit.db") == 5)
    #expect(world.run("backup", ".a11y/audit.db", "--yes") == 6)
    #expect(world.errors.contains("it is the tracker itself"))
    #expect(world.run("backup", "") == 2)
    #expect(world.run("backup", "-") == 2)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: world.folder).sorted() == before)
    #expect(world.run("doctor") == 0)
  }

  @Test("A copy that is written to becomes a replica of its own, with the tracker as its parent")
  func replica() throws {
    let world = try DiskWorld.demo()
    func replica(_ path: String) throws -> String? {
      let database = try Connection(path: path, mode: .readOnly)
      return try database.first("SELECT value FROM local WHERE name = 'replica'") { $0.text(0) }
    }
    world.run("backup", "copy.db")
    let original = try replica(world.database)
    #expect(try replica(world.path("copy.db")) == original)
    let words = ["log", "pass", "voiceover.label-present", "my-lists/my-lists", "--tester", "t1"]
    #expect(world.run(words + ["--db", "copy.db"]) == 0, "\(world.errors)")
    #expect(world.run(words) == 0)
    #expect(try replica(world.path("copy.db")) != original)
    #expect(try replica(world.database) == original)
    #expect(world.run("doctor", "--db", "copy.db") == 0)
    #expect(world.output.contains("a copy of \(original ?? "?")"), "\(world.output)")
  }

  @Test("While others write, the copy is whole and nobody loses a result", .timeLimit(.minutes(10)))
  func concurrently() async throws {
    let world = try DiskWorld.demo()
    let (path, now) = (world.database, world.now)
    let writing = Task.detached {
      let other = try DiskWorld()
      other.now = now
      var done = 0
      for _ in 0..<30 {
        done +=
          other.run(
            "log", "pass", "voiceover.label-present", "my-lists/my-lists", "--tester", "t2", "--db", path) == 0 ? 1 : 0
      }
      return done
    }
    for number in 0..<5 {
      #expect(world.run("backup", "copy-\(number).db") == 0, "\(world.errors)")
      #expect(world.run("doctor", "--db", "copy-\(number).db") == 0, "\(world.output)")
    }
    #expect(try await writing.value == 30)
    #expect(world.run("doctor") == 0, "\(world.output)")
  }
}
