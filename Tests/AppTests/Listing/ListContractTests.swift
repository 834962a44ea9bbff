import Audit
import Foundation
import Testing

@testable import App

@Suite("The JSON of list")
struct ListContractTests {
  static let cell = [
    "component", "check", "condition", "outcome", "severity", "value", "judged_outcome", "note", "tester", "at",
    "build", "device", "os", "audit", "stale", "disputed", "evidence", "id", "pattern", "severity_from", "on",
  ]
  static let keys: [(String, [String])] = [
    ("cells", cell + ["followed"]), ("results", cell),
    (
      "findings",
      cell + [
        "problem", "remedy", "since", "days_open", "owner", "screens", "waived_until", "level", "state", "fixed",
        "returns", "first_failed",
        "days_open_all", "tickets", "ticket_state", "ticket_links", "waiver_expired", "remark", "triage", "notes",
        "criteria",
        "affects",
        "title", "fails", "finding", "required", "questions", "tasks", "conflicts",
      ]
    ),
    (
      "fixes",
      [
        "by", "what", "name", "check", "findings", "open", "blockers", "critical", "serious", "components", "screens",
        "criteria",
        "component_count", "screen_count", "criterion_count", "remedy",
      ]
    ),
    (
      "retest",
      [
        "stop", "device", "condition", "component", "check", "outcome", "severity", "reasons", "detail", "build",
        "tester", "at", "disputed",
      ]
    ),
    ("agreement", ["check", "pairs", "agreed", "kappa", "kappa_reason", "cells", "testers", "table"]),
    (
      "components",
      [
        "key", "kind", "profile", "title", "source", "owner", "screens", "tags", "size", "hit_area", "target_tier",
        "style", "retired", "platforms", "has", "source_digest", "conflicts",
      ]
    ),
    (
      "checks",
      [
        "id", "version", "category", "title", "method", "impact", "wcag", "platforms", "origin", "adjusted", "level",
        "how", "expected", "applies_to", "profiles", "measurement", "conflicts", "checklists", "fails", "unit",
      ]
    ),
    ("checklists", ["id", "title", "document", "count", "checks", "origin"]),
    (
      "criteria",
      [
        "criterion", "name", "level", "evaluation", "handle", "principle", "guideline", "added_in", "removed_in",
        "former_level", "en_clause", "en_status", "en_version", "section508", "tests", "related", "evaluated", "state",
        "pass", "fail", "cant_tell", "untested", "na", "automatic_passes", "components", "failing_components",
        "disputed", "stale", "waived", "verdict", "progress", "no_check",
      ]
    ),
    (
      "audits",
      [
        "name", "title", "state", "closed", "checklists", "components", "conditions", "build", "standard", "owner",
        "tags", "cells", "pass", "fail", "na", "cant_tell", "untested", "compliance", "coverage",
      ]
    ),
    (
      "waivers",
      [
        "key", "component", "check", "condition", "state", "until", "days_left", "reason", "approver", "ticket", "note",
        "failing",
      ]
    ),
    (
      "verdicts",
      [
        "key", "criterion", "name", "by", "level", "state", "results", "given", "edition", "writer", "remarks",
      ]
    ),
    (
      "tool-findings",
      [
        "component", "check", "condition", "state", "outcome", "tool", "rule", "impact", "criteria", "message",
        "screens", "elements", "detail", "review", "device", "os", "build", "by", "run", "at", "signals", "ids",
      ]
    ),
    ("conflicts", ["conflict", "record", "key", "check", "condition", "field", "shown", "others", "sides"]),
    (
      "questions",
      [
        "key", "title", "state", "component", "check", "owner", "decision", "decided", "tags", "ticket", "note",
      ]
    ),
    (
      "tasks",
      [
        "key", "title", "state", "component", "source", "check", "owner", "until", "tags", "ticket", "note", "done",
        "done_at",
      ]
    ),
    ("enhancements", ["source", "open", "needed", "done", "last_done", "components", "until", "tasks"]),
    (
      "shortcuts",
      [
        "key", "keys", "action", "conflicts", "kinds", "check", "screens", "component", "platforms", "owner", "tags",
        "ticket", "note",
      ]
    ),
    (
      "gestures",
      [
        "key", "gesture", "component", "action", "alternative", "concerns", "kinds", "checks", "screens", "owner",
        "tags", "ticket", "note",
      ]
    ),
    (
      "evidence",
      [
        "component", "check", "condition", "name", "alt", "type", "size", "tester", "at", "sha256", "missing", "result",
        "id",
      ]
    ),
    (
      "plans",
      [
        "key", "component", "size", "gap", "target", "children", "taps", "looks", "script", "input", "parts",
        "practice", "sessions", "state",
      ]
    ),
    (
      "sessions",
      [
        "plan", "participant", "age", "week", "device", "points_per_inch", "os", "orientation", "hold", "seat",
        "text_scale", "assistive", "input", "recorder", "moderator", "full_consent", "practice", "scored", "ended",
        "counts", "id", "voided",
      ]
    ),
    (
      "planned",
      [
        "component", "check", "condition", "planned", "by", "found", "says", "outcome", "judged_outcome", "words",
      ]
    ),
    ("matrix", ["component", "check", "setting", "off", "on", "missing"]),
    ("notes", ["id", "component", "check", "tester", "at", "text"]),
    (
      "bundles",
      [
        "at", "direction", "file", "scope", "facts", "added", "disputes", "conflicts", "kept_for_newer",
        "ahead_of_clock", "forks", "digest",
      ]
    ),
  ]

  @Test("Every kind has its keys, in a document of its own schema", arguments: keys.indices)
  func contract(index: Int) throws {
    let (kind, keys) = ListContractTests.keys[index]
    let fixture = try SampleTracker.make()
    let document = try fixture.json("list", kind)
    #expect(document["schema"] as? String == "a11y.\(kind)/1")
    #expect(document["generated"] as? String == "2026-03-01T10:00:00Z")
    #expect(document["filter"] is NSNull)
    let rows = try #require(document["rows"] as? [[String: Any]])
    #expect(!rows.isEmpty)
    for row in rows { #expect(Set(row.keys) == Set(keys)) }
    #expect(Set(ListKind.all.map(\.name)) == Set(ListContractTests.keys.map(\.0)))
  }

  @Test("A failing cell says value, what the value says today, why it is stale, and its waiver")
  func finding() throws {
    let fixture = try SampleTracker.make()
    let rows = try fixture.rows("list", "findings", "component:\(SampleTracker.close)", "check:\(SampleTracker.target)")
    let row = try #require(rows.first)
    #expect(rows.count == 1)
    #expect(row["severity"] as? Int == 2)
    let value = try #require(row["value"] as? [String: Any])
    #expect(value["text"] as? String == "40x40")
    #expect(value["unit"] as? String == "pt")
    #expect(value["numbers"] as? [Int] == [40, 40])
    #expect(row["judged_outcome"] as? String == "fail")
    #expect(row["at"] as? String == "2026-02-19T10:00:00Z")
    #expect(row["days_open"] as? Int == 10)
    #expect(row["stale"] as? [String] == ["source"])
    #expect(row["waived_until"] as? String == "2026-03-05")
    #expect(row["disputed"] as? Bool == false)
    // What an earlier failure of the finding had.
    #expect((row["evidence"] as? [Any])?.isEmpty == false)
    #expect(row["level"] as? String == "WCAG 2.5.5 (AAA)")
    #expect((row["id"] as? String)?.hasSuffix("-17") == false && (row["id"] as? String)?.contains("-") == true)
  }

  @Test(
    "Findings are sorted by severity, that of the check where no tester gave one, and retired components are left out")
  func order() throws {
    let fixture = try SampleTracker.make()
    let rows = try fixture.rows("list", "findings", "-check:ordinary*")
    #expect(rows.compactMap { $0["component"] as? String }.contains("old/banner") == false)
    let severities = rows.map { $0["severity"] as? Int }
    #expect(severities == [1, 1, 2, 3], "a value that contradicts its outcome is a failure as well")
  }

  @Test("All built-in checks are there, and a criterion that no check tests is not evaluated")
  func catalogue() throws {
    let fixture = try TrackerFixture()
    let checks = try fixture.rows("list", "checks")
    #expect(checks.count == Catalog.checks.count)
    #expect(Set(checks.compactMap { $0["id"] as? String }) == Set(Catalog.checks.map(\.id)))
    #expect(checks.allSatisfy { ($0["version"] as? String)?.utf8.count == 8 })
    let criteria = try fixture.rows("list", "criteria")
    #expect(criteria.count == 87)
    let lists = try fixture.rows("list", "checklists").compactMap { $0["id"] as? String }
    #expect(Set(lists).count == Catalog.checklists.count)
    for row in criteria {
      #expect(row["evaluated"] as? Bool == !(row["tests"] as? [String] ?? []).isEmpty)
      #expect((row["evaluation"] as? String == "not evaluated") == (row["evaluated"] as? Bool == false))
      let isAsked = ["A", "AA"].contains(row["level"] as? String)
      #expect((row["no_check"] is String) == (isAsked && row["evaluated"] as? Bool == false))
    }
    let obsolete = try #require(criteria.first { $0["criterion"] as? String == "4.1.1" })
    #expect(obsolete["level"] is NSNull)
    #expect(obsolete["former_level"] as? String == "A")
    let target = try #require(criteria.first { $0["criterion"] as? String == "2.5.8" })
    #expect((target["tests"] as? [String])?.contains("touch-target.minimum-44pt") == false)
    #expect((target["related"] as? [String])?.contains("touch-target.minimum-44pt") == true)
  }

  @Test("Without a tracker the catalogue is there all the same, and nothing else")
  func withoutTracker() {
    let world = TestWorld()
    for kind in ["checks", "checklists", "criteria"] {
      #expect(world.run("list", kind) == 0)
      #expect(world.run("list", kind, "--db", "/nowhere") == 3)
    }
    #expect(world.run("list", "checks", "category:touch-target", "level:AAA", "--json") == 0)
    #expect(world.outputText.contains("touch-target.minimum-44pt"))
    #expect(world.run("list", "components") == 3)
    #expect(world.run("list") == 3)
    #expect(world.run("show", "2.5.8") == 0)
    #expect(world.run("show", "minimum-44pt") == 0)
    #expect(world.run("show", "home/play") == 3)
  }

  @Test("44 pt is never an AA figure, however it is asked for")
  func level() throws {
    let fixture = try SampleTracker.make()
    for query in ["level:AA", "criterion:2.5.8"] {
      for kind in ["findings", "cells", "results", "checks"] {
        let rows = try fixture.rows("list", kind, query)
        let names = rows.compactMap { ($0["check"] ?? $0["id"]) as? String }
        #expect(!names.contains { $0.hasSuffix("44pt") }, "\(kind) \(query)")
      }
    }
    let checks = try fixture.rows("list", "checks", "check:touch-target.*44pt*")
    #expect(checks.count == 3)
    for row in checks { #expect((row["level"] as? String)?.contains("(AA)") == false) }
  }

  @Test("Conflicts are fields with several values and disputed cells, both sides named")
  func conflicts() throws {
    let fixture = try SampleTracker.make()
    let rows = try fixture.rows("list", "conflicts")
    let field = try #require(rows.first { $0["conflict"] as? String == "field" })
    #expect(field["key"] as? String == SampleTracker.play)
    #expect(field["field"] as? String == "owner")
    let said = [field["shown"] as? String ?? ""] + (field["others"] as? [String] ?? [])
    #expect(Set(said) == ["qa-1 (lead)", "qa-2 (other)"])
    let dispute = try #require(rows.first { $0["conflict"] as? String == "dispute" })
    #expect(dispute["key"] as? String == SampleTracker.play)
    #expect(dispute["check"] as? String == SampleTracker.label)
    #expect(dispute["shown"] as? String == "FAIL (t2)")
    #expect(dispute["others"] as? [String] == ["PASS (t1)"])
  }

  @Test("A check that the team changed is marked, and the team's own stand beside the built-in ones")
  func ownChecks() throws {
    let fixture = try SampleTracker.make()
    let rows = try fixture.rows("list", "checks")
    #expect(rows.count == Catalog.checks.count + 1)
    #expect(rows.filter { $0["adjusted"] as? Bool == true }.map { $0["id"] as? String } == [SampleTracker.hint])
    #expect(rows.first { $0["id"] as? String == "team.own" }?["origin"] as? String == "team")
  }
}
