import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("what taking in others' facts did")
struct CellChangesTests {
  let scratch: Scratch
  let tracker: Tracker
  let finding: StoredFact

  init() throws {
    scratch = try Scratch()
    tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    try tracker.log(.fail, build: "1.0", severity: .serious)
    finding = try #require(try tracker.facts.last)
  }

  private func effects(_ facts: [Fact], settle: Bool = true) throws -> ExchangeEffects {
    try tracker.write { writer in
      let before = try writer.exchangeState()
      _ = try writer.receive(facts)
      try writer.settle()
      try writer.checkTouchedCells()
      return ExchangeEffects(from: before, to: try writer.exchangeState())
    }
  }

  private func result(_ outcome: Outcome, _ members: JSONObject = [:], saw: Bool = true) -> Fact {
    .foreign(outcome, at: 1_750_000_000_500, saw: saw ? [finding.reference] : [], with: members)
  }

  private func changes(_ outcome: Outcome, _ members: JSONObject = [:], saw: Bool = true) throws -> CellChanges {
    try effects([result(outcome, members, saw: saw)]).changes
  }

  private static func wanted(_ change: (inout CellChanges) -> Void) -> CellChanges {
    var changes = CellChanges()
    change(&changes)
    return changes
  }

  @Test("a cell is better by a newer build")
  func newer() throws {
    let found = try effects([result(.pass, ["build": "1.1"])])
    #expect(found.changes == Self.wanted { $0.better = 1 })
    #expect(found.newBuilds == ["1.1"] && found.conflicts == 0 && found.requests.isEmpty)
  }

  @Test("and by a retest on the same build, which is said")
  func retest() throws {
    #expect(
      try changes(.pass, ["build": "1.0", "retest": true])
        == Self.wanted { ($0.better, $0.betterByRetest) = (1, 1) })
  }

  @Test("a failure that does not apply any more is better, and is named")
  func notApplicable() throws {
    #expect(try changes(.na, ["build": "1.1"]) == Self.wanted { ($0.better, $0.failToNotApplicable) = (1, 1) })
  }

  @Test("worse, also where it fails as before and more severely")
  func worse() throws {
    #expect(try changes(.fail, ["build": "1.1", "severity": 1]) == Self.wanted { $0.worse = 1 })
  }

  @Test(
    "a failure that nobody rated is as severe as its check: rated like that it is no change, milder it is better",
    arguments: [(1, 0, 0), (2, 1, 0), (4, 1, 0)])
  func unrated(severity: Int, better: Int, worse: Int) throws {
    let unrated = try Tracker.make(scratch.newPath(), Surroundings())
    try unrated.addComponent()
    try unrated.log(.fail, build: "1.0")
    let logged = try #require(try unrated.facts.last)
    let found = try unrated.write { writer in
      let before = try writer.exchangeState()
      let rated = Fact.foreign(
        .fail, at: 1_750_000_000_500, saw: [logged.reference],
        with: ["build": "1.1", "severity": .integer(Int64(severity))])
      _ = try writer.receive([rated])
      try writer.settle()
      try writer.checkTouchedCells()
      return ExchangeEffects(from: before, to: try writer.exchangeState()).changes
    }
    #expect((found.better, found.worse) == (better, worse))
  }

  @Test("entries of others are none of this machine")
  func own() throws {
    let joining = try Tracker.make(scratch.newPath(), Surroundings())
    func hasOwn() throws -> Bool { try joining.read { try $0.hasOwnEntries() } }
    #expect(try !hasOwn())
    try joining.write { writer in
      _ = try writer.receive([.foreign(.fail, at: 1_750_000_000_500, with: ["build": "1.0"])])
      try writer.settle()
    }
    #expect(try !hasOwn() && !joining.read { try $0.isEmpty() })
    try joining.addComponent()
    #expect(try hasOwn())
  }

  @Test("disputed or contradicted, and no better")
  func unsettled() throws {
    #expect(try changes(.pass, ["build": "1.0"]) == Self.wanted { $0.contradicted = 1 })
    let other = Fact.foreign(.na, replica: "somewhere", at: 1_750_000_000_600, with: ["build": "1.0"])
    #expect(try effects([other]).changes == Self.wanted { $0.disputed = 1 })
  }

  @Test("a new cell is neither better nor worse, and the same again is nothing")
  func new() throws {
    let dark = result(.fail, ["condition": "dark"], saw: false)
    #expect(try effects([dark]).changes == CellChanges())
    #expect(try effects([dark]).changes == CellChanges())
    #expect(
      try effects([.foreign("note", ["component": "button", "text": "hm"], 2, after: dark.reference)]).changes
        == CellChanges())
  }

  @Test("a value that overrules what was said")
  func overruled() throws {
    try tracker.write { writer in
      try writer.set(
        kind: "check", key: Catalogue.first,
        fields: ["measurement": ["type": "number", "unit": "pt", "comparison": ">=", "threshold": 44]], by: "lead")
    }
    let value: JSONValue = ["n": [40_000_000], "text": "40pt", "unit": "pt"]
    #expect(
      try changes(.pass, ["build": "1.1", "value": value]) == Self.wanted { ($0.worse, $0.overruled) = (1, 1) },
      "serious by its tester before, and as its check says now: critical")
  }

  @Test("requests that are new, or reach further now, and fields with another value in view")
  func requests() throws {
    let request = Fact.foreign("retract", ["targets": [.string(finding.reference.hex)]])
    let found = try effects([request])
    #expect(found.requests.map(\.waiting) == [1] && found.requests.map(\.id) == ["elsewhere-1"])
    #expect(try effects([request]).requests.isEmpty)
    let edit = Fact.foreign(
      "set", ["fields": ["title": "Buy"], "key": "button", "kind": "component"], replica: "somewhere")
    try tracker.write { try $0.set(kind: "component", key: "button", fields: ["title": "Pay"], by: "lead") }
    #expect(try effects([edit]).conflicts == 1)
    #expect(try effects([edit]).conflicts == 0)
  }

  @Test("changes of several parts add up to those of the whole")
  func sums() throws {
    let one = Self.wanted { ($0.better, $0.betterByRetest, $0.failToNotApplicable) = (3, 2, 1) }
    let other = Self.wanted { ($0.worse, $0.disputed, $0.contradicted, $0.overruled) = (4, 5, 6, 7) }
    #expect((one + other).since(one) == other && (one + other).since(other) == one && one.since(one) == CellChanges())
  }
}
