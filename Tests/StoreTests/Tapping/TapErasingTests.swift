import Audit
import Base
import Children
import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("erasing a child")
struct TapErasingTests {
  private static let child = "KTR4WX"
  let scratch: Scratch
  let surroundings = Surroundings()

  init() throws { scratch = try Scratch() }

  private func machine() throws -> Tracker {
    let tracker = try Tracker.make(scratch.newPath(), Surroundings(seed: UInt64.random(in: 1...1_000_000)))
    try tracker.database.write {
      try Identity.found(tracker.database, environment: tracker.environment)
    }
    return tracker
  }

  @Test("everything of the child goes, and no byte of the code or of a salt is left in the file")
  func canary() throws {
    let tracker = try machine()
    let contact = TapContact(down: 7, x: 12_345, y: 54, kind: .hit)
    let begun = try tracker.sit(TapSamples.session(Self.child), [.firstTap, .missed], contacts: [contact])
    try tracker.sit(TapSamples.session("BCDFGH"), [.firstTap])
    let gone = try tracker.facts.filter { $0.fact.replica == begun.replica }
    let erased = try tracker.write { try $0.erase(participant: Self.child, reason: .withdrawn, by: "lead") }
    #expect(erased.destroyed == ["session": 1, "trial": 2, "contact": 2])
    #expect(try tracker.read { try $0.sessionRecords() }.map(\.session.participant) == ["BCDFGH"])
    #expect(try tracker.read { try $0.participants() } == ["BCDFGH"])
    tracker.close()
    let salts = gone.compactMap { $0.fact.salt?.bytes }
    #expect(salts.count == 5)
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder) {
      let bytes = Scratch.bytes(scratch.path(name))
      #expect(bytes.firstRange(of: Array(Self.child.utf8)) == nil, "\(name)")
      #expect(bytes.firstRange(of: Array("12345".utf8)) == nil, "\(name)")
      for salt in salts { #expect(bytes.firstRange(of: salt) == nil, "\(name)") }
    }
  }

  @Test("what comes of an erased session later, or again, is destroyed when it comes")
  func returning() throws {
    let tracker = try machine()
    let begun = try tracker.sit(TapSamples.session(Self.child), [.firstTap])
    let old = try tracker.facts
    let copy = try machine()
    try copy.receive(from: tracker)
    // The session goes on elsewhere meanwhile.
    try copy.write { writer in
      let sessionRecord = try #require(try writer.reader.sessionRecords().first)
      try writer.add(TapSamples.trial(2, .missed), to: try writer.resume(sessionRecord))
    }
    let late = try copy.facts
    _ = try tracker.write { try $0.erase(participant: Self.child, reason: .withdrawn, by: "lead") }
    for facts in [old, late, late.reversed()] {
      // What tells of its course is not taken in, with or without content.
      #expect(try tracker.take(facts).added == 0)
      #expect(try tracker.read { try $0.sessionRecords() }.isEmpty)
      let theirs = try tracker.facts.filter { $0.fact.replica == begun.replica && $0.fact.kind != "erase" }
      #expect(theirs.map(\.fact.kind) == ["session"] && theirs.allSatisfy { $0.isStub })
    }
    try tracker.write { try $0.rebuild() }
    #expect(try tracker.facts.count == 2)
  }

  @Test("elsewhere an erased session is withheld at once, in any order of arrival, and destroyed when somebody decides")
  func withheld() throws {
    let first = try machine()
    try first.sit(
      TapSamples.session(Self.child), [.firstTap, .missed], contacts: [TapContact(down: 7, x: 1, y: 2, kind: .hit)])
    let content = try first.facts.filter { TapKind(name: $0.fact.kind) != nil }
    _ = try first.write { try $0.erase(participant: Self.child, reason: .withdrawn, by: "lead") }
    let request = try #require(try first.facts.first { $0.fact.kind == "erase" })
    for order in [content + [request], [request] + content, content.reversed() + [request]] {
      let second = try machine()
      for fact in order { try second.take([fact]) }
      #expect(try second.read { try $0.sessionRecords() }.isEmpty)
      #expect(try !second.facts.contains { $0.isStub })
      let waiting = try second.read { try $0.waitingRequests() }
      #expect(waiting.map(\.id) == [request.id] && waiting.map(\.withheld) == [5])
      #expect(try second.read { try $0.childFactsToHandOn(to: "anybody") }.isEmpty)
      // Refused, it is shown again; followed, it goes for good.
      try second.decide(.refuse, about: [request.digest.hex])
      #expect(try second.read { try $0.sessionRecords() }.map { $0.trials.count } == [2])
      try second.decide(.follow, about: [request.digest.hex])
      #expect(try second.read { try $0.sessionRecords() }.isEmpty)
      for _ in 0..<2 {
        #expect(try Set(second.facts.map { "\($0.fact.kind) \($0.isStub)" }) == ["session true", "erase false"])
        #expect(try second.facts.count == 2)
        #expect(try second.database.read { try Reader(database: second.database, now: 0).lineage.forks() }.isEmpty)
        try second.take(content)
      }
    }
  }

  @Test("where the request stands elsewhere, as it once did, what comes later is stored without its content")
  func later() throws {
    let (first, second) = (try machine(), try machine())
    let begun = try first.sit(TapSamples.session(Self.child), [.firstTap])
    try second.receive(from: first)
    let request = Fact.foreign("erase", ["reason": "withdrawn", "sitting": .string(begun.replica)])
    try second.take([request])
    let waiting = try #require(try second.facts.first { $0.fact.kind == "erase" })
    try second.decide(.follow, about: [waiting.digest.hex])
    try first.write { writer in
      let sessionRecord = try #require(try writer.reader.sessionRecords().first)
      try writer.add(TapSamples.trial(2, .missed), to: try writer.resume(sessionRecord))
    }
    let received = try second.receive(from: first)
    #expect(received.added == 1 && received.erased == 1)
    let theirs = try second.facts.filter { $0.fact.replica == begun.replica }
    #expect(theirs.count == 3 && theirs.allSatisfy { $0.isStub })
  }

  @Test("a stranger cannot withhold a session, and a header alone removes nothing")
  func strangers() throws {
    let (first, second) = (try machine(), try machine())
    let begun = try first.sit(TapSamples.session(Self.child), [.firstTap])
    try second.receive(from: first)
    let headers = try first.facts.filter { $0.fact.kind == "session" }.map { try $0.fact.stored(isStub: true) }
    let request = Fact.foreign("erase", ["reason": "withdrawn", "sitting": .string(begun.replica)])
    try second.take(headers)
    try second.take([request])
    #expect(try second.read { try $0.sessionRecords() }.map { $0.trials.count } == [1])
    #expect(try second.read { try $0.waitingRequests() }.map(\.waiting) == [2])
    #expect(try !second.facts.contains { $0.isStub })
    // Where only headers came nothing is shown; the content fills them whenever it comes.
    let third = try machine()
    try third.take(try first.facts.map { try $0.fact.stored(isStub: $0.fact.kind != "set") })
    #expect(try third.read { try $0.sessionRecords() }.isEmpty)
    let received = try third.receive(from: first)
    #expect(received.filled == 2 && received.added == 0)
    #expect(try third.read { try $0.sessionRecords() }.map { $0.trials.count } == [1])
  }

  @Test("whoever was given a session is named when it is erased, until they were handed the erasure")
  func recipients() throws {
    let tracker = try machine()
    let full = try tracker.sit(TapSamples.session(Self.child), [.firstTap])
    let other = try tracker.sit(TapSamples.session("BCDFGH", full: false), [.firstTap])
    let all = try tracker.read { try $0.childFacts() }
    #expect(try Set(tracker.read { try $0.sessionRecords(among: all) }) == [full.replica, other.replica])
    // Who allowed it is handed on to anybody by name, the other only to whom it was given.
    #expect(try tracker.read { try $0.childFactsToHandOn(to: "ann") }.count == 2)
    try tracker.write { try $0.remember([full.replica, other.replica], givenTo: "ann") }
    try tracker.write { try $0.remember([full.replica], givenTo: "bob") }
    #expect(try tracker.read { try $0.childFactsToHandOn(to: "ann") }.count == 4)
    #expect(try tracker.read { try $0.childFactsToHandOn(to: "bob") }.count == 2)
    #expect(try tracker.read { try $0.untoldErasures() }.isEmpty)
    let report = try tracker.write { try $0.erase(participant: Self.child, reason: .withdrawn, by: "lead") }
    #expect(report.recipients == ["ann", "bob"])
    let untold = try tracker.read { try $0.untoldErasures() }
    #expect(
      untold.map(\.recipient) == ["ann", "bob"] && untold.map(\.sessionRecords) == [[full.replica], [full.replica]])
    // What is handed over is the header of the session and the erasure.
    let handed = try tracker.read { try $0.handedOver(to: "bob") }
    #expect(handed.count == 2)
    #expect(try tracker.write { try $0.markToldOfErasures("ann") } == 1)
    #expect(try tracker.read { try $0.untoldErasures() }.map(\.recipient) == ["bob"])
    #expect(try tracker.write { try $0.markToldOfErasures("ann") } == 0)
  }

  @Test("a child who is not here is refused")
  func unknown() throws {
    let tracker = try machine()
    #expect(throws: Refusal.unknownRecord(kind: "participant", key: "BCDFGH")) {
      try tracker.write { _ = try $0.erase(participant: "BCDFGH", reason: .other, by: "") }
    }
  }
}

@Suite("how long contacts are kept")
struct ContactRetentionTests {
  @Test("contacts go 180 days after the plan was closed, and the trials stay as they were scored")
  func sweep() throws {
    let (scratch, surroundings) = (try Scratch(), Surroundings())
    let tracker = try Tracker.make(scratch.newPath(), surroundings)
    let contact = TapContact(down: 7, x: 12_345, y: 54, kind: .hit)
    try tracker.sit(TapSamples.session(), [.firstTap, .missed], contacts: [contact])
    try tracker.sit(TapSamples.session("BCDFGH", plan: "open"), [.firstTap], contacts: [contact])
    var plan = TapSamples.plan
    plan.closed = surroundings.now
    try tracker.write { try $0.set(kind: "plan", key: plan.key, fields: plan.fields, by: "lead") }
    surroundings.now += 180 * 86_400_000 - 1
    #expect(try tracker.write { try $0.eraseOldContacts(by: "lead") } == nil)
    surroundings.now += 1
    #expect(try tracker.write { try $0.eraseOldContacts(by: "lead") } == 2)
    #expect(try tracker.write { try $0.eraseOldContacts(by: "lead") } == nil)
    let sessionRecords = try tracker.read { try $0.sessionRecords() }
    #expect(sessionRecords.map { $0.trials.map { $0.contacts != nil } } == [[false, false], [true]])
    #expect(sessionRecords.first?.trials.map(\.trial.outcome) == [.firstTap, .missed])
  }

  @Test("what another machine closes destroys nothing, and an undone closing does not either")
  func othersClosing() throws {
    let (scratch, surroundings) = (try Scratch(), Surroundings())
    let tracker = try Tracker.make(scratch.newPath(), surroundings)
    try tracker.sit(TapSamples.session(), [.firstTap], contacts: [TapContact(down: 7, x: 12, y: 54, kind: .hit)])
    try tracker.write {
      try $0.set(kind: "plan", key: TapSamples.plan.key, fields: TapSamples.plan.fields, by: "lead")
    }
    let fields: JSONObject = ["closed": .integer(surroundings.now - 200 * 86_400_000)]
    let body: JSONObject = ["by": "ben", "fields": .object(fields), "key": "close-44", "kind": "plan"]
    try tracker.take([Fact.foreign("set", body, at: surroundings.now)])
    #expect(try tracker.write { try $0.eraseOldContacts(by: "lead") } == nil)
    let old = try tracker.read { try $0.oldContacts() }
    #expect(old.map(\.isDue) == [false] && old.map(\.closedBy) == ["ben"])
    // Closed here as well, and then undone.
    try tracker.write { try $0.set(kind: "plan", key: "close-44", fields: fields, by: "lead") }
    #expect(try tracker.read { try $0.oldContacts() }.map(\.isDue) == [true])
    _ = try tracker.undo()
    #expect(try tracker.read { try $0.oldContacts() }.map(\.isDue) == [false])
  }
}
