import Audit
import Base
import Foundation
import Reports
import Store
import StoredFacts
import Testing

@testable import App
@testable import CommandLine

@Suite("Status")
struct StatusCommandTests {
  @Test("The figures of the JSON are those of the cells")
  func figures() throws {
    let fixture = try SampleTracker.make()
    let status = try fixture.json("status")
    let cells = try fixture.rows("list", "cells", "--all")
    func count(_ outcome: String) -> Int { cells.count { $0["outcome"] as? String == outcome } }
    #expect(status["schema"] as? String == "a11y.status/1")
    #expect(status["as_of"] as? String == "2026-03-01T10:00:00Z")
    let counts = try #require(status["cells"] as? [String: Int])
    #expect(
      counts == [
        "pass": count("pass"), "fail": count("fail"), "na": count("na"), "cant_tell": count("cant-tell"),
        "untested": count("untested"),
      ])
    let failing = try #require(status["failing"] as? [String: Int])
    #expect(failing["critical"] == cells.count { $0["severity"] as? Int == 1 })
    #expect(failing.values.reduce(0, +) == count("fail"))
    #expect(status["stale"] as? Int == cells.count { ($0["stale"] as? [String])?.isEmpty == false })
    #expect(status["disputed"] as? Int == 1)
    #expect(status["waived"] as? Int == 1)
    // One child alone: hidden, and hidden is not 0.
    let firstTap = try #require(status["first_tap"] as? [String: Any])
    let plan = try #require((firstTap["rows"] as? [[String: Any]])?.first)
    #expect(plan["plan"] as? String == "close-44")
    #expect(plan["result"] as? [String: Bool] == ["suppressed": true])
    let compliance = try #require(status["compliance"] as? [String: Any])
    #expect(compliance["judged"] as? Int == count("pass") + count("fail"))
    let expected: Set<String> = [
      "schema", "as_of", "scope", "cells", "compliance", "coverage", "failing", "stale", "disputed", "waived",
      "first_tap", "worst_components", "next",
    ]
    #expect(expected.isSubset(of: Set(status.keys)))
  }

  @Test("Groups that do not overlap add up to the whole", arguments: StatusGrouping.allCases)
  func groups(grouping: StatusGrouping) throws {
    let fixture = try SampleTracker.make()
    let status = try fixture.json("status", "--by", grouping.rawValue)
    let total = try #require(status["total"] as? [String: Int])
    let groups = try #require(status["groups"] as? [[String: Any]]).compactMap { $0["cells"] as? [String: Int] }
    #expect(total["fail"] ?? 0 > 0 && total["untested"] ?? 0 > 0)
    for (outcome, count) in total {
      let sum = groups.reduce(0) { $0 + ($1[outcome] ?? 0) }
      #expect(grouping.overlaps ? sum >= count : sum == count, "\(outcome): \(sum) of \(count)")
    }
  }

  @Test("What to do next is read off the data, the worst first")
  func next() throws {
    let fixture = try SampleTracker.make()
    let status = try fixture.json("status")
    #expect(fixture.output.contains("1 waiver has expired, 1 waiver ends within 14 days."))
    let next = try #require(status["next"] as? [[String: String]]).compactMap { $0["command"] }
    #expect(next.first == "a11y list findings severity:1")
    for command in [
      "a11y list waivers --sort until", "a11y list items disputed:yes", "a11y list conflicts",
      "a11y list items status:untested --all --audit spring", "a11y list items stale:yes",
      "a11y list questions",
    ] {
      #expect(next.contains(command), "\(command)")
      // Each of them is a line that runs.
      let words = command.split(separator: " ").dropFirst().map(String.init)
      #expect(fixture.run(words) == 0, "\(command): \(fixture.errors)")
      #expect(fixture.output.split(separator: "\n").count > 3, "\(command)")
    }
    let notices = try #require(status["notices"] as? [String])
    #expect(notices.contains { $0.contains("more than one value") })
    #expect(notices.contains { $0.contains("newer version") })
  }

  @Test("An audit has figures of its own, and a closed one says so")
  func audit() throws {
    let fixture = try SampleTracker.make()
    let spring = try fixture.json("status", "--audit", "spring")
    let counts = try #require(spring["cells"] as? [String: Int])
    #expect(counts["fail"] == 1 && counts["pass"] == 0)
    #expect((counts["untested"] ?? 0) > 3)
    let winter = try fixture.json("status", "--audit", "winter")
    #expect((winter["notices"] as? [String])?.first == "The audit winter was closed on 2026-02-24.")
    let all = try #require(try fixture.json("status")["audits"] as? [[String: Any]])
    #expect(all.map { $0["name"] as? String } == ["spring"])
  }

  @Test("An audit stands where its own results put it, whatever came before, after or from elsewhere")
  func auditAlone() throws {
    let fixture = try TrackerFixture()
    var random = SeededNumbers(seed: 20_260_301)
    let checks = [SampleTracker.label, SampleTracker.hint, "voiceover.label-meaningful"]
    try fixture.write(daysAgo: 20) { writer in
      for number in 0..<6 {
        try writer.set(kind: "component", key: "part/\(number)", fields: ["kind": "button"], by: "")
      }
      for name in ["one", "two"] { try writer.set(kind: "audit", key: name, fields: ["build": "1"], by: "") }
      for step in 0..<200 {
        let time = TrackerFixture.now + Int64(random.next(40) - 30) * TrackerFixture.day
        try writer.log(
          NewResult(
            component: "part/\(random.next(6))", check: checks[random.next(3)],
            outcome: Outcome.allCases[random.next(4)], tester: "t\(random.next(2))", build: "1",
            audit: ["", "one", "two"][random.next(3)], time: random.next(3) == 0 ? time : nil))
        if step % 40 == 7 {
          _ = try writer.receive([
            TrackerFixture.foreign(
              Int64(step + 1), "result",
              [
                "component": .string("part/\(random.next(6))"), "check": .string(checks[random.next(3)]),
                "outcome": "fail", "tester": "other", "build": "1", "audit": "one",
              ])
          ])
        }
      }
    }
    for name in ["one", "two"] {
      // The list folds every cell of the audit; the status takes a short way where it may.
      let rows = try fixture.rows("list", "--audit", name)
      let counts = try #require(try fixture.json("status", "--audit", name)["cells"] as? [String: Int])
      for (key, outcome) in [("pass", "pass"), ("fail", "fail"), ("na", "na"), ("cant_tell", "cant-tell")] {
        #expect(counts[key] == rows.count { $0["outcome"] as? String == outcome }, "\(name) \(outcome)")
      }
      #expect(rows.count > 8)
    }
  }

  @Test("An empty tracker says what to do first, one with components what comes then")
  func empty() throws {
    let fixture = try TrackerFixture()
    #expect(fixture.run("status") == 0)
    #expect(fixture.output.contains("No components or results yet"))
    #expect(fixture.output.contains("a11y new component"))
    try fixture.write { try $0.set(kind: "component", key: "home", fields: ["kind": "screen"], by: "") }
    #expect(fixture.run("status") == 0)
    #expect(fixture.output.contains("items in scope (all applicable checks, no plan"))
  }

  @Test("--limit names more or fewer of the worst components")
  func limit() throws {
    let fixture = try TrackerFixture()
    try fixture.write { writer in
      for number in 0..<12 {
        try writer.set(kind: "component", key: "part/\(number)", fields: ["kind": "button"], by: "")
        try writer.log(
          NewResult(component: "part/\(number)", check: SampleTracker.label, outcome: .fail, tester: "t"))
      }
    }
    for (flags, named) in [([], 5), (["--limit", "9"], 9), (["--limit", "2"], 2)] {
      for format in ["table", "plain", "md"] {
        fixture.run(["status", "--format", format] + flags)
        let lines = fixture.output.split(separator: "\n").count { $0.contains("part/") }
        // A screen of a terminal has room for three of them.
        #expect(lines == (format == "table" && flags.isEmpty ? 3 : named), "\(format) \(flags)")
      }
    }
    #expect((try fixture.json("status")["worst_components"] as? [Any])?.count == 12)
    #expect((try fixture.json("status", "--limit", "2")["worst_components"] as? [Any])?.count == 2)
  }

  @Test("A name from elsewhere is one word for a shell", arguments: ["a b", "$(reboot)", "it's", "-x", "", "plain-1"])
  func shell(name: String) throws {
    let word = ShellWord.quoted(name)
    let result = try Shell.run("/bin/sh", ["-c", "printf '%s' \(word)"])
    #expect(result.text == name)
  }
}

/// Numbers that are the same in every run.
private struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// From 0 up to, but not including, `limit`.
  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, limit)))
  }
}
