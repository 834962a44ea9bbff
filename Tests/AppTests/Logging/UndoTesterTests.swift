import Testing

@testable import App

@Suite("Undo where several testers share a machine")
struct UndoTesterTests {
  private static let label = "voiceover.label-present"
  private let world: DiskWorld

  /// t1 logged on home/a, then t2 on home/b.
  init() throws {
    world = try DiskWorld()
    #expect(world.run("init", "--catalog", "2") == 0)
    for key in ["home/a", "home/b"] { #expect(world.run("new", "component", key, "--kind", "button") == 0) }
    #expect(world.run("log", "fail", Self.label, "home/a", "--tester", "t1") == 0)
    #expect(world.run("log", "pass", Self.label, "home/b", "--tester", "t2") == 0)
  }

  private var standing: [String] {
    world.run("list", "--format", "csv", "--columns", "component")
    return world.output.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
  }

  @Test("--tester narrows undo, redo and their lists to one tester")
  func narrowed() throws {
    #expect(world.run("undo", "--list", "--tester", "t1") == 0)
    #expect(world.output.contains("home/a") && !world.output.contains("home/b"))
    #expect(world.run("undo", "--tester", "t1") == 0)
    #expect(world.output.hasPrefix("Undone: fail \(Self.label) home/a ("), "\(world.output)")
    #expect(standing == ["home/b"])
    #expect(world.run("undo", "--tester", "t1") == 3)
    #expect(world.errors.contains("nothing of \"t1\" to undo") && world.errors.contains("a11y undo --tester t2"))
    #expect(world.run("redo", "--tester", "t2") == 3)
    #expect(world.run("log", "na", Self.label, "home/b", "--tester", "t2") == 0)
    #expect(world.run("redo", "--tester", "t1") == 0, "what t2 did since then does not stand in the way of t1")
    #expect(standing == ["home/a", "home/b"])
  }

  @Test("A limit is one of the list: nothing is undone for it")
  func limited() throws {
    #expect(world.run("undo", "--limit", "3") == 2 && world.errors.contains("--list"), "\(world.errors)")
    #expect(world.run("redo", "--limit", "3") == 2)
    #expect(standing == ["home/a", "home/b"])
    #expect(world.run("undo", "--list", "--limit", "1") == 0)
  }

  @Test("Without a known tester the latest step goes, and it is said whose it was")
  func unknown() throws {
    #expect(world.run("undo") == 0)
    #expect(world.output.contains("home/b (10:00, logged by t2). Current result: untested."), "\(world.output)")
    #expect(standing == ["home/a"])
    #expect(world.run("undo", "--list") == 0)
    #expect(world.output.contains("logged by t1"))
  }

  @Test("The tester at work takes back what is their own, and hears what was left alone")
  func own() throws {
    world.environment["A11Y_TESTER"] = "t1"
    #expect(world.run("undo") == 0)
    #expect(world.output.contains("home/a (10:00). Current result: untested."), "\(world.output)")
    #expect(world.errors.contains("skipped a later change by another tester: pass \(Self.label) home/b"))
    #expect(standing == ["home/b"])
    #expect(world.run("undo") == 3)
    #expect(world.errors.contains("a11y undo --tester t2"))
    #expect(standing == ["home/b"])
    #expect(world.run("log", "na", Self.label, "home/b", "--tester", "t2") == 0)
    #expect(world.run("redo") == 0)
    #expect(standing == ["home/a", "home/b"])
  }

  @Test("What nobody signed is taken while it is the latest")
  func unsigned() throws {
    #expect(world.run("edit", "component", "home/a", "--owner", "qa-1") == 0)
    world.environment["A11Y_TESTER"] = "t1"
    #expect(world.run("undo") == 0)
    #expect(world.output.contains("the edit of component home/a"))
  }

  @Test("A step that several testers had a part in goes as a whole, for each of them")
  func mixed() throws {
    let lines = "outcome,check,component,tester\npass,\(Self.label),home/a,t3\npass,\(Self.label),home/b,t4\n"
    #expect(world.run("log", "-", "--tester", "t1", input: lines) == 0)
    #expect(world.run("undo", "--tester", "t4", "--dry-run", "--json") == 0)
    let row = try #require((try world.json()["rows"] as? [[String: Any]])?.first)
    #expect(row["testers"] as? [String] == ["t3", "t4"] && row["actions"] as? Int == 2)
    #expect(world.run("undo", "--tester", "t3") == 0)
    #expect(world.output.contains("logged by t3, t4"))
  }

  @Test("Undo of an edit says what holds now")
  func edits() throws {
    #expect(world.run("edit", "component", "home/a", "--owner", "qa-1") == 0)
    #expect(world.run("edit", "component", "home/a", "--owner", "qa-2") == 0)
    #expect(world.run("undo") == 0)
    #expect(world.output.hasSuffix("Current state: owner qa-1.\n"), "\(world.output)")
    #expect(world.run("undo") == 0)
    #expect(world.output.hasSuffix("Current state: owner (none).\n"), "\(world.output)")
    #expect(world.run("edit", "component", "home/a", "--delete") == 0)
    #expect(world.run("undo") == 0)
    #expect(world.output.hasSuffix("Current state: restored.\n"), "\(world.output)")
    #expect(world.run("new", "component", "home/c", "--kind", "card") == 0)
    #expect(world.run("undo") == 0)
    #expect(world.output.hasSuffix("Current state: removed.\n"), "\(world.output)")
    #expect(world.run("edit", "check", "touch-target.minimum-44pt", "--threshold", "48") == 0)
    #expect(world.run("undo") == 0)
    #expect(world.output.hasSuffix("built-in value.\n"), "\(world.output)")
    #expect(world.run("edit", "check", "touch-target.minimum-44pt", "--impact", "minor") == 0)
    #expect(world.run("undo") == 0)
    #expect(!world.output.contains("origin"), "\(world.output)")
  }
}
