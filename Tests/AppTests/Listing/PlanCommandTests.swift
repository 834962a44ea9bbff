import Testing

@testable import App

@Suite("What a plan asks for")
struct PlanCommandTests {
  private static let (label, hint) = ("voiceover.label-present", "voiceover.hint-describes-result")
  private static let target = "touch-target.minimum-44pt"
  private let world: DiskWorld

  init() throws {
    world = try .ofTwoButtons()
    try world.must("new", "checklist", "ours", "--check", Self.label)
  }

  private func status(_ words: String...) throws -> [String: Any] {
    try world.must(["status", "--json"] + words)
    return try world.json()
  }

  private func counts(_ words: String...) throws -> [String: Int] {
    try world.must(["status", "--json"] + words)
    return try world.json()["cells"] as? [String: Int] ?? [:]
  }

  private func attention() throws -> [String: Int] {
    let notices = try status()["attention"] as? [[String: Any]] ?? []
    return Dictionary(uniqueKeysWithValues: notices.map { ($0["kind"] as? String ?? "", $0["count"] as? Int ?? 0) })
  }

  @Test("Checks and conditions beside the plan are told and listed apart, and do not count")
  func outside() throws {
    try world.must("log", "pass", Self.label, "a/one")
    try world.must("log", "pass", Self.target, "b/two")
    try world.must("log", "fail", Self.hint, "a/one")
    try world.must("log", "fail", Self.label, "a/one", "--condition", "dark")
    #expect(try world.rows("list", "cells").count == 4)
    #expect(try attention() == [:])
    try world.must("edit", "tracker", "--checklists", "ours", "--conditions", "default")
    #expect(try counts() == ["pass": 1, "fail": 0, "na": 0, "cant_tell": 0, "untested": 1])
    #expect(try attention() == ["outside_plan": 3])
    #expect(world.output.contains("not counted, 2 of them FAIL."))
    #expect(world.output.contains("1 of 2 components has no result yet."))
    _ = world.run(["gate", "component:a/*", "--max-critical", "0", "--json"])
    #expect(world.output.contains("not counted, 2 of them FAIL."))
    #expect((try status()["worst_components"] as? [Any])?.isEmpty == true)
    #expect(try world.rows("list", "cells").map { $0["check"] as? String } == [Self.label])
    #expect(try world.rows("list", "cells", "--outside").count == 3)
    #expect(try world.rows("list", "cells", "status:untested", "--all").map { $0["component"] as? String } == ["b/two"])
    #expect(try world.rows("list", "cells", "--all", "component:a/*").count == 1)
  }

  @Test("A check that does not apply counts where it was tested, and was not asked for")
  func unasked() throws {
    let before = try counts()["untested"]
    try world.must("log", "pass", "actions.action-names-clear", "a/one")
    #expect(try counts() == ["pass": 1, "fail": 0, "na": 0, "cant_tell": 0, "untested": before ?? 0])
    #expect(try world.rows("list", "cells", "status:untested", "--all").count == before)
  }

  @Test("Deleted and retired components do not count")
  func gone() throws {
    try world.must("edit", "tracker", "--checklists", "ours")
    try world.must("log", "pass", Self.label, "a/one")
    try world.must("edit", "component", "a/one", "--delete")
    #expect(try counts() == ["pass": 0, "fail": 0, "na": 0, "cant_tell": 0, "untested": 1])
    try world.must("edit", "component", "b/two", "--retire")
    #expect(try counts()["untested"] == 0)
  }

  @Test("An audit asks of its components alone, one of the whole app of the app")
  func audits() throws {
    try world.must("new", "component", "app", "--kind", "app")
    try world.must("new", "audit", "part", "--checklist", "ours", "--components", "a/**")
    try world.must("new", "audit", "whole", "--checklist", "ours", "--whole-app")
    #expect(try counts("--audit", "part")["untested"] == 1)
    #expect(try counts("--audit", "whole")["untested"] == 1)
    try world.must("log", "pass", "actions.action-names-clear", "a/one", "--audit", "part")
    #expect(try counts("--audit", "part") == ["pass": 0, "fail": 0, "na": 0, "cant_tell": 0, "untested": 1])
  }

  @Test("An audit counts what applies under its conditions, with what waivers cover apart")
  func audited() throws {
    try world.must("new", "audit", "part", "--components", "a/**")
    let untested = try counts("--audit", "part")["untested"] ?? 0
    try world.must("log", "pass", "actions.action-names-clear", "a/one", "--audit", "part")
    try world.must("log", "pass", Self.label, "a/one", "--audit", "part", "--condition", "dark")
    try world.must("log", "fail", Self.label, "a/one", "--audit", "part")
    try world.must(
      "new", "waiver", "a/one", Self.label, "--reason", "platform-limit", "--approver", "lead", "--until", "2026-03-31")
    #expect(
      try counts("--audit", "part") == ["pass": 0, "fail": 1, "na": 0, "cant_tell": 0, "untested": untested - 1])
    let status = try world.json()
    #expect(status["waived"] as? Int == 1)
    #expect((status["attention"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["not_asked_for"])
  }

  @Test("Values that contradict their result and retests are told; without a plan and an audit no condition is")
  func notices() throws {
    try world.must("log", "pass", Self.target, "a/one", "--value", "40x40", "--override", "measured by eye")
    try world.must("log", "fail", Self.label, "b/two", "--build", "1", "--tester", "t2")
    try world.must("log", "pass", Self.label, "b/two", "--build", "1", "--retest")
    try world.must("log", "pass", Self.label, "a/one", "--condition", "dark")
    let wanted = ["value_contradicts": 1, "better_by_retest": 1]
    #expect(try attention() == wanted)
    try world.must("new", "audit", "part", "--checklist", "ours")
    #expect(try attention() == wanted.merging(["not_asked_for": 1]) { $1 })
  }

  @Test("A registered size questions passes that it contradicts and all that was measured before it was changed")
  func sizes() throws {
    func stale() throws -> [[String]?] { try world.rows("list", "cells").map { $0["stale"] as? [String] } }
    try world.must("edit", "component", "a/one", "--size", "40x40")
    try world.must("log", "pass", Self.target, "a/one")
    #expect(try stale() == [["registered"]])
    try world.must("log", "fail", Self.target, "a/one")
    #expect(try stale() == [[]])
    try world.must("edit", "component", "a/one", "--size", "50x50")
    #expect(try stale() == [["registered"]])
    try world.must("log", "pass", Self.target, "a/one", "--retest")
    #expect(try stale() == [[]])
  }
}
