import Base
import Foundation
import Testing

@testable import App
@testable import CommandLine

@Suite("Settling fields")
struct ResolveFieldTests {
  static let close = Team.close

  private func owners(_ tias: String = "qa-1", _ toms: String = "qa-2") throws -> Team {
    let team = try Team()
    try team.disagree(
      ["edit", "component", Self.close, "--owner", tias], ["edit", "component", Self.close, "--owner", toms])
    try team.meet()
    return team
  }

  private func owner(_ world: DiskWorld) throws -> String? {
    try world.rows("list", "components", "component:\(Self.close)").first?["owner"] as? String
  }

  @Test("Where all agree there is nothing to resolve, and that is said")
  func nothing() throws {
    let world = try Team().lead
    try world.must("resolve", "--exit-code")
    #expect(world.output == "No conflicts.\n")
    #expect(try world.rows("resolve").isEmpty)
  }

  @Test("Both sides are shown with who, when and where, and what settles each")
  func shown() throws {
    let team = try owners()
    let world = team.lead
    #expect(world.run("resolve", "--exit-code") == 1)
    let machines = try world.rows("list", "conflicts").flatMap { try #require($0["sides"] as? [[String: Any]]) }
    let replicas = try machines.map { try #require($0["replica"] as? String) }
    try world.must("resolve")
    #expect(
      world.output == """
        1 conflict: 1 field with several values, 0 disputed items.
        1. component sign-in/close-button: conflicting values for owner.
           1 is qa-2, shown now: tom on machine \(replicas[0]), 2026-03-01T10:00:03Z.
             a11y resolve component sign-in/close-button owner qa-2 -m REASON
           2 is qa-1: tia on machine \(replicas[1]), 2026-03-01T10:00:03Z.
             a11y resolve component sign-in/close-button owner qa-1 -m REASON

        """)
    try world.must("resolve", "--plain")
    #expect(world.output.split(separator: "\n").count == 4)
    #expect(world.output.contains("Z. To accept: a11y resolve component sign-in/close-button owner qa-1 -m REASON\n"))
    try team.tia.must("resolve")
    #expect(team.tia.output.contains("2 is qa-1: tia on this machine, "))
  }

  @Test("The command that is shown for a side settles it, and the settlement travels", arguments: [0, 1])
  func commands(index: Int) throws {
    let team = try owners()
    let row = try #require(try team.lead.rows("resolve").first)
    #expect(Set(row.keys) == ["conflict", "record", "key", "check", "condition", "field", "sides"])
    let sides = try #require(row["sides"] as? [[String: Any]])
    let line = try #require(sides[index]["command"] as? String)
    try team.lead.must(Array(ExampleLine.words(line).dropFirst()))
    #expect(try owner(team.lead) == sides[index]["words"] as? String)
    try team.send(team.lead, to: team.tia, team.tom)
    try team.requireAgreement()
    for world in team.all { #expect(try owner(world) == sides[index]["words"] as? String) }
  }

  @Test("A redacted bundle leaves out a choice with its reason, as it does notes")
  func redacted() throws {
    let team = try owners()
    try team.lead.must("resolve", "component", Self.close, "owner", "qa-1", "-m", "Ann asked on the phone")
    try team.lead.must("export", "--yes", "-o", "-")
    #expect(team.lead.output.contains("on the phone"))
    try team.lead.must("export", "--redact", "--yes", "-o", "-")
    #expect(team.lead.output.contains("qa-2") && !team.lead.output.contains("on the phone"))
  }

  @Test(
    "A value is named by its words, its number, and beginnings of the record's name",
    arguments: [
      (["component", Team.close, "owner", "qa-1"], "qa-1"), (["component", Team.close, "owner", "2"], "qa-1"),
      (["component", "close-button", "owner", "1"], "qa-2"), (["component", "sign", "own", "qa-2"], "qa-2"),
    ])
  func names(words: [String], owner wanted: String) throws {
    let world = try owners().lead
    try world.must(["resolve"] + words + ["-m", "agreed"])
    #expect(
      world.output
        == "Changed: component sign-in/close-button: owner: qa-2 or qa-1 -> \(wanted) (resolves a conflict).\n")
    #expect(try owner(world) == wanted)
    try world.must("resolve")
    #expect(world.output == "No conflicts.\n")
  }

  @Test("A value that is a number is taken by its words first")
  func numbers() throws {
    let world = try owners("2", "1").lead
    try world.must("resolve", "component", Self.close, "owner", "2", "-m", "agreed")
    #expect(try owner(world) == "2")
  }

  @Test("Of values that read alike the number tells")
  func alike() throws {
    let world = try owners("", "none").lead
    #expect(world.run("resolve", "component", Self.close, "owner", "none", "-m", "agreed") == 2)
    #expect(world.errors.contains("values 1 and 2 look the same"))
    let sides = try #require(try world.rows("resolve").first?["sides"] as? [[String: Any]])
    #expect(
      sides.allSatisfy {
        ($0["command"] as? String)?.hasSuffix(" owner 1 -m REASON") == true || $0["shown"] as? Bool == false
      })
    try world.must("resolve", "component", Self.close, "owner", "2", "-m", "agreed")
    #expect(try owner(world) == nil)
  }

  @Test(
    "What cannot be typed is named by its number",
    arguments: ["-x", "\u{202E}abc", String(repeating: "long ", count: 40)])
  func untypable(value: String) throws {
    let world = try owners("qa-1", value).lead
    let sides = try #require(try world.rows("resolve").first?["sides"] as? [[String: Any]])
    #expect((sides[0]["command"] as? String)?.hasSuffix(" owner 1 -m REASON") == true)
    try world.must("resolve")
    #expect(!world.output.unicodeScalars.contains { $0.value == 0x202E })
  }

  @Test("Values with spaces and quotes are shown as a shell wants them")
  func quoted() throws {
    let world = try owners("qa-1", "Tom's team").lead
    try world.must("resolve")
    #expect(world.output.contains("owner 'Tom'\\''s team' -m REASON\n"))
  }

  @Test("A value that is not in view is refused, and nothing is written")
  func unknown() throws {
    let world = try owners().lead
    let before = try Data(contentsOf: URL(fileURLWithPath: world.database))
    #expect(world.run("resolve", "component", Self.close, "owner", "qa-3", "-m", "agreed") == 2)
    #expect(world.errors.contains("\"qa-3\" is not one of the current values: \"qa-2\" or \"qa-1\""))
    let hint = "hint: Run \"a11y edit component sign-in/close-button --help\" for the flags that set another value"
    #expect(world.errors.contains(hint))
    #expect(world.run("resolve", "component", Self.close, "owner", "3", "-m", "agreed") == 2)
    #expect(world.run("resolve", "component", Self.close, "title", "x", "-m", "agreed") == 3)
    #expect(world.run("resolve", "component", "home", "owner", "x", "-m", "agreed") == 3)
    #expect(world.run("resolve", "component", "nowhere", "owner", "x", "-m", "agreed") == 3)
    try world.must("resolve", "component", Self.close, "owner", "qa-1", "-m", "agreed", "--dry-run")
    #expect(world.output.hasPrefix("Would change: "))
    #expect(try Data(contentsOf: URL(fileURLWithPath: world.database)) == before)
  }

  @Test("Without a value the choices are listed where nobody can be asked")
  func undecided() throws {
    let world = try owners().lead
    #expect(world.run("resolve", "component", Self.close, "owner") == 5)
    #expect(
      world.errors.contains(
        "hint: Run \"a11y resolve component sign-in/close-button owner qa-2 -m REASON\" to keep \"qa-2\""))
    #expect(world.run("resolve", "component", Self.close) == 2)
  }

  @Test(
    "A person at a terminal is asked, and may leave it",
    arguments: [("x\n2\nagreed\n", 0, "qa-1"), ("2\n\n", 5, "qa-2"), ("\n", 5, "qa-2"), ("", 5, "qa-2")])
  func asked(answer: String, code: Int32, wanted: String) throws {
    let world = try owners().lead
    world.terminals = [.input, .output]
    #expect(world.run(["resolve", "component", Self.close, "owner"], input: answer) == code)
    #expect(world.errors.contains("Which value is correct? [1-2]"))
    #expect(try owner(world) == wanted)
    try world.must("list", "conflicts")
    #expect(world.output.contains("No matching conflicts") == (code == 0))
  }

  @Test("A choice has its reason, which travels with it")
  func reason() throws {
    let team = try owners()
    let words = ["resolve", "component", Self.close, "owner", "qa-1"]
    for reason in [[], ["-m", " "]] {
      #expect(team.lead.run(words + reason) == 2)
      #expect(team.lead.errors.contains("a11y: a choice between values requires a reason"))
      #expect(team.lead.errors.contains("resolve component sign-in/close-button owner qa-1 -m REASON"))
    }
    #expect(try owner(team.lead) == "qa-2")
    try team.lead.must(words + ["-m", "tia has the phone"])
    try team.send(team.lead, to: team.tom)
    for world in [team.lead, team.tom] {
      try world.must("show", Self.close)
      #expect(world.output.contains(": owner. Reason: tia has the phone"))
    }
    try team.lead.must("edit", "component", Self.close, "--owner", "qa-3")
    try team.lead.must("show", Self.close)
    #expect(!team.lead.output.contains("Reason: "))
  }

  @Test("Equal values given on two machines are no conflict")
  func equal() throws {
    let team = try owners("qa-5", "qa-5")
    try team.requireAgreement()
  }

  @Test("Undo of a settlement brings the conflict back, here and elsewhere")
  func undone() throws {
    let team = try owners()
    try team.lead.must("resolve", "component", Self.close, "owner", "qa-1", "-m", "agreed")
    try team.send(team.lead, to: team.tia)
    try team.lead.must("undo")
    #expect(team.lead.run("resolve", "--exit-code") == 1)
    try team.send(team.lead, to: team.tia, team.tom)
    for world in team.all { #expect(world.run("list", "conflicts", "--exit-code") == 1) }
    try team.lead.must("redo")
    try team.send(team.lead, to: team.tia, team.tom)
    try team.requireAgreement()
  }

  @Test("Two people who settle it differently at once disagree again, and one settlement more ends it")
  func settledTwice() throws {
    let team = try owners()
    try team.tia.must("resolve", "component", Self.close, "owner", "qa-1", "-m", "agreed")
    try team.tom.must("resolve", "component", Self.close, "owner", "qa-2", "-m", "agreed")
    try team.meet()
    let sides = try #require(try team.lead.rows("resolve").first?["sides"] as? [[String: Any]])
    #expect(sides.count == 2)
    try team.lead.must("resolve", "component", Self.close, "owner", "1", "-m", "agreed")
    try team.meet()
    try team.requireAgreement()
  }

  @Test("Whether a record is deleted is settled like a field", arguments: ["deleted", "kept"])
  func deletion(wanted: String) throws {
    let team = try Team()
    // What others delete counts where they are followed.
    for world in team.all { try world.must("follow", "*") }
    try team.tia.must("edit", "component", "home", "--delete")
    try team.tia.must("edit", "component", "home", "--restore")
    try team.tom.must("edit", "component", "home", "--delete")
    try team.meet()
    let row = try #require(try team.lead.rows("resolve").first)
    #expect(row["field"] as? String == "deleted")
    try team.lead.must("resolve", "component", "home", "deleted", wanted, "-m", "agreed")
    #expect(team.lead.output.hasSuffix("(resolves a conflict).\n"))
    try team.meet()
    try team.requireAgreement()
    #expect(try team.tom.rows("list", "components", "component:home").isEmpty == (wanted == "deleted"))
  }

  @Test(
    "Words and flags that mean nothing there are met with a word",
    arguments: [
      ["component", Team.close, "owner", "qa-1", "-s", "2"], ["component", Team.close, "owner", "qa-1", "--exit-code"],
      ["--dry-run"], ["componnt"], ["components", Team.close, "owner"], ["component"],
    ])
  func slips(words: [String]) throws {
    let world = try owners().lead
    let code = world.run(["resolve"] + words)
    #expect([2, 3].contains(code))
    #expect(world.errors.contains("hint: "))
  }
}
