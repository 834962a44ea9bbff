import Base
import Foundation
import Testing

@testable import App
@testable import CommandLine

@Suite("Requests of others")
struct RequestTests {
  /// The testers disagreed on one build and everybody knows; the lead, whom they do not follow, has settled it for the
  /// failure.
  private func settled() throws -> Team {
    let team = try Team()
    try team.disagree(
      ["log", "pass", Team.check, "home", "--build", "3.2"], ["log", "fail", Team.check, "home", "--build", "3.2"])
    try team.meet()
    for world in [team.tia, team.tom] { try world.must("follow", "--none", "lead") }
    try team.lead.must("resolve", Team.check, "home", "fail", "-m", "seen")
    return team
  }

  private func disputed(_ world: DiskWorld) throws -> Bool {
    let cell = try #require(try world.rows("list", "cells").first)
    return cell["disputed"] as? Bool == true
  }

  @Test("What one machine has settled another is asked about, with the items that it concerns")
  func waiting() throws {
    let team = try settled()
    try team.send(team.lead, to: team.tia)
    let row = try #require(try team.tia.rows("waiting").first)
    let request = try #require(row["id"] as? String)
    let asker = Team.replica(request)
    #expect(row["kind"] as? String == "undo" && row["targets"] as? [String: Int] == ["result": 1])
    #expect(row["replica"] as? String == asker && row["tester"] as? String == "lead")
    #expect((row["identity"] as? String)?.utf8.count == 64)
    try team.tia.must("waiting")
    let lines = team.tia.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("\(request): undo 1 result, by lead on \(asker), 2026-") == true)
    #expect(
      lines.dropFirst() == [
        "  \(Team.check) on home", "  To apply: a11y undo follow \(request)",
        "  To refuse: a11y undo refuse \(request)",
      ])
    #expect(try disputed(team.tia), "it counts meanwhile")
    #expect(team.tia.run("waiting", "--exit-code") == 5)
    try team.lead.must("waiting", "--exit-code")
    #expect(team.lead.output == "Nothing waits for a decision.\n", "one's own needs none")
  }

  @Test(
    "An exchange tells of a request once, and that it waits, also by the exit code, until somebody decides",
    arguments: ["import", "sync"])
  func told(command: String) throws {
    let team = try settled()
    let shared = team.lead.path("shared")
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
    try team.lead.must("sync", shared)
    let target = try command == "sync" ? shared : team.bundle(of: team.lead)
    for isFirst in [true, false] {
      #expect(team.tia.run(command, target, "--exit-code") == 5)
      #expect(team.tia.errors.contains("Request to undo 1 result, by lead on ") == isFirst)
      #expect(team.tia.errors.contains("1 request waits for a decision. Run \"a11y waiting\" to review.\n"))
    }
    try team.tia.must(command, target)
    let request = try #require(try team.tia.rows("waiting").first?["id"] as? String)
    try team.tia.must("undo", "refuse", request)
    try team.tia.must(command, target, "--exit-code")
    #expect(!team.tia.errors.contains("waits"))
  }

  @Test("An undo that is followed counts, and redo of its author brings back what it took")
  func follow() throws {
    let team = try settled()
    try team.send(team.lead, to: team.tia, team.tom)
    let request = try #require(try team.tia.rows("waiting").first?["id"] as? String)
    #expect(team.tia.run("undo", "follow", request) == 2)
    #expect(team.tia.errors.contains("confirmation to undo the entries"))
    team.tia.terminals = [.input]
    #expect(team.tia.run(["undo", "follow", request], input: "n\n") == 5)
    #expect(
      team.tia.errors.contains("Undo 1 entry from other machines? [y/N]")
        && team.tia.errors.contains("nothing was undone"))
    try team.tia.must("undo", "follow", request, "--dry-run")
    #expect(team.tia.output == "Would undo 1 entry in 1 request.\n")
    #expect(try disputed(team.tia))
    try team.tia.must("undo", "follow", request, "--yes")
    #expect(team.tia.output == "Undone: 1 entry in 1 request.\n")
    #expect(try !disputed(team.tia) && team.tia.rows("waiting").isEmpty)
    try team.tom.must("undo", "follow", request, "--yes")
    try team.meet()
    try team.requireAgreement()
    try team.lead.must("undo")
    try team.meet()
    for world in team.all { #expect(try disputed(world)) }
  }

  @Test("An undo that is refused leaves what it names, and is asked about no more")
  func refuse() throws {
    let team = try settled()
    try team.send(team.lead, to: team.tia)
    let request = try #require(try team.tia.rows("waiting").first)
    #expect(team.tia.run("erase", "refuse", try #require(request["id"] as? String)) == 3, "it asks to undo")
    let digits = try #require(request["identity"] as? String).prefix(12)
    try team.tia.must("undo", "refuse", String(digits))
    #expect(team.tia.output == "Refused: 1 entry in 1 request.\n")
    #expect(try disputed(team.tia) && team.tia.rows("waiting").isEmpty)
    try team.tia.must("undo", "follow", String(digits), "--yes")
    #expect(try !disputed(team.tia))
    #expect(team.tia.run("undo", "sideways") == 2)
    #expect(team.tia.errors.contains("a11y undo follow ID"))
  }

  @Test("What its own author takes back is taken back everywhere at once, and said")
  func own() throws {
    let team = try Team()
    try team.tia.must("log", "fail", Team.check, "home")
    try team.meet()
    let id = try #require(try team.tia.rows("list", "results").first?["id"] as? String)
    try team.tia.must("undo")
    try team.send(team.tia, to: team.tom)
    #expect(team.tom.errors.contains("Undone by their author: 1 result, by tia on \(Team.replica(id)) ("))
    #expect(try team.tom.rows("waiting").isEmpty && team.tom.rows("list", "cells").isEmpty)
    try team.tia.must("redo")
    try team.send(team.tia, to: team.tom)
    #expect(try team.tom.rows("list", "cells").count == 1)
  }
}
