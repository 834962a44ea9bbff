import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("results as facts")
struct ResultBytesTests {
  private static let texts = [
    "", "plain", "\"quoted\\\"", "tab\tline\nreturn\r", "\u{1}\u{8}\u{c}\u{1f}\u{7f}", "caf\u{e9} cafe\u{301}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "</script>", "\u{2028}\u{202E}",
    String(repeating: "\u{4e2d}", count: 300),
  ]
  private static let values = [
    nil, "44", "40x40", "40 x 40 pt", "6.9mm", "1cm", "3.2:1", "165%", "0.3 s", "300ms", "4 tabs", "-2 pt", "0.000001",
    "9007199254.740991",
  ]

  private static func result(_ random: inout SeededRandom) throws -> NewResult {
    let now: Int64 = 1_750_000_000_000
    var new = NewResult(
      component: "button", check: random.pick(Catalogue.checks).id,
      condition: try Condition(parsing: random.pick(["", "dark", "dark,text-ax5"])),
      outcome: random.pick(Outcome.allCases), severity: random.pick([nil] + Severity.allCases),
      value: try random.pick(values).map { try MeasuredValue.parse($0) },
      note: random.once(in: 3) ? nil : random.pick(texts), tester: random.pick(texts), device: random.pick(texts),
      os: random.pick(texts), build: random.pick(texts), audit: random.pick(texts),
      time: random.pick([nil, 0, -1, now, 9_007_199_254_740_991, -9_007_199_254_740_991]))
    new.isRetest = random.once(in: 3)
    return new
  }

  @Test("what logging hashes is the canonical form of the result, every member and value included", arguments: 0..<4)
  func hotPath(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let scratch = try Scratch()
    let first = try Tracker.make(scratch.newPath(), Surroundings(seed: UInt64(seed) + 1))
    let second = try Tracker.make(scratch.newPath(), Surroundings(seed: UInt64(seed) + 100, now: 1_750_000_000_500))
    try first.addComponent("button", ["kind": "button", "source_digest": "0123456789abcdef"])
    for _ in 0..<6 {
      for tracker in [first, second] {
        let other = tracker === first ? second : first
        _ = try tracker.write { try $0.receive(try other.facts.map(\.fact)) }
        try tracker.write { writer in
          for _ in 0..<20 { try writer.log(try Self.result(&random)) }
        }
      }
    }
    // Reading a fact back makes its canonical bytes again and compares their digest with the stored one.
    let facts = try first.facts
    #expect(facts.filter { $0.fact.kind == "result" }.count > 100)
    #expect(facts.contains { !$0.fact.saw.isEmpty && $0.fact.body["value"] != nil && $0.fact.body["retest"] == true })
    for stored in facts where stored.fact.kind == "result" {
      #expect(try stored.fact.sealed().identity == stored.digest)
      #expect(try CanonicalWriter.bytes(of: stored.fact.json) == stored.bytes)
      #expect(ResultBody(stored.fact.body)?.json == stored.fact.body)
    }
    #expect(try first.database.scalar("SELECT count(*) FROM result WHERE body IS NOT NULL") == 0)
  }

  @Test("each fact names its replica's previous one, and the numbers have no holes")
  func chain() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    for _ in 0..<3 { try tracker.log(.fail) }
    try tracker.undo()
    _ = try tracker.write { try $0.addNote(component: "button", check: nil, text: "hm", by: "") }
    try tracker.log(.pass)
    var previous: FactReference?
    for (index, stored) in try tracker.facts.enumerated() {
      #expect(stored.fact.sequence == Int64(index + 1) && stored.fact.previous == previous)
      previous = stored.reference
    }
  }

  @Test("a number no reader would take is refused, and nothing of it is kept")
  func tooLarge() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    // Reading one refuses it too; the store does not lean on that.
    let value = MeasuredValue(text: "9007199254.740992", unit: "", numbers: [FixedPoint(millionths: 1 << 53)])
    #expect(throws: Refusal.self) {
      try tracker.write {
        try $0.log(NewResult(component: "button", check: Catalogue.first, outcome: .pass, value: value, tester: ""))
      }
    }
    #expect(throws: Refusal.self) {
      _ = try tracker.write { try $0.addNote(component: "button", check: nil, text: "a\u{0}", by: "") }
    }
    #expect(try tracker.facts.count == 1)
  }

  @Test("facts come in the order of replica, sequence and digest, from any place on")
  func order() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    let facts = (1...5).flatMap { sequence in
      ["zzzzzzzz", "aaaaaaaa"].flatMap { replica in
        ["pass", "fail"].map { outcome in
          Fact.foreign(
            "result", ["check": "x.y", "component": "c", "outcome": .string(outcome)], replica: replica, Int64(sequence)
          )
        }
      }
    }
    _ = try tracker.write { try $0.receive(facts.shuffled()) }
    let stored = try tracker.facts
    #expect(stored.count == 20)
    let places = stored.map { ($0.fact.replica, $0.fact.sequence, $0.digest) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    var rest: [Int64] = []
    let selection = FactSelection(after: ["aaaaaaaa": 3, "zzzzzzzz": 5])
    try tracker.read { try $0.lines(selection) { rest.append($0.place.sequence) } }
    #expect(rest == [4, 4, 5, 5])
    #expect(try tracker.read { try $0.factReplicas() } == ["aaaaaaaa", "zzzzzzzz"])
  }

  @Test("a row that was changed behind our back is named as damage")
  func damage() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    try tracker.log(.fail)
    try tracker.database.run("UPDATE result SET outcome = 1")
    #expect {
      _ = try tracker.facts
    } throws: {
      if case .damaged? = $0 as? StoreError { true } else { false }
    }
  }
}
