import Testing

@testable import App
@testable import CommandLine

@Suite("Where the tracker is")
struct DatabaseLocationTests {
  private func find(_ world: TestWorld, _ flags: [String] = []) throws -> DatabaseLocation {
    guard case .run(let arguments) = try ArgumentParser.parse(["status"] + flags, .a11y) else {
      throw Problem.usage("test", "does not run")
    }
    return try DatabaseLocation.find(world.world(), arguments)
  }

  private func world(_ paths: String...) -> TestWorld {
    let world = TestWorld()
    for path in paths { world.files.contents[path] = [] }
    world.files.folders.formUnion(["/srv", "/home/t", "/home/t/app", "/home/t/app/.a11y"])
    return world
  }

  @Test("--db, then A11Y_DB, then the nearest folder, then the data folder")
  func order() throws {
    let all = world(
      "/srv/a.db", "/srv/b.db", "/home/t/app/.a11y/audit.db", "/home/t/.a11y/audit.db",
      "/home/t/.local/share/a11y/audit.db")
    all.environment["A11Y_DB"] = "/srv/b.db"
    #expect(try find(all, ["--db", "/srv/a.db"]) == DatabaseLocation(path: "/srv/a.db", source: .flag))
    #expect(try find(all) == DatabaseLocation(path: "/srv/b.db", source: .environment))
    all.environment["A11Y_DB"] = ""
    #expect(try find(all).path == "/home/t/app/.a11y/audit.db")
    all.directory = "/home/t/app/deep/er"
    #expect(try find(all) == DatabaseLocation(path: "/home/t/app/.a11y/audit.db", source: .nearest))
    all.directory = "/home/t/other"
    #expect(try find(all).path == "/home/t/.a11y/audit.db")
    all.directory = "/"
    #expect(try find(all) == DatabaseLocation(path: "/home/t/.local/share/a11y/audit.db", source: .home))
    all.environment["XDG_DATA_HOME"] = "/srv/data"
    #expect(throws: Problem.self) { try find(all) }
  }

  @Test("A folder stands for the tracker in it, and a relative path is made absolute")
  func folders() throws {
    let some = world("/home/t/app/.a11y/audit.db")
    #expect(try find(some, ["--db", "/home/t/app"]).path == "/home/t/app/.a11y/audit.db")
    #expect(try find(some, ["--db", ".a11y/audit.db"]).path == "/home/t/app/.a11y/audit.db")
    some.files.contents["/home/t/app/file:x.db"] = []
    #expect(try find(some, ["--db", "file:x.db"]).path == "/home/t/app/file:x.db")
  }

  @Test("A .a11y folder without a file that can be read is not passed over")
  func emptyFolder() throws {
    let path = "/home/t/app/.a11y/audit.db"
    let empty = world("/home/t/.a11y/audit.db")
    let missing = try #require(throws: Problem.self) { try find(empty) }
    #expect(missing.exitCode == .notFound && missing.code == "tracker.missing" && missing.message.contains(path))
    empty.directory = "/home/t/app/deep"
    #expect(try #require(throws: Problem.self) { try find(empty) }.code == "tracker.missing")
    #expect(try find(empty, ["--db", "/home/t"]).path == "/home/t/.a11y/audit.db")
    empty.files.unreadable = [path]
    let hidden = try #require(throws: Problem.self) { try find(empty) }
    #expect(hidden.exitCode == .storage && hidden.code == "tracker.unreadable" && hidden.message.contains(path))
    empty.files.unreadable = []
    empty.files.folders.insert(path)
    let folder = try #require(throws: Problem.self) { try find(empty) }
    #expect(folder.exitCode == .notFound && folder.message.contains("not a file"))
  }

  @Test("What is not there is not found, in words that name the next step")
  func missing() throws {
    let nothing = world()
    nothing.files.folders.remove("/home/t/app/.a11y")
    let none = try #require(throws: Problem.self) { try find(nothing) }
    #expect(none.exitCode == .notFound && none.code == "tracker.none")
    #expect(none.hints.joined().contains("a11y init"))
    for path in ["/srv/none.db", "/srv"] {
      let named = try #require(throws: Problem.self) { try find(world(), ["--db", path]) }
      #expect(named.exitCode == .notFound && named.code == "tracker.missing")
      #expect(named.message.contains("--db"))
    }
    #expect(throws: Problem.self) { try find(world(), ["--db", ""]) }
  }
}
