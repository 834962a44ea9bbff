import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Settings of the team")
struct TrackerRecordTests {
  @Test("The rule for stale results is a record that travels")
  func rule() throws {
    let world = try RegisterWorld()
    #expect(try world.read { try $0.staleRule() } == StaleRule())
    try world.must("edit", "tracker", "--stale-days", "90", "--current-build", "3.2", "--title", "Movies")
    #expect(
      world.output
        == "Changed: setting tracker: current build: (none) -> 3.2; stale days: 180 -> 90; title: (none) -> Movies.\n"
    )
    #expect(try world.read { try $0.staleRule() } == StaleRule(days: 90, build: "3.2"))
    try world.must("edit", "tracker", "--stale-days", "0")
    #expect(try world.read { try $0.staleRule() } == StaleRule(days: 0, build: "3.2"))
    try world.must("edit", "tracker", "--stale-days", "", "--current-build", "")
    #expect(try world.read { try $0.staleRule() } == StaleRule())
    #expect(try world.field("setting", "tracker", "title") == "Movies")
    try world.must("undo")
    #expect(try world.read { try $0.staleRule() } == StaleRule(days: 0, build: "3.2"))
  }

  @Test("A change from or to no value names what applies then")
  func usual() throws {
    let world = try RegisterWorld()
    try world.must("edit", "tracker", "--checklists", "everything", "--conditions", "dark")
    let plan = try world.read { try $0.usualChecklists.joined(separator: ", ") }
    let usual = plan.isEmpty ? "every check that applies" : plan
    #expect(
      world.output == "Changed: setting tracker: checklists: \(usual) -> everything; conditions: default -> dark.\n")
    try world.must("edit", "tracker", "--checklists", "", "--conditions", "", "--stale-days", "90")
    #expect(
      world.output
        == "Changed: setting tracker: checklists: everything -> \(usual); conditions: dark -> default; stale days: 180 -> 90.\n"
    )
    // What applied without it is set: nothing changes but that later defaults do not change it.
    try world.must("edit", "tracker", "--stale-days", "", "--conditions", "default")
    #expect(
      world.output
        == "Changed: setting tracker: conditions: not set (default) -> default; stale days: 90 -> 180.\n")
    try world.must("edit", "tracker", "--conditions", "")
    #expect(world.output == "Changed: setting tracker: conditions: default -> not set (default).\n")
    try world.must("edit", "tracker", "--checklists", "everything", "--plain")
    #expect(world.output.contains("checklists changed from \(usual) to everything"), "\(world.output)")
    try world.must("edit", "tracker", "--checklists", "", "--json")
    #expect(world.output.contains("\"checklists\": null"), "\(world.output)")
  }

  @Test("Results of another build become stale at once")
  func stale() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "a", "--kind", "card")
    try world.must("log", "pass", "voiceover.label-present", "a", "--tester", "t", "--build", "3.1")
    #expect(try world.read { try $0.cells(Filter()) }.first?.stale == [])
    try world.must("edit", "tracker", "--current-build", "3.2")
    #expect(try world.read { try $0.cells(Filter()) }.first?.stale == [.build])
  }

  @Test(
    "Only whole numbers of days and one line of text",
    arguments: [
      ["--stale-days", "-1"], ["--stale-days", "ten"], ["--stale-days", "36501"], ["--title", "a\nb"], [],
    ])
  func refusals(arguments: [String]) throws {
    let world = try RegisterWorld()
    let before = try world.file
    #expect(world.run(["edit", "tracker"] + arguments) == 2)
    #expect(try world.file == before)
  }
}
