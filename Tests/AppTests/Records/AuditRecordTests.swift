import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Audits")
struct AuditRecordTests {
  private func world() throws -> RegisterWorld {
    let world = try RegisterWorld()
    try world.must("new", "component", "sign-in/close-button", "--kind", "icon-button")
    return world
  }

  @Test("Every flag of new audit is in the record, names in full")
  func allFlags() throws {
    let world = try world()
    try world.must("new", "checklist", "smoke", "--check", "voiceover.label-present")
    try world.must(
      "new", "audit", "spring-24", "--checklist", "touch-target-manual,smoke", "--components", "sign-in/**,home/",
      "--condition", "default,dark", "--condition", "text-ax5+dark", "--build", "3.2", "--standard", "wcag22-aa",
      "--owner",
      "lead-1", "--tag", "release", "--title", "Spring", "-m", "two\nlines")
    let audit = try #require(try world.read { try $0.audit("spring-24") })
    #expect(audit.checklists == ["touch-target-manual", "smoke"])
    #expect(audit.components == ["sign-in/**", "home/"])
    #expect(audit.conditions.map(\.text) == ["", "dark", "dark,text-ax5"])
    #expect(audit.build == "3.2")
    #expect(audit.standard == "wcag22-aa")
    #expect(audit.title == "Spring")
    #expect(audit.closed == nil)
    #expect(try world.field("audit", "spring-24", "owner") == "lead-1")
    #expect(try world.field("audit", "spring-24", "tags") == ["release"])
    #expect(try world.field("audit", "spring-24", "note") == "two\nlines")
    #expect(world.errors.hasPrefix("a11y: note: no component matches \"home/\" yet\n"))
    let items = try world.read { try $0.standing(of: audit) }.counts.inScope
    #expect(world.errors.hasSuffix("a11y: note: \(items) items to test; run \"a11y walk --audit spring-24\"\n"))
    #expect(world.output.split(separator: "\n").count == 1)
  }

  @Test("A bare name is an audit of everything")
  func bare() throws {
    let world = try world()
    try world.must("new", "audit", "all")
    let audit = try #require(try world.read { try $0.audit("all") })
    #expect(audit.conditions == [.standard])
    #expect(try world.read { try $0.workScope(of: audit).cells }.count > 50)
  }

  @Test(
    "What is not right is refused",
    arguments: [
      (["a b"], 2, "invalid audit name"), (["x", "--checklist", "smok"], 3, "unknown checklist \"smok\""),
      (["x", "--checklist", "touch-target-manul"], 3, "Did you mean touch-target-manual"),
      (["x", "--standard", "wcag99"], 2, "Use one of: wcag22-a"),
      (["x", "--condition", "Dark!"], 2, "invalid condition"),
      (["x", "--components", "a b"], 2, "invalid component"), (["x", "--build", "1\t2"], 2, "control character"),
      (["x", "-m", "a\u{0}b"], 2, "NUL"),
    ] as [([String], Int32, String)])
  func refusals(arguments: [String], code: Int32, reason: String) throws {
    let world = try world()
    try world.refuses(["new", "audit"] + arguments, code, reason)
  }

  @Test(
    "Each flag of edit audit changes its field and is undone with it",
    arguments: [
      (["--title", "T"], "title", "T"), (["--checklist", "critical-rules"], "checklists", ["critical-rules"]),
      (["--checklist", ""], "checklists", nil), (["--components", "**"], "components", ["**"]),
      (["--condition", "dark"], "conditions", ["dark"]), (["--condition", ""], "conditions", nil),
      (["--build", "4"], "build", "4"), (["--standard", "section508"], "standard", "section508"),
      (["--standard", ""], "standard", nil), (["--owner", "o"], "owner", "o"), (["--tag", "a,b"], "tags", ["a", "b"]),
      (["-m", "why"], "note", "why"),
    ] as [([String], String, JSONValue?)])
  func edits(arguments: [String], field: String, value: JSONValue?) throws {
    let world = try world()
    try world.must(
      "new", "audit", "spring", "--checklist", "touch-target-manual", "--condition", "default", "--standard",
      "wcag22-aa")
    let before = try #require(try world.record("audit", "spring")).fields
    #expect(world.run(["edit", "audit", "spr"] + arguments) == 0, "\(world.errors)")
    #expect(world.output.hasPrefix("Changed: audit spring: "))
    #expect(try world.field("audit", "spring", field) == value)
    try world.must("undo")
    #expect(try world.record("audit", "spring")?.fields == before)
  }

  @Test("Closing keeps the time, once; reopening takes it away")
  func closing() throws {
    let world = try world()
    try world.must("new", "audit", "spring")
    try world.must("edit", "audit", "spring", "--close")
    #expect(try world.read { try $0.audit("spring") }?.closed == world.now)
    #expect(world.output.hasPrefix("Changed: audit spring: closed: (none) -> 2026-03-01T10:0"))
    try world.must("edit", "audit", "spring", "--close")
    #expect(world.output == "Unchanged: audit spring.\n")
    #expect(
      world.run("log", "pass", "voiceover.label-present", "close-button", "--audit", "spring", "--tester", "t") == 5)
    try world.must("edit", "audit", "spring", "--reopen")
    #expect(try world.read { try $0.audit("spring") }?.closed == nil)
    #expect(world.run("edit", "audit", "spring", "--close", "--reopen") == 2)
  }
}
