import Audit
import Foundation
import Store
import Testing

@testable import App

/// The sample tracker: registered on 9 February, logged on the 19th and 20th, changed on the 27th, now 1 March 2026.
@Suite("Trend and explained change")
struct TrendCommandTests {
  @Test("The last point is the status, with what waivers cover counted apart")
  func last() throws {
    let fixture = try SampleTracker.make()
    let status = try fixture.json("status")
    let cells = try #require(status["cells"] as? [String: Int])
    for words in [["trend"], ["trend", "--every", "day", "--age"], ["trend", "component:**"]] {
      #expect(fixture.run(words + ["--json"]) == 0, "\(fixture.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(fixture.output.utf8)) as? [String: Any]
      #expect(object?["schema"] as? String == "a11y.trend/1")
      let point = try #require((object?["points"] as? [[String: Any]])?.last)
      for key in ["pass", "fail", "na", "cant_tell", "untested"] {
        #expect(point[key] as? Int == cells[key], "\(key)")
      }
      #expect(point["waived"] as? Int == status["waived"] as? Int)
      #expect(point["disputed"] as? Int == status["disputed"] as? Int)
      #expect(point["open"] as? Int == (cells["fail"] ?? 0) - 1)
      #expect(point["components"] as? Int == (status["scope"] as? [String: Any])?["components"] as? Int)
      #expect(point["to"] as? String == "2026-03-01T23:59:59.999Z")
      #expect(point["oldest"] as? String == "2026-02-19T10:00:00Z")
    }
  }

  @Test("A change is explained to the last cell, with staleness, waivers and disputes")
  func explained() throws {
    let fixture = try SampleTracker.make()
    // The waiver of the target ends with 5 March.
    let change = try fixture.json("trend", "--explain", "2026-02-22", "2026-03-06")
    let parts = try #require(change["parts"] as? [[String: Any]])
    let classes = parts.compactMap { $0["class"] as? String }
    #expect(classes.contains("waiver-ended") && classes.contains("check-changed") && classes.contains("became-stale"))
    #expect(!classes.contains("other"))
    let difference = try #require(change["difference"] as? [String: Int])
    for (measure, whole) in difference {
      let sum = parts.reduce(0) { $0 + (($1["difference"] as? [String: Int])?[measure] ?? 0) }
      #expect(sum == whole, "\(measure)")
    }
    #expect(difference["open"] == -(difference["waived"] ?? 0) + (difference["fail"] ?? 0))
    #expect(change["generated"] as? String == "2026-03-06T23:59:59.999Z")
    let early = try fixture.json("trend", "--explain", "2026-02-19", "2026-02-20")
    let found = try #require(early["parts"] as? [[String: Any]]).compactMap { $0["class"] as? String }
    #expect(found.contains("became-disputed"))
  }

  @Test("An open audit is now, a closed one when it was closed")
  func audits() throws {
    let fixture = try SampleTracker.make()
    let change = try fixture.json("trend", "--explain", "audit:winter", "spring")
    let moments = ["from", "to"].map { (change[$0] as? [String: String])?["at"] }
    #expect(moments == ["2026-02-24T10:00:00Z", "2026-03-01T10:00:00Z"])
    // A trend of audits shows what carries their names, and here nothing does.
    #expect(fixture.run("trend", "--every", "audit") == 3)
    #expect(fixture.errors.contains("no matching item has a result"))
  }

  @Test(
    "Every form comes at every width, harmless whatever the names are",
    arguments: [
      ["trend"], ["trend", "--by", "screen"], ["trend", "--by", "owner", "--every", "day"],
      ["trend", "--by", "tester"],
      ["trend", "--explain", "2026-02-18", "2026-03-06", "--all"],
    ])
  func forms(line: [String]) throws {
    let fixture = try SampleTracker.make(text: "\u{1B}[31m<b>\u{202E}\n=1|2")
    for format in ["table", "plain", "json", "ndjson", "csv", "tsv", "md"] {
      #expect(fixture.run(line + ["--format", format, "--width", "40"]) == 0, "\(fixture.errors)")
      #expect(!fixture.output.isEmpty)
      let isForMachines = ["csv", "tsv"].contains(format)
      #expect(isForMachines || !fixture.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
  }

  @Test(
    "What makes no sense is refused with what does",
    arguments: [
      (["trend", "--by", "scren"], 2, "screen"), (["trend", "--every", "dey"], 2, "day"),
      (["trend", "severity:1"], 2, "severity:"), (["trend", "--all"], 2, "--explain"),
      (["trend", "--explain", "2026-02-01"], 2, "2 points in time"),
      (["trend", "--explain", "2026-02-01", "sprng"], 3, "spring"),
      (["trend", "--explain", "2026-02-02", "2026-02-01"], 2, "later"),
      (["trend", "--explain", "--by", "screen", "2026-02-01", "2026-02-02"], 2, "--by"),
      (["trend", "--until", "2020-01-01"], 3, "--until"), (["trend", "--since", "soon"], 2, "--since"),
      (["trend", "--since", "2026-02-20", "--until", "2026-02-10"], 2, "later"),
    ])
  func refused(line: [String], code: Int32, word: String) throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run(line) == code, "\(fixture.errors)")
    #expect(fixture.errors.contains(word) && fixture.errors.contains("hint: "), "\(fixture.errors)")
    #expect(fixture.output.isEmpty)
  }

  @Test("A tracker without a result has no trend, and says what to do")
  func empty() throws {
    let fixture = try TrackerFixture()
    for line in [["trend"], ["trend", "--json"], ["trend", "--explain", "2026-02-01", "2026-02-02"]] {
      #expect(fixture.run(line) == 3)
      #expect(fixture.errors.contains("no results yet"))
    }
  }
}
