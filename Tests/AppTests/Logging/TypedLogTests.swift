import Testing

@testable import App

@Suite("a11y log, typed")
struct TypedLogTests {
  private static func world() throws -> DiskWorld {
    let world = try DiskWorld()
    world.environment["A11Y_TESTER"] = "t1"
    #expect(world.run("init", "--catalog", "2") == 0)
    #expect(world.run("new", "component", "home/close", "--kind", "icon-button") == 0)
    return world
  }

  @Test("A component that is named twice, also by its beginning, is refused and nothing is logged")
  func twice() throws {
    let world = try Self.world()
    #expect(world.run("log", "pass", "voiceover.label-present", "home/close", "home/cl") == 2)
    #expect(world.errors.contains("home/close is listed twice"))
    #expect(world.run("list", "results", "--exit-code") == 0)
  }

  @Test("A note of blanks is none: a fail keeps the note of its finding")
  func blankNote() throws {
    let world = try Self.world()
    let words = ["log", "fail", "voiceover.label-present", "home/close"]
    try world.must(words + ["-m", "says button"])
    try world.must(words + ["-m", "   "])
    #expect(world.output.contains("ote kept"), "\(world.output)")
    try world.must("list", "findings", "--format", "csv", "--columns", "note")
    #expect(world.output.contains("says button"))
  }

  @Test("A negated query word leaves components out, and names no file")
  func negated() throws {
    let world = try Self.world()
    try world.must("edit", "component", "home/close", "--owner", "qa-1")
    try world.must("new", "component", "home/open", "--kind", "icon-button")
    try world.must("log", "pass", "voiceover.label-present", "kind:icon-button", "-owner:qa-1")
    #expect(world.output.contains("home/open") && !world.output.contains("home/close"), "\(world.output)")
  }

  @Test(
    "What is in the wrong place, missing or a pattern is said as such",
    arguments: [
      (["pass", "home/close", "voiceover.label-present"], 3, "is a component, not a check", "Put the check before"),
      (
        ["pass", "voiceover.label-present", "nix/**"], 3, "no component in use matches \"nix/**\"",
        "a11y list components"
      ),
      (["pass", "nix.*", "home/**"], 3, "unknown check \"nix.*\"", "a11y list checks"),
      (
        ["pass", "keyboard.*", "kind:toggle"], 3, "no component in use matches \"kind:toggle\"", "a11y list components"
      ),
      (["pass", "voiceover.*", "status:fail"], 2, "does not select components", "Use one of: component: kind:"),
      (["pass", "voiceover.label-present"], 2, "missing argument COMPONENT", "a11y log pass"),
      (["pass"], 2, "missing arguments CHECK and COMPONENT", "a11y log pass"),
      (
        ["passed", "voiceover.label-present", "home/close"], 2, "invalid value \"passed\" for OUTCOME",
        "Did you mean pass?"
      ),
      (
        ["fail", "voiceover.label-present", "home/close", "-s", "high"], 2, "invalid value \"high\" for --severity",
        "Did you mean serious?"
      ),
    ] as [([String], Int32, String, String)])
  func refused(words: [String], code: Int32, said: String, hint: String) throws {
    let world = try Self.world()
    #expect(world.run(["log"] + words) == code)
    #expect(world.errors.contains(said) && world.errors.contains(hint), "\(world.errors)")
    #expect(world.run("list", "results", "--exit-code") == 0)
  }

  @Test("A result on a retired component is kept, and it is said that it does not count")
  func retired() throws {
    let world = try Self.world()
    #expect(world.run("edit", "component", "home/close", "--retire") == 0)
    #expect(world.run("log", "pass", "voiceover.label-present", "home/close") == 0)
    #expect(world.errors.contains("home/close is retired: the result is kept"))
    #expect(world.run("list", "--exit-code") == 0)
    #expect(world.run("edit", "component", "home/close", "--restore") == 0)
    #expect(world.run("list", "--exit-code") == 1)
  }

  @Test("A dry run keeps nothing, and more than 20 items of a pattern are confirmed")
  func unasked() throws {
    let world = try Self.world()
    #expect(world.run("log", "pass", "voiceover.label-present", "home/close", "--dry-run") == 0)
    #expect(world.output.hasPrefix("Would log: "))
    for number in 1...20 {
      #expect(world.run("new", "component", "home/\(number)", "--kind", "icon-button", "-q") == 0)
    }
    #expect(world.run("log", "pass", "voiceover.label-present", "home/**") == 2, "\(world.errors)")
    #expect(world.run("list", "results", "--exit-code") == 0)
    #expect(world.run("log", "pass", "voiceover.label-present", "home/**", "--yes") == 0)
    #expect(try world.rows("list", "results").count == 21)
  }

  @Test("A disagreement keeps both outcomes, a retest replaces the worse one", arguments: ["--disagree", "--retest"])
  func other(flag: String) throws {
    let world = try Self.world()
    let line = ["voiceover.label-present", "home/close", "--build", "1"]
    #expect(world.run(["log", "fail"] + line + ["--tester", "t2"]) == 0)
    #expect(world.run(["log", "pass"] + line) == 5)
    #expect(world.run(["log", "pass"] + line + [flag]) == 0, "\(world.errors)")
    #expect(try world.rows("list", "cells").map { $0["outcome"] as? String } == [flag == "--retest" ? "pass" : "fail"])
  }
}
