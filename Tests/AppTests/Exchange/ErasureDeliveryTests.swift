import Audit
import Base
import Children
import Foundation
import Store
import Testing

@testable import App

/// Whoever was given a session with a child has to be told when it is erased, and nobody else may learn of it.
@Suite("Handing erasures of sessions over")
struct ErasureDeliveryTests {
  private static let code = "KTR4WX"
  private static let recipient = "Clinic North"

  /// A session that may be handed on in full, and the file that the recipient was given.
  private func given() throws -> (world: RegisterWorld, path: String) {
    let world = try RegisterWorld()
    try world.must("new", "component", "button", "--kind", "icon-button")
    try world.must("new", "plan", "close-44", "--component", "button", "--size", "44x44")
    let tracker = try world.tracker(.write)
    let session = TapSession(
      plan: "close-44", participant: Self.code, age: .nine, week: "2026-W10", device: "iPad mini 6", moderator: "m1",
      consent: TapSession.Consent(reference: "c-17", guardian: true, assent: true, full: true))
    let trial = TapTrial(number: 1, kind: .scored, component: "button", width: 440, height: 440, outcome: .firstTap)
    try tracker.write { writer in try writer.add(trial, to: try writer.begin(session)) }
    tracker.close()
    try world.must("export", "--full", "--to", Self.recipient, "-o", "given.json")
    return (world, world.folder + "/given.json")
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// The file that waits beside the tracker for the recipient.
  private func file(_ world: RegisterWorld) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: world.folder + "/.a11y")
    let name = try #require(names.first { $0.hasPrefix("hand-over-Clinic-North-") && $0.hasSuffix(".a11y.json") })
    return "\(world.folder)/.a11y/\(name)"
  }

  @Test("An export in full needs a recipient, and no code of a child is in it")
  func full() throws {
    let (world, path) = try given()
    #expect(try text(path).contains("\"kind\":\"session\"") && !text(path).contains(Self.code))
    #expect(world.run("export", "--full", "-o", "other.json") == 2)
    #expect(world.run("export", "--to", Self.recipient, "-o", "other.json") == 2)
    try world.must("export", "-o", "plain.json")
    #expect(try !text(world.folder + "/plain.json").contains("\"kind\":\"session\""))
  }

  @Test("An erased session is to be told of to whom it was given, until somebody says that it was")
  func handedOver() throws {
    let (world, _) = try given()
    try world.must("erase", "participant", Self.code, "--dry-run")
    #expect(!world.errors.contains("Not yet handed over"))
    try world.must("erase", "participant", Self.code, "--reason", "withdrawn", "--yes")
    let path = try file(world)
    #expect(world.errors.contains("Not yet handed over: \(Self.recipient) may have sessions that are erased now."))
    #expect(
      world.errors.contains("Send \(path) (") && world.errors.contains("a11y erase handed-over 'Clinic North'\"."))
    try world.must("verify", path)
    try world.must("erase", "list")
    #expect(world.output.contains("Not yet handed over to \(Self.recipient): erasures of 1 session."))
    try world.must("erase", "list", "--json")
    #expect(try world.json.objectValue?["not_handed_over"] == [["recipient": .string(Self.recipient), "sessions": 1]])
    #expect(world.run("erase", "handed-over", "Clinic South") == 3)
    try world.must("erase", "handed-over", Self.recipient)
    #expect(world.output == "Handed over to \(Self.recipient): erasures of 1 session.\n")
    try world.must("erase", "list")
    #expect(!world.output.contains("handed over"))
    #expect(world.run("erase", "handed-over", Self.recipient) == 3)
  }

  @Test("The recipient holds the session back as soon as the file is in, and destroys it by following")
  func recipient() throws {
    let (world, given) = try given()
    let clinic = try DiskWorld(seed: 31)
    try clinic.must("init", "--catalog", "2")
    try clinic.must("import", "--adopt", given)
    #expect(try clinic.rows("list", "sessions").count == 1)
    try world.must("erase", "participant", Self.code, "--yes")
    try clinic.must("import", try file(world))
    #expect(clinic.errors.contains("waits, withheld until you decide ("))
    #expect(try clinic.rows("list", "sessions").isEmpty)
    let request = try #require(try clinic.rows("waiting").first)
    #expect(request["withheld"] as? Int == 2 && request["reason"] as? String == "withdrawn")
    let id = try #require(request["id"] as? String)
    try clinic.must("erase", "refuse", id)
    #expect(try clinic.rows("list", "sessions").count == 1)
    try clinic.must("erase", "follow", id, "--yes")
    #expect(clinic.output == "Erased 2 entries in 1 request.\n")
    try clinic.must("import", given)
    #expect(try clinic.rows("list", "sessions").isEmpty, "an old file brings nothing back")
    try clinic.must("doctor")
  }

  @Test("What goes to everybody tells nothing of a session, nor of its erasure")
  func everybody() throws {
    let (world, given) = try given()
    let pattern = try Regex("\"kind\":\"session\".*?\"r\":\"([a-z0-9]+)\"")
    let match = try #require(try text(given).firstMatch(of: pattern))
    let replica = try #require(match.output[1].substring).description
    try world.must("export", "-o", "before.json")
    try world.must("erase", "participant", Self.code, "--yes")
    try world.must("export", "-o", "after.json")
    #expect(try text(world.folder + "/after.json") == text(world.folder + "/before.json"))
    #expect(try !text(world.folder + "/after.json").contains(replica))
    #expect(try text(try file(world)).contains(replica))
  }
}
