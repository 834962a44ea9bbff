import Foundation
import Testing

@testable import App

@Suite("Copies that went on apart")
struct ForkTests {
  /// Tia logged on two components; her machine was copied, both went on, and she took back her last two steps.
  private func forked() throws -> (team: Team, twin: DiskWorld, replica: String) {
    let team = try Team()
    try team.tia.must("log", "fail", Team.check, "home")
    try team.send(team.tia, to: team.lead)
    let twin = try team.twin(of: team.tia)
    try twin.must("log", "fail", Team.check, Team.close)
    try team.tia.must("log", "na", Team.check, Team.close)
    try team.tia.must("undo")
    try team.tia.must("undo")
    let id = try #require(try team.lead.rows("list", "results").first?["id"] as? String)
    return (team, twin, Team.replica(id))
  }

  @Test("Both branches stand, the fork is told, and no branch takes back what is older until one is chosen")
  func settle() throws {
    let (team, twin, replica) = try forked()
    try team.send(twin, to: team.lead)
    try team.lead.must("fork", "list")
    #expect(team.lead.output == "No forks.\n")
    try team.send(team.tia, to: team.lead)
    #expect(team.lead.output.contains(", 1 fork"))
    #expect(
      team.lead.errors.contains("1 fork: a tracker copy was used in two places. Run \"a11y fork list\" for details.\n"))
    #expect(team.lead.errors.contains("Request to undo 1 result, by tia on \(replica): waits ("))
    #expect(team.lead.errors.contains(" Resolve the fork first.\n"))
    #expect(try team.lead.rows("list", "cells").count == 2)
    try team.lead.must("waiting")
    #expect(team.lead.output.contains("  Blocked by a fork. Run \"a11y fork list\" for details.\n"))

    let fork = try #require(try team.lead.rows("fork", "list").first)
    #expect(fork["replica"] as? String == replica && fork["fact"] as? Int == 2 && fork["settled"] as? Bool == false)
    let branches = try #require(fork["branches"] as? [[String: Any]])
    #expect(branches.count == 2 && branches.allSatisfy { $0["kept"] as? Bool == false })
    let tias = try #require(branches.first { $0["last"] as? Int == 4 }?["head"] as? String)
    try team.lead.must("fork", "list")
    #expect(team.lead.output.hasPrefix("\(replica) has 2 branches from entry 2.\n"))
    #expect(team.lead.output.contains("    a11y fork settle \(replica) --keep \(tias.prefix(12))\n"))

    try team.lead.must("fork", "settle", replica, "--keep", String(tias.prefix(12)), "--yes")
    #expect(team.lead.output == "Chose the branch with head \(tias.prefix(12)) of \(replica).\n")
    #expect(try team.lead.rows("list", "cells").map { $0["component"] as? String } == [Team.close])
    #expect(try team.lead.rows("waiting").isEmpty)
    try team.lead.must("fork", "list")
    #expect(team.lead.output.hasPrefix("\(replica) has 2 branches from entry 2, resolved.\n"))
    #expect(team.lead.output.contains(", chosen\n") && !team.lead.output.contains("--keep"))
    try team.lead.must("doctor")
  }

  @Test("A branch is chosen by its head and with a yes, and a rehearsal chooses none")
  func careful() throws {
    let (team, twin, replica) = try forked()
    try team.send(twin, to: team.lead)
    try team.send(team.tia, to: team.lead)
    let fork = try #require(try team.lead.rows("fork", "list").first)
    let head = try #require((fork["branches"] as? [[String: Any]])?.first?["head"] as? String)
    #expect(team.lead.run("fork", "settle", "nowhere1", "--keep", head, "--yes") == 3)
    #expect(team.lead.run("fork", "settle", replica, "--yes") == 2)
    #expect(team.lead.run("fork", "settle", replica, "--keep", String(head.prefix(5)), "--yes") == 3)
    #expect(team.lead.errors.contains("Pass 6 digits or more"))
    #expect(team.lead.run("fork", "settle", replica, "--keep", head) == 2)
    #expect(team.lead.errors.contains("confirmation to choose the branch"))
    try team.lead.must("fork", "settle", replica, "--keep", head, "--dry-run")
    #expect(team.lead.output.hasPrefix("Would choose the branch with head "))
    #expect(try team.lead.rows("fork", "list").first?["settled"] as? Bool == false)
  }

  @Test("Facts under a machine's own name that it did not make are an alarm there, and it goes on from its own")
  func alarm() throws {
    let (team, twin, replica) = try forked()
    try team.send(twin, to: team.tia)
    #expect(team.tia.errors.contains("ALARM: 1 entry with the ID of this machine, but not made on it."))
    let file = try #require((try twin.rows("list", "results")).last)
    #expect((file["id"] as? String).map(Team.replica) == replica)
    try team.tia.must("log", "pass", Team.check, "home", "--build", "4", "--disagree")
    let latest = try #require(try team.tia.rows("list", "results").first { $0["build"] as? String == "4" })
    #expect((latest["id"] as? String).map(Team.replica) == replica)
    let fork = try #require(try team.tia.rows("fork", "list").first)
    let branches = try #require(fork["branches"] as? [[String: Any]])
    #expect(branches.compactMap { $0["last"] as? Int }.sorted() == [2, 5], "the new one stands behind its own four")
    try team.tia.must("doctor")
  }
}
