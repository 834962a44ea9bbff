import Audit
import Base
import Foundation
import Store
import StoredFacts
import Testing

@testable import App

/// What an exchange did to what was here is said in words, and nothing is said where facts only added to it.
@Suite("Effects of an exchange")
struct EffectTests {
  /// What the lead hears when she takes in what tom said without having heard of tia.
  private func heard(_ tias: [String], _ toms: [String]) throws -> [String] {
    let team = try Team()
    // A build that only people have named who are not followed is newer than none.
    try team.lead.must("follow", "*")
    try team.disagree(["log"] + tias, ["log"] + toms)
    try team.send(team.tia, to: team.lead)
    let path = try team.bundle(of: team.tom)
    try team.lead.must("import", path, "--dry-run")
    let rehearsed = team.lead.errors
    try team.lead.must("import", path)
    #expect(team.lead.errors == rehearsed, "a rehearsal says the same")
    return team.lead.errors.split(separator: "\n").map(String.init)
  }

  private static let home = [Team.check, "home"]
  private static let settle = "Run \"a11y list conflicts\" to see the conflicts, and \"a11y resolve\" to resolve them."

  @Test(
    "names what is better and worse, what is in doubt, and builds that were not seen before",
    arguments: [
      (
        ["fail"] + home + ["--build", "3.2"], ["pass"] + home + ["--build", "3.3"],
        ["1 item better, 0 worse.", "New builds: 3.3."]
      ),
      (
        ["pass"] + home + ["--build", "3.2"], ["fail"] + home + ["--build", "3.3"],
        ["0 items better, 1 worse.", "New builds: 3.3."]
      ),
      (
        ["fail"] + home + ["--build", "3.2"], ["na"] + home + ["--build", "3.3"],
        ["1 item better, 0 worse.", "1 item that failed is now N/A.", "New builds: 3.3."]
      ),
      (
        ["pass"] + home + ["--build", "3.2"], ["fail"] + home + ["--build", "3.2"],
        ["0 items better, 1 worse.", "Items that need review: 1 disputed.", settle]
      ),
      (
        ["fail"] + home + ["--build", "3.2"], ["pass"] + home + ["--build", "3.2"],
        ["Items that need review: 1 disputed.", settle]
      ),
      (["fail"] + home + ["--build", "3.2"], ["pass"] + home + ["--build", "3.1"], ["New builds: 3.1."]),
      (["pass"] + home + ["--build", "3.2"], ["pass", Team.check, Team.close, "--build", "3.2"], []),
    ] as [([String], [String], [String])])
  func cells(tias: [String], toms: [String], lines: [String]) throws {
    #expect(try heard(tias, toms) == lines)
  }

  @Test("names what a retest on the same build made better, since it overrules another's word")
  func retest() throws {
    let team = try Team()
    try team.disagree(
      ["log", "fail"] + Self.home + ["--build", "3.2"], ["log", "cant-tell"] + Self.home + ["--build", "3.2"])
    try team.meet()
    try team.lead.must("resolve", Team.check, "home", "pass", "-m", "seen again")
    try team.send(team.lead, to: team.tia)
    #expect(team.tia.errors == "1 item better, 0 worse.\n1 item better by a retest on the same build.\n")
    try team.tia.must("import", try team.bundle(of: team.lead), "--json")
    let effects = try #require(try team.tia.json()["effects"] as? [String: Any])
    #expect(effects["better"] as? Int == 0 && (effects["requests"] as? [Any])?.isEmpty == true, "it is nothing new")
  }

  @Test("names a gap: who sends what is later alone speaks for nothing before it")
  func gap() throws {
    let team = try Team()
    try team.lead.must("log", "fail", Team.check, "home")
    let id = try #require(try team.lead.rows("list", "results").first?["id"] as? String)
    try team.lead.must("log", "pass", Team.check, Team.close)
    try team.lead.must("export", "-o", "later.json", "--since", "\(Team.replica(id)):3")
    try team.tom.must("import", team.lead.path("later.json"))
    #expect(
      team.tom.errors == """
        1 gap: earlier entries are missing, and entries after a gap do not correct those before it, and undo them only \
        where their author is followed.

        """)
    try team.send(team.lead, to: team.tom)
    #expect(team.tom.errors.isEmpty)
    try team.tom.must("doctor")
  }

  @Test("names a value that contradicts what was said with it, and counts it as a failure")
  func contradicting() throws {
    let fixture = try SampleTracker.make()
    let other = try TrackerFixture()
    // What another program wrote; this one asks whoever says so.
    try fixture.write { writer in
      _ = try writer.receive([
        TrackerFixture.foreign(
          7, "result",
          [
            "check": .string(SampleTracker.target), "component": .string(SampleTracker.play), "outcome": "pass",
            "tester": "t9", "build": "9", "value": ["n": [36_000_000, 36_000_000], "text": "36x36", "unit": "pt"],
          ])
      ])
    }
    let path = fixture.folder.appendingPathComponent("all.json").path
    #expect(fixture.run("export", "-o", path) == 0)
    #expect(other.run("import", "--adopt", path) == 0)
    #expect(other.errors.contains("Value contradicts the outcome: 2 items, counted as FAIL."), "\(other.errors)")
    #expect(other.run("import", "--json", path) == 0)
  }

  @Test("A build that the team or an audit has named is none that was not seen before")
  func named() throws {
    let team = try Team()
    try team.lead.must("follow", "*")
    try team.lead.must("edit", "tracker", "--current-build", "3.3")
    try team.lead.must("new", "audit", "spring", "--checklist", "critical-rules", "--build", "3.4")
    for build in ["3.3", "3.4", "3.5"] {
      try team.tom.must(["log", "pass"] + Self.home + ["--build", build, "--audit", ""])
    }
    try team.lead.must("import", try team.bundle(of: team.tom))
    #expect(team.lead.errors.split(separator: "\n").filter { $0.hasPrefix("New builds") } == ["New builds: 3.5."])
  }

  @Test("is told to programs under names of its own")
  func json() throws {
    let team = try Team()
    try team.lead.must("follow", "*")
    try team.disagree(
      ["log", "fail"] + Self.home + ["--build", "3.2"], ["log", "na"] + Self.home + ["--build", "3.3"])
    try team.send(team.tia, to: team.lead)
    try team.lead.must("import", "--json", try team.bundle(of: team.tom))
    let effects = try #require(try team.lead.json()["effects"] as? [String: Any])
    #expect(effects["new_builds"] as? [String] == ["3.3"])
    let numbers = effects.compactMapValues { $0 as? Int }
    #expect(
      numbers == [
        "better": 1, "worse": 0, "better_by_retest": 0, "fail_to_na": 1, "disputed": 0, "contradicted": 0,
        "value_contradicts": 0, "dated_before_closing": 0, "entered_late": 0, "held": 0,
        "came_back": 0,
      ])
    #expect(try team.lead.json()["waiting"] as? Int == 0)
  }
}
