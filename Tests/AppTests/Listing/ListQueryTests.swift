import Audit
import Foundation
import Testing

@testable import App

@Suite("Queries of list")
struct ListQueryTests {
  @Test(
    "A slip in the kind is told from a query",
    arguments: [
      ("finding", "findings"), ("cels", "cells"), ("check", "checks"), ("task", "tasks"),
      ("settings", "matrix"), ("specified", "planned"), ("signals", "tool-findings"),
    ])
  func slips(typed: String, meant: String) throws {
    let fixture = try TrackerFixture()
    #expect(fixture.run("list", typed) == 2)
    #expect(fixture.errors.contains("Did you mean \(meant)") == true)
    #expect(fixture.run("list", "cells", typed) == 0)
    #expect(fixture.run("list", "\(typed) words") == 0)
  }

  @Test(
    "Other words are looked for in names, titles, screens, criteria, severities, notes, and tickets, and an empty list says so"
  )
  func words() throws {
    let fixture = try SampleTracker.make(text: "close cross too small")
    #expect(try fixture.rows("list", "cross").count > 3)
    #expect(fixture.run("list", "nowhere-to-be-found", "--width", "200") == 0)
    #expect(
      fixture.output.contains(
        "Words without a colon are searched in names, titles, screens, criteria, severities, notes, and tickets"))
  }

  @Test(
    "A word that says nothing about the rows is refused, and those that apply are named",
    arguments: [
      ("components", "status:fail"), ("checks", "tester:t1"), ("criteria", "owner:x"), ("waivers", "severity:1"),
      ("notes", "status:fail"), ("checklists", "kind:card"), ("audits", "check:x"), ("tasks", "since:2026-01-01"),
    ])
  func unfit(kind: String, word: String) throws {
    let fixture = try TrackerFixture()
    #expect(fixture.run("list", kind, word) == 2)
    #expect(fixture.errors.contains("does not apply to \(kind)"))
    #expect(fixture.errors.contains("Other words search "))
  }

  @Test(
    "What is wrong with a line is a usage error that says what is right",
    arguments: [
      (["list", "severity:9"], "expected 1, 2"), (["list", "since:soon"], "invalid date \"soon\""),
      (["list", "notes", "until:soon"], "invalid date \"soon\""),
      (["list", "fixes", "--all"], "--all does not apply"), (["list", "agreement", "severity:1"], "does not apply to"),
      (["list", "tool-findings", "severity:1"], "does not apply to tool-findings"),
      (["list", "results", "waived:yes"], "Use it with items or findings"),
      (["list", "results", "-disputed:no"], "Use it with items or findings"),
      (["list", "results", "status:untested"], "not to results"), (["list", "foo:1"], "unknown query"),
      (["list", "--sort", "sevrity"], "Did you mean severity"), (["list", "--columns", "chek"], "Did you mean check"),
      (["list", "--columns", "check,check"], "repeated column \"check\""),
      (["list", "checks", "--audit", "x"], "--audit does not apply"),
      (["list", "criteria", "--all"], "--all does not apply"),
      (["list", "checks", "--standard", "wcag22-aa"], "--standard does not apply"),
      (["list", "criteria", "--standard", "wcag22-a1"], "Did you mean wcag22-a"),
      (["list", "components", "--all"], "--all does not apply"),
      (["list", "results", "--all"], "--all does not apply to results"),
      (["list", "--limit", "0"], "for --limit; expected a whole number"),
    ])
  func usage(line: [String], words: String) throws {
    let fixture = try TrackerFixture()
    #expect(fixture.run(line) == 2)
    #expect(fixture.errors.contains(words), "\(fixture.errors)")
    #expect(fixture.output.isEmpty)
  }

  @Test("An unknown audit is not found, and one like it is named")
  func audit() throws {
    let fixture = try SampleTracker.make()
    for line in [["list", "--audit", "sprng"], ["status", "--audit", "sprng"]] {
      #expect(fixture.run(line) == 3)
      #expect(fixture.errors.contains("Did you mean spring?"))
    }
  }

  @Test("An audit lists its own results only, and with --all what is untested: as many as its status counts")
  func auditCells() throws {
    let fixture = try SampleTracker.make()
    let own = try fixture.rows("list", "--audit", "spring")
    #expect(own.map { $0["check"] as? String } == [SampleTracker.target])
    let all = try fixture.rows("list", "--audit", "spring", "--all")
    let status = try fixture.json("status", "--audit", "spring")
    let scope = try #require(status["scope"] as? [String: Any])
    #expect(all.count == scope["cells"] as? Int)
    #expect(all.count > own.count)
    let untested = all.filter { $0["outcome"] as? String == "untested" }
    #expect(untested.count == (status["cells"] as? [String: Int])?["untested"])
    #expect(untested.allSatisfy { $0["at"] is NSNull && $0["id"] is NSNull && $0["tester"] is NSNull })
    #expect(try fixture.rows("list", "--audit", "spring", "--all", "status:untested").count == untested.count)
  }

  @Test("audit: in the query and --audit ask for the same untested cells")
  func auditOfQuery() throws {
    let fixture = try SampleTracker.make()
    func places(_ line: String...) throws -> [String] {
      fixture.run(["list"] + line + ["--all", "--format", "csv", "--columns", "component,check,condition,outcome"])
      return fixture.output.split(whereSeparator: \.isNewline).map(String.init)
    }
    for word in ["status:untested", "status:fail", "category:touch-target"] {
      let own = try places(word, "--audit", "spring")
      #expect(own.count > 1)
      #expect(try places("audit:spring", word) == own)
    }
    #expect(fixture.run("list", "audit:spring,winter", "--all") == 2)
    #expect(fixture.run("list", "audit:spring,winter") == 0)
  }

  @Test(
    "A name of a closed set that does not exist is refused, with what was meant",
    arguments: [
      ("kind:toggel", "Did you mean toggle"), ("-category:touch-traget", "Did you mean touch-target"),
      ("criterion:1.4.33", "Did you mean 1.4.3"), ("criterion:9.*", "unknown criterion"), ("kind:qqqq", "Use one of: "),
    ])
  func closed(word: String, words: String) throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run("list", word) == 2)
    #expect(fixture.errors.contains(words), "\(fixture.errors)")
    #expect(fixture.run("list", "kind:icon-*,toggle", "category:voiceover", "criterion:1.*") == 0)
  }

  @Test(
    "A name that nothing bears is a remark, and with --exit-code a check, component or audit that is none is no answer",
    arguments: [
      ("component:sign-in/close-buton", "component", true), ("check:voiceover.label-presnt", "check", true),
      ("component:nowhere/**", "component", true), ("audit:sprng", "audit", true), ("owner:qa-11", "owner", false),
      ("tester:t11", "tester", false), ("screen:sign-inn", "screen", false), ("tag:none", "tag", false),
      ("build:9", "build", false), ("condition:drak", "condition", false),
    ])
  func open(word: String, noun: String, isPlace: Bool) throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run("list", word) == 0)
    #expect(fixture.errors.hasPrefix("a11y: note: no \(noun) matches"), "\(fixture.errors)")
    #expect(fixture.errors.split(whereSeparator: \.isNewline).count == 1)
    #expect(fixture.run("list", word, "--exit-code") == (isPlace ? 3 : 0))
    #expect(fixture.run("list", "-" + word, "--exit-code") == 1)
    #expect(fixture.run("list", word, "--quiet") == 0)
    #expect(fixture.errors.isEmpty)
  }

  @Test("Names that exist are met without a remark, also those that only results bear")
  func known() throws {
    let fixture = try SampleTracker.make()
    for word in [
      "component:sign-in/**", "component:elsewhere", "check:voiceover.*", "check:team.own", "audit:spring",
      "owner:qa-2",
      "tester:t2", "screen:sign-in", "build:3.*", "condition:dark", "condition:default", "condition:text-ax5+dark",
      "category:team",
    ] {
      #expect(fixture.run("list", word) == 0)
      #expect(fixture.errors.isEmpty, "\(fixture.errors)")
    }
  }

  @Test("--all adds what applies and has no result; a query chooses among it")
  func all() throws {
    let fixture = try SampleTracker.make()
    let tested = try fixture.rows("list")
    let all = try fixture.rows("list", "--all")
    #expect(all.count > tested.count + 50)
    let some = try fixture.rows("list", "--all", "component:\(SampleTracker.close)", "category:voiceover")
    #expect(!some.isEmpty)
    #expect(some.allSatisfy { $0["component"] as? String == SampleTracker.close })
    #expect(try fixture.rows("list", "--all", "tester:t1").count == fixture.rows("list", "tester:t1").count)
    #expect(try fixture.rows("list", "--all", "until:2027-01-01", "status:untested").isEmpty)
    let places = all.map { [$0["component"], $0["check"], $0["condition"]].map { $0 as? String ?? "" } }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(Set(places).count == places.count)
  }

  @Test("Results are all that was seen, but what was undone")
  func results() throws {
    let fixture = try SampleTracker.make()
    let results = try fixture.rows("list", "results", "component:\(SampleTracker.close)")
    #expect(results.count == 5)
    #expect(!results.contains { $0["tester"] as? String == "t3" })
    #expect(try fixture.rows("list", "results", "check:\(SampleTracker.target)", "component:home/play").count == 2)
    #expect(try fixture.rows("list", "results", "--audit", "spring").count == 1)
  }

  @Test("--sort goes by the column, with a hyphen the other way round, and what has no value comes last")
  func sort() throws {
    let fixture = try SampleTracker.make()
    func severities(_ order: String) throws -> [Int?] {
      try fixture.rows("list", "findings", "--sort", order).map { $0["severity"] as? Int }
    }
    let up = try severities("severity")
    #expect(up == up.compactMap { $0 }.sorted())
    let down = try severities("-severity")
    #expect(down == down.compactMap { $0 }.sorted(by: >))
    let times = try fixture.rows("list", "results", "--sort", "-at").compactMap { $0["at"] as? String }
    #expect(times == times.sorted(by: >))
    let latest = try fixture.rows("list", "results", "--sort", "-at", "--limit", "2").compactMap { $0["at"] as? String }
    #expect(latest == Array(times.prefix(2)))
    #expect(
      try fixture.rows("list", "results", "--sort", "outcome").compactMap { $0["outcome"] as? String }.first == "fail")
  }

  @Test("--limit says to people what it left out, --exit-code says to scripts whether there are rows")
  func limits() throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run("list", "checks", "--limit", "3") == 0)
    #expect(fixture.output.contains("Shown: 3 of \(Catalog.checks.count + 1) (--limit)."))
    #expect(try fixture.rows("list", "results", "--limit", "2").count == 2)
    #expect(fixture.run("list", "severity:1", "--exit-code") == 1)
    #expect(fixture.run("list", "severity:4", "--exit-code", "--json") == 0)
    #expect(fixture.run("list", "severity:1") == 0)
    #expect(fixture.run("list", "results", "--format", "ndjson", "--exit-code") == 1)
  }

  @Test("The summary counts the rows in words")
  func summary() throws {
    let fixture = try SampleTracker.make()
    fixture.run("list", "component:\(SampleTracker.close)")
    #expect(fixture.output.contains("5 items: 1 PASS, 3 FAIL, 1 CAN'T TELL, 5 stale, 1 waived."), "\(fixture.output)")
    fixture.run("list", "findings", "component:\(SampleTracker.close)", "--width", "200")
    let words = "3 findings, 2 open and 1 waived: 1 critical, 1 serious, 1 moderate, 3 stale, 1 with an expired waiver."
    #expect(fixture.output.replacing("\n", with: " ").contains(words), "\(fixture.output)")
  }

  @Test("Records are found by what they are about, by owner and by words")
  func records() throws {
    let fixture = try SampleTracker.make(text: "bring it back")
    func count(_ line: String...) throws -> Int {
      fixture.run(["list"] + line + ["--json"])
      let object = try JSONSerialization.jsonObject(with: Data(fixture.output.utf8)) as? [String: Any]
      return (object?["rows"] as? [Any])?.count ?? -1
    }
    #expect(try count("waivers") == 2)
    #expect(try count("waivers", "check:touch-target.*") == 1)
    #expect(try count("waivers", "-kind:icon-button") == 0)
    #expect(try count("tasks", "owner:bring*") == 1)
    #expect(try count("tasks", "component:sign-in/**") == 1)
    #expect(try count("questions", "bring") == 2)
    #expect(try count("notes", "tester:t1") == 1)
    #expect(try count("notes", "since:2026-02-15") == 1)
    #expect(try count("notes", "component:elsewhere") == 1)
    #expect(try count("components", "kind:icon-button", "platform:iOS") == 1)
    #expect(try count("components", "platform:macOS") == 0)
    #expect(try count("checklists", "check:team.own") == 1)
    #expect(try count("criteria", "criterion:2.5.*", "level:AAA") == 2)
    #expect(try count("audits", "build:3.*") == 1)
    #expect(try count("checks", "kind:icon-button", "profile:child", "impact:critical") > 3)
    #expect(try count("conflicts", "component:home/**") == 2)
  }
}
