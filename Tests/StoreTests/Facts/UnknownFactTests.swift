import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("facts of a newer version")
struct UnknownFactTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: String
    var body: JSONObject
    var isKept: Bool
    var testDescription: String { "\(kind) \(body.members.map(\.key))" }
  }

  private static let result: JSONObject = ["check": "a.b", "component": "c", "outcome": "fail"]

  private static func result(_ key: String, _ value: JSONValue) -> JSONObject {
    var body = result
    body[key] = value
    return body
  }

  private static func evidence(_ key: String, _ value: JSONValue?) -> JSONObject {
    var body: JSONObject = [
      "check": "a.b", "component": "c", "name": "../x.png", "of": "0123456789abcdef0123456789abcdef", "size": 3,
      "type": "image/png",
      "sha256": .string(String(repeating: "ab", count: 32)),
    ]
    body[key] = value
    return body
  }

  static let cases: [Case] = [
    Case(kind: "sighting", body: ["of": "c", "deep": ["list": [1, true, .null]]], isKept: true),
    Case(kind: "result", body: result, isKept: false),
    Case(kind: "result", body: result("lidar", ["depth": 3]), isKept: false),
    Case(kind: "result", body: result("outcome", "maybe"), isKept: true),
    Case(kind: "result", body: result("severity", 5), isKept: true),
    Case(kind: "result", body: result("severity", 9_007_199_254_740_991), isKept: true),
    Case(kind: "result", body: result("text", "0123456G"), isKept: true),
    Case(kind: "result", body: result("saw", ["of a member that is none"]), isKept: false),
    Case(kind: "result", body: result("retest", true), isKept: false),
    Case(kind: "result", body: result("retest", false), isKept: true),
    Case(kind: "result", body: result("override", "Checked by hand"), isKept: false),
    Case(kind: "result", body: result("tester", ""), isKept: true),
    Case(kind: "result", body: result("value", ["n": [1], "text": "1", "unit": "pt", "error": 1]), isKept: true),
    Case(kind: "result", body: result("value", ["n": [44_000_000], "text": "44", "unit": "lux"]), isKept: false),
    Case(kind: "result", body: [:], isKept: true),
    Case(kind: "set", body: ["kind": "component", "key": "c", "fields": ["hue": 3], "why": "new"], isKept: false),
    Case(kind: "set", body: ["kind": "galaxy", "key": "c", "fields": ["hue": [3]]], isKept: false),
    Case(kind: "set", body: ["kind": "component", "key": "c"], isKept: true),
    Case(kind: "delete", body: ["kind": "component", "key": 7], isKept: true),
    Case(kind: "note", body: ["component": "c", "text": "x", "mood": "good"], isKept: false),
    Case(kind: "note", body: ["component": "c"], isKept: true),
    Case(kind: "evidence", body: evidence("lens", "wide"), isKept: false),
    Case(kind: "evidence", body: evidence("type", "model/usd"), isKept: false),
    Case(kind: "evidence", body: evidence("size", "large"), isKept: true),
    Case(kind: "evidence", body: evidence("size", -1), isKept: true),
    Case(kind: "evidence", body: evidence("sha256", "AB"), isKept: true),
    Case(kind: "evidence", body: evidence("of", nil), isKept: true),
    Case(kind: "evidence", body: evidence("of", "0123456789abcdef"), isKept: true),
    Case(kind: "evidence", body: evidence("condition", 3), isKept: true),
    Case(kind: "retract", body: ["targets": []], isKept: true),
    Case(kind: "retract", body: ["targets": ["0123456789abcdef0123456789abcdef"], "by": "x"], isKept: false),
    Case(kind: "replica", body: [:], isKept: true),
  ]

  private static func fact(_ body: JSONObject, kind: String, sequence: Int64 = 1) -> Fact {
    Fact.foreign(kind, body, replica: "newer00newer", sequence, at: 1_750_000_000_000)
  }

  @Test(
    "what is not understood is stored, counted and given back byte for byte, also after a rebuild", arguments: cases)
  func kept(one: Case) throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    let fact = Self.fact(one.body, kind: one.kind)
    let bytes = try CanonicalWriter.bytes(of: fact.json)
    let received = try tracker.write { try $0.receive([fact]) }
    #expect(received.added == 1 && received.keptForNewer == (one.isKept ? 1 : 0))
    for _ in 0..<2 {
      #expect(try tracker.facts.map(\.bytes) == [bytes])
      #expect(try tracker.read { try $0.keptForNewer() } == (one.isKept ? 1 : 0))
      try tracker.write { try $0.rebuild() }
    }
    let again = try tracker.write { try $0.receive([fact]) }
    #expect(again.added == 0 && again.same == 1)
  }

  @Test("a result that an older version could only keep counts after a rebuild by one that knows it")
  func understoodLater() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    let fact = Self.fact(Self.result, kind: "result")
    let body = String(decoding: try CanonicalWriter.bytes(of: .object(fact.body)), as: UTF8.self)
    let early = Self.fact(Self.result("outcome", "pass"), kind: "result", sequence: 2)
    try tracker.database.write {
      let line = try Identity.line(tracker.database, of: fact.replica).own
      try FactTable.insert(
        fact, number: FactNumber.make(line: line, sequence: 1), digest: try fact.sealed().identity, body: body,
        into: tracker.database)
    }
    _ = try tracker.write { try $0.receive([early]) }
    #expect(try tracker.read { try $0.keptForNewer() } == 1)
    let copies = try tracker.facts
    try tracker.write { try $0.rebuild() }
    #expect(try tracker.read { try $0.keptForNewer() } == 0)
    #expect(try tracker.facts.map(\.bytes) == copies.map(\.bytes))
    let other = try Tracker.make(scratch.newPath(), Surroundings(seed: 2))
    _ = try other.write { try $0.receive([early, fact]) }
    #expect(try ProjectionText.lines(tracker) == (try ProjectionText.lines(other)))
  }

  @Test("a clock far ahead is kept and counted, and does not move ours")
  func aheadOfClock() throws {
    let scratch = try Scratch()
    let surroundings = Surroundings()
    let tracker = try Tracker.make(scratch.newPath(), surroundings)
    var fact = Self.fact(["kind": "component", "key": "button", "fields": ["kind": "button"]], kind: "set")
    fact.clock.milliseconds += 315_360_000_000
    #expect(try tracker.write { try $0.receive([fact]) }.aheadOfClock == 1)
    try tracker.write { try $0.set(kind: "component", key: "button", fields: ["kind": "toggle"], by: "") }
    let own = try #require(try tracker.facts.first { $0.fact.replica != fact.replica })
    #expect(own.fact.clock.milliseconds == surroundings.now)
    #expect(try tracker.read { try $0.component("button")?.kind } == "toggle", "who saw it wins over any clock")
  }
}
