import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Components, one by one")
struct ComponentTests {
  @Test("Every flag of new component is in the record")
  func allFlags() throws {
    let world = try RegisterWorld()
    try world.write("SignIn.swift", "struct SignIn {}")
    try world.must(
      "new", "component", "sign-in/close-button", "--kind", "icon-button", "--source", "SignIn.swift", "--screen",
      "sign-in,settings", "--screen", "home", "--profile", "child", "--owner", "qa-1", "--size", "40 x 40 pt",
      "--target-tier", "56", "--platform", "iOS, iPadOS", "--platform", "macOS", "--tag", "a,b", "--title", "Close ✕")
    let component = try #require(try world.read { try $0.component("sign-in/close-button") })
    #expect(component.kind == "icon-button")
    #expect(component.source == "SignIn.swift")
    #expect(component.sourceDigest == String(SHA256.digest(of: Array("struct SignIn {}".utf8)).hex.prefix(16)))
    #expect(component.screens == ["sign-in", "settings", "home"])
    #expect(component.profile == .child)
    #expect(component.owner == "qa-1")
    #expect(component.size == "40 x 40 pt")
    #expect(component.targetTier == 56)
    #expect(component.platforms == [.iOS, .iPadOS, .macOS])
    #expect(component.tags == ["a", "b"])
    #expect(component.title == "Close ✕")
    #expect(world.output.hasPrefix("Added: component sign-in/close-button ("))
    #expect(world.errors == "")
  }

  @Test("Who edits is remembered where it is said, and nobody has to say it")
  func editor() throws {
    let world = try RegisterWorld()
    world.environment["A11Y_TESTER"] = "lead\u{7}"
    #expect(world.run("new", "component", "a", "--kind", "screen") == 2)
    world.environment["A11Y_TESTER"] = "lead-1"
    try world.must("new", "component", "a", "--kind", "screen")
    world.environment["A11Y_TESTER"] = nil
    try world.must("new", "component", "b", "--kind", "screen")
  }

  @Test(
    "What is not right is refused, with exit code and reason",
    arguments: [
      (["a b", "--kind", "card"], 2, "invalid component name"),
      (["", "--kind", "card"], 2, "has no name"),
      (["a//b", "--kind", "card"], 2, "is empty"),
      (["../x", "--kind", "card"], 2, "only dots"),
      ([], 2, "missing argument KEY, --from FILE, or --scan DIR"),
      (["a"], 2, "missing required flag --kind"),
      (["a", "--kind", "icon-buton"], 2, "Did you mean icon-button"),
      (["a", "--kind", ""], 2, "missing required flag --kind"),
      (["a", "--kind", "card", "--size", "big"], 2, "\"big\" is not a measurement"),
      (["a", "--kind", "card", "--size", "40px"], 2, "pixels"),
      (["a", "--kind", "card", "--size", "0x40"], 2, "cannot be on a screen"),
      (["a", "--kind", "card", "--target-tier", "24"], 2, "44, 48, 56, or 64"),
      (["a", "--kind", "card", "--profile", "kids"], 2, "general or child"),
      (["a", "--kind", "card", "--platform", "android"], 2, "tvOS, watchOS, or visionOS"),
      (["a", "--kind", "card", "--tag", "x;y"], 2, "comma or semicolon"),
      (["a", "--kind", "card", "--owner", "a\nb"], 2, "control character"),
      (["a", "--kind", "card", "--title", String(repeating: "t", count: 1_001)], 2, "longer than 1000"),
      (["a", "--kind", "card", "--partial"], 2, "--partial requires --from"),
    ] as [([String], Int32, String)])
  func refusals(arguments: [String], code: Int32, reason: String) throws {
    let world = try RegisterWorld()
    let before = try world.file
    #expect(world.run(["new", "component"] + arguments) == code)
    #expect(world.errors.contains(reason), "\(world.errors)")
    #expect(world.output == "")
    #expect(try world.file == before)
  }

  @Test("A key that is there is refused with the command that changes it; a deleted one with what brings it back")
  func existing() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "a", "--kind", "card")
    #expect(world.run("new", "component", "a", "--kind", "card") == 5)
    #expect(world.errors.contains("component \"a\" already exists"))
    #expect(world.errors.contains("hint: Run \"a11y edit component a\" with the flags of what to change"))
    try world.must("edit", "component", "a", "--delete")
    #expect(world.run("new", "component", "a", "--kind", "card") == 5)
    #expect(world.errors.contains("is deleted"))
    #expect(world.errors.contains("--restore"))
    #expect(world.run("edit", "component", "a", "--owner", "x") == 5)
    #expect(try world.read { try $0.component("a") } == nil)
    try world.must("edit", "component", "a", "--restore", "--owner", "x")
    #expect(world.output == "Changed: component a: restored; owner: (none) -> x.\n")
    #expect(try world.read { try $0.component("a") }?.owner == "x")
  }

  @Test("A source file that is not here is registered, with a remark")
  func missingSource() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "a", "--kind", "card", "--source", "Gone.swift")
    #expect(world.errors.contains("source file \"Gone.swift\" not found"))
    #expect(try world.field("component", "a", "source_digest") == nil)
  }

  @Test("Naming the source again takes in what the file holds now")
  func refreshedSource() throws {
    let world = try RegisterWorld()
    try world.write("A.swift", "one")
    try world.must("new", "component", "a", "--kind", "card", "--source", "A.swift")
    let first = try world.field("component", "a", "source_digest")
    try world.must("edit", "component", "a", "--source", "A.swift")
    #expect(world.output == "Unchanged: component a.\n")
    try world.write("A.swift", "two")
    try world.must("edit", "component", "a", "--source", "A.swift")
    #expect(world.output.hasPrefix("Changed: component a: source digest: "))
    let second = try world.field("component", "a", "source_digest")
    #expect(first != second)
    try world.must("edit", "component", "a", "--source", "Other.swift")
    #expect(try world.field("component", "a", "source_digest") == nil)
  }

  @Test("A path is also looked for where the tracker is")
  func sourceBesideTracker() throws {
    let (world, elsewhere) = (try RegisterWorld(), try RegisterWorld())
    try world.write("A.swift", "one")
    elsewhere.run(
      "--db", world.folder, "new", "component", "a", "--kind", "card", "--source", "A.swift")
    #expect(try world.field("component", "a", "source_digest") != nil)
  }

  @Test("doctor --sources names what has changed, but of components in use alone")
  func comparedSources() throws {
    let world = try RegisterWorld()
    for name in ["A", "B"] {
      try world.write("\(name).swift", "one")
      try world.must("new", "component", name.lowercased(), "--kind", "card", "--source", "\(name).swift")
    }
    try world.must("edit", "component", "b", "--retire")
    try world.must("doctor", "--sources")
    try world.write("B.swift", "two")
    try world.must("doctor", "--sources")
    try world.write("A.swift", "two")
    #expect(world.run("doctor", "--sources", "--json") == 1)
    #expect(world.output.contains("A.swift") && !world.output.contains("B.swift"), "\(world.output)")
  }
}
