import Audit
import Base
import Children
import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("moments of sessions with children")
struct TapMomentTests {
  private static let day: Int64 = 86_400_000
  /// Ten minutes before the end of a day of UTC, which is in the afternoon elsewhere.
  private static let evening = 20_000 * day - 600_000
  let scratch: Scratch
  let surroundings = Surroundings(now: TapMomentTests.evening)
  let tracker: Tracker

  init() throws {
    scratch = try Scratch()
    tracker = try Tracker.make(scratch.newPath(), surroundings)
    try tracker.addComponent()
  }

  /// The headers of the chains of sessions: what an erasure leaves.
  private func headers() throws -> [HybridTime] {
    try tracker.facts.map(\.fact).filter { $0.kind != "set" && $0.kind != "result" }.map(\.clock)
  }

  private func trials() throws -> [Int] {
    try tracker.read { try $0.sessionRecords() }.flatMap { $0.trials.map(\.trial.number) }
  }

  @Test("headers have one day, also where the session goes on after midnight, with undos and a void")
  func oneDay() throws {
    let begun = try tracker.sit(TapSamples.session(), [.firstTap])
    for number in 2...5 {
      surroundings.now += 300_000
      try tracker.write { try $0.add(TapSamples.trial(number), to: begun) }
    }
    surroundings.now += 1_000
    try tracker.undo()
    let held = try #require(try tracker.read { try $0.sessionRecords() }.first)
    surroundings.now += 3_600_000
    try tracker.write { try $0.void(held, .technical) }
    let clocks = try headers()
    #expect(clocks.map(\.milliseconds) == Array(repeating: 19_999 * Self.day, count: 8))
    #expect(clocks.map(\.counter) == Array(0...7))
    #expect(held.time == Self.evening + 1)
    let voided = try #require(try tracker.read { try $0.sessionRecords(all: true) }.first)
    #expect(voided.voidedAt == surroundings.now)
  }

  @Test("what is said of a session days later has the day on which it was said")
  func later() throws {
    try tracker.sit(TapSamples.session(), [.firstTap])
    surroundings.now += 5 * Self.day
    _ = try tracker.write { try $0.erase(participant: "KTR4WX", reason: .withdrawn, by: "lead") }
    #expect(try headers().map(\.milliseconds) == [19_999 * Self.day, 20_004 * Self.day])
  }

  @Test("undo and redo go back through sessions and results in the order in which they were made")
  func undo() throws {
    let first = try tracker.sit(TapSamples.session(), [.firstTap])
    surroundings.now += 1_000
    let second = try tracker.sit(TapSamples.session("BCDFGH"), [.firstTap])
    for (number, session) in [(2, first), (2, second), (3, first)] {
      surroundings.now += 1_000
      try tracker.write { try $0.add(TapSamples.trial(number), to: session) }
      surroundings.now += 1_000
      try tracker.log(.pass)
    }
    #expect(try trials() == [1, 2, 3, 1, 2])
    let results = { try tracker.database.scalar("SELECT results FROM cell") }
    let all = try results()
    for _ in 1...4 {
      surroundings.now += 1_000
      try tracker.undo()
    }
    #expect(try trials() == [1, 2, 1])
    // The latest undo is brought back first, whichever chain it is in.
    for wanted in [[1, 2, 1, 2], [1, 2, 1, 2], [1, 2, 3, 1, 2], [1, 2, 3, 1, 2]] {
      surroundings.now += 1_000
      try tracker.redo()
      #expect(try trials() == wanted)
    }
    #expect(try results() == all)
  }

  @Test("nothing that has a moment of an erased session is left, and a local table tells no session")
  func erased() throws {
    let begun = try tracker.sit(TapSamples.session(), [.firstTap])
    surroundings.now += 1_000
    try tracker.write { try $0.add(TapSamples.trial(2), to: begun) }
    surroundings.now += 1_000
    try tracker.undo()
    let sql = "SELECT count(*) FROM local WHERE name GLOB 'moment.*'"
    #expect(try tracker.database.scalar(sql) == 1)
    _ = try tracker.write { try $0.erase(participant: "KTR4WX", reason: .withdrawn, by: "lead") }
    #expect(try tracker.database.scalar(sql) == 0)
    #expect(try headers().allSatisfy { $0.milliseconds == 19_999 * Self.day })
  }

  @Test("sessions are in the order in which they were held, and a past moment shows those that were held by then")
  func order() throws {
    for code in ["KTR4WX", "BCDFGH", "JKMNPQ"] {
      surroundings.now += 60_000
      try tracker.sit(TapSamples.session(code), [.firstTap])
    }
    let codes = { (reader: Reader) in try reader.sessionRecords().map(\.session.participant) }
    #expect(try tracker.read(codes) == ["KTR4WX", "BCDFGH", "JKMNPQ"])
    #expect(try tracker.read { try codes(try $0.at(Self.evening + 120_500)) } == ["KTR4WX", "BCDFGH"])
  }

  @Test("of children who come after an erasure on the same day, it is known that they did")
  func afterErasure() throws {
    try tracker.sit(TapSamples.session("KTR4WX"), [.firstTap])
    surroundings.now += 60_000
    try tracker.sit(TapSamples.session("BCDFGH"), [.firstTap])
    surroundings.now += 60_000
    _ = try tracker.write { try $0.erase(participant: "KTR4WX", reason: .withdrawn, by: "lead") }
    surroundings.now += 60_000
    try tracker.sit(TapSamples.session("JKMNPQ"), [.firstTap])
    let removed = try #require(try tracker.read { try $0.lastRemovalOfChild() })
    let later = try tracker.read { try $0.sessionRecords() }.filter { $0.time > removed }
    #expect(later.map(\.session.participant) == ["JKMNPQ"])
  }

  @Test(
    "a moment that is missing, or not of the day of the header, moves nothing",
    arguments: [
      nil, .integer(-1), .integer(9_007_199_254_740_991), .integer(-9_007_199_254_740_991),
      .integer(5 + 2 * 86_400_000), "noon", 1, [5],
    ] as [JSONValue?])
  func strange(moment: JSONValue?) throws {
    var body = TapSamples.session().body
    if let moment { body["moment"] = moment }
    let session = Fact.foreign("session", body)
    let reference = try session.reference
    let trial = Fact.foreign(
      "trial", TapSamples.trial(1).body(session: reference), 2, at: 6, after: reference)
    _ = try tracker.write { try $0.receive([session, trial]) }
    let found = try tracker.read { try $0.sessionRecords(all: true) }
    #expect(found.map(\.time) == [5] && found.map { $0.trials.count } == [1])
    #expect(try tracker.read { try $0.keptForNewer() } == 0)
    // The clock of this machine goes on as before.
    try tracker.sit(TapSamples.session("BCDFGH"), [.firstTap])
    #expect(try tracker.read { try $0.sessionRecords() }.map(\.time) == [5, Self.evening + 1])
    try tracker.undo()
    #expect(try tracker.read { try $0.sessionRecords() }.map(\.time) == [5])
  }

  @Test("a session that an earlier version began goes on in its order")
  func earlier() throws {
    let time = Self.evening - 7_200_000
    let session = Fact.foreign("session", TapSamples.session().body, at: time)
    let reference = try session.reference
    let trial = Fact.foreign(
      "trial", TapSamples.trial(1).body(session: reference), 2, at: time + 9_000, after: reference)
    _ = try tracker.write { try $0.receive([session, trial]) }
    try tracker.write { writer in
      let held = try #require(try writer.reader.sessionRecords(all: true).first)
      try writer.add(TapSamples.trial(2), to: try writer.resume(held))
    }
    let clocks = try tracker.facts.map(\.fact).filter { $0.replica == "elsewhere" }.map(\.clock)
    #expect(clocks.last == HybridTime(milliseconds: time + 9_000, counter: 1))
    #expect(try tracker.read { try $0.sessionRecords(all: true) }.map { $0.trials.map(\.trial.number) } == [[1, 2]])
  }
}
