import Audit
import Testing

@testable import App

@Suite("How criteria stand, listed")
struct CriteriaListTests {
  private static func row(_ fixture: TrackerFixture, _ criterion: String, _ words: String...) throws -> [String: Any] {
    try #require(try fixture.rows(["list", "criteria", "criterion:\(criterion)"] + words).first)
  }

  @Test("A criterion counts the cells of the checks that test it, and a waived failure fails")
  func counts() throws {
    let fixture = try SampleTracker.make()
    let target = try Self.row(fixture, "2.5.5")
    #expect(target["state"] as? String == "fail")
    #expect(target["fail"] as? Int == 1)
    #expect(target["waived"] as? Int == 1)
    #expect(target["level"] as? String == "AAA")
    let cells = try fixture.rows("list", "cells", "--all", "criterion:2.5.5")
    #expect(target["untested"] as? Int == cells.count { $0["outcome"] as? String == "untested" })
  }

  @Test("44 pt fails an AAA criterion and says nothing about the AA one that it is related to")
  func fortyFour() throws {
    let fixture = try SampleTracker.make()
    let floor = try Self.row(fixture, "2.5.8")
    #expect(floor["fail"] as? Int == 0)
    #expect(floor["state"] as? String == "untested")
    #expect((floor["related"] as? [String])?.contains(SampleTracker.target) == true)
  }

  @Test("A standard has its own criteria, its clauses and its title")
  func standard() throws {
    let fixture = try SampleTracker.make()
    #expect(try fixture.rows("list", "criteria", "--standard", "wcag22-aa").count == 55)
    let european = try fixture.rows("list", "criteria", "--standard", "en301549-v3.2.1")
    #expect(european.count == 43)
    #expect(european.allSatisfy { ($0["en_clause"] as? String)?.hasPrefix("11.") == true })
    #expect(fixture.run("list", "criteria", "--standard", "en301549-v3.2.1", "--width", "160") == 0)
    #expect(fixture.output.contains("11.1.1.1"))
    #expect(fixture.output.contains(StandardsRollUp.noClaim))
  }

  @Test("status: chooses by state, and what no check tests never passes")
  func states() throws {
    let fixture = try SampleTracker.make()
    let failing = try fixture.rows("list", "criteria", "status:fail")
    #expect(!failing.isEmpty && failing.allSatisfy { $0["state"] as? String == "fail" })
    for row in try fixture.rows("list", "criteria") where row["evaluated"] as? Bool == false {
      #expect(row["state"] as? String == "not-evaluated")
    }
    #expect(try fixture.rows("list", "criteria", "status:disputed").contains { $0["criterion"] as? String == "4.1.2" })
  }

  @Test("An audit and a moment have their own states; without a tracker there is none to ask about")
  func scopes() throws {
    let fixture = try SampleTracker.make()
    let audit = try Self.row(fixture, "2.5.5", "--audit", "spring")
    let cells = try fixture.rows("list", "cells", "--all", "--audit", "spring", "criterion:2.5.5")
    #expect((audit["fail"] as? Int ?? 0) + (audit["untested"] as? Int ?? 0) == cells.count)
    #expect(try Self.row(fixture, "2.5.5", "--as-of", "2020-01-01")["fail"] as? Int == 0)
    #expect(try Self.row(fixture, "1.4.3")["state"] as? String == "untested")
  }

  @Test("A criterion is shown with its state, its cells and the sentence that it is no claim")
  func show() throws {
    let fixture = try SampleTracker.make()
    #expect(fixture.run("show", "criterion:2.5.5", "--width", "200") == 0)
    #expect(fixture.output.contains("FAIL"))
    #expect(fixture.output.contains("1 waived"))
    #expect(fixture.output.contains(StandardsRollUp.noClaim))
    let document = try fixture.json("show", "2.5.5")
    #expect(document["state"] as? String == "fail")
    #expect((document["cells"] as? [String: Any])?["fail"] as? Int == 1)
  }
}
