import Base
import Foundation
import SQLite
import Testing

@testable import App

/// Three machines of one team, a tracker each, that exchange bundles: a lead's and two testers'.
final class Team {
  static let check = "voiceover.label-present"
  static let close = "sign-in/close-button"

  let lead: DiskWorld
  let tia: DiskWorld
  let tom: DiskWorld
  private var bundles = 0

  var all: [DiskWorld] { [lead, tia, tom] }

  /// The lead registers, the testers join.
  init() throws {
    lead = try DiskWorld(seed: 1)
    tia = try DiskWorld(seed: 2)
    tom = try DiskWorld(seed: 3)
    for (world, name) in zip(all, ["lead", "tia", "tom"]) {
      world.environment["A11Y_TESTER"] = name
      try world.must("init", "--catalog", "2")
    }
    // Nobody's clock agrees with another's.
    tia.now += 20
    tom.now += 500
    try lead.must("new", "component", Self.close, "--kind", "icon-button", "--owner", "qa-0")
    try lead.must("new", "component", "home", "--kind", "button")
    for world in [tia, tom] { try world.must("import", "--adopt", try bundle(of: lead)) }
  }

  /// A new bundle of everything a machine has: its path.
  func bundle(of world: DiskWorld, _ flags: String...) throws -> String {
    bundles += 1
    let path = lead.path("bundle-\(bundles).a11y.json")
    try world.must(["export", "-o", path] + flags)
    return path
  }

  /// One machine's facts go to others.
  func send(_ from: DiskWorld, to others: DiskWorld...) throws {
    let path = try bundle(of: from)
    for other in others { try other.must("import", path) }
  }

  /// The name that a machine writes under, from a result it logged or a request it made.
  static func replica(_ id: String) -> String { id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id }

  /// A copy of a machine that goes on under its name, as a copied disk does.
  func twin(of world: DiskWorld) throws -> DiskWorld {
    let twin = try DiskWorld(seed: 99)
    twin.environment = world.environment
    twin.now = world.now + 250
    try FileManager.default.createDirectory(atPath: twin.path(".a11y"), withIntermediateDirectories: false)
    for name in try FileManager.default.contentsOfDirectory(atPath: world.path(".a11y")) {
      try FileManager.default.copyItem(atPath: world.path(".a11y/\(name)"), toPath: twin.path(".a11y/\(name)"))
    }
    let number = try FileManager.default.attributesOfItem(atPath: twin.database)[.systemFileNumber] as? UInt64
    let database = try Connection(path: twin.database, mode: .readWrite)
    try database.run(
      "UPDATE local SET value = ? WHERE name = 'place'", [.text("\(twin.host) \(number ?? 0)")])
    try database.close()
    return twin
  }

  /// All facts go everywhere.
  func meet() throws {
    try send(tia, to: lead)
    try send(tom, to: lead)
    try send(lead, to: tia, tom)
  }

  /// Both testers say something of the same cell or field without having heard of each other.
  func disagree(_ tias: [String], _ toms: [String]) throws {
    try tia.must(tias)
    try tom.must(toms)
  }

  /// Every machine exports the same bytes, none has anything to resolve, and all are sound.
  func requireAgreement(sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let exports = try all.map { try Data(contentsOf: URL(fileURLWithPath: bundle(of: $0))) }
    #expect(exports[1] == exports[0], sourceLocation: sourceLocation)
    #expect(exports[2] == exports[0], sourceLocation: sourceLocation)
    for world in all {
      try world.must("resolve")
      #expect(world.output == "No conflicts.\n", sourceLocation: sourceLocation)
      try world.must("doctor")
    }
  }
}

extension DiskWorld {
  /// Runs a line that has to succeed.
  func must(_ words: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    try must(words, sourceLocation: sourceLocation)
  }

  func must(_ words: [String], sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let code = run(words)
    try #require(code == 0, "\(words.joined(separator: " ")): \(errors)", sourceLocation: sourceLocation)
  }

  /// The rows of a command's JSON.
  func rows(_ words: String...) throws -> [[String: Any]] {
    try must(words + ["--json"])
    return try #require(try json()["rows"] as? [[String: Any]])
  }
}
