import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Waivers")
struct WaiverRecordTests {
  @Test("A list names component and check in full, at any width", arguments: ["40", "80", "120"])
  func uncut(width: String) throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "sign-in/close-button", "--kind", "icon-button")
    try world.must(
      "new", "waiver", "sign-in/close-button", "touch-target.minimum-44pt", "--reason", "deferred", "--approver", "l",
      "--until", "2027-01-01")
    try world.must("list", "waivers", "--width", width)
    #expect(!world.output.contains("…"), "\(world.output)")
  }

  private static let check = "touch-target.minimum-44pt"
  private static let key = "sign-in/close-button \(check)"
  private static let whole = ["--reason", "platform-limit", "--approver", "lead-1", "--until", "2027-01-31"]

  private func world(failing: Bool = true) throws -> RegisterWorld {
    let world = try RegisterWorld()
    try world.must("new", "component", "sign-in/close-button", "--kind", "icon-button")
    if failing { try world.must("log", "fail", Self.check, "close-button", "--tester", "t", "--condition", "dark") }
    return world
  }

  @Test("A waiver covers its cell, and the fail stays a fail")
  func new() throws {
    let world = try world()
    let line = ["new", "waiver", "close-button", "minimum-44pt", "--ticket", "A-1", "-m", "new toolbar"] + Self.whole
    #expect(world.run(line) == 0, "\(world.errors)")
    #expect(world.errors == "")
    let waiver = try #require(try world.read { try $0.waivers() }.first)
    #expect(waiver.component == "sign-in/close-button")
    #expect(waiver.check == Self.check)
    #expect(waiver.condition == nil)
    #expect(waiver.reason == "platform-limit")
    #expect(waiver.approver == "lead-1")
    #expect(waiver.until == "2027-01-31")
    #expect(waiver.note == "new toolbar")
    #expect(try world.field("waiver", Self.key, "ticket") == "A-1")
    let cell = try #require(try world.read { try $0.cellTable(Filter(), findings: .open).rows() }.first)
    #expect(cell.outcome == .fail)
    #expect(cell.waiver == waiver)
    #expect(world.run(line) == 5)
    #expect(world.errors.contains("a11y edit waiver"))
  }

  @Test("A condition narrows it and is part of the key; one that does not fail is taken with a remark")
  func condition() throws {
    let world = try world()
    #expect(world.run(["new", "waiver", "close-button", Self.check, "--condition", "dark"] + Self.whole) == 0)
    #expect(world.errors == "")
    #expect(try world.field("waiver", Self.key + " dark", "condition") == "dark")
    #expect(world.run(["new", "waiver", "close-button", Self.check, "--condition", "default"] + Self.whole) == 0)
    #expect(world.errors == "a11y: note: \(Self.check) does not fail on sign-in/close-button (default) now\n")
    #expect(try world.field("waiver", Self.key + " default", "condition") == "")
    let untested = try self.world(failing: false)
    #expect(untested.run(["new", "waiver", "close-button", Self.check] + Self.whole) == 0)
    #expect(untested.errors.contains("does not fail"))
  }

  @Test(
    "What is not right is refused",
    arguments: [
      (["close-button", check], 2, "missing required flag --reason"),
      (["close-button", check, "--reason", "deferred"], 2, "missing required flag --approver"),
      (["close-button", check, "--reason", "deferred", "--approver", "x"], 2, "missing required flag --until"),
      (["close-button", check, "--reason", "platform"] + whole.dropFirst(2), 2, "Did you mean platform-limit"),
      (
        ["close-button", check, "--reason", "deferred", "--approver", "x", "--until", "2026-02-28"], 2,
        "is in the past"
      ),
      (["close-button", check, "--reason", "deferred", "--approver", "x", "--until", "2027-02-30"], 2, "28 days"),
      (
        ["close-button", check, "--reason", "deferred", "--approver", "x", "--until", "2027-02-01T10:00"], 2, "expected"
      ),
      (["close-button", check, "--reason", "deferred", "--approver", "", "--until", "2027-02-01"], 2, "--approver"),
      (["nowhere", check] + whole, 3, "unknown component"), (["close-button", "no.check"] + whole, 3, "unknown check"),
      (["close-button", check, "--condition", "a b"] + whole, 2, "invalid condition"),
    ] as [([String], Int32, String)])
  func refusals(arguments: [String], code: Int32, reason: String) throws {
    let world = try world()
    try world.refuses(["new", "waiver"] + arguments, code, reason)
  }

  @Test("Today is the last day on which one can begin")
  func today() throws {
    let world = try world()
    #expect(
      world.run(["new", "waiver", "close-button", Self.check] + Self.whole.dropLast() + ["2026-03-01"]) == 0)
  }

  @Test("It is made longer, given another reason, and revoked; each is undone")
  func edit() throws {
    let world = try world()
    #expect(world.run(["new", "waiver", "close-button", Self.check] + Self.whole) == 0)
    try world.must(
      "edit", "waiver", "sign-in/close-button t", "--until", "2027-03-31", "--reason", "deferred", "--approver",
      "lead-2",
      "--ticket", "B-2", "-m", "later")
    #expect(world.output.contains("until: 2027-01-31 -> 2027-03-31"))
    #expect(world.output.contains("reason: platform-limit -> deferred"))
    let waiver = try #require(try world.read { try $0.waivers() }.first)
    #expect(waiver.until == "2027-03-31" && waiver.reason == "deferred" && waiver.approver == "lead-2")
    try world.must("undo")
    #expect(try world.read { try $0.waivers() }.first?.until == "2027-01-31")
    try world.must("edit", "waiver", Self.key, "--revoke")
    #expect(try world.read { try $0.waivers() }.isEmpty)
    #expect(world.run(["new", "waiver", "close-button", Self.check] + Self.whole) == 5)
    #expect(world.errors.contains("a11y edit waiver '\(Self.key)' --restore"))
    try world.must("undo")
    #expect(try world.read { try $0.waivers() }.count == 1)
    #expect(world.run("edit", "waiver", Self.key, "--until", "2020-01-01") == 2)
    #expect(world.run("edit", "waiver", Self.key, "--until", "") == 2)
    #expect(world.run("edit", "waiver", Self.key, "--revoke", "--ticket", "x") == 2)
  }
}
