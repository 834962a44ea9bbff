import Audit
import Base
import Foundation
import Store
import Testing

@testable import App

/// The sample tracker: registered on 9 February, logged on the 19th and 20th, changed on the 27th, now 1 March 2026.
@Suite("As of a moment")
struct AsOfTests {
  @Test("Before the first result there is nothing, whatever is there now")
  func before() throws {
    let fixture = try SampleTracker.make()
    let status = try fixture.json("status", "--as-of", "2026-02-15")
    #expect(status["as_of"] as? String == "2026-02-15T23:59:59Z")
    let cells = try #require(status["cells"] as? [String: Int])
    #expect(cells.filter { $0.value > 0 }.keys.sorted() == ["untested"])
    #expect(try fixture.rows("list", "--as-of", "2026-02-15").isEmpty)
    #expect(try fixture.rows("list", "results", "--as-of", "2026-02-15").isEmpty)
    // Registered by then, so there to be tested.
    let untested = try fixture.rows("list", "cells", "--all", "--as-of", "2026-02-15")
    #expect(Set(untested.compactMap { $0["component"] as? String }) == [SampleTracker.close, SampleTracker.play])
    #expect(try fixture.rows("list", "cells", "--all", "--as-of", "2026-02-01").isEmpty)
  }

  @Test("A day is its end, a time is exact")
  func precision() throws {
    let fixture = try SampleTracker.make()
    func count(_ moment: String) throws -> Int {
      #expect(fixture.run("list", "results", "--as-of", moment) == 0, "\(moment): \(fixture.errors)")
      return try fixture.rows("list", "results", "--as-of", moment).count
    }
    // Logged at 10:00 on the 19th; another machine's at 10:00 on the 20th.
    #expect(try count("2026-02-19T09:59:59.999") == 0)
    #expect(try count("2026-02-19T10:00") == 9)
    #expect(try count("2026-02-19") == 9)
    #expect(try count("2026-02-19T12:00+03:00") == 0)
    #expect(try count("2026-02-20") == 10)
  }

  @Test("Staleness, age and waivers are those of then")
  func circumstances() throws {
    let fixture = try SampleTracker.make()
    let words = ["component:\(SampleTracker.close)", "check:\(SampleTracker.target)"]
    func finding(_ moment: String) throws -> [String: Any] {
      let code = fixture.run(["list", "findings", "--as-of", moment, "--json"] + words)
      #expect(code == 0, "\(fixture.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(fixture.output.utf8)) as? [String: Any]
      #expect(object?["generated"] as? String == "\(moment)T23:59:59.999Z")
      return try #require((object?["rows"] as? [[String: Any]])?.first)
    }
    let early = try finding("2026-02-22")
    #expect(early["stale"] as? [String] == [])
    #expect(early["days_open"] as? Int == 3)
    #expect(early["waived_until"] as? String == "2026-03-05")
    let late = try finding("2026-03-06")
    #expect(late["stale"] as? [String] == ["source"])
    #expect(late["waived_until"] is NSNull)
    #expect(try finding("2026-12-31")["stale"] as? [String] == ["source", "age"])
    // Its text was changed on the 27th.
    let hint = try fixture.rows("list", "check:\(SampleTracker.hint)", "stale:check", "--as-of", "2026-02-26")
    #expect(hint.isEmpty)
    #expect(!(try fixture.rows("list", "check:\(SampleTracker.hint)", "stale:check", "--as-of", "2026-02-27").isEmpty))
  }

  @Test("A component retired since is in, one retired by then is out")
  func retired() throws {
    let fixture = try SampleTracker.make()
    try fixture.write(daysAgo: 1) { writer in
      try writer.set(kind: "component", key: SampleTracker.play, fields: ["retired": true], by: "lead")
    }
    func keys(_ moment: String) throws -> Set<String> {
      Set(try fixture.rows("list", "--as-of", moment).compactMap { $0["component"] as? String })
    }
    #expect(try keys("2026-02-27").contains(SampleTracker.play))
    #expect(try !keys("2026-02-28").contains(SampleTracker.play))
    #expect(try !keys("2026-02-27").contains("old/banner"))
  }

  @Test("Counts, audits and advice are of one moment, and each command advised runs")
  func status() throws {
    let fixture = try SampleTracker.make()
    let moment = "2026-02-22"
    let status = try fixture.json("status", "--as-of", moment)
    let rows = try fixture.rows("list", "--as-of", moment)
    let cells = try #require(status["cells"] as? [String: Int])
    for (key, outcome) in [("pass", "pass"), ("fail", "fail"), ("na", "na"), ("cant_tell", "cant-tell")] {
      #expect(cells[key] == rows.count { $0["outcome"] as? String == outcome }, "\(key)")
    }
    #expect(status["stale"] as? Int == rows.count { ($0["stale"] as? [String])?.isEmpty == false })
    #expect(status["waived"] as? Int == 1)
    let evidence = try #require(status["evidence"] as? [String: Int])
    #expect(evidence["oldest_days"] == 3)
    let audits = try #require(status["audits"] as? [[String: Any]])
    // Winter was closed on the 24th.
    #expect(audits.compactMap { $0["name"] as? String } == ["spring", "winter"])
    let next = try #require(status["next"] as? [[String: String]]).compactMap { $0["command"] }
    #expect(!next.isEmpty)
    for command in next {
      #expect(command.hasSuffix(" --as-of \(moment)"), "\(command)")
      #expect(fixture.run(command.split(separator: " ").dropFirst().map(String.init)) == 0, "\(fixture.errors)")
    }
    let spring = try fixture.json("status", "--audit", "spring", "--as-of", moment)
    #expect(spring["as_of"] as? String == "2026-02-22T23:59:59Z")
  }

  @Test("As of now is what there is now")
  func now() throws {
    let fixture = try SampleTracker.make()
    let present = try fixture.json("status")
    let same = try fixture.json("status", "--as-of", "2026-03-01T10:00:00Z")
    for key in ["cells", "failing", "stale", "disputed", "waived", "compliance", "coverage", "evidence", "audits"] {
      #expect(try #require(present[key] as? NSObject) == (same[key] as? NSObject), "\(key)")
    }
    #expect(fixture.run("list", "--json") == 0)
    let listed = fixture.output
    #expect(fixture.run("list", "--json", "--as-of", "2026-03-01T10:00:00Z") == 0)
    #expect(fixture.output == listed)
  }

  @Test(
    "What is no date is refused, and so is a list that has no past",
    arguments: [
      ["status", "--as-of", "soon"], ["list", "--as-of", "2026-02-30"],
      ["list", "components", "--as-of", "2026-02-01"],
    ])
  func refused(line: [String]) throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run(line) == 2)
    #expect(fixture.errors.contains("--as-of"), "\(fixture.errors)")
    #expect(fixture.errors.contains("hint: "), "\(fixture.errors)")
  }
}
