import Testing

@testable import App

@Suite("Settings of one tracker")
struct TrackerSettingTests {
  private static let check = "voiceover.label-present"

  /// A tracker with a component and an open audit.
  private func tracker(seed: UInt64) throws -> DiskWorld {
    let world = try DiskWorld(seed: seed)
    world.environment["A11Y_TESTER"] = "t1"
    try world.must("init", "--catalog", "2")
    try world.must("new", "component", "home", "--kind", "icon-button")
    try world.must("new", "audit", "spring")
    return world
  }

  @Test("A build and an audit hold for the tracker in which they were set and for no other")
  func own() throws {
    let (one, other) = (try tracker(seed: 1), try tracker(seed: 2))
    try one.must("config", "build", "3.2")
    #expect(one.errors == "build = 3.2, in this tracker\n")
    try one.must("config", "audit", "spring")
    try one.must("config")
    #expect(one.output == "build = 3.2\naudit = spring\n")
    try one.must("config", "build", "--json")
    #expect(one.output.contains(#""rows":[{"key":"build","value":"3.2","of":"tracker"}]"#))
    other.environment["HOME"] = one.environment["HOME"]
    for world in [one, other] { try world.must("log", "pass", Self.check, "home") }
    #expect(try one.rows("list", "results").map { $0["build"] as? String } == ["3.2"])
    #expect(try one.rows("list", "cells", "--audit", "spring").count == 1)
    #expect(try other.rows("list", "results").map { $0["build"] as? String } == [nil])
    #expect(try other.rows("list", "cells", "--audit", "spring").count == 1, "it is the only open one")
    #expect(other.run("config", "build") == 3)
  }

  @Test("They end with --unset, and an audit that is not there is refused")
  func ended() throws {
    let world = try tracker(seed: 1)
    #expect(world.run("config", "audit", "autumn") == 3)
    try world.must("config", "audit", "spring")
    try world.must("config", "--unset", "audit")
    #expect(world.errors == "audit is no longer set.\n")
    try world.must("config", "--unset", "audit")
    #expect(world.errors == "audit was not set.\n")
    try world.must("log", "pass", Self.check, "home", "--audit", "")
    #expect(try world.rows("list", "cells", "--audit", "spring").isEmpty, "an empty name is none")
  }

  @Test("A result counts for the only open audit that asks for it, and says which")
  func onlyAudit() throws {
    let world = try tracker(seed: 1)
    try world.must("log", "pass", Self.check, "home")
    #expect(world.output.hasPrefix("Logged for audit spring: pass \(Self.check) home."))
    try world.must("log", "pass", Self.check, "home", "--json")
    #expect(world.output.contains(#""audit": "spring""#))
    try world.must("log", "pass", Self.check, "home", "--condition", "dark")
    #expect(world.output.hasPrefix("Logged: "), "the audit asks for no dark one")
    try world.must("log", "pass", Self.check, "home", "--audit", "")
    #expect(world.output.hasPrefix("Logged: "))
    #expect(world.run("log", "-", input: "pass\t\(Self.check)\thome\n") == 0)
    #expect(world.errors.contains("results in scope of audit spring count for it."))
    #expect(
      try world.rows("list", "results").map { $0["audit"] as? String }
        == ["spring", nil, nil, "spring", "spring"].reversed())
    try world.must("edit", "audit", "spring", "--close")
    try world.must("log", "pass", Self.check, "home")
    #expect(world.output.hasPrefix("Logged: "))
  }

  @Test("Where several open audits ask for a result it counts for none and says so")
  func severalAudits() throws {
    let world = try tracker(seed: 1)
    try world.must("new", "audit", "summer", "--components", "ho*")
    try world.must("log", "pass", Self.check, "home")
    #expect(world.output.hasPrefix("Logged: "))
    #expect(world.errors.contains("counts for no audit, but is in scope of spring, summer; pass --audit spring, or"))
    #expect(world.run("log", "-", input: "pass\t\(Self.check)\thome\n") == 0)
    #expect(world.errors.contains("several open audits (spring, summer) count for none. Pass --audit spring to log"))
    try world.must("new", "audit", "winter", "--components", "other/**")
    try world.must("log", "pass", Self.check, "home")
    #expect(world.errors.contains("in scope of spring, summer; pass"), "winter is of other components")
    try world.must("log", "pass", Self.check, "home", "--audit", "summer")
    #expect(!world.errors.contains("counts for no audit"))
  }
}
