import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("values and what their checks ask for")
final class JudgeTests: TrackerOfButton {
  override init() throws {
    try super.init()
    try ask(44)
  }

  private func ask(_ threshold: Int64, macOS: Int64? = nil) throws {
    var fields: JSONObject = ["type": "number", "unit": "pt", "comparison": ">=", "threshold": .integer(threshold)]
    if let macOS { fields["platforms"] = ["macOS": .integer(macOS)] }
    try tracker.write {
      try $0.set(kind: "check", key: Catalogue.first, fields: ["measurement": .object(fields)], by: "lead")
    }
  }

  private func expectShown(_ outcome: Outcome, isOverruled: Bool) throws {
    #expect(try tracker.shown == CellState(outcome: outcome, severity: nil, isOverruled: isOverruled))
    let before = try ProjectionText.lines(tracker)
    try tracker.write { try $0.rebuild() }
    let after = try ProjectionText.lines(tracker)
    #expect(before == after, "\(ProjectionText.difference(before, after))")
  }

  @Test("a value that misses its check is a failure whatever was said", arguments: Outcome.allCases)
  func misses(said: Outcome) throws {
    try tracker.log(said, value: "40x40")
    try expectShown(.fail, isOverruled: said != .fail)
    try tracker.log(said, value: "44x60")
    try expectShown(said, isOverruled: false)
    try tracker.log(said, value: "3.2:1")
    try expectShown(said, isOverruled: false)
  }

  @Test("when a check asks for more, or for less, what was measured before is judged anew")
  func threshold() throws {
    try tracker.log(.pass, value: "44x44")
    try expectShown(.pass, isOverruled: false)
    try ask(60)
    try expectShown(.fail, isOverruled: true)
    try tracker.undo()
    try expectShown(.pass, isOverruled: false)
    // In the same transaction, before and after the edit.
    try tracker.write { writer in
      var new = NewResult(
        component: "button", check: Catalogue.first, outcome: .pass, value: try MeasuredValue.parse("50x50"),
        tester: "tia")
      try writer.log(new)
      try writer.set(
        kind: "check", key: Catalogue.first,
        fields: ["measurement": ["type": "number", "unit": "pt", "comparison": ">=", "threshold": 52]], by: "lead")
      new.condition = try Condition(parsing: "dark")
      try writer.log(new)
    }
    #expect(try tracker.states.values.allSatisfy { $0.outcome == .fail && $0.isOverruled })
    try expectShown(.fail, isOverruled: true)
  }

  @Test("a platform may ask for another figure, and when the component moves there its values are judged anew")
  func platform() throws {
    try ask(44, macOS: 20)
    try tracker.log(.pass, value: "30x30")
    try expectShown(.fail, isOverruled: true)
    try tracker.write { try $0.set(kind: "component", key: "button", fields: ["platforms": ["macOS"]], by: "lead") }
    try expectShown(.pass, isOverruled: false)
    try tracker.write { try $0.delete(kind: "component", key: "button", by: "lead") }
    try tracker.write { try $0.rebuild() }
    try tracker.write { try $0.restore(kind: "component", key: "button", by: "lead") }
    try expectShown(.pass, isOverruled: false)
  }

  @Test("what comes from elsewhere is judged by what is asked for here, in any order of arrival")
  func elsewhere() throws {
    try tracker.log(.pass, value: "40x40")
    let facts = try tracker.facts
    for order in [facts, facts.reversed()] {
      let other = try Tracker.make(scratch.newPath(), Surroundings(seed: 6))
      for fact in order { try other.take([fact]) }
      #expect(try other.shown == CellState(outcome: .fail, severity: nil, isOverruled: true))
    }
    // Where the check asks for nothing of the kind the value overrules nothing.
    let bare = try Tracker.make(scratch.newPath(), Surroundings(seed: 7))
    try bare.take(facts.filter { $0.fact.body["kind"] != "check" })
    #expect(try bare.shown == CellState(outcome: .pass, severity: nil))
  }

  @Test("a newer catalogue that asks for more judges what was measured before")
  func catalogue() throws {
    let check = try #require(Catalog.checks.first { $0.id == "touch-target.minimum-44pt" })
    let path = scratch.newPath()
    let old = try Tracker.create(
      path: path, environment: surroundings.environment, catalog: CatalogSeed(revision: "old") { [check] })
    try old.hurry()
    try old.addComponent("button", ["kind": "icon-button"])
    try old.log(.pass, check: check.id, value: "44x44")
    #expect(try old.states.values.map(\.outcome) == [.pass])
    old.close()
    var stricter = check
    stricter.measurement?.threshold = [FixedPoint(millionths: 60_000_000)]
    let again = try Tracker.reopen(path, surroundings)
    try again.adopt(CatalogSeed(revision: "new") { [stricter] })
    #expect(try again.states.values.map(\.outcome) == [.fail])
    #expect(try again.rebuild().changed == [])
  }
}
