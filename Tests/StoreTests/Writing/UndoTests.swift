import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("undo and redo")
final class UndoTests: TrackerOfButton {
  private var outcome: Outcome? {
    get throws { try tracker.states["button \(Catalogue.first) "]?.outcome }
  }

  @Test("undo, undo, redo, redo walk the same way back")
  func walk() throws {
    try tracker.log(.fail)
    try tracker.log(.pass)
    try tracker.undo()
    #expect(try outcome == .fail)
    try tracker.undo()
    #expect(try outcome == nil)
    try tracker.redo()
    #expect(try outcome == .fail)
    try tracker.redo()
    #expect(try outcome == .pass)
    #expect(try !tracker.redo(), "nothing is left to bring back")
    try tracker.undo()
    #expect(try outcome == .fail)
    try tracker.redo()
    #expect(try outcome == .pass)
  }

  @Test("of some steps only, what was done in between is neither undone nor in the way")
  func some() throws {
    func step(_ body: (Writer) throws -> Void) throws -> Int64 {
      try tracker.write { writer in
        try body(writer)
        return try #require(writer.stepTime)
      }
    }
    var own: Set<Int64> = []
    let note = "a note"
    own.insert(
      try step { _ = try $0.addNote(component: "button", check: Catalogue.first, text: note, by: "t1") })
    try tracker.log(.fail)
    let undo = try step { try $0.retract(try #require(try $0.undoable(among: own)), by: "t1") }
    #expect(try outcome == .fail)
    #expect(try tracker.write { try $0.undoable(among: own) } == nil)
    own.insert(undo)
    try tracker.log(.na)
    let redo = try #require(try tracker.write { try $0.redoable(among: own) })
    #expect(redo.actions == [.note(component: "button")])
    #expect(try tracker.write { try $0.redoable() } == nil)
  }

  @Test("after something new there is nothing to redo, until that is taken back and brought back")
  func newAction() throws {
    try tracker.log(.fail)
    try tracker.undo()
    try tracker.log(.na)
    #expect(try !tracker.redo())
    #expect(try outcome == .na)
    try tracker.undo()
    try tracker.redo()
    #expect(try outcome == .na)
    #expect(try !tracker.redo())
  }

  @Test("undo ends at the beginning", arguments: [1, 5])
  func beginning(actions: Int) throws {
    for _ in 1..<actions { try tracker.log(.pass) }
    for _ in 0..<actions { #expect(try tracker.undo()) }
    #expect(try !tracker.undo())
    #expect(try tracker.states.isEmpty)
    for _ in 0..<actions { #expect(try tracker.redo()) }
    #expect(try !tracker.redo())
  }

  @Test("all that one command logged is one step, however much")
  func bulk() throws {
    try tracker.log(.pass)
    try tracker.write { writer in
      for index in 0..<250 {
        try writer.log(
          NewResult(
            component: "button", check: Catalogue.checks[index % 4].id,
            condition: try Condition(parsing: "text-\(index)"), outcome: .fail, tester: "tia"))
      }
    }
    #expect(try tracker.states.count == 251)
    let step = try #require(try tracker.write { try $0.undoable() })
    #expect(step.actionCount == 250 && step.actions.count == UndoStep.shown)
    try tracker.undo()
    #expect(try tracker.states.count == 1)
    try tracker.redo()
    #expect(try tracker.states.count == 251)
    let before = try ProjectionText.lines(tracker)
    try tracker.write { try $0.rebuild() }
    #expect(try ProjectionText.lines(tracker) == before)
  }

  @Test("edits, deletions and notes are taken back like results")
  func edits() throws {
    try tracker.write { try $0.set(kind: "component", key: "button", fields: ["title": "Pay"], by: "") }
    try tracker.write { try $0.set(kind: "component", key: "button", fields: ["title": "Buy", "owner": "qa"], by: "") }
    try tracker.undo()
    let component = try #require(try tracker.read { try $0.component("button") })
    #expect(component.title == "Pay" && component.owner == "")
    try tracker.write { try $0.delete(kind: "component", key: "button", by: "") }
    #expect(try tracker.read { try $0.component("button") } == nil)
    try tracker.undo()
    #expect(try tracker.read { try $0.component("button") } == component)
    _ = try tracker.write { try $0.addNote(component: "button", check: nil, text: "hm", by: "") }
    try tracker.undo()
    #expect(try tracker.database.scalar("SELECT retracted FROM note") == 1)
    try tracker.redo()
    #expect(try tracker.database.scalar("SELECT retracted FROM note") == 0)
  }

  @Test("a record whose making is taken back and brought back is still deleted")
  func deletedMeanwhile() throws {
    let other = try Tracker.make(scratch.newPath(), Surroundings(seed: 9))
    func exchange() throws {
      _ = try other.write { try $0.receive(try tracker.facts.map(\.fact)) }
      _ = try tracker.write { try $0.receive(try other.facts.map(\.fact)) }
    }
    try exchange()
    try other.write { try $0.delete(kind: "component", key: "button", by: "") }
    try exchange()
    try tracker.undo()
    try exchange()
    try tracker.redo()
    try exchange()
    for one in [tracker, other] { #expect(try one.read { try $0.component("button") } == nil) }
    #expect(try ProjectionText.lines(tracker) == (try ProjectionText.lines(other)))
  }

  @Test("a copy does not take back what its parent did")
  func clone() throws {
    try tracker.log(.fail)
    let path = scratch.newPath()
    try scratch.copy(tracker.path, to: path)
    let copy = try Tracker.reopen(path, Surroundings(seed: 5))
    #expect(try !copy.undo())
    try copy.log(.pass)
    try copy.undo()
    #expect(try copy.states["button \(Catalogue.first) "]?.outcome == .fail)
    #expect(try !copy.undo())
  }

  @Test(
    "steps stay apart when the clock stands still or goes back", arguments: [0, -1, -315_360_000_000, 315_360_000_000])
  func clock(shift: Int64) throws {
    for outcome in [Outcome.fail, .na, .pass] {
      surroundings.now += shift
      try tracker.log(outcome)
    }
    try tracker.undo()
    #expect(try outcome == .na)
    try tracker.undo()
    #expect(try outcome == .fail)
  }

  @Test("a text that is changed and used in one command is the one the result was given against")
  func editThenLog() throws {
    try tracker.write { writer in
      try writer.set(
        kind: "check", key: Catalogue.first, fields: ["expected": "Something else is expected here."], by: "")
      try writer.log(NewResult(component: "button", check: Catalogue.first, outcome: .pass, tester: ""))
    }
    let row = try #require(try tracker.read { try $0.cells(Filter()) }.first)
    #expect(row.stale.isEmpty)
    #expect(try tracker.read { try $0.check(Catalogue.first)?.text } == row.text)
  }

  @Test("a retraction of another's fact takes nothing back but waits, in any order of arrival")
  func another() throws {
    try tracker.log(.fail)
    let facts = try tracker.facts
    let target = try #require(facts.last)
    let strange = Fact.foreign(
      "retract", ["targets": [.string(target.reference.hex)]], replica: "stranger0000",
      at: target.fact.clock.milliseconds)
    let early = try Tracker.make(scratch.newPath(), Surroundings(seed: 3))
    _ = try early.write { try $0.receive([strange] + facts.map(\.fact)) }
    _ = try tracker.write { try $0.receive([strange]) }
    try tracker.write { try $0.rebuild() }
    for one in [tracker, early] {
      #expect(try one.states.count == 1)
      #expect(try one.read { try $0.waitingRequests() }.map(\.id) == ["stranger0000-1"])
    }
    #expect(try ProjectionText.lines(tracker) == (try ProjectionText.lines(early)))
  }
}
