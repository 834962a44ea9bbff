import Testing

@testable import Audit

@Suite("What shortcuts and gestures collide with")
struct RegisterConflictTests {
  private static func entry(
    _ table: ReferenceTable, _ name: String, _ title: String, _ figures: [(String, String)],
    platforms: [String] = []
  ) -> ReferenceEntry {
    var entry = ReferenceEntry(table: table.rawValue, name: name, title: title, meaning: "\(title) it.", useWhen: "")
    entry.figures = figures.map { .init(name: $0.0, value: $0.1) }
    entry.platforms = platforms
    return entry
  }

  private static let reference = [
    entry(.shortcut, "Command-C", "Copy", [("kind", "standard"), ("usual", "copy")], platforms: ["iPadOS", "macOS"]),
    entry(.shortcut, "Shift-Command-3", "Screenshot", [("kind", "of the system")], platforms: ["macOS"]),
    entry(.shortcut, "Control-Option", "VoiceOver keys", [("kind", "of the system")], platforms: ["macOS"]),
  ]

  private static func shortcut(
    _ key: String, _ keys: String, _ action: String, screens: [String] = [], component: String = "",
    platforms: [Platform] = []
  ) throws -> RegisteredShortcut {
    RegisteredShortcut(
      key: key, keys: try KeyShortcut(parsing: keys), action: action, screens: screens, component: component,
      platforms: platforms)
  }

  private static func kinds(_ shortcuts: [RegisteredShortcut], of place: Int = 0) -> [String] {
    ShortcutRegister(shortcuts, reference: reference).conflicts(of: shortcuts[place]).map(\.kind.rawValue)
  }

  @Test("Two actions on the same keys collide where their screens and platforms meet, and both sides are told")
  func own() throws {
    func pair(_ one: [String], _ other: [String], _ left: [Platform] = [], _ right: [Platform] = []) throws -> [Int] {
      let pair = [
        try Self.shortcut("a", "cmd+k", "Link", screens: one, platforms: left),
        try Self.shortcut("b", "⌘K", "Clear", screens: other, platforms: right),
      ]
      return [Self.kinds(pair, of: 0).count, Self.kinds(pair, of: 1).count]
    }
    #expect(try pair([], []) == [1, 1])
    #expect(try pair(["home"], []) == [1, 1])
    #expect(try pair(["home"], ["home", "lists"]) == [1, 1])
    #expect(try pair(["home"], ["lists"]) == [0, 0])
    #expect(try pair([], [], [.macOS], [.iPadOS]) == [0, 0])
    #expect(try pair([], [], [.macOS], []) == [1, 1])
  }

  @Test("Of many with the same keys each names the first, and says how many more there are")
  func many() throws {
    let shortcuts = try (0..<600).map { try Self.shortcut("s\($0)", "cmd+k", "Action \($0)") }
    let register = ShortcutRegister(shortcuts, reference: Self.reference)
    let found = shortcuts.map { register.conflicts(of: $0) }
    #expect(found.allSatisfy { $0.count == 11 })
    #expect(found[0][0].words == "Command-K is also \"Action 1\" (s1)")
    #expect(found[0][10].words == "Command-K is also of 489 more shortcuts")
    #expect(found[599][10].words == "Command-K is also of 490 more shortcuts")
  }

  @Test("One action that is registered twice, and other keys, are no conflict")
  func same() throws {
    let twice = [try Self.shortcut("a", "cmd+k", "Add link"), try Self.shortcut("b", "cmd+k", "add link")]
    #expect(Self.kinds(twice) == [])
    let others = [try Self.shortcut("a", "cmd+k", "Link"), try Self.shortcut("b", "shift+cmd+k", "Clear")]
    #expect(Self.kinds(others) == [])
  }

  @Test(
    "The system's keys, VoiceOver's modifiers, standard ones and single characters are told",
    arguments: [
      ("cmd+c", "Copy the title", "", []), ("cmd+c", "Close", "", ["standard"]),
      ("cmd+c", "Photocopy", "", ["standard"]),
      ("cmd+shift+3", "Three", "", ["system"]), ("ctrl+opt+n", "Next", "", ["system"]), ("n", "New", "", ["character"]),
      ("shift+n", "New", "", ["character"]), ("n", "New", "list/row", ["character"]), ("space", "Play", "", []),
    ])
  func reserved(keys: String, action: String, component: String, kinds: [String]) throws {
    let one = [try Self.shortcut("a", keys, action, component: component)]
    #expect(Self.kinds(one) == kinds)
  }

  @Test("What another platform reserves is free on this one")
  func platforms() throws {
    #expect(Self.kinds([try Self.shortcut("a", "cmd+shift+3", "Three", platforms: [.iPadOS])]) == [])
    #expect(Self.kinds([try Self.shortcut("a", "ctrl+opt+n", "Next", platforms: [.iPadOS])]) == [])
    #expect(Self.kinds([try Self.shortcut("a", "cmd+c", "Close", platforms: [.iPadOS])]) == ["standard"])
  }

  @Test("Keys that a newer version wrote and this one cannot read collide with nothing")
  func unreadable() {
    let one = RegisteredShortcut(key: "a", keys: nil, action: "x")
    #expect(Self.kinds([one, one]) == [])
  }

  @Test(
    "A gesture needs another way, free edges and its usual meaning",
    arguments: [
      ("Zoom in", "", ["no-alternative"]), ("Zoom in", "buttons", []), ("Deletes it", "buttons", ["other-meaning"]),
      ("Deletes it", "", ["no-alternative", "other-meaning"]),
    ])
  func gestures(action: String, alternative: String, kinds: [String]) {
    let pinch = Self.entry(.gesture, "pinch", "Pinch", [("needs", "a button"), ("usual", "zoom, scale")])
    #expect(GestureConcern.all("pinch", pinch, action: action, alternative: alternative).map(\.kind.rawValue) == kinds)
  }

  @Test("A tap is another way itself, an edge is the system's, and a gesture of the app's own is said to be")
  func otherGestures() {
    let tap = Self.entry(.gesture, "tap", "Tap", [("alternative", "is one itself")])
    #expect(GestureConcern.all("tap", tap, action: "anything", alternative: "").isEmpty)
    let edge = Self.entry(.gesture, "edge-left", "Left edge", [("reserved by", "the system")])
    let found = GestureConcern.all("edge-left", edge, action: "Opens the drawer", alternative: "a button")
    #expect(found.map(\.kind) == [.systemEdge])
    #expect(found.map(\.check) == ["gestures.system-edges-free"])
    let own = GestureConcern.all("wave", nil, action: "x", alternative: "")
    #expect(own.map(\.kind) == [.noAlternative, .custom])
    #expect(own.last?.check == "gestures.custom-discoverable")
  }

  @Test(
    "What the system does at its edge is nothing against a gesture there",
    arguments: [("Back", true), ("Drawer", false)])
  func edges(action: String, isFree: Bool) {
    let figures = [("reserved by", "the system"), ("usual", "back")]
    let edge = Self.entry(.gesture, "edge-left", "Left edge", figures)
    #expect(GestureConcern.all("edge-left", edge, action: action, alternative: "a button").isEmpty == isFree)
  }
}
