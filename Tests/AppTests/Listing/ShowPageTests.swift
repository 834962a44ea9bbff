import Audit
import Base
import Foundation
import Store
import Testing

@testable import App

@Suite("Show")
struct ShowPageTests {
  static let subjects = [
    SampleTracker.target, SampleTracker.hint, "team.own", SampleTracker.close, SampleTracker.play, "old/banner",
    "elsewhere", "spring", "winter", "\(SampleTracker.close) \(SampleTracker.label)", "landscape", "decided", "grow",
    "finished", "ours", "critical-rules", "2.5.8", "4.1.1", "E-41", "e-01",
  ]

  @Test("A check says how to test, what it may claim, and where its sources disagree")
  func check() throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run("show", SampleTracker.target) == 0)
    for words in [
      "How to test", "Measure the hit area", "at least 44 pt", "WCAG 2.5.5 (AAA)", "critical, stated by the source",
      "hitRegion", "E-01", "Decision:", "Text version   cafe7ce8", "related, not covered", "release-review",
      "2 items: 1 PASS, 1 FAIL.",
    ] {
      #expect(fixture.output.contains(words), "\(words)")
    }
    let page = try fixture.json("show", SampleTracker.target)
    #expect(page["schema"] as? String == "a11y.check/1")
    #expect(page["level"] as? String == "WCAG 2.5.5 (AAA)")
    #expect((page["cells"] as? [Any])?.count == 2)
    fixture.run("show", SampleTracker.hint)
    #expect(fixture.output.contains("built in, modified"))
  }

  @Test("The check in the JSON is in the format of the catalogue, ready to be taken as a pattern")
  func pattern() throws {
    let fixture = try SampleTracker.make()
    // A ratio, so that the page has a fraction in it.
    for id in [SampleTracker.target, "contrast.text-4-5"] {
      let page = try fixture.json("show", id)
      var check = try #require(page["check"] as? [String: Any])
      check["id"] = id + "-ours"
      let bytes = try JSONSerialization.data(withJSONObject: check)
      #expect(try OwnFilesReading.checks(Array(bytes)).map(\.id) == [id + "-ours"])
      // The page itself will do, once its check has a name of its own.
      let text = fixture.output.replacingOccurrences(of: "\"id\": \"\(id)\"", with: "\"id\": \"\(id)-ours\"")
      fixture.world.files.contents["/home/t/app/check.json"] = Array(text.utf8)
      fixture.run("new", "check", "--from", "/home/t/app/check.json")
      #expect(fixture.run("show", id + "-ours") == 0, "\(fixture.errors)")
    }
  }

  @Test("A cell says what holds now and what the value says today beside the tester's word")
  func cell() throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run("show", SampleTracker.target, SampleTracker.close, "--width", "300") == 0)
    for words in [
      "FAIL  serious, since 2026-02-19", "which is FAIL today; tester's outcome: FAIL",
      "the source file of the component has changed", "until 2026-03-05", "1 more was undone", "audit spring",
    ] {
      #expect(fixture.output.contains(words), "\(words): \(fixture.output)")
    }
    fixture.run("show", SampleTracker.target, SampleTracker.close, "--all", "--plain")
    #expect(fixture.output.contains("undone"))
    #expect(fixture.output.contains("by t3"))
    // The two may stand in either order, and in part.
    let expected = fixture.output
    fixture.run("show", SampleTracker.close, "minimum-44pt", "--all", "--plain")
    #expect(fixture.output == expected)
  }

  @Test("A value that contradicts what the tester said decides, and says so")
  func judgedToday() throws {
    let fixture = try SampleTracker.make()
    fixture.run("show", "touch-target.recommended-48pt", SampleTracker.close, "--plain")
    #expect(fixture.output.contains("FAIL"))
    #expect(fixture.output.contains("the value contradicts the tester's outcome"))
    let page = try fixture.json("show", "touch-target.recommended-48pt", SampleTracker.close)
    let cell = try #require((page["cells"] as? [[String: Any]])?.first)
    #expect(cell["outcome"] as? String == "fail")
    #expect(cell["judged_outcome"] as? String == "fail")
  }

  @Test("A dispute names both sides")
  func dispute() throws {
    let fixture = try SampleTracker.make()
    fixture.run("show", SampleTracker.label, SampleTracker.play, "--plain")
    #expect(fixture.output.contains("FAIL by t2"))
    #expect(fixture.output.contains("PASS by t1"))
    #expect(fixture.output.contains("To resolve, log a new result"))
  }

  @Test("A result that was given against an earlier text says so, and what the text was")
  func earlierText() throws {
    let fixture = try SampleTracker.make()
    fixture.run("show", SampleTracker.hint, SampleTracker.close, "--width", "200")
    #expect(fixture.output.contains("logged for an earlier text of the check"))
    #expect(fixture.output.contains("Previous title: "))
    #expect(fixture.output.contains("the text of the check has changed"))
  }

  @Test("A check that is not for a component says why, and a cell without a result is untested")
  func outOfScope() throws {
    let fixture = try SampleTracker.make()
    fixture.run("show", "dynamic-type.no-low-cap", SampleTracker.close, "--plain")
    #expect(fixture.output.contains("Does not apply: dynamic-type.no-low-cap applies to text, button"))
    #expect(fixture.output.contains("UNTESTED"))
    let page = try fixture.json("show", "dynamic-type.no-low-cap", SampleTracker.close)
    let answer = try #require(page["applicability"] as? [String: Any])
    #expect(answer["in_scope"] as? Bool == false)
  }

  @Test("--condition keeps to one condition")
  func condition() throws {
    let fixture = try SampleTracker.make()
    let all = try fixture.json("show", SampleTracker.label, SampleTracker.close)
    #expect((all["cells"] as? [Any])?.count == 2)
    let dark = try fixture.json("show", SampleTracker.label, SampleTracker.close, "--condition", "text-ax5,dark")
    let cells = try #require(dark["cells"] as? [[String: Any]])
    #expect(cells.map { $0["condition"] as? String } == ["dark,text-ax5"])
    #expect(fixture.run("show", SampleTracker.label, SampleTracker.close, "--condition", "Dark!") == 2)
  }

  @Test("A component says what it is, what is failing first, and all that hangs on it")
  func component() throws {
    let fixture = try SampleTracker.make()
    fixture.run("show", SampleTracker.close)
    let headings = ["Failing", "Inconclusive", "Passing", "Waivers", "Open tasks", "Open questions", "Notes"]
    var rest = Substring(fixture.output)
    for heading in headings {
      let place = try #require(rest.range(of: "\n\(heading)\n"), "\(heading)")
      rest = rest[place.upperBound...]
    }
    #expect(fixture.output.contains("Last changed  2026-02-27 10:00 by lead: source digest"))
    fixture.run("show", SampleTracker.play)
    #expect(fixture.output.contains("\nConflicting fields\n"))
    #expect(fixture.output.contains("qa-2 (other)"))
    fixture.run("show", "elsewhere")
    #expect(fixture.output.contains("Not registered"))
  }

  @Test("Every kind of record is shown by its key", arguments: subjects)
  func records(subject: String) throws {
    let fixture = try SampleTracker.make()
    for format in ["table", "plain", "md"] {
      #expect(fixture.run("show", subject, "--format", format) == 0, "\(fixture.errors)")
      #expect(fixture.output.split(separator: "\n").count > 2)
    }
    let page = try fixture.json("show", subject)
    #expect((page["schema"] as? String)?.hasPrefix("a11y.") == true)
  }

  @Test("A name that stands for two things says so, and the kind in front decides")
  func ambiguous() throws {
    let fixture = try SampleTracker.make()
    try fixture.write { try $0.set(kind: "component", key: "spring", fields: ["kind": "card"], by: "") }
    #expect(fixture.run("show", "spring") == 2)
    #expect(fixture.errors.contains("component spring, audit spring"))
    #expect(fixture.run("show", "audit:spring") == 0)
    #expect(fixture.output.contains("Checklists"))
    #expect(fixture.run("show", "component:spring") == 0)
    #expect(fixture.output.contains("card"))
  }

  @Test("What does not exist is not found, and what is like it is named")
  func unknown() throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run("show", "voiceover.label-presnt") == 3)
    #expect(fixture.errors.contains("Did you mean voiceover.label-present"))
    #expect(fixture.run("show", SampleTracker.label, "home/plai") == 3)
    #expect(fixture.errors.contains("unknown component \"home/plai\""))
    #expect(fixture.run("show", "home/play", "voiceover.label-presnt") == 3)
    #expect(fixture.errors.contains("unknown check"))
    #expect(fixture.run("show", "label") == 2)
    #expect(fixture.run("show") == 2)
  }
}
