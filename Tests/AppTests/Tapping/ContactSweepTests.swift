import Audit
import Children
import Foundation
import Store
import Testing

@testable import App

/// Contacts of a plan that was closed long ago, and the commands that come by.
@Suite("What is kept too long is destroyed by whatever copies or moves facts")
struct ContactSweepTests {
  private static func overdue(days: Int64 = 181) throws -> RegisterWorld {
    let world = try RegisterWorld()
    try world.must("new", "component", "button", "--kind", "icon-button")
    try world.must("new", "plan", "close-44", "--component", "button", "--size", "44x44")
    let tracker = try world.tracker(.write)
    let session = TapSession(
      plan: "close-44", participant: "KTR4WX", age: .nine, week: "2026-W10", device: "iPad mini 6", moderator: "m1",
      consent: TapSession.Consent(reference: "c-17", guardian: true, assent: true))
    let trial = TapTrial(number: 1, kind: .scored, component: "button", width: 440, height: 440, outcome: .firstTap)
    try tracker.write { writer in
      let begun = try writer.begin(session)
      try writer.add(trial, contacts: [TapContact(down: 7, x: 12_345, y: 54, kind: .hit)], to: begun)
    }
    tracker.close()
    try world.must("tap", "close", "close-44", "--tester", "lead")
    world.now += days * 86_400_000
    return world
  }

  private static func contacts(_ world: RegisterWorld) throws -> Int {
    try world.read { try $0.sessionRecords() }.flatMap(\.trials).compactMap(\.contacts).count
  }

  @Test("doctor says what is overdue, and changes nothing")
  func doctor() throws {
    let world = try Self.overdue()
    #expect(world.run("doctor") == 1)
    #expect(world.output.contains("WRONG") && world.output.contains("1 contact record of plan close-44 is overdue"))
    #expect(try Self.contacts(world) == 1)
    #expect(try Self.overdue(days: 179).run("doctor") == 0)
  }

  @Test("A sync and an import destroy nothing, and a backup says what it destroys, and leaves the trials")
  func sweep() throws {
    let world = try Self.overdue()
    try FileManager.default.createDirectory(atPath: world.folder + "/shared", withIntermediateDirectories: false)
    try world.must("export", "-o", "all.json")
    try world.must("sync", "shared")
    try world.must("import", "all.json")
    #expect(try Self.contacts(world) == 1)
    try world.must("backup", "copy.db")
    #expect(world.errors.contains("Erased 1 contact record"))
    #expect(try Self.contacts(world) == 0)
    #expect(try world.read { try $0.sessionRecords() }.flatMap(\.trials).count == 1)
    try world.must("doctor")
    // The copy is made afterwards: it holds none either.
    try world.must("doctor", "--db", "copy.db")
    #expect(!world.output.contains("overdue"))
  }

  @Test("What is not due stays, and a dry run destroys nothing")
  func notDue() throws {
    let early = try Self.overdue(days: 179)
    try early.must("backup", "copy.db")
    #expect(try Self.contacts(early) == 1)
    let world = try Self.overdue()
    try world.must("export", "-o", "all.json")
    try world.must("import", "all.json", "--dry-run")
    #expect(try Self.contacts(world) == 1)
  }
}
