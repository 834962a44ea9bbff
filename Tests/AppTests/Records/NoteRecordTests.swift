import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Notes")
struct NoteRecordTests {
  private func world() throws -> RegisterWorld {
    let world = try RegisterWorld()
    try world.must("new", "component", "home/banner", "--kind", "card")
    return world
  }

  @Test("A note on a component, or on a check of it, with its author and a key of its own")
  func new() throws {
    let world = try world()
    try world.must("new", "note", "label comes\nfrom the server", "--component", "banner", "--tester", "t1")
    try world.must("new", "note", "second", "--component", "banner", "--check", "minimum-44pt")
    let notes = try world.read { try $0.notes(component: "home/banner") }
    #expect(notes.map(\.text) == ["label comes\nfrom the server", "second"])
    #expect(notes.map(\.check) == [nil, "touch-target.minimum-44pt"])
    #expect(notes.map(\.tester) == ["t1", ""])
    let replica = try world.read { try $0.identity() }.replica
    #expect(notes.allSatisfy { $0.id.hasPrefix("\(replica)-") } && notes[0].id != notes[1].id)
    #expect(world.output.hasPrefix("Added: note \(notes[1].id) ("))
    #expect(try world.read { try $0.notes(component: "elsewhere") }.isEmpty)
  }

  @Test("A correction takes the place of the note and keeps what it is about; undo brings the old one back")
  func edit() throws {
    let world = try world()
    try world.must("new", "note", "wrong", "--component", "banner", "--check", "minimum-44pt", "--tester", "t1")
    let id = try #require(try world.read { try $0.notes() }.first).id
    try world.must("edit", "note", id, "-m", "right")
    let notes = try world.read { try $0.notes() }
    #expect(notes.map(\.text) == ["right"])
    #expect(notes.first?.tester == "t1")
    #expect(notes.first?.check == "touch-target.minimum-44pt")
    #expect(world.output == "Changed: note \(id): text: wrong -> right; key: \(id) -> \(notes[0].id).\n")
    #expect(world.run("edit", "note", id, "-m", "again") == 3)
    let before = try world.file
    try world.must("edit", "note", notes[0].id, "-m", "right")
    #expect(world.output.hasPrefix("Unchanged: "))
    #expect(try world.file == before)
    try world.must("undo")
    #expect(try world.read { try $0.notes() }.map(\.id) == [id])
    try world.must("redo")
    #expect(try world.read { try $0.notes() }.map(\.text) == ["right"])
  }

  @Test("A deleted note is an action that undo takes back, and not an undo itself")
  func delete() throws {
    let world = try world()
    try world.must("new", "note", "one", "--component", "banner")
    try world.must("new", "note", "two", "--component", "banner")
    let ids = try world.read { try $0.notes() }.map(\.id)
    try world.must("edit", "note", ids[0], ids[1], "--delete")
    #expect(try world.read { try $0.notes() }.isEmpty)
    #expect(world.run("redo") == 3)
    try world.must("undo")
    #expect(world.output.contains("the deletion of note \(ids[0])"))
    #expect(try world.read { try $0.notes() }.map(\.text) == ["one", "two"])
    try world.must("redo")
    #expect(try world.read { try $0.notes() }.isEmpty)
    try world.must("undo")
    try world.must("undo")
    #expect(try world.read { try $0.notes() }.map(\.text) == ["one"])
  }

  @Test("A note on an audit joins the notes of its record")
  func audit() throws {
    let world = try world()
    try world.must("new", "audit", "spring")
    try world.must("new", "note", "first", "--audit", "spr", "--tester", "t1")
    let time = world.now
    try world.must("new", "note", "second", "--audit", "spring")
    #expect(
      try world.field("audit", "spring", "notes") == [
        ["at": .integer(time), "by": "t1", "text": "first"], ["at": .integer(world.now), "by": "", "text": "second"],
      ])
    try world.must("undo")
    #expect(try world.field("audit", "spring", "notes")?.arrayValue?.count == 1)
  }

  @Test(
    "What is not right is refused",
    arguments: [
      (["new", "note", "", "--component", "banner"], 2, "has no text"),
      (["new", "note", "a\u{0}", "--component", "banner"], 2, "NUL"),
      (["new", "note", String(repeating: "x", count: 65_537), "--component", "banner"], 2, "longer than 65536"),
      (["new", "note", "x"], 2, "missing required flag --component COMPONENT or --audit AUDIT"),
      (
        ["new", "note", "x", "--component", "banner", "--audit", "a"], 2, "--audit cannot be combined with --component"
      ),
      (["new", "note", "x", "--audit", "a", "--check", "minimum-44pt"], 2, "--check requires --component"),
      (["new", "note", "x", "--audit", "a"], 3, "unknown audit"),
      (["new", "note", "x", "--component", "nowhere"], 3, "unknown component"),
      (["edit", "note", "nothing-1", "-m", "x"], 3, "unknown note"), (["edit", "note", "x", "-m", ""], 2, "empty"),
      (["edit", "note", "x"], 2, "at least one field"),
      (["edit", "note", "x", "--delete", "-m", "y"], 2, "--delete cannot be combined with other flags"),
    ] as [([String], Int32, String)])
  func refusals(arguments: [String], code: Int32, reason: String) throws {
    let world = try world()
    try world.refuses(arguments, code, reason)
  }
}
