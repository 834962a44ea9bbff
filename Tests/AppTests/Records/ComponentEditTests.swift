import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Editing components")
struct ComponentEditTests {
  private func world() throws -> RegisterWorld {
    let world = try RegisterWorld()
    try world.must(
      "new", "component", "sign-in/close-button", "--kind", "icon-button", "--owner", "qa-1", "--size", "40x40",
      "--screen", "sign-in", "--tag", "old", "--profile", "child", "--target-tier", "48", "--platform", "iOS",
      "--title",
      "Close")
    return world
  }

  @Test(
    "Each flag changes its field, says from what to what, and no other",
    arguments: [
      (["--owner", "qa-2"], "owner", "qa-2", "owner: qa-1 -> qa-2"),
      (["--size", "48x48"], "size", "48x48", "size: 40x40 -> 48x48"),
      (["--kind", "button"], "kind", "button", "kind: icon-button -> button"),
      (["--title", "X"], "title", "X", "title: Close -> X"),
      (["--profile", "general"], "profile", "general", "profile: child -> general"),
      (["--target-tier", "64"], "target_tier", 64, "target tier: 48 -> 64"),
      (["--platform", "macOS"], "platforms", ["macOS"], "platforms: iOS -> macOS"),
      (["--screen", "home"], "screens", ["home"], "screens: sign-in -> home"),
      (["--add-screen", "home,search"], "screens", ["sign-in", "home", "search"], "sign-in -> sign-in, home, search"),
      (["--remove-screen", "sign-in", "--add-screen", "home"], "screens", ["home"], "screens: sign-in -> home"),
      (["--tag", "new"], "tags", ["new"], "tags: old -> new"),
      (["--add-tag", "new"], "tags", ["old", "new"], "tags: old -> old, new"),
      (["--remove-tag", "old"], "tags", nil, "tags: old -> (none)"),
      (["--retire"], "retired", true, "retired: (none) -> yes"),
      (["--owner", ""], "owner", nil, "owner: qa-1 -> (none)"),
      (["--target-tier", ""], "target_tier", nil, "target tier: 48 -> (none)"),
      (["--profile", ""], "profile", nil, "profile: child -> (none)"),
      (["--platform", ""], "platforms", nil, "platforms: iOS -> (none)"),
      (["--screen", ""], "screens", nil, "screens: sign-in -> (none)"),
      (["--size="], "size", nil, "size: 40x40 -> (none)"),
    ] as [([String], String, JSONValue?, String)])
  func fields(arguments: [String], field: String, value: JSONValue?, words: String) throws {
    let world = try world()
    var before = try #require(try world.record("component", "sign-in/close-button")).fields
    #expect(world.run(["edit", "component", "sign-in/close-button"] + arguments) == 0, "\(world.errors)")
    #expect(world.output.contains(words), "\(world.output)")
    let after = try #require(try world.record("component", "sign-in/close-button")).fields
    #expect(after[field] == value)
    before[field] = value
    #expect(after == before)
    #expect(world.run("undo") == 0)
    #expect(try world.record("component", "sign-in/close-button")?.fields[field] != value)
  }

  @Test("People may write the beginning of a key, and several of them at once")
  func several() throws {
    let world = try world()
    try world.must("new", "component", "home/banner", "--kind", "card")
    try world.must("edit", "component", "close-button", "banner", "home/banner", "--owner", "qa-9")
    #expect(world.output.split(separator: "\n").count == 2)
    for key in ["sign-in/close-button", "home/banner"] {
      #expect(try world.field("component", key, "owner") == "qa-9")
    }
    try world.refuses(
      ["edit", "component", "home/banner", "nowhere", "--owner", "x"], 3, "unknown component \"nowhere\"")
    try world.must("undo")
    #expect(try world.field("component", "sign-in/close-button", "owner") == "qa-1")
    #expect(try world.field("component", "home/banner", "owner") == nil)
  }

  @Test("What is so already is no change and no fact")
  func same() throws {
    let world = try world()
    let before = try world.file
    try world.must("edit", "component", "sign-in/close-button", "--owner", "qa-1", "--title", "Close", "--restore")
    #expect(world.output == "Unchanged: component sign-in/close-button.\n")
    #expect(try world.file == before)
  }

  @Test("A retired component is restored with its fields, a deleted one too")
  func comingBack() throws {
    let world = try world()
    try world.must("edit", "component", "sign-in/close-button", "--retire")
    #expect(try world.read { try $0.component("sign-in/close-button") }?.isRetired == true)
    try world.must("edit", "component", "sign-in/close-button", "--restore")
    #expect(try world.read { try $0.component("sign-in/close-button") }?.isRetired == false)
    try world.must("edit", "component", "sign-in/close-button", "--delete")
    #expect(try world.read { try $0.component("sign-in/close-button") } == nil)
    try world.must("edit", "component", "sign-in/close-button", "--delete")
    #expect(world.output.hasPrefix("Unchanged: "))
    try world.must("undo")
    #expect(try world.read { try $0.component("sign-in/close-button") }?.owner == "qa-1")
  }

  @Test("A name that is not there cannot be removed, which is said")
  func nothingToRemove() throws {
    let world = try world()
    try world.must("edit", "component", "sign-in/close-button", "--remove-tag", "olt", "--remove-screen", "home")
    #expect(world.errors.contains("has no tag \"olt\" to remove"))
    #expect(world.errors.contains("has no screen \"home\" to remove"))
    #expect(world.output.hasPrefix("Unchanged: "))
  }

  @Test(
    "What contradicts itself or says nothing is refused",
    arguments: [
      ([], "at least one field to change"), (["--dry-run"], "at least one field to change"),
      (["--delete", "--owner", "x"], "--delete cannot be combined with other flags"),
      (["--retire", "--restore"], "--retire cannot be combined with --restore"),
      (["--kind", ""], "unknown kind"), (["--size", "large"], "is not a measurement"),
      (["--profile", "kid"], "general or child"), (["--nonsense"], "unknown flag"),
    ] as [([String], String)])
  func refusals(arguments: [String], reason: String) throws {
    let world = try world()
    try world.refuses(["edit", "component", "sign-in/close-button"] + arguments, 2, reason)
  }

  @Test("Where machines disagree, the edit says what was in view and settles it")
  func conflict() throws {
    let world = try world()
    try world.receive(["owner": "qa-7", "title": "Shut"], kind: "component", key: "sign-in/close-button")
    #expect(try world.record("component", "sign-in/close-button")?.conflicts == 2)
    try world.must("edit", "component", "sign-in/close-button", "--size", "44x44")
    #expect(world.errors.contains("conflict in owner: qa-7 or qa-1"), "\(world.errors)")
    // The value that is shown is a decision too.
    try world.must("edit", "component", "sign-in/close-button", "--owner", "qa-7")
    #expect(
      world.output == "Changed: component sign-in/close-button: owner: qa-7 or qa-1 -> qa-7 (resolves a conflict).\n")
    #expect(world.errors.contains("conflict in title: Shut or Close"))
    #expect(try world.record("component", "sign-in/close-button")?.conflicts == 1)
    try world.must("edit", "component", "sign-in/close-button", "--title", "Close")
    #expect(try world.record("component", "sign-in/close-button")?.conflicts == 0)
    #expect(world.errors == "")
  }

  @Test("The plain form says it in words")
  func plain() throws {
    let world = try world()
    try world.must("edit", "component", "sign-in/close-button", "--owner", "qa-2", "--plain")
    #expect(world.output == "Changed: component sign-in/close-button: owner changed from qa-1 to qa-2.\n")
    try world.must("new", "component", "b", "--kind", "card", "--plain")
    #expect(world.output == "Added: component b: kind card.\n")
  }
}
