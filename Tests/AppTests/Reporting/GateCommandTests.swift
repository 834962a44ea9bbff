import Audit
import Base
import Foundation
import Store
import Testing

@testable import App

/// Build servers go by the exit code and by nothing else.
@Suite("Gate")
struct GateCommandTests {
  @Test(
    "The exit code tells a pass from a failure, from no data and from a line that is not understood",
    arguments: [
      (["--max-critical", "1"], 0), (["--max-critical", "0"], 1), (["--min-pass", "100"], 1),
      (["component:nowhere/**", "--min-pass", "0"], 3), (["--min-pass", "100", "--report-only"], 0), ([], 3),
      (["--min-pass", "101"], 2), (["--baseline", ""], 2), (["severity:1", "--max-critical", "0"], 2),
    ])
  func exits(words: [String], code: Int) throws {
    let fixture = try TrackerFixture()
    try fixture.write { writer in
      try writer.set(kind: "component", key: SampleTracker.play, fields: ["kind": "button"], by: "lead")
      for (check, outcome) in [(SampleTracker.label, Outcome.pass), (SampleTracker.target, .fail)] {
        try writer.log(
          NewResult(
            component: SampleTracker.play, check: check, outcome: outcome,
            severity: outcome == .fail ? .critical : nil, tester: "t1"))
      }
    }
    #expect(Int(fixture.run(["gate"] + words)) == code, "\(fixture.output)\(fixture.errors)")
  }

  @Test("Its counts are those of the status, in every form the same last line")
  func counts() throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run(["status", "--json"]) == 0)
    let status = try object(fixture.output)
    #expect(fixture.run(["gate", "--max-critical", "0", "--json"]) <= 1)
    let gate = try object(fixture.output)
    let (cells, figures) = (gate["cells"] as? [String: Int], status["cells"] as? [String: Int])
    for key in ["pass", "fail", "na", "cant_tell"] { #expect(cells?[key] == figures?[key], "\(key)") }
    #expect(gate["waived"] as? Int == status["waived"] as? Int)
    for form in ["table", "plain", "md"] {
      _ = fixture.run(["gate", "--max-critical", "0", "--format", form])
      #expect(fixture.output.split(separator: "\n").last.map(String.init) == gate["sentence"] as? String, "\(form)")
    }
  }

  /// Two components, of which one had passed and fails since the third day.
  private static func world() throws -> DiskWorld {
    let world = try DiskWorld.ofTwoButtons()
    try world.must("new", "checklist", "ours", "--check", SampleTracker.label)
    try world.must("log", "pass", SampleTracker.label, "a/one", "--build", "1")
    world.now += 2 * TrackerFixture.day
    try world.must("log", "fail", SampleTracker.label, "a/one", "--build", "2", "-s", "2")
    world.now += 2 * TrackerFixture.day
    return world
  }

  @Test(
    "What had passed and fails is a regression, unless it failed at the baseline already",
    arguments: [
      (["--no-regressions"], 1), (["--baseline", "2026-03-01"], 1), (["--baseline", "2026-03-04"], 0),
      (["--baseline", "2026-03-09"], 2), (["--as-of", "2026-03-02", "--baseline", "2026-03-04"], 2),
      (["--max-serious", "0"], 1), (["--max-serious", "1"], 0), (["--max-critical", "0"], 0), (["--critical-rules"], 1),
    ] as [([String], Int32)])
  func regressions(words: [String], code: Int32) throws {
    let world = try Self.world()
    #expect(world.run(["gate"] + words) == code, "\(world.output)\(world.errors)")
  }

  @Test("An audit has a policy of its own, and is compared with others than itself")
  func audits() throws {
    let world = try Self.world()
    try world.must("edit", "tracker", "--policy", "max-serious 5")
    try world.must("new", "audit", "part", "--checklist", "ours", "--policy", "max-serious 0")
    try world.must("log", "fail", SampleTracker.label, "a/one", "--build", "2", "-s", "2", "--audit", "part")
    #expect(world.run("gate") == 0 && world.run("gate", "--audit", "part") == 1)
    #expect(world.run("gate", "--audit", "part", "--baseline", "part") == 2)
    // Of the two items of the audit one was answered, and that one the gate has as well.
    #expect(world.run("gate", "--baseline", "part", "component:b/**", "--min-pass", "0", "--json") == 3)
    let baseline = try #require(try world.json()["baseline"] as? [String: Any])
    #expect(baseline["known"] as? Int == 0 && baseline["elsewhere"] as? Int == 1, "\(baseline)")
    try world.must("log", "pass", SampleTracker.label, "b/two", "--audit", "")
    #expect(world.run("gate", "--baseline", "part", "component:b/**") == 3, "nothing is compared")
  }

  @Test("A waiver holds for its days and no longer, and a severity that nobody gave is told")
  func waivers() throws {
    let world = try Self.world()
    try world.must("log", "fail", SampleTracker.label, "b/two")
    try world.must(
      "new", "waiver", "a/one", SampleTracker.label, "--reason", "platform-limit", "--approver", "lead", "--until",
      "2026-03-06")
    let rules = ["gate", "--max-critical", "1", "--max-serious", "1", "--json"]
    #expect(world.run(rules) == 0, "\(world.output)")
    #expect(try world.json()["waived"] as? Int == 1)
    let told = try #require(try world.json()["rules"] as? [[String: Any]])
    #expect(told.first { $0["rule"] as? String == "max-critical" }?["default_severity"] as? Int == 1)
    world.now += 2 * TrackerFixture.day
    #expect(world.run(rules) == 1)
    #expect(world.run("gate", "--max-critical", "5", "component:b/**") == 0)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
