import Audit
import Base
import Store
import Testing

@testable import App
@testable import Sessions

@Suite("Checklists of a team")
struct ChecklistRecordTests {
  @Test("From names, which may be beginnings, or from a file")
  func new() throws {
    let world = try RegisterWorld()
    try world.must(
      "new", "checklist", "smoke", "--check", "voiceover.label-present,minimum-44pt", "--title", "Smoke test")
    let list = try #require(try world.read { try $0.checklist("smoke") })
    #expect(list.title == "Smoke test")
    #expect(list.checks == ["voiceover.label-present", "touch-target.minimum-44pt"])
    world.input = #"{"title": "Ours", "checks": ["voiceover.label-present"], "document": "wiki"}"#
    try world.must("new", "checklist", "ours", "--from", "-")
    #expect(try world.read { try $0.checklist("ours") }?.title == "Ours")
    #expect(try world.field("checklist", "ours", "document") == "wiki")
    #expect(world.run("new", "checklist", "ours", "--check", "minimum-44pt") == 5)
  }

  @Test("It may hold checks of the team")
  func ownChecks() throws {
    let world = try RegisterWorld()
    world.input = #"{"id":"team.x","title":"X","how":"H","expected":"E","method":"manual","impact":"minor"}"#
    try world.must("new", "check", "--from", "-")
    world.input = #"[{"id": "a", "title": "A", "checks": ["team.x"]}, {"id": "b", "title": "B", "checks": ["team.x"]}]"#
    try world.must("new", "checklist", "--from", "-")
    #expect(try world.read { try $0.ownChecklists() }.map(\.id) == ["a", "b"])
  }

  @Test("Which audits ask for a check is found with one look at each list, however many audits name it")
  func asking() throws {
    let world = try RegisterWorld()
    let lists = ["voiceover.label-present,minimum-44pt", "voiceover.label-present", "minimum-44pt"]
    for (number, checks) in lists.enumerated() { try world.must("new", "checklist", "l\(number)", "--check", checks) }
    for (number, named) in ["l0,l1", "l1,l0", "l2", "l1,l2"].enumerated() {
      try world.must("new", "audit", "a\(number)", "--checklist", named)
    }
    try world.must("new", "audit", "dark", "--condition", "dark")
    try world.read { reader in
      let (audits, settings) = try (reader.audits(), reader.checkSettings)
      let asking = try AskingAudits(audits, reader)
      #expect(asking.looked == 4)
      let listed = ListedChecks()
      for _ in 0..<3 { #expect(try listed.checks(on: ["l1", "l2"], reader).count == 2) }
      #expect(listed.readings == 1)
      for check in ["voiceover.label-present", "touch-target.minimum-44pt"] {
        for condition in ["", "dark"] {
          let place = ScopeCell(component: "home", check: check, condition: condition)
          let wanted = try audits.map { audit in
            let isOnList = try audit.checklists.isEmpty || reader.checklistChecks(audit.checklists).contains(check)
            return isOnList && audit.conditions.contains { $0.text == condition }
          }
          #expect(asking.audits(for: place, settings) == wanted && Set(wanted).count == 2)
        }
      }
    }
  }

  @Test(
    "What is not right is refused",
    arguments: [
      (["smoke"], "", 2, "missing required flag --check CHECK or --from FILE"),
      ([], "", 2, "missing argument KEY or --from FILE"),
      (["Smoke Test", "--check", "minimum-44pt"], "", 2, "the key of a checklist: expected lower-case"),
      (["touch-target-manual", "--check", "minimum-44pt"], "", 2, "use another key"),
      (["s", "--check", "nothing.like-it"], "", 3, "unknown check"),
      (["s", "--check", ""], "", 2, "missing required flag --check"), (["s", "--check", ","], "", 2, "at least one"),
      (["s", "--check", "minimum-44pt", "--title", "a\u{7}"], "", 2, "the title: holds the control character U+0007"),
      (["s", "--from", "-", "--title", "T"], "{}", 2, "--title cannot be combined with --from"),
      (
        ["s", "--from", "-"], #"{"title": "S", "checks": ["voiceover.label-presnt"]}"#, 4, "standard input, $.checks[0]"
      ),
      (
        ["s", "--from", "-"], #"{"id": "other", "title": "S", "checks": ["voiceover.label-present"]}"#, 4,
        "unknown checklist \"s\" in the file; it has other"
      ),
    ] as [([String], String, Int32, String)])
  func refusals(arguments: [String], input: String, code: Int32, reason: String) throws {
    let world = try RegisterWorld()
    world.input = input
    try world.refuses(["new", "checklist"] + arguments, code, reason)
  }

  @Test("Another selection, title or text; taken away and brought back; each undone")
  func edit() throws {
    let world = try RegisterWorld()
    try world.must("new", "checklist", "smoke", "--check", "voiceover.label-present")
    try world.must("edit", "checklist", "smoke", "--check", "minimum-44pt", "--title", "S")
    #expect(
      world.output == "Changed: checklist smoke: checks: voiceover.label-present -> touch-target.minimum-44pt; "
        + "title: smoke -> S.\n")
    try world.must("undo")
    #expect(try world.read { try $0.checklist("smoke") }?.title == "smoke")
    world.input = #"{"title": "F", "checks": ["touch-target.minimum-44pt"]}"#
    try world.must("edit", "checklist", "smoke", "--from", "-")
    #expect(try world.read { try $0.checklist("smoke") }?.checks == ["touch-target.minimum-44pt"])
    for flag in ["--retire", "--delete"] {
      try world.must("edit", "checklist", "smoke", flag)
      #expect(try world.read { try $0.checklist("smoke") } == nil)
      try world.must("edit", "checklist", "smoke", "--restore")
      #expect(try world.read { try $0.checklist("smoke") }?.title == "F")
    }
    #expect(world.run("edit", "checklist", "touch-target-manual", "--title", "T") == 2)
    #expect(world.errors.contains("built-in checklist"))
    #expect(world.run("edit", "checklist", "smoke", "--title", "") == 2)
    #expect(world.run("edit", "checklist", "nowhere", "--title", "x") == 3)
  }
}
