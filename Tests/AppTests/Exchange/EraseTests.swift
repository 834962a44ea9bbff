import Foundation
import Testing

@testable import App
@testable import CommandLine

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
    try team.tia.must("erase", "fact", id, "--reason", "personal", "--yes")
    #expect(team.tia.output == "Erased the content of 1 result.\n")
    #expect(team.tia.errors.contains("Earlier bundles ("))
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
    #expect(world.errors.contains("Permanently erase 1 entry? This cannot be undone. [y/N]"))
    try world.must("erase", "fact", id, "--dry-run")
    #expect(world.output == "Would erase the content of 1 result.\n")
    #expect(world.run("erase", "fact", "nothing-1", "--yes") == 3)
    #expect(world.run("erase", "fact", "--yes") == 2)
    #expect(world.run("erase", "fact", id, "--reason", "a name", "--yes") == 2)
    #expect(world.errors.contains("withdrawn"), "why is a word of a list: it is never erased itself")
    #expect(try knows(world))
    try world.must("erase", "fact", id, id, "--yes", "--json")
    let json = try world.json()
    #expect((json["destroyed"] as? [String: Int]) == ["result": 1])
    #expect(world.run("erase", "fact", id, "--yes") == 4, "once is all there is")
  }

  /// The request that waits on a machine: its name.
  private func request(_ world: DiskWorld) throws -> String {
    let rows = try world.rows("waiting")
    try #require(rows.count == 1)
    return try #require(rows[0]["id"] as? String)
  }

  @Test("Those who got it are asked, also by its author's machine, and hold it no more once they have followed")
  func travels() throws {
    let (team, id) = try mishap()
    try team.tia.must("erase", "fact", id, "--yes")
    try team.meet()
    #expect(try !knows(team.tia))
    for world in [team.lead, team.tom] {
      #expect(try knows(world) && world.rows("list", "results").count == 1, "nobody's word alone takes anything away")
      try world.must("erase", "follow", try request(world), "--yes")
      #expect(try !knows(world))
    }
    try team.meet()
    try team.requireAgreement()
  }

  @Test("What another machine asks for waits, is told, counts meanwhile, and is gone once somebody follows")
  func follow() throws {
    let (team, id) = try mishap()
    try team.lead.must("erase", "fact", id, "--reason", "personal", "--yes")
    try team.send(team.lead, to: team.tom)
    let request = try request(team.tom)
    let asker = Team.replica(request)
    #expect(
      team.tom.run("import", try team.bundle(of: team.lead), "--dry-run") == 0
        && team.tom.errors.contains("a11y waiting"))
    let row = try #require(try team.tom.rows("erase", "list").first)
    #expect(row["waiting"] as? Int == 1 && row["in_force"] as? Int == 0)
    #expect(row["reason"] as? String == "personal" && row["replica"] as? String == asker)
    try team.tom.must("erase", "list")
    #expect(team.tom.output.hasPrefix("\(request)  2026-"))
    #expect(team.tom.output.hasSuffix("1 entry, by lead on \(asker): personal (1 entry waits for a decision)\n"))
    try team.tom.must("erase", "follow", request, "--dry-run")
    #expect(team.tom.output == "Would erase 1 entry in 1 request.\n")
    #expect(team.tom.errors == "Would erase 1 result, requested by \(asker) (\(request)).\n")
    #expect(team.tom.run("erase", "follow", "nothing-1", "--yes") == 3)
    #expect(team.tom.run("erase", "follow") == 2)
    #expect(team.tom.run("erase", "follow", request) == 2)
    #expect(team.tom.errors.contains("confirmation to erase it"))
    #expect(try knows(team.tom) && team.tom.rows("list", "results").count == 1)
    try team.tom.must("erase", "follow", request, "--yes")
    #expect(team.tom.output == "Erased 1 entry in 1 request.\n")
    #expect(try !knows(team.tom) && team.tom.rows("list", "results").isEmpty)
    #expect(team.tom.run("erase", "follow", request, "--yes") == 3, "it waits no more")
    try team.tom.must("erase", "list", "--plain")
    #expect(team.tom.output.hasSuffix("by lead on \(asker): personal; done.\n"))
    try team.tom.must("import", try team.bundle(of: team.tia))
    #expect(try !knows(team.tom))
    try team.tom.must("doctor")
  }

  @Test("What was refused is kept and waits no more, and can be followed all the same")
  func refuse() throws {
    let (team, id) = try mishap()
    try team.lead.must("erase", "fact", id, "--yes")
    try team.send(team.lead, to: team.tom)
    let request = try request(team.tom)
    try team.tom.must("erase", "refuse", request, "--dry-run")
    #expect(team.tom.output == "Would refuse 1 entry in 1 request.\n")
    #expect(try team.tom.rows("waiting").count == 1)
    try team.tom.must("erase", "refuse", request)
    #expect(team.tom.output == "Refused: 1 entry in 1 request.\n")
    try team.send(team.lead, to: team.tom)
    #expect(!team.tom.errors.contains("waiting") && !team.tom.errors.contains("Request"))
    #expect(try knows(team.tom) && team.tom.rows("waiting").isEmpty)
    try team.tom.must("erase", "list")
    #expect(team.tom.output.hasSuffix("(refused)\n"))
    try team.tom.must("erase", "follow", request, "--yes")
    #expect(team.tom.output == "Erased 1 entry in 1 request.\n")
    #expect(try !knows(team.tom))
  }

  @Test("All that one machine asks for is decided at once after a preview, and nothing of any other's")
  func from() throws {
    let (team, id) = try mishap()
    try team.tia.must("new", "note", Self.secret, "--component", "home")
    try team.tom.must("log", "fail", Team.check, Team.close)
    try team.meet()
    let note = try #require(try team.lead.rows("list", "notes").first?["id"] as? String)
    let toms = try #require(try team.tia.rows("list", "results", "tester:tom").first?["id"] as? String)
    try team.lead.must("erase", "fact", id, "--yes")
    try team.lead.must("erase", "fact", note, "--yes")
    try team.tia.must("erase", "fact", toms, "--yes")
    try team.send(team.lead, to: team.tom)
    try team.send(team.tia, to: team.tom)
    #expect(try team.tom.rows("waiting").count == 3)
    let lead = Team.replica(try #require(try team.lead.rows("erase", "list").first?["id"] as? String))
    try team.tom.must("erase", "follow", "--from", lead, "--dry-run")
    #expect(team.tom.output == "Would erase 2 entries in 2 requests.\n")
    #expect(team.tom.errors.split(separator: "\n").count == 2)
    #expect(team.tom.errors.contains("Would erase 1 note, requested by \(lead) ("))
    #expect(team.tom.run("erase", "follow", "--from", "nowhere1", "--yes") == 3)
    #expect(team.tom.run("erase", "follow", "\(lead)-1", "--from", lead, "--yes") == 2)
    try team.tom.must("erase", "follow", "--from", lead, "--yes")
    #expect(try !knows(team.tom))
    try team.tom.must("erase", "refuse", "--from", Team.replica(try request(team.tom)))
    #expect(try team.tom.rows("list", "results").count == 1)
    #expect(team.tom.run("erase", "follow", "--from", lead, "--yes") == 3, "nothing of it waits")
  }
}
