import Foundation
import Testing

@testable import AuditCommands

@Suite("Erasing")
struct EraseTests {
  private static let secret = "Ann Other"

  /// Tia put a name into a note, and everyone has it: the id of her result.
  private func mishap() throws -> (team: Team, id: String) {
    let team = try Team()
    try team.tia.must("log", "fail", Team.check, "home", "-m", Self.secret)
    try team.meet()
    let row = try #require(try team.tia.rows("list", "results").first)
    return (team, try #require(row["id"] as? String))
  }

  private func knows(_ world: DiskWorld) throws -> Bool {
    try Data(contentsOf: URL(fileURLWithPath: world.database)).range(of: Data(Self.secret.utf8)) != nil
  }

  @Test("What is erased is gone from the file, and an old bundle does not bring it back")
  func gone() throws {
    let (team, id) = try mishap()
    let old = try team.bundle(of: team.tom)
    try team.tia.must("erase", "fact", id, "-m", "a name", "--yes")
    #expect(team.tia.output == "Destroyed the content of 1 result.\n")
    #expect(team.tia.errors.contains("Earlier bundles still hold it ("))
    #expect(try !knows(team.tia))
    try team.tia.must("import", old)
    #expect(try !knows(team.tia))
    #expect(try team.tia.rows("list", "results").isEmpty)
    try team.tia.must("doctor")
  }

  @Test("Nothing is destroyed unasked, by a rehearsal, or by a slip")
  func careful() throws {
    let (team, id) = try mishap()
    let world = team.tia
    #expect(world.run("erase", "fact", id) == 2)
    #expect(world.errors.contains("--yes"))
    world.terminals = [.input]
    #expect(world.run(["erase", "fact", id], input: "n\n") == 5)
    #expect(world.errors.contains("Destroy the content of 1 fact? There is no undo. [y/N]"))
    try world.must("erase", "fact", id, "--dry-run")
    #expect(world.output == "Would destroy the content of 1 result.\n")
    #expect(world.run("erase", "fact", "nothing-1", "--yes") == 3)
    #expect(world.run("erase", "fact", "--yes") == 2)
    #expect(try knows(world))
    try world.must("erase", "fact", id, id, "--yes", "--json")
    let json = try world.json()
    #expect((json["destroyed"] as? [String: Int]) == ["result": 1])
    #expect(world.run("erase", "fact", id, "--yes") == 4, "once is all there is")
  }

  @Test("Those who got it follow at once where its author's machine asks")
  func travels() throws {
    let (team, id) = try mishap()
    try team.tia.must("erase", "fact", id, "--yes")
    try team.meet()
    for world in team.all { #expect(try !knows(world)) }
    try team.requireAgreement()
  }

  @Test("Where another machine asks it waits visibly until someone follows", arguments: [false, true])
  func follow(always: Bool) throws {
    let (team, id) = try mishap()
    try team.tom.must("log", "fail", Team.check, Team.close, "-m", Self.secret)
    try team.meet()
    try team.lead.must("erase", "fact", id, "-m", "a name", "--yes")
    try team.send(team.lead, to: team.tom)
    #expect(team.tom.errors.contains("Another machine asks to have 1 fact erased"))
    let row = try #require(try team.tom.rows("erase", "list").first)
    #expect(row["waiting"] as? Int == 1)
    #expect(row["reason"] as? String == "a name")
    let request = try #require(row["id"] as? String)
    try team.tom.must("erase", "list")
    #expect(team.tom.output.contains("1 fact, by lead on "))
    #expect(team.tom.output.hasSuffix(": a name (1 wait for a11y erase follow)\n"))
    try team.tom.must("erase", "follow", request, "--dry-run")
    #expect(team.tom.run("erase", "follow", "nothing-1", "--yes") == 3)
    #expect(team.tom.run("erase", "follow", request) == 2)
    try team.tom.must(["erase", "follow", request, "--yes"] + (always ? ["--always"] : []))
    #expect(team.tom.output == "Destroyed the content of 1 fact.\n")
    #expect(try team.tom.rows("list", "results").count == 1)
    #expect(team.tom.run("erase", "follow", request, "--yes") == 3)
    // The next request of that machine.
    let second = try #require(
      try team.lead.rows("list", "results", "component:\(Team.close)").first?["id"] as? String)
    try team.tia.must("import", try team.bundle(of: team.lead))
    try team.lead.must("erase", "fact", second, "--yes")
    let path = try team.bundle(of: team.lead)
    try team.tia.must("erase", "list", "--plain")
    #expect(team.tia.output.contains("1 wait for a11y erase follow."))
    if always { try team.tia.must("erase", "follow", request, "--always", "--yes") }
    try team.tia.must("import", path)
    #expect(try team.tia.rows("list", "results").count == (always ? 0 : 2))
    try team.tia.must("doctor")
  }
}
