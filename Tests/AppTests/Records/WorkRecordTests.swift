import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Questions and tasks")
struct WorkRecordTests {
  private static let check = "touch-target.minimum-44pt"

  private func world() throws -> RegisterWorld {
    let world = try RegisterWorld()
    try world.must("new", "component", "sign-in/close-button", "--kind", "icon-button")
    return world
  }

  @Test("Every flag of new question and new task is in the record")
  func allFlags() throws {
    let world = try world()
    let flags = [
      "--component", "close-button", "--check", "minimum-44pt", "--owner", "o", "--tag", "a,b", "--ticket", "T-1", "-m",
      "n",
    ]
    #expect(world.run(["new", "question", "Do we support landscape?"] + flags) == 0)
    #expect(world.run(["new", "task", "Grow the hit area", "--until", "2026-04-01"] + flags) == 0)
    let shared: JSONObject = [
      "component": "sign-in/close-button", "check": .string(Self.check), "owner": "o", "tags": ["a", "b"],
      "ticket": "T-1",
      "note": "n",
    ]
    var question = shared
    question["title"] = "Do we support landscape?"
    #expect(try world.record("question", "do-we-support-landscape")?.fields == question)
    var task = shared
    task["title"] = "Grow the hit area"
    task["until"] = "2026-04-01"
    #expect(try world.record("task", "grow-the-hit-area")?.fields == task)
    #expect(world.output.hasPrefix("Added: task grow-the-hit-area ("))
  }

  @Test(
    "Keys are made of the words of a text",
    arguments: [
      ("Do we support landscape on iPhone?", "do-we-support-landscape-on-iphone"), ("  --x--  ", "x"), ("横向き", ""),
      ("Größe 48", "gr-e-48"), (String(repeating: "a", count: 90), String(repeating: "a", count: 48)),
      (String(repeating: "word ", count: 30), "word-word-word-word-word-word-word-word-word"), ("\u{1B}[31m", "31m"),
    ])
  func slugs(text: String, slug: String) {
    #expect(GeneratedKey.slug(of: text) == slug)
  }

  @Test("A key that is taken gets a random end, and a text without letters still gets a key")
  func takenKeys() throws {
    let world = try world()
    for text in ["Why?", "Why", "Why ..."] { try world.must("new", "question", text) }
    try world.must("new", "question", "横向き")
    let keys = try world.read { try $0.records("question") }.map(\.key)
    #expect(keys.count == 4)
    #expect(keys.contains("why") && keys.contains("question"))
    #expect(keys.filter { $0.hasPrefix("why-") && $0.utf8.count == 8 }.count == 2)
    for key in keys { try Names.checkKey(key, of: "question") }
  }

  @Test("A decision has a date: today unless another is given")
  func decision() throws {
    let world = try world()
    try world.must("new", "question", "Why?")
    #expect(world.run("edit", "question", "why", "--decided", "2026-01-01") == 2)
    try world.must("edit", "question", "why", "--decision", "because")
    #expect(try world.field("question", "why", "decision") == "because")
    #expect(try world.field("question", "why", "decided") == "2026-03-01")
    try world.must("edit", "question", "why", "--decided", "2026-01-01")
    try world.must("edit", "question", "why", "--decision", "because")
    #expect(world.output.hasPrefix("Unchanged: "))
    #expect(try world.field("question", "why", "decided") == "2026-01-01")
    try world.must("edit", "question", "why", "--reopen")
    #expect(try world.field("question", "why", "decision") == nil)
    #expect(try world.field("question", "why", "decided") == nil)
    try world.must("undo")
    #expect(try world.field("question", "why", "decision") == "because")
    try world.must("edit", "question", "why", "--decision", "")
    #expect(try world.field("question", "why", "decided") == nil)
    #expect(world.run("edit", "question", "why", "--decision", "x", "--reopen") == 2)
    #expect(world.run("edit", "question", "why", "--decision", "x", "--decided", "soon") == 2)
  }

  @Test("A task is done at a time, once, and can be opened again")
  func done() throws {
    let world = try world()
    try world.must("new", "task", "Grow", "--component", "close-button")
    try world.must("edit", "task", "grow", "--done")
    #expect(world.output.contains("done: (none) -> yes; done at: (none) -> 2026-03-01T10:00:"))
    let at = try world.field("task", "grow", "done_at")
    #expect(at == .integer(world.now))
    try world.must("edit", "task", "grow", "--done")
    #expect(world.output.hasPrefix("Unchanged: "))
    try world.must("edit", "task", "grow", "--reopen")
    #expect(try world.field("task", "grow", "done") == false)
    #expect(try world.field("task", "grow", "done_at") == nil)
    try world.must("undo")
    #expect(try world.field("task", "grow", "done_at") == at)
  }

  @Test(
    "Each other flag changes its field",
    arguments: [
      (["--title", "T"], "title", "T"), (["--component", ""], "component", nil),
      (["--check", "minimum-44pt"], "check", .string(check)),
      (["--owner", "x"], "owner", "x"), (["--tag", "t"], "tags", ["t"]), (["--ticket", "9"], "ticket", "9"),
      (["-m", "m"], "note", "m"),
    ] as [([String], String, JSONValue?)])
  func edits(arguments: [String], field: String, value: JSONValue?) throws {
    let world = try world()
    for kind in ["question", "task"] {
      try world.must("new", kind, "Grow", "--component", "close-button")
      #expect(world.run(["edit", kind, "grow"] + arguments) == 0, "\(world.errors)")
      #expect(try world.field(kind, "grow", field) == value)
      try world.must("edit", kind, "grow", "--delete")
      #expect(try world.read { try $0.records(kind) }.isEmpty)
      try world.must("edit", kind, "grow", "--restore")
      #expect(try world.field(kind, "grow", field) == value)
    }
    try world.must("edit", "task", "grow", "--until", "2026-05-01")
    #expect(try world.field("task", "grow", "until") == "2026-05-01")
  }

  @Test(
    "What is not right is refused",
    arguments: [
      (["question", ""], 2, "has no text"), (["question", "a\nb"], 2, "control character"),
      (["question", "a", "--component", "nowhere"], 3, "unknown component"),
      (["question", "a", "--check", "nowhere"], 3, "unknown check"),
      (["task", "a"], 2, "missing required flag --component"),
      (["task", "a", "--component", "close-button", "--until", "tomorrow"], 2, "\"tomorrow\" for --until"),
    ] as [([String], Int32, String)])
  func refusals(arguments: [String], code: Int32, reason: String) throws {
    let world = try world()
    try world.refuses(["new"] + arguments, code, reason)
  }
}
