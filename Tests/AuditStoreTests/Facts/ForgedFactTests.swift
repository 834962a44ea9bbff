import AuditModel
import CanonicalJSON
import SQLite
import Testing

@testable import AuditStore

@Suite("facts that lie")
struct ForgedFactTests {
  private static func result(
    _ replica: String, _ sequence: Int64, saw: [Digest], outcome: Outcome, at time: Int64
  ) throws -> (fact: Fact, digest: Digest) {
    var body: JSONObject = [
      "check": .string(Catalogue.first), "component": "button", "outcome": .string(outcome.rawValue), "tester": "eve",
    ]
    if !saw.isEmpty { body["saw"] = .array(saw.map { .string($0.shortHex) }) }
    let fact = Fact(
      replica: replica, sequence: sequence, clock: HybridTime(milliseconds: time), previous: "", kind: "result",
      body: body)
    return (fact, SHA256.digest(of: try CanonicalWriter.bytes(of: fact.json)))
  }

  @Test("results that claim to have seen one another in a circle are folded alike by all who hold them")
  func circle() throws {
    let scratch = try Scratch()
    let surroundings = Surroundings()
    let tracker = try Tracker.make(scratch.newPath(), surroundings)
    try tracker.addComponent()
    let later = surroundings.now + 300_000
    let first = try Self.result("zzzzzzzz", 5, saw: [], outcome: .fail, at: later)
    let second = try Self.result("yyyyyyyy", 1, saw: [first.digest], outcome: .pass, at: later + 1)
    // Behind the second by what it names, before the first by its number.
    let third = try Self.result("zzzzzzzz", 4, saw: [second.digest], outcome: .na, at: later + 2)
    _ = try tracker.write { try $0.receive([first.fact, second.fact, third.fact]) }
    for outcome in [Outcome.cantTell, .pass] {
      try tracker.log(outcome)
      let lines = try ProjectionText.lines(tracker)
      let other = try Tracker.make(scratch.newPath(), Surroundings(seed: 4))
      _ = try other.write { try $0.receive(try tracker.facts.reversed().map(\.fact)) }
      #expect(try ProjectionText.lines(other) == lines)
      try tracker.write { try $0.rebuild() }
      #expect(try ProjectionText.lines(tracker) == lines)
    }
  }
}
