import Foundation
import Testing

@testable import App

@Suite("Settling disputed cells")
struct ResolveCellTests {
  static let check = Team.check
  static let close = Team.close

  /// Both testers looked at the same build, under each of the conditions.
  private func dispute(_ conditions: String...) throws -> Team {
    let team = try Team()
    for condition in conditions {
      try team.disagree(
        ["log", "pass", Self.check, Self.close, "--build", "3.2", "--condition", condition],
        ["log", "fail", Self.check, Self.close, "--build", "3.2", "--condition", condition, "-s", "2", "-m", "says X"])
    }
    try team.meet()
    return team
  }

  @Test("Both sides are shown with who, when, where and on which build")
  func shown() throws {
    let team = try dispute("default")
    try team.tom.must("resolve")
    let lines = team.tom.output.split(separator: "\n")
    #expect(lines[1] == "1. voiceover.label-present on sign-in/close-button: disputed result.")
    #expect(lines[2].hasPrefix("   1 is FAIL, serious, shown now: tom on this machine, build 3.2, 2026-03-01T10:00:0"))
    #expect(lines[2].hasSuffix("Z: \"says X\"."))
    #expect(lines[3] == "     a11y resolve voiceover.label-present sign-in/close-button fail -s 2 -m REASON")
    #expect(lines[4].hasPrefix("   2 is PASS: tia on machine "))
  }

  @Test("The command that is shown for a side settles it here, and where the machine is followed", arguments: [0, 1])
  func commands(index: Int) throws {
    let team = try dispute("dark")
    let row = try #require(try team.lead.rows("resolve").first)
    let sides = try #require(row["sides"] as? [[String: Any]])
    let line = try #require(sides[index]["command"] as? String)
    func requireSettled(_ world: DiskWorld) throws {
      let cell = try #require(try world.rows("list", "cells").first)
      #expect(cell["outcome"] as? String == sides[index]["outcome"] as? String)
      #expect(cell["severity"] as? Int == sides[index]["severity"] as? Int)
      #expect(cell["disputed"] as? Bool == false)
      #expect(cell["build"] as? String == "3.2")
    }
    try team.lead.must(Array(ExampleLine.words(line).dropFirst()))
    try requireSettled(team.lead)
    try team.send(team.lead, to: team.tia, team.tom)
    for world in [team.tia, team.tom] {
      try requireSettled(world)
      try world.must("follow", "--none", "lead")
      #expect(try world.rows("list", "cells").first?["disputed"] as? Bool == true, "it waits again")
      let request = try #require(try world.rows("waiting").first?["id"] as? String)
      try world.must("undo", "follow", request, "--yes")
      try requireSettled(world)
    }
    try team.requireAgreement()
  }

  @Test("It is recorded as a log is: value, note, tester, device, build, and the remarks of a careful colleague")
  func recorded() throws {
    let world = try dispute("default").lead
    try world.must(
      "resolve", "label-present", "close-button", "na", "-m", "decorative", "--tester", "ann", "--build", "3.3",
      "--device", "iPhone 15")
    #expect(
      world.output
        == "Resolved: na voiceover.label-present sign-in/close-button. Before: fail, serious, disputed.\n")
    let cell = try #require(try world.rows("list", "cells").first)
    #expect(cell["note"] as? String == "decorative")
    #expect(cell["tester"] as? String == "ann")
    #expect(cell["build"] as? String == "3.3")
    #expect(cell["device"] as? String == "iPhone 15")
  }

  @Test("With a build of its own, or an outcome that no side has, it is a retest, which ends the dispute")
  func lookedAgain() throws {
    for words in [["pass", "--build", "3.2"], ["na"]] {
      let world = try dispute("default").lead
      try world.must(["resolve", Self.check, Self.close] + words + ["-m", "seen again", "--tester", "ann"])
      let cell = try #require(try world.rows("list", "cells").first)
      #expect(cell["outcome"] as? String == words[0] && cell["build"] as? String == "3.2")
      #expect(cell["note"] as? String == "seen again" && cell["tester"] as? String == "ann")
      #expect(cell["disputed"] as? Bool == false)
    }
  }

  @Test("A choice has a reason: the entry names it and the results, and it is told wherever the choice waits")
  func reason() throws {
    let team = try dispute("default")
    for words in [[], ["-m", ""], ["-m", "  "]] {
      #expect(team.lead.run(["resolve", Self.check, Self.close, "pass"] + words) == 2)
      #expect(team.lead.errors.contains("a11y: a choice between results requires a reason"))
      #expect(
        team.lead.errors.contains(
          "Pass the reason with -m: \"a11y resolve voiceover.label-present sign-in/close-button pass -m REASON\"."))
    }
    #expect(try team.lead.rows("list", "notes").isEmpty && team.lead.rows("list", "conflicts").count == 1)
    try team.lead.must("resolve", Self.check, Self.close, "pass", "--dry-run")
    let results = try team.lead.rows("list", "results")
    try team.lead.must("resolve", Self.check, Self.close, "pass", "-m", "seen on the device", "--json")
    let row = try #require((try team.lead.json()["rows"] as? [[String: Any]])?.first)
    #expect(row["reason"] as? String == "seen on the device")
    let passed = results.filter { $0["outcome"] as? String == "pass" }.compactMap { $0["id"] as? String }
    #expect(row["kept"] as? [String] == passed && passed.count == 1)
    let note = try #require(try team.lead.rows("list", "notes").first)
    #expect(note["text"] as? String == "seen on the device" && note["check"] as? String == Self.check)
    try team.tia.must("follow", "--none", "lead")
    try team.send(team.lead, to: team.tia, team.tom)
    #expect(try team.tom.rows("list", "conflicts").isEmpty)
    #expect(try team.tia.rows("waiting").first?["reason"] as? String == "seen on the device")
    try team.tia.must("waiting")
    #expect(team.tia.output.contains(": \"seen on the device\"."))
    try team.lead.must("undo")
    #expect(try team.lead.rows("list", "notes").isEmpty && team.lead.rows("list", "conflicts").count == 1)
    try team.lead.must("redo")
    #expect(try team.lead.rows("list", "notes").count == 1 && team.lead.rows("list", "conflicts").isEmpty)
  }

  @Test("Where several conditions are disputed one has to be named")
  func conditions() throws {
    let world = try dispute("default", "dark", "text-ax5").lead
    #expect(world.run("resolve", Self.check, Self.close, "pass", "-m", "seen") == 5)
    #expect(world.errors.contains("disputed or contradicted under several conditions: default; dark; text-ax5"))
    try world.must("resolve", Self.check, Self.close, "pass", "--condition", "dark", "-m", "seen")
    #expect(try world.rows("list", "conflicts").compactMap { $0["condition"] as? String } == ["", "text-ax5"])
    try world.must("resolve", Self.check, Self.close, "pass", "--condition", "default", "-m", "seen")
    try world.must("resolve", Self.check, Self.close, "pass", "-m", "seen")
    #expect(world.output.contains("(text-ax5)"), "the only one that is left goes without saying")
    #expect(world.run("resolve", Self.check, Self.close, "pass", "--condition", "dark") == 3)
  }

  @Test("Nothing is logged where nobody disputes it, and log is named")
  func agreed() throws {
    let world = try dispute("dark").lead
    try world.must("log", "pass", Self.check, "home")
    for words in [["home", "fail"], [Self.close, "fail", "--condition", "default"]] {
      #expect(world.run(["resolve", Self.check] + words) == 3)
      #expect(
        world.errors.contains(
          "is not disputed or contradicted: current result is \(words[0] == "home" ? "pass" : "untested")"))
      #expect(world.errors.contains("Run \"a11y log\" to record a result"))
    }
    #expect(world.run("resolve", Self.check, Self.close) == 2)
    #expect(world.run("resolve", Self.check, Self.close, "perhaps") == 2)
    #expect(world.run("resolve", Self.check, Self.close, "pass", "more") == 2)
    #expect(world.run("resolve", "nothing.such", Self.close, "pass") == 3)
    try world.must("resolve", Self.check, Self.close, "pass", "--dry-run", "--json")
    #expect(try world.json()["schema"] as? String == "a11y.settled/1")
    #expect(try world.rows("list", "results").count == 3)
  }

  @Test("A retest by someone who has seen both settles it everywhere, and a mere log does not")
  func logged() throws {
    let team = try dispute("default")
    try team.tia.must("log", "fail", Self.check, Self.close, "-s", "3", "--build", "3.2", "--disagree")
    #expect(try team.tia.rows("resolve").count == 1)
    try team.tia.must("log", "fail", Self.check, Self.close, "-s", "3", "--build", "3.2", "--retest")
    try team.meet()
    try team.requireAgreement()
  }

  @Test("Undo of a settlement brings the dispute back")
  func undone() throws {
    let team = try dispute("default")
    try team.lead.must("resolve", Self.check, Self.close, "pass", "-m", "seen")
    #expect(team.lead.output.contains("Undone here and where this machine is followed: 1 result by tom."))
    try team.lead.must("undo")
    #expect(team.lead.output.contains("Current result: fail, serious, disputed."), "\(team.lead.output)")
    try team.meet()
    for world in team.all {
      try world.must("status", "--json")
      #expect(try world.json()["disputed"] as? Int == 1)
      #expect(try world.rows("resolve").count == 1)
    }
  }
}
