import Audit
import Store
import Testing

@testable import App

@Suite("Planned against found")
struct PlannedTests {
  private static let scale = "visual-feedback.scale-range"
  private static let haptic = "haptics.max-one-per-interaction"

  private func world(_ more: String...) throws -> RegisterWorld {
    let world = try RegisterWorld()
    world.environment["A11Y_TESTER"] = "t1"
    #expect(world.run(["new", "component", "pay", "--kind", "button"] + more) == 0, "\(world.errors)")
    return world
  }

  private func planned(_ world: RegisterWorld) throws -> [String: String] {
    try #require(try world.read { try $0.component("pay") }).planned
  }

  @Test("A plan is a field of its own: set, changed, taken back, undone")
  func fields() throws {
    let world = try world("--planned", "scale-range=0.95", "--planned", "max-one=press: medium")
    #expect(try planned(world) == [Self.scale: "0.95", Self.haptic: "press: medium"])
    try world.must("edit", "component", "pay", "--planned", "scale-range= 0.96 ")
    #expect(try planned(world)[Self.scale] == "0.96")
    try world.must("edit", "component", "pay", "--planned", "\(Self.scale)=")
    #expect(try planned(world) == [Self.haptic: "press: medium"])
    try world.must("undo")
    #expect(try planned(world)[Self.scale] == "0.96")
  }

  @Test(
    "What breaks the check, the table, the style or the profile is no plan, and the reading is named",
    arguments: [
      ("scale-range=0.9", "0.9 does not meet", "E-70"), ("scale-range=0.98", "0.98 does not meet", "E-70"),
      ("max-one=press: buzz", "is not known", "Write light"), ("max-one=press: medium light", "at most one", "E-41"),
      ("max-one=delete: medium", "a deletion requires heavy", "E-43"),
      ("max-one=press: heavy", "pressing an ordinary button requires medium", "E-41"),
      ("press-visible=1", "no measured value", ""), ("scale-range", "CHECK=VALUE", "--planned"),
      ("scale-range=40x40", "is a length, and the check measures scale factor", "Write it like 0.92 scale factor"),
      ("no-such=1", "no-such", ""), ("=1", "", ""),
    ])
  func refused(_ text: String, _ said: String, _ hint: String) throws {
    let world = try world()
    let before = try world.file
    #expect([2, 3].contains(world.run("edit", "component", "pay", "--planned", text)))
    #expect(world.errors.contains(said) && world.errors.contains(hint), "\(world.errors)")
    #expect(try world.file == before)
  }

  @Test("A plan that is refused says first what to do, then how the sources are read")
  func advised() throws {
    let world = try world()
    #expect(world.run("edit", "component", "pay", "--planned", "scale-range=0.9") == 2)
    let hints = world.errors.split(separator: "\n").filter { $0.hasPrefix("hint: ") }
    #expect(hints.first?.contains("a11y show \(Self.scale)") == true, "\(world.errors)")
  }

  @Test("A plan is held to the kind, profile and style that the same command gives")
  func together() throws {
    let world = try world()
    #expect(world.run("edit", "component", "pay", "--planned", "max-one=press: heavy") == 2)
    try world.must(
      "edit", "component", "pay", "--style", "child-friendly-extra-large", "--planned", "max-one=press: heavy")
    #expect(world.run("edit", "component", "pay", "--planned", "max-one=press: medium") == 2)
    #expect(world.errors.contains("the style child-friendly-extra-large requires heavy"))
    #expect(world.run("edit", "component", "pay", "--planned", "max-one=press: none", "--profile", "child") == 2)
    try world.must("edit", "component", "pay", "--style", "", "--profile", "", "--planned", "max-one=press: none")
  }

  @Test("log says that a value differs from the plan, and that it is within the rule")
  func advice() throws {
    let world = try world("--planned", "scale-range=0.95")
    try world.must("log", "pass", Self.scale, "pay", "--value", "0.93")
    #expect(
      world.errors.contains(
        "specified 0.95, measured 0.93; within the check's requirement (between 0.92 and 0.97)"), "\(world.errors)")
    #expect(world.output.contains("See source conflicts E-70 and E-75 (a11y show E-70)."), "\(world.output)")
    try world.must("log", "pass", Self.scale, "pay", "--value", "95 %")
    #expect(!world.errors.contains("specified 0"))
    try world.must("log", "pass", Self.scale, "pay")
    #expect(!world.output.contains("E-70"))
  }

  @Test("What is found again after the plan was changed is set against the new one")
  func again() throws {
    let world = try world("--planned", "scale-range=0.95")
    try world.must("list", "planned")
    #expect(world.output.contains("nothing found yet"))
    try world.must("log", "pass", Self.scale, "pay", "--value", "0.93")
    try world.must("list", "planned", "--json")
    #expect(world.output.contains(#""found":"0.93","says":"differs""#), "\(world.output)")
    #expect(world.run("list", "planned", "--exit-code") == 1)
    try world.must("edit", "component", "pay", "--planned", "scale-range=0.93")
    #expect(world.run("list", "planned", "--exit-code") == 0)
    #expect(world.output.contains("No differences: 1 specified value matches"))
    try world.must("list", "planned", "--all", "--json")
    #expect(world.output.contains(#""says":"same""#))
    try world.must("show", "pay", "--json")
    #expect(world.output.contains("0.93"))
  }

  @Test("A style's promises stand beside the plans: size, haptic, and the figures of press feedback")
  func styles() throws {
    let world = try world("--style", "child-friendly-large", "--size", "52x52", "--profile", "child")
    try world.must("log", "pass", "visual-feedback.duration", "pay", "--value", "0.4 s", "--override", "as designed")
    try world.must(
      "log", "pass", Self.haptic, "pay", "--value", "press: medium; delete: light", "--override", "as designed")
    try world.must("list", "planned", "--all", "--columns", "check,planned,by,says", "--format", "tsv")
    let lines = world.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("touch-target.large-56pt-primary\tat least 56x56\tchild-friendly-large\tbroken"))
    #expect(lines.contains("visual-feedback.duration\tbetween 0.1 and 0.3 s\tchild-friendly-large\tbroken"))
    #expect(lines.contains("\(Self.haptic)\thaptic medium\tchild-friendly-large\tkept"))
    #expect(lines.contains("visual-feedback.damping\tbetween 0.6 and 1\tchild-friendly-large\tnothing found yet"))
  }

  @Test("States are told of a control, each with its result, and of nothing else")
  func states() throws {
    let world = try world()
    try world.must("new", "component", "home", "--kind", "screen")
    try world.must("log", "fail", "visual-feedback.disabled-state", "pay", "--value", "80%")
    try world.must("show", "pay")
    #expect(world.output.contains("FAIL  disabled") && world.output.contains("UNTESTED  pressed"))
    try world.must("show", "home")
    #expect(!world.output.contains("\nStates"))
  }

  @Test("The matrix says which side nobody has seen, and lets go of a pair when both pass")
  func matrix() throws {
    let world = try world()
    try world.must("new", "component", "flip", "--kind", "animation")
    let check = "reduce-motion.animations-gated"
    func says(_ words: String) throws -> Bool {
      try world.must("list", "matrix", "component:flip", "check:\(check)", "--format", "tsv")
      return world.output.contains(words)
    }
    #expect(try says("\tuntested\tuntested\toff,on"))
    try world.must("log", "pass", check, "flip")
    #expect(try says("\tpass\tuntested\ton"))
    try world.must("log", "fail", check, "flip", "--condition", "dark,reduce-motion")
    #expect(try says("\tpass\tfail\t"))
    try world.must("log", "pass", check, "flip", "--condition", "dark,reduce-motion")
    #expect(try !says(check))
    try world.must("show", "flip")
    #expect(world.output.contains("Setting off/on comparison"))
  }
}
