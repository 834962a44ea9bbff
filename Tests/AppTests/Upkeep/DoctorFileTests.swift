import Foundation
import SQLite
import Testing

@testable import App
@testable import CommandLine

@Suite("a11y doctor and files that are not what they should be")
struct DoctorFileTests {
  private func bytes(_ world: DiskWorld) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: world.database)) }

  private func write(_ data: Data, _ world: DiskWorld) throws {
    try data.write(to: URL(fileURLWithPath: world.database))
  }

  @Test("A page that was overwritten is damage, and it says what can still be read", arguments: 1...6)
  func garbage(seed: Int) throws {
    let world = try DiskWorld.demo()
    // What stands on a page that nothing uses is no damage, so there is none.
    let database = try Connection(path: world.database, mode: .readWrite)
    try database.execute("VACUUM")
    try database.close()
    var data = try bytes(world)
    let page = 4_096
    let number = data.count / page * seed / 7
    data.replaceSubrange(number * page..<(number + 1) * page, with: Data(repeating: 0xA5, count: page))
    try write(data, world)
    let code = world.run("doctor")
    #expect(code == 1 || code == 6, "\(world.output)\(world.errors)")
    if code == 1 {
      #expect(world.output.contains("WRONG"))
      #expect(world.output.contains("Readable: "), "\(world.output)")
    }
    #expect(try bytes(world) == data)
  }

  @Test("A file that was cut short is damage", arguments: [0, 100, 4_096, 100_000])
  func truncated(size: Int) throws {
    let world = try DiskWorld.demo()
    let data = try bytes(world).prefix(size)
    try write(data, world)
    let code = world.run("doctor")
    #expect(code == 1 || code == 6, "\(world.output)\(world.errors)")
    #expect(!world.errors.contains("bug"))
    // Whoever asked the doctor is not sent to the doctor.
    #expect(!world.errors.contains("a11y doctor"))
    #expect(try bytes(world) == data)
  }

  @Test("Another program's database and a missing one are refused")
  func foreign() throws {
    let world = try DiskWorld()
    #expect(world.run("doctor") == 3)
    let other = try Connection(path: world.path("other.db"), mode: .create)
    try other.execute("CREATE TABLE t (x)")
    try other.close()
    #expect(world.run("doctor", "--db", "other.db") == 6)
    #expect(world.errors.contains("not an a11y tracker"))
  }

  @Test("A newer tracker can be looked at, and is not changed")
  func newer() throws {
    let world = try DoctorTests.damaged("PRAGMA user_version = 99")
    let before = try bytes(world)
    #expect(world.run("doctor") == 0, "\(world.errors)")
    #expect(world.output.contains("schema 99"), "\(world.output)")
    #expect(world.run("doctor", "--rebuild") == 6)
    #expect(try bytes(world) == before)
  }

  @Test("A tracker that has columns of a later schema than it says is named, and a column of another program is told")
  func columns() throws {
    let world = try DoctorTests.damaged("PRAGMA user_version = 1")
    #expect(world.run("doctor") == 1)
    let told = world.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let later = "fact.undone, result.undone, sight.level, transition.context."
    #expect(told.contains("columns that schema 1 does not have: \(later)"), "\(told)")
    let other = try DoctorTests.damaged("ALTER TABLE note ADD COLUMN mine TEXT")
    #expect(other.run("doctor") == 0)
    #expect(other.output.contains("does not have: note.mine"), "\(other.output)")
    let less = try DoctorTests.damaged("DROP TABLE transition", "CREATE TABLE transition (cell, ordinal, time, result)")
    #expect(less.run("doctor") == 1)
    #expect(less.output.contains("are missing: transition.context"), "\(less.output)")
    #expect(less.output.contains("This part cannot be read completely"), "\(less.output)")
  }

  @Test("A tracker that may only be read can be looked at", .disabled(if: getuid() == 0, "root may write everything"))
  func readOnly() throws {
    let world = try DiskWorld.demo()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: world.database)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: world.path(".a11y"))
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: world.path(".a11y")) }
    #expect(world.run("doctor") == 0, "\(world.errors)")
    #expect(world.output.contains("was not compared"))
    #expect(world.run("doctor", "--rebuild") == 6)
  }

  @Test("A folder that everyone may write is a note")
  func open() throws {
    let world = try DiskWorld.demo()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: world.path(".a11y"))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: world.database)
    #expect(world.run("doctor") == 0)
    #expect(world.output.contains("can write to the file and its folder"), "\(world.output)")
    #expect(world.output.contains("chmod o-w"))
  }

  @Test("Names from the database reach the terminal escaped")
  func hostile() throws {
    let world = try DoctorTests.damaged(
      "UPDATE record SET conflicts = 1, key = char(27) || '[31m' || char(8238) || key WHERE kind = 'task'",
      "UPDATE branch SET replica = 'x' || char(155) || 'y'")
    for form in ["--plain", "--json", "--quiet"] {
      #expect(world.run("doctor", form) == 1)
      #expect(world.output.unicodeScalars.allSatisfy { $0 == "\n" || !MessageText.isDangerous($0) }, "\(form)")
    }
  }
}
