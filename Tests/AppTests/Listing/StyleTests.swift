import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Styles as templates")
struct StyleTests {
  @Test("a target of 52 fails the large style for children and passes 44 and 48, with the weight of each rule in words")
  func verdicts() throws {
    let world = try RegisterWorld()
    try world.must("calc", "target", "52x52", "--style", "child-friendly-large", "--plain")
    let lines = world.output.split(separator: "\n").map(String.init)
    func verdict(_ words: String) -> String? { lines.first { $0.contains(words) } }
    #expect(verdict("Best practice: the style child-friendly-large")?.lowercased().contains("fail") == true)
    #expect(verdict("level AA,")?.lowercased().contains("pass") == true)
    #expect(verdict("level AAA")?.contains(": met. ") == true)
    #expect(verdict("tier minimum")?.lowercased().contains("pass") == true)
    #expect(verdict("tier recommended")?.lowercased().contains("pass") == true)
    #expect(verdict("tier recommended")?.contains("Best practice") == true)
  }

  @Test("a component of a style shows the verdicts on its size, and the checks of the style are asked of it")
  func component() throws {
    let world = try RegisterWorld()
    try world.must(
      "new", "component", "play", "--kind", "custom-control", "--style", ".childFriendlyLarge", "--size", "52x52")
    let play = try #require(try world.read { try $0.component("play") })
    #expect(play.style == "child-friendly-large")
    #expect(play.profile == .general)
    let asked = try world.read { try $0.workScope(of: nil).cells.filter { $0.component == "play" }.map(\.check) }
    #expect(asked.contains("touch-target.large-56pt-primary"))
    try world.must("show", "play", "--plain")
    #expect(world.output.contains("Best practice: the style child-friendly-large"))
    try world.must("edit", "component", "play", "--style", "")
    let fewer = try world.read { try $0.workScope(of: nil).cells.filter { $0.component == "play" }.map(\.check) }
    #expect(!fewer.contains("touch-target.large-56pt-primary"))
  }

  @Test("a value that a style promises is set against what is found, unless the component plans its own")
  func plannedValue() throws {
    let world = try RegisterWorld()
    world.environment["A11Y_TESTER"] = "t1"
    try world.must("new", "component", "pay", "--kind", "button", "--style", "primary-action")
    let line = ["log", "pass", "haptics.intensity-in-range", "pay", "--value"]
    #expect(world.run(line + ["0.2"]) == 0)
    #expect(world.errors.contains("specified 0.7 by style primary-action, measured 0.2"))
    func says() throws -> [JSONValue] {
      try world.must("list", "planned", "check:haptics.intensity-in-range", "--all", "--json")
      return try world.json["rows"]?.arrayValue?.compactMap { $0["says"] } ?? []
    }
    #expect(try says() == ["differs"])
    try world.must("show", "haptics.intensity-in-range", "pay")
    #expect(world.output.contains("0.7 by the style primary-action, measured 0.2"))
    #expect(world.run(line + ["0.7"]) == 0)
    #expect(!world.errors.contains("planned"))
    #expect(try says() == ["same"])
    try world.must("edit", "component", "pay", "--planned", "haptics.intensity-in-range=0.9")
    #expect(try says() == ["differs"])
    try world.must("list", "planned", "component:pay", "--all", "--json")
    // A figure of intensity is no answer to which haptic it is.
    let rows = try world.json["rows"]?.arrayValue ?? []
    #expect(rows.first { $0["planned"] == "haptic heavy or medium" }?["says"] == "nothing found yet")
  }

  @Test("a style that nobody knows is refused with what there is; the team's own will do")
  func unknown() throws {
    let world = try RegisterWorld()
    for line in [
      ["new", "component", "play", "--kind", "button", "--style", "child-freindly"],
      ["calc", "target", "52x52", "--style", "child-freindly"],
    ] {
      #expect(world.run(line) == 2)
      #expect(world.errors.contains("child-friendly"))
    }
    try world.write("components.csv", "key,kind,style\nplay,button,hero\n")
    #expect(world.run("new", "component", "--from", "components.csv") != 0)
    let hero = """
      {"table": "style", "name": "hero", "title": "Hero", "meaning": "Large.", "use_when": "Once.",
       "expects": {"size": "72x72", "haptics": ["heavy"]}, "checks": ["touch-target.extra-large-64pt-child"]}
      """
    try world.write("hero.json", hero)
    try world.must("new", "reference", "--from", "hero.json")
    try world.must("new", "component", "--from", "components.csv")
    try world.must("calc", "target", "64x64", "--style", "hero")
    #expect(world.output.contains("72x72"))
    let asked = try world.read { try $0.workScope(of: nil).cells.map(\.check) }
    #expect(asked.contains("touch-target.extra-large-64pt-child"))
    for wrong in ["\"a lot\"", "{}"] {
      try world.write("wrong.json", hero.replacing("\"72x72\"", with: wrong).replacing("hero", with: "other"))
      #expect(world.run("new", "reference", "--from", "wrong.json") == 4)
      #expect(world.errors.contains("$.expects"))
    }
  }
}
