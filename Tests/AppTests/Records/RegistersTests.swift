import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Shortcuts and gestures")
struct RegistersTests {
  private func world() throws -> RegisterWorld {
    let world = try RegisterWorld()
    try world.must("new", "component", "home/list", "--kind", "list-row", "--screen", "home")
    return world
  }

  @Test("Every flag is in the record, keys in one form")
  func allFlags() throws {
    let world = try world()
    let flags = ["--component", "list", "--owner", "o", "--tag", "a,b", "--ticket", "T-1", "-m", "n"]
    let place = ["--screen", "home,lists", "--platform", "macOS"]
    #expect(world.run(["new", "shortcut", "⇧⌘N", "--action", "New list"] + flags + place) == 0)
    let shared: JSONObject = [
      "component": "home/list", "owner": "o", "tags": ["a", "b"], "ticket": "T-1", "note": "n",
    ]
    var shortcut = shared
    shortcut["keys"] = "Shift-Command-N"
    shortcut["action"] = "New list"
    shortcut["screens"] = ["home", "lists"]
    shortcut["platforms"] = ["macOS"]
    #expect(try world.record("shortcut", "shift-command-n-new-list")?.fields == shortcut)
    #expect(
      world.run(["new", "gesture", "press and hold", "--action", "Menu", "--alternative", "a button"] + flags) == 0)
    var gesture = shared
    gesture["gesture"] = "long-press"
    gesture["action"] = "Menu"
    gesture["alternative"] = "a button"
    #expect(try world.record("gesture", "long-press-list-menu")?.fields == gesture)
  }

  @Test(
    "What is missing or not there is refused, and nothing is registered",
    arguments: [
      (["new", "shortcut", "cmd+n"], "--action"), (["new", "shortcut", "--action", "x"], "KEYS"),
      (["new", "shortcut", "cmd+foo", "--action", "x"], "unknown key"),
      (["new", "shortcut", "cmd", "--action", "x"], "but no key"),
      (["new", "gesture", "pinch", "--action", "x"], "--component"),
      (["new", "gesture", "pinch", "--component", "list"], "--action"),
      (["new", "gesture", "pinsh", "--component", "list", "--action", "x"], "Did you mean pinch?"),
      (["new", "gesture", "edge", "--component", "list", "--action", "x"], "more than one"),
    ])
  func refused(words: [String], reason: String) throws {
    let world = try world()
    try world.refuses(words, 2, reason)
  }

  @Test(
    "A gesture of the app's own is registered as such, whatever its fingers",
    arguments: ["shake", "Double tap", "three-finger swipe", "two-finger double tap"])
  func custom(gesture: String) throws {
    let world = try world()
    try world.must("new", "gesture", gesture, "--component", "list", "--action", "Undo", "--alternative", "a button")
    #expect(world.errors.contains("\(gesture) is not a standard gesture"))
    #expect(world.errors.contains("gestures.custom-discoverable"))
    try world.must("list", "gestures", "--json")
    let row = try #require(try world.json["rows"]?.arrayValue?.first)
    #expect(row["gesture"] == .string(gesture))
    #expect(row["kinds"] == ["custom"])
    try world.must("new", "gesture", gesture.uppercased(), "--component", "list", "--action", "Redo")
    #expect(world.errors.contains("already"))
    #expect(world.run("new", "gesture", " ", "--component", "list", "--action", "Redo") == 2)
  }

  @Test("The names of the source for the edges are known, and back at the left one is the system's own")
  func edges() throws {
    let world = try world()
    for (typed, name) in [("Top-left pull", "edge-top-left"), ("Bottom edge swipe", "edge-bottom")] {
      try world.must("new", "gesture", typed, "--component", "list", "--action", "Drawer", "--alternative", "a button")
      try world.must("list", "gestures", "--json")
      let names = try world.json["rows"]?.arrayValue?.compactMap { $0["gesture"]?.stringValue } ?? []
      #expect(names.contains(name), "\(typed)")
    }
    try world.must(
      "new", "gesture", "left edge", "--component", "list", "--action", "Back", "--alternative", "a button")
    #expect(!world.errors.contains("note:"), "\(world.errors)")
    try world.must("new", "shortcut", "return", "--action", "Select prompt")
    #expect(!world.errors.contains("note:"), "\(world.errors)")
  }

  @Test("A gesture and a pattern of the team's own will do")
  func own() throws {
    let world = try world()
    world.environment["A11Y_TESTER"] = "t1"
    try world.write(
      "own.json",
      """
      [{"table": "gesture", "name": "shake", "title": "Shake", "meaning": "Takes back.", "use_when": "Undo.",
        "figures": [{"name": "usual", "value": "undo"}]},
       {"table": "pattern", "name": "ghost-row", "title": "Ghost row", "meaning": "A row that does nothing.",
        "use_when": "Leave it out.", "checks": ["actions.default-action"]}]
      """)
    try world.must("new", "reference", "--from", "own.json")
    try world.must("new", "gesture", "shake", "--component", "list", "--action", "Undo", "--alternative", "a button")
    #expect(world.errors.isEmpty)
    try world.must("log", "fail", "list", "--pattern", "ghost row")
    #expect(world.errors.contains("Fix: Leave it out."))
    try world.must("list", "findings", "--json")
    let row = try #require(try world.json["rows"]?.arrayValue?.first)
    #expect(row["pattern"] == "ghost-row")
    #expect(row["remedy"] == "Leave it out.")
  }

  @Test(
    "A pattern goes with a fail of one of its checks",
    arguments: [
      (["log", "pass", "list", "--pattern", "nested-modals"], "applies only to a fail"),
      (["log", "-", "--pattern", "nested-modals"], "--pattern does not apply to \"a11y log -\""),
      (["log", "fail", "list", "--pattern", "nested-modal"], ""),
      (["log", "fail", "list", "--pattern", "nestled-modals"], "Did you mean nested-modals?"),
      (
        ["log", "fail", "touch-target.minimum-44pt", "list", "--pattern", "nested-modals"], "does not belong to pattern"
      ),
      (["log", "fail", "list", "--pattern", "small-target"], "several checks"),
      (["log", "fail", "hit-area", "list", "--pattern", "small-target"], ""),
      (["log", "fail", "modality.no-stacking", "--pattern", "nested-modals"], "missing argument COMPONENT"),
      (["log", "fail", "modality.no-stacking", "list", "--pattern", ""], "--pattern"),
    ])
  func patterns(words: [String], reason: String) throws {
    let world = try world()
    world.environment["A11Y_TESTER"] = "t1"
    let code = world.run(words)
    #expect(code == (reason.isEmpty ? 0 : 2), "\(world.errors)")
    #expect(world.errors.contains(reason), "\(world.errors)")
    #expect(try world.read { try $0.findingTable() }.count == (reason.isEmpty ? 1 : 0))
  }

  @Test("What a pattern filled in is taken back by one undo")
  func undone() throws {
    let world = try world()
    world.environment["A11Y_TESTER"] = "t1"
    try world.must("log", "fail", "list", "--pattern", "nested-modals")
    try world.must("undo")
    #expect(try world.read { try $0.findingTable() }.count == 0)
    try world.must("redo")
    #expect(
      try world.read { try $0.findingSource().finding(at: 0, in: $0.findingTable()) }.pattern?.name
        == "nested-modals")
  }
}
