import Audit
import Base
import Store
import Testing

@testable import App

/// One line for each kind of `new` and `edit`, which works in the tracker that `prepared` makes.
enum RegisterLines {
  static let target = "touch-target.minimum-44pt"
  static let check =
    #"{"id":"team.x","title":"X","how":"H","expected":"E","method":"manual","impact":"minor"}"#

  private static let database = Result {
    let world = try RegisterWorld()
    try world.write("check.json", check)
    try world.must("new", "component", "a", "--kind", "card")
    try world.must("new", "audit", "spring")
    try world.must("new", "check", "--from", "check.json")
    try world.must("new", "checklist", "smoke", "--check", target)
    try world.must(
      "new", "waiver", "a", target, "--reason", "deferred", "--approver", "x", "--until", "2027-01-01")
    try world.must("new", "verdict", "1.4.3", "--level", "supports", "--remarks", "r", "--by", "l")
    try world.must("new", "question", "Why?")
    try world.must("new", "task", "Grow", "--component", "a")
    try world.must("new", "shortcut", "cmd+n", "--action", "New")
    try world.must("new", "gesture", "pinch", "--component", "a", "--action", "Zoom")
    try world.must("new", "note", "text", "--component", "a")
    return try world.file
  }

  static func prepared() throws -> RegisterWorld {
    let world = try RegisterWorld(database: try database.get())
    world.now += 60_000
    try world.write("check2.json", check.replacing("team.x", with: "team.y"))
    try world.write("list.csv", "key,kind\nb,card\n")
    // A copy becomes a replica of its own with its first write.
    try world.must("new", "component", "z", "--kind", "card")
    return world
  }

  static let all: [[String]] = [
    ["new", "component", "c", "--kind", "card"], ["new", "component", "--from", "list.csv"],
    ["new", "audit", "autumn"],
    ["new", "check", "--from", "check2.json"], ["new", "checklist", "ours", "--check", target],
    [
      "new", "waiver", "a", "voiceover.label-present", "--reason", "deferred", "--approver", "x", "--until",
      "2027-01-01",
    ],
    ["new", "verdict", "1.4.3", "--level", "supports", "--remarks", "r", "--by", "m"],
    ["edit", "verdict", "1.4.3/l", "--level", "does-not-support", "--by", "l"],
    ["new", "question", "How?"], ["new", "task", "Shrink", "--component", "a"],
    ["new", "shortcut", "cmd+shift+n", "--action", "Folder"],
    ["new", "gesture", "long press", "--component", "a", "--action", "Menu"],
    ["edit", "shortcut", "command-n-new", "--keys", "cmd+k"],
    ["edit", "gesture", "pinch-a-zoom", "--alternative", "buttons"],
    ["new", "note", "n", "--component", "a"],
    ["new", "note", "n", "--audit", "spring"], ["edit", "component", "a", "--owner", "o"],
    ["edit", "component", "a", "--delete"], ["edit", "audit", "spring", "--close"],
    ["edit", "check", target, "--threshold", "48"], ["edit", "check", "team.x", "--retire"],
    ["edit", "checklist", "smoke", "--title", "S"], ["edit", "waiver", "a", "--revoke"],
    ["edit", "question", "why", "--decision", "so"], ["edit", "task", "grow", "--done"],
    ["edit", "note", "NOTE", "-m", "other"], ["edit", "note", "NOTE", "--delete"],
    ["edit", "finding", target, "a", "--ticket", "APP-12"], ["edit", "tracker", "--stale-days", "90"],
  ]

  /// A line with the key of the one note put in.
  static func line(_ words: [String], _ world: RegisterWorld) throws -> [String] {
    let note = try #require(try world.read { try $0.notes() }.first).id
    return words.map { $0 == "NOTE" ? note : $0 }
  }
}

@Suite("What new and edit have in common")
struct RegisterConventionTests {
  @Test("A dry run says what would be and leaves the database as it is", arguments: RegisterLines.all)
  func dryRun(words: [String]) throws {
    let world = try RegisterLines.prepared()
    let line = try RegisterLines.line(words, world)
    let before = try world.file
    #expect(world.run(line + ["--dry-run"]) == 0, "\(world.errors)")
    #expect(world.output.hasPrefix("Would "), "\(world.output)")
    #expect(try world.file == before)
    #expect(world.run(line) == 0, "\(world.errors)")
    #expect(!world.output.contains("Would"))
    #expect(try world.file != before)
  }

  @Test("JSON is one envelope: schema, time, rows of kind, key, change and fields", arguments: RegisterLines.all)
  func json(words: [String]) throws {
    let world = try RegisterLines.prepared()
    #expect(world.run(try RegisterLines.line(words, world) + ["--json"]) == 0, "\(world.errors)")
    let document = try world.json
    #expect(document["schema"]?.stringValue == "a11y.\(words[0])/1")
    #expect(document["generated"]?.stringValue?.hasPrefix("2026-03-01T10:0") == true)
    #expect(document["dry_run"] == false)
    let row = try #require(document["rows"]?.arrayValue?.first)
    #expect(row["key"]?.stringValue?.isEmpty == false)
    // A note on an audit changes the audit's record.
    let isAdded = words[0] == "new" && !words.contains("--audit")
    #expect(row["change"]?.stringValue == (isAdded ? "added" : "changed"))
    #expect(row["fields"]?.objectValue?.isEmpty == false)
    let before = row["before"]?.objectValue?.members.map(\.key)
    #expect(before == (isAdded ? nil : row["fields"]?.objectValue?.members.map(\.key)))
  }

  @Test("Undo takes back what was done, and redo brings it back", arguments: RegisterLines.all)
  func undo(words: [String]) throws {
    let world = try RegisterLines.prepared()
    func state() throws -> [String] {
      try world.read { reader in
        let kinds = [
          "component", "audit", "check", "checklist", "waiver", "question", "task", "shortcut", "gesture",
          "finding", "setting", "verdict",
        ]
        let records = try kinds.flatMap { try reader.records($0) }.map { "\($0.key) \($0.fields)" }
        let notes = try reader.notes().map { "\($0.id) \($0.text)" }
        return try records + notes + reader.checks().map { "\($0.check.id) \($0.text) \($0.isAdjusted)" }
      }
    }
    let before = try state()
    #expect(world.run(try RegisterLines.line(words, world)) == 0)
    let after = try state()
    #expect(after != before)
    try world.must("undo")
    #expect(try state() == before)
    try world.must("redo")
    #expect(try state() == after)
  }

  @Test(
    "Without a tracker there is nothing to register in",
    arguments: [
      ["new", "component", "a", "--kind", "card"], ["new", "component", "--from", "-"],
      ["edit", "tracker", "--title", "x"],
    ])
  func noTracker(words: [String]) throws {
    let world = try RegisterWorld()
    world.input = "key,kind\na,card\n"
    #expect(world.run(["--db", "/nowhere/at/all"] + words) == 3)
    #expect(world.errors.contains("no tracker found"))
  }
}
