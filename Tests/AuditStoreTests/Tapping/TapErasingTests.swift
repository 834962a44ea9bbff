import AuditModel
import CanonicalJSON
import Foundation
import SQLite
import Testing

@testable import AuditStore

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

  private func exchange(_ from: Tracker, _ to: Tracker) throws {
    let facts = try from.facts
    _ = try to.write { try $0.receive(facts) }
  }

  @Test("everything of the child goes, and no byte of the code is left in the file")
  func canary() throws {
    let tracker = try machine()
    let contact = TapContact(down: 7, x: 12_345, y: 54, kind: .hit)
    try tracker.sit(TapSamples.session(Self.child), [.firstTap, .missed], contacts: [contact])
    try tracker.sit(TapSamples.session("BCDFGH"), [.firstTap])
    let report = try tracker.write { try $0.erase(participant: Self.child, reason: "asked for", by: "lead") }
    #expect(report.destroyed == ["session": 1, "trial": 2, "contact": 2])
    #expect(try tracker.read { try $0.sittings() }.map(\.session.participant) == ["BCDFGH"])
    tracker.close()
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder) {
      let bytes = Scratch.bytes(scratch.path(name))
      #expect(bytes.firstRange(of: Array(Self.child.utf8)) == nil, "\(name)")
      #expect(bytes.firstRange(of: Array("12345".utf8)) == nil, "\(name)")
    }
  }

  @Test("an old bundle does not bring the child back, and what others recorded of it goes when it arrives")
  func returning() throws {
    let (first, second) = (try machine(), try machine())
    try first.sit(TapSamples.session(Self.child), [.firstTap])
    let old = try first.facts
    try exchange(first, second)
    // Only the second machine knows of the second session.
    try second.sit(TapSamples.session(Self.child, plan: "other"), [.missed, .missed])
    let late = try second.facts
    _ = try first.write { try $0.erase(participant: Self.child, reason: "", by: "lead") }
    _ = try first.write { try $0.receive(old) }
    #expect(try first.read { try $0.sittings() }.isEmpty)
    _ = try first.write { try $0.receive(late) }
    // It was not made here, so it waits for a decision; and then it is gone with its trials.
    let waiting = try first.read { try $0.erasures() }
    #expect(waiting.map(\.waiting) == [3])
    try first.write { try $0.follow(erasure: waiting[0].id, always: false) }
    #expect(try first.read { try $0.sittings() }.isEmpty)
    #expect(try first.facts.filter { $0.fact.kind == "trial" }.allSatisfy(\.isStub))
    _ = try first.write { try $0.receive(late) }
    #expect(try first.read { try $0.sittings() }.isEmpty)
  }

  @Test("where only the stub of a session came, its trials go as well")
  func orphans() throws {
    let (first, second, third) = (try machine(), try machine(), try machine())
    try first.sit(TapSamples.session(Self.child), [.firstTap])
    let whole = try first.facts
    _ = try third.write { try $0.receive(whole.filter { $0.fact.kind == "trial" }) }
    _ = try first.write { try $0.erase(participant: Self.child, reason: "", by: "lead") }
    try exchange(first, second)
    // The erasure stays behind on its way to the third.
    let stubs = try second.facts.filter { $0.fact.kind == "session" }
    _ = try third.write { try $0.receive(stubs) }
    #expect(try third.facts.allSatisfy { $0.isStub })
  }

  @Test("a child who is not here is refused")
  func unknown() throws {
    let tracker = try machine()
    #expect(throws: Refusal.unknownRecord(kind: "participant", key: "BCDFGH")) {
      try tracker.write { _ = try $0.erase(participant: "BCDFGH", reason: "", by: "") }
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
    let sittings = try tracker.read { try $0.sittings() }
    #expect(sittings.map { $0.trials.map { $0.contacts != nil } } == [[false, false], [true]])
    #expect(sittings.first?.trials.map(\.trial.outcome) == [.firstTap, .missed])
  }
}
