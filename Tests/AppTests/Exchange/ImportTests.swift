import Foundation
import Testing

@testable import App

@Suite("Importing")
struct ImportTests {
  private static let counts = ["added", "same", "refused", "disputes", "conflicts", "kept_for_newer", "ahead_of_clock"]

  private func numbers(_ world: DiskWorld) throws -> [[Int]] {
    let files = try #require(try world.json()["files"] as? [[String: Any]])
    return files.map { file in Self.counts.map { file[$0] as? Int ?? -1 } }
  }

  /// The testers disagree about a cell and a field; bundles of both, and one of all that overlaps with them.
  private func quarrel() throws -> (team: Team, bundles: [String]) {
    let team = try Team()
    try team.disagree(
      ["log", "pass", Team.check, "home", "--build", "3.2"], ["log", "fail", Team.check, "home", "--build", "3.2"])
    try team.disagree(
      ["edit", "component", "home", "--owner", "qa-1"], ["edit", "component", "home", "--owner", "qa-2"])
    let tias = try team.bundle(of: team.tia)
    let toms = try team.bundle(of: team.tom)
    try team.tia.must("import", toms)
    return (team, [tias, toms, try team.bundle(of: team.tia)])
  }

  @Test("What came in is said, and a second time that nothing did")
  func twice() throws {
    let (team, bundles) = try quarrel()
    try team.lead.must(["import"] + bundles)
    #expect(team.lead.output == "Imported 3 files: 4 added, 10 the same, 0 refused, 1 dispute, 1 conflict.\n")
    #expect(
      team.lead.errors == """
        Items that need review: 1 disputed.
        New builds: 3.2.
        Run "a11y list conflicts" to see the conflicts, and "a11y resolve" to resolve them.

        """)
    try team.lead.must(["import", "--quiet"] + bundles)
    #expect(team.lead.output == "Imported 3 files: 0 added, 14 the same, 0 refused.\n")
    #expect(team.lead.errors.isEmpty)
    let rows = try team.lead.rows("list", "bundles")
    #expect(
      rows.filter { $0["direction"] as? String == "import" }.compactMap { $0["added"] as? Int }.reduce(0, +) == 4)
  }

  @Test(
    "A dry run tells the numbers of the real run, file by file, and keeps nothing",
    arguments: [[0, 1, 2], [2, 1, 0], [1, 1, 0]])
  func rehearsed(order: [Int]) throws {
    let (team, bundles) = try quarrel()
    let files = order.map { bundles[$0] } + [team.lead.path("missing.json")]
    let before = try Data(contentsOf: URL(fileURLWithPath: team.lead.database))
    #expect(team.lead.run(["import", "--json", "--dry-run"] + files) == 3)
    #expect(try team.lead.json()["dry_run"] as? Bool == true)
    let rehearsal = try numbers(team.lead)
    #expect(try Data(contentsOf: URL(fileURLWithPath: team.lead.database)) == before)
    #expect(team.lead.run(["import", "--json"] + files) == 3)
    #expect(try numbers(team.lead) == rehearsal)
    #expect(rehearsal.map { $0[0] }.reduce(0, +) == 4)
  }

  @Test("One refused file stops none of the others, and the worst decides the exit code")
  func refused() throws {
    let (team, bundles) = try quarrel()
    let damaged = team.lead.path("damaged.json")
    try String(contentsOfFile: bundles[1], encoding: .utf8).replacing("qa-2", with: "qa-3")
      .write(toFile: damaged, atomically: true, encoding: .utf8)
    #expect(team.lead.run("import", damaged, bundles[0]) == 4)
    #expect(team.lead.output == "Imported 1 file: 2 added, 2 the same, 1 refused.\n")
    #expect(team.lead.errors.contains("damaged.json"))
    #expect(team.lead.run("import", damaged, "--json") == 4)
    let file = try #require((try team.lead.json()["files"] as? [[String: Any]])?.first)
    #expect((file["error"] as? [String: Any])?["code"] as? String == "bundle.digest")
    #expect(team.lead.run("import", team.lead.path("none.json"), damaged) == 4)
    #expect(team.lead.run("import") == 2)
    #expect(team.lead.run("import", team.lead.folder) == 4)
  }

  @Test("A bundle comes from standard input as well")
  func standardInput() throws {
    let (team, bundles) = try quarrel()
    let text = try String(contentsOfFile: bundles[2], encoding: .utf8)
    #expect(team.lead.run(["import", "-"], input: text) == 0)
    #expect(team.lead.output == "Imported 1 file: 4 added, 2 the same, 0 refused, 1 dispute, 1 conflict.\n")
    #expect(team.lead.run(["import", "-"], input: String(text.dropLast(40))) == 4)
    #expect(team.lead.run(["import", "--max", "file=1K", "-"], input: text) == 4)
    #expect(team.lead.run(["import", "-"], input: "") == 4)
  }

  @Test("Only an empty tracker becomes part of another, and only where that is asked for")
  func adopting() throws {
    let team = try Team()
    let bundle = try team.bundle(of: team.lead)
    let other = try DiskWorld(seed: 9)
    try other.must("init", "--catalog", "2")
    #expect(other.run("import", bundle) == 5)
    #expect(other.errors.contains("hint: Pass --adopt to join this empty tracker to the tracker of the bundle"))
    #expect(other.run("import", "--adopt", "--dry-run", bundle) == 0)
    #expect(other.run("import", bundle) == 5, "a rehearsal adopts nothing")
    try other.must("import", "--adopt", bundle, bundle)
    #expect(other.output.hasPrefix("Imported 2 files: 2 added, 2 the same"))
    try other.must("import", "--adopt", bundle)
    let full = try DiskWorld(seed: 10)
    try full.must("init", "--catalog", "2")
    try full.must("new", "component", "home", "--kind", "button")
    for flags in [[], ["--adopt"]] {
      #expect(full.run(["import", bundle] + flags) == 4)
      #expect(full.errors.contains("Import the bundle into a copy of its own tracker"))
    }
    #expect(try full.rows("list", "bundles").isEmpty)
  }

  @Test("What clocks and newer versions do is told and stands in nobody's way")
  func oddities() throws {
    let team = try Team()
    team.tia.now += 400 * 86_400_000
    try team.tia.must("log", "pass", Team.check, "home")
    try team.send(team.tia, to: team.lead)
    #expect(team.lead.output == "Imported 1 file: 1 added, 2 the same, 0 refused, 1 ahead of the clock.\n")
    #expect(try team.lead.rows("list", "results").count == 1)
  }
}
