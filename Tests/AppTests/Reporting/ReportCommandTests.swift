import Audit
import Foundation
import Store
import Testing

@testable import App

/// The sample tracker: registered on 9 February, logged on the 19th and 20th, changed on the 27th, now 1 March 2026.
@Suite("Report")
struct ReportCommandTests {
  @Test("Its figures are those of the status", arguments: [[], ["--audit", "spring"], ["--as-of", "2026-02-22"]])
  func figures(more: [String]) throws {
    let fixture = try SampleTracker.make()
    let status = try object(fixture, ["status"] + more)
    let report = try object(fixture, ["report"] + more)
    #expect(report["schema"] as? String == "a11y.report/1")
    for key in ["cells", "compliance", "coverage", "range"] {
      #expect(report[key] as? NSDictionary == status[key] as? NSDictionary, "\(key)")
    }
    for key in ["waived", "stale", "disputed"] { #expect(report[key] as? Int == status[key] as? Int, "\(key)") }
    let cells = try #require(report["cells"] as? [String: Int])
    let open = try #require(report["open"] as? [String: Int])
    #expect(open["total"] == (cells["fail"] ?? 0) - (report["waived"] as? Int ?? 0))
    #expect((report["findings"] as? [Any])?.count == cells["fail"])
    let components = try #require(report["components"] as? [[String: Any]])
    for key in ["pass", "fail", "na", "cant_tell", "untested"] {
      #expect(components.reduce(0) { $0 + ($1[key] as? Int ?? 0) } == cells[key], "\(key)")
    }
  }

  @Test("The last point of the trend is the report's own, and the change ends where it stands")
  func overTime() throws {
    let fixture = try SampleTracker.make()
    let report = try object(fixture, ["report", "--compare", "2026-02-19"])
    let cells = try #require(report["cells"] as? [String: Int])
    let last = try #require(((report["trend"] as? [String: Any])?["points"] as? [[String: Any]])?.last)
    let change = try #require(report["change"] as? [String: Any])
    let (before, after) = (change["before"] as? [String: Int], change["after"] as? [String: Int])
    let parts = try #require(change["parts"] as? [[String: Any]])
    for key in ["pass", "fail", "na", "cant_tell"] {
      #expect(last[key] as? Int == cells[key] && after?[key] == cells[key], "\(key)")
      let sum = parts.reduce(before?[key] ?? 0) { $0 + (($1["difference"] as? [String: Int])?[key] ?? 0) }
      #expect(sum == after?[key], "\(key)")
    }
  }

  @Test("Testers are numbered unless they are asked for")
  func testers() throws {
    let fixture = try SampleTracker.make()
    for form in ["json", "md", "table", "plain", "csv"] {
      #expect(fixture.run(["report", "--format", form, "--as-of", "2026-02-22", "--limit", "100"]) == 0)
      #expect(!fixture.output.contains("t1") && !fixture.output.contains("t2"), "\(form)")
    }
    let named = try object(fixture, ["report", "--testers", "full", "--as-of", "2026-02-22"])
    let findings = try #require(named["findings"] as? [[String: Any]])
    #expect(findings.contains { ($0["tester"] as? String)?.hasPrefix("t") == true })
  }

  @Test("Every form comes at every width, harmless whatever the names are", arguments: [40, 80, 200])
  func forms(width: Int) throws {
    let fixture = try SampleTracker.make(text: "\u{1B}[31m<b>\u{202E}\n=1|2")
    for format in ["table", "plain", "json", "ndjson", "csv", "tsv", "md"] {
      let line = ["report", "--compare", "2026-02-18", "--testers", "full", "--format", format]
      #expect(fixture.run(line + ["--width", "\(width)"]) == 0, "\(fixture.errors)")
      #expect(!fixture.output.isEmpty)
      #expect(!fixture.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(format)")
    }
    #expect(fixture.run(["report", "--md"]) == 0 && !fixture.output.contains("<b>"))
  }

  @Test(
    "What makes no sense is refused with what does",
    arguments: [
      (["report", "status:fail"], 2, "status:"), (["report", "--compare", "sprng"], 3, "spring"),
      (["report", "--compare", "2026-02-20", "--as-of", "2026-02-19"], 2, "later"),
      (["report", "--md", "--csv"], 2, "--md"), (["report", "--md", "--json"], 2, "--md"),
      (["report", "--html", "-", "--json"], 2, "--html"), (["report", "--testers", "all"], 2, "full"),
      (["report", "--audit", "sprng"], 3, "spring"),
    ])
  func refused(line: [String], code: Int32, word: String) throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run(line) == code, "\(fixture.errors)")
    #expect(fixture.errors.contains(word), "\(fixture.errors)")
    #expect(fixture.output.isEmpty)
  }

  @Test("What has a ticket gets no second one, unless all are asked for")
  func tickets() throws {
    let fixture = try SampleTracker.make()
    func count(_ words: String...) -> Int {
      #expect(fixture.run(["report", "--issues", "ndjson"] + words) == 0, "\(fixture.errors)")
      return fixture.output.split(separator: "\n").count
    }
    let all = count("--all")
    #expect(count() < all && fixture.errors.contains("with a ticket"))
  }

  @Test("A tracker without a result says so and is no failure")
  func empty() throws {
    let fixture = try TrackerFixture()
    for form in ["table", "plain", "md"] {
      #expect(fixture.run(["report", "--format", form]) == 0, "\(fixture.errors)")
      #expect(fixture.output.contains("Nothing is in scope yet."))
    }
    #expect(try object(fixture, ["report"])["trend"] is NSNull)
  }

  private func object(_ fixture: TrackerFixture, _ line: [String]) throws -> [String: Any] {
    #expect(fixture.run(line + ["--json"]) == 0, "\(fixture.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(fixture.output.utf8)) as? [String: Any])
  }
}
