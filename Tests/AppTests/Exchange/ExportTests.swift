import Foundation
import Reports
import Testing

@testable import App
@testable import CommandLine

@Suite("Exporting")
struct ExportTests {
  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// A tracker with results, some with notes, of two components and two builds.
  private func busy() throws -> DiskWorld {
    let world = try Team().lead
    try world.must(
      "new", "audit", "spring", "--checklist", "critical-rules", "--components", "home", "--build", "3.2")
    try world.must("log", "pass", Team.check, "home", "--audit", "spring")
    try world.must("log", "fail", Team.check, Team.close, "-m", "secret words", "--build", "3.3")
    try world.must("new", "note", "secret remark", "--component", "home")
    return world
  }

  @Test("Export, import into an empty tracker, export again: the same bytes")
  func roundTrip() throws {
    let world = try busy()
    try world.must("undo")
    try world.must("edit", "component", "home", "--delete")
    try world.must("export", "-o", "one.json")
    let other = try DiskWorld(seed: 77)
    try other.must("init", "--catalog", "2")
    try other.must("import", "--adopt", world.path("one.json"))
    try other.must("export", "-o", "two.json")
    #expect(try text(other.path("two.json")) == text(world.path("one.json")))
    try world.must("export", "-o", "-")
    #expect(try world.output == text(world.path("one.json")))
    #expect(world.errors.hasPrefix("Wrote "))
  }

  @Test("Tables for databases have the same columns and rows in both forms, each row of its tracker")
  func tables() throws {
    let world = try busy()
    for form in ["csv", "ndjson"] { try world.must("export", "--tables", form, "--format", form) }
    var filled = 0
    for view in DatabaseTables.views + [DatabaseTables.portfolio] {
      let table = try text(world.path("csv/\(view).csv")).split(separator: "\n")
      let rows = try text(world.path("ndjson/\(view).ndjson")).split(separator: "\n").map { line in
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(view)")
      }
      #expect(table.count == rows.count + 1, "\(view)")
      let columns = try #require(table.first).split(separator: ",").map(String.init)
      for (line, row) in zip(table.dropFirst(), rows) {
        #expect(Set(row.keys) == Set(columns), "\(view)")
        #expect(line.hasPrefix(try #require(row["tracker"] as? String) + ","))
        filled += 1
      }
    }
    #expect(filled > DatabaseTables.views.count)
    #expect(try text(world.path("csv/v_finding.csv")).contains(",secret words,"))
  }

  @Test("What was written is said, also as JSON, and listed")
  func report() throws {
    let world = try busy()
    try world.must("export", "-o", "all.json")
    #expect(world.output == "Wrote 6 entries to all.json.\n")
    try world.must("export", "-o", "all.json", "--yes", "--json")
    let json = try world.json()
    #expect(json["schema"] as? String == "a11y.export/1")
    #expect(json["facts"] as? Int == 6)
    #expect(json["scope"] as? String == "full")
    let rows = try world.rows("list", "bundles")
    #expect(rows.map { $0["file"] as? String }.prefix(2) == ["all.json", "all.json"])
    #expect(rows.allSatisfy { $0["direction"] as? String == "export" })
    #expect(rows[0]["digest"] as? String == json["digest"] as? String)
  }

  @Test("A file that is there is replaced with --yes only")
  func replacing() throws {
    let world = try busy()
    try "mine".write(toFile: world.path("all.json"), atomically: true, encoding: .utf8)
    #expect(world.run("export", "-o", "all.json") == 5)
    #expect(world.errors.contains("--yes"))
    #expect(try text(world.path("all.json")) == "mine")
    try world.must("export", "-o", "all.json", "--yes")
    try world.must("verify", "all.json")
  }

  @Test("A terminal gets no bundle unless it asks for one")
  func terminal() throws {
    let world = try busy()
    world.terminals = [.output]
    #expect(world.run("export") == 2)
    #expect(world.output.isEmpty)
    try world.must("export", "-o", "-")
  }

  @Test("--since a bundle or a vector leaves out what the receiver has")
  func since() throws {
    let team = try Team()
    let first = try team.bundle(of: team.lead)
    try team.lead.must("log", "pass", Team.check, "home")
    try team.lead.must("export", "-o", "news.json", "--since", first)
    #expect(team.lead.output == "Wrote 1 entry to news.json.\n")
    try team.tia.must("import", team.lead.path("news.json"))
    #expect(team.tia.output.hasPrefix("Imported 1 file: 1 added, 0 the same"))
    let id = try #require(try team.lead.rows("list", "results").first?["id"] as? String)
    let replica = try #require(id.split(separator: "-").first)
    try team.lead.must("export", "-o", "vector.json", "--since", "\(replica):2")
    #expect(team.lead.output == "Wrote 1 entry to vector.json.\n")
    try team.lead.must("export", "-o", "nothing.json", "--since", team.lead.path("news.json"))
    #expect(team.lead.output == "Wrote 0 entries to nothing.json.\n")
  }

  @Test("--since does not build on a part, on nothing, or on nonsense")
  func sinceRefused() throws {
    let world = try busy()
    try world.must("export", "-o", "part.json", "--query", "component:home")
    #expect(world.output.hasSuffix(" (partial export).\n"))
    #expect(world.run("export", "-o", "x.json", "--since", "part.json") == 4)
    #expect(world.errors.contains("is a partial export"))
    #expect(world.run("export", "-o", "x.json", "--since", "missing.json") == 3)
    #expect(world.run("export", "-o", "x.json", "--since", "a:b:c") == 2)
    #expect(world.run("export", "-o", "x.json", "--since", "part.json", "--redact") == 2)
    #expect(!FileManager.default.fileExists(atPath: world.path("x.json")))
  }

  @Test(
    "A part holds what matches and what gives it meaning; the rest comes later without harm",
    arguments: [["--query", "build:3.2"], ["spring"], ["--query", "component:home", "--redact"]])
  func parts(flags: [String]) throws {
    let world = try busy()
    try world.must(["export", "-o", "part.json"] + flags)
    let part = try text(world.path("part.json"))
    #expect(!part.contains("secret words"))
    #expect(part.contains("\"scope\":\"partial\""))
    #expect(part.contains(Team.close), "the registration of components is always in it")
    try world.must("export", "-o", "all.json")
    let other = try DiskWorld(seed: 78)
    try other.must("init", "--catalog", "2")
    try other.must("import", "--adopt", world.path("part.json"))
    #expect(try other.rows("list", "results").count == 1)
    try other.must("import", world.path("all.json"))
    try other.must("export", "-o", "all.json")
    #expect(try text(other.path("all.json")) == text(world.path("all.json")))
  }

  @Test("Redacted, nobody's own words are left")
  func redacted() throws {
    let world = try busy()
    try world.must(
      "new", "waiver", "home", Team.check, "--reason", "deferred", "--approver", "lead", "--until", "2027-01-31", "-m",
      "secret reason")
    try world.must("new", "note", "secret thought", "--audit", "spring")
    try world.must("export", "-o", "part.json", "--redact")
    let part = try text(world.path("part.json"))
    #expect(!part.contains("secret"))
    #expect(part.contains("\"spring\""))
    #expect(part.contains("\"redacted\":true"))
    #expect(part.contains("\"lead\""), "testers stay: they are part of the facts")
  }

  @Test(
    "What cannot be meant is refused before anything is written",
    arguments: [
      "nowhere": Int32(3), "--query colour:red": 2, "--max facts": 2, "--max facts=1": 4,
    ] as [String: Int32])
  func refused(line: String, code: Int32) throws {
    let world = try busy()
    #expect(
      world.run(["export", "-o", "x.json"] + line.split(separator: " ").map(String.init)) == code, "\(world.errors)")
    #expect(world.errors.contains("hint: "))
    #expect(!FileManager.default.fileExists(atPath: world.path("x.json")))
  }
}
