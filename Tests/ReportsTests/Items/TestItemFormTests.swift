import Audit
import Base
import Testing

@testable import Reports

@Suite("Items for tools that manage tests")
struct TestItemFormTests {
  // MARK: Allure

  @Test("The file of Allure has the same name for the same item and another for any other")
  func names() throws {
    let item = SampleItem.full()
    let name = item.allureName
    #expect(name == SampleItem.full("another note").allureName)
    let uuid = try Regex("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-result\\.json")
    #expect(try uuid.wholeMatch(in: name) != nil)
    var other = item
    other.condition = ""
    #expect(other.allureName != name && SampleItem.bare("menu").allureName != SampleItem.bare().allureName)
    let json = try ReadJSON.object(item.allure)
    for key in ["uuid", "historyId", "testCaseId"] { #expect(json[key].map { "\($0)-result.json" } == name) }
    #expect(json["fullName"] as? String == "sign-in/close touch.size dark,text-ax5")
    #expect(json["name"] as? String == "sign-in/close: Hit area")
  }

  @Test("What is waived or does not apply is skipped, what is in doubt is broken, and untested items have no status")
  func status() throws {
    func status(_ outcome: Outcome?, _ change: (inout TestItem) -> Void = { _ in }) throws -> String? {
      var item = SampleItem.bare("home", outcome)
      change(&item)
      return try ReadJSON.object(item.allure)["status"] as? String
    }
    #expect(try status(.pass) == "passed" && status(.fail) == "failed" && status(.na) == "skipped")
    #expect(try status(.cantTell) == "broken" && status(nil) == nil)
    #expect(try status(.fail) { $0.isWaived = true } == "skipped")
    #expect(try status(.pass) { $0.isDisputed = true } == "broken")
  }

  @Test("Allure gets the state in words, how to test, and only the circumstances that are known")
  func allure() throws {
    var item = SampleItem.full()
    item.remarks = ["waived until 2026-12-01"]
    let json = try ReadJSON.object(item.allure)
    #expect((json["statusDetails"] as? [String: String])?["message"] == "FAIL, waived until 2026-12-01. words")
    #expect(
      json["description"] as? String == """
        How to test: 1. Turn on VoiceOver. 2. Measure `size`.

        Expected: At least 44 pt.

        Affects: People who tremble.

        Remedy: Use `frame(minWidth: 44)`.

        Note: words
        """)
    func pairs(_ key: String, of json: [String: Any]) -> [String] {
      (json[key] as? [[String: String]] ?? []).map { "\($0["name"] ?? "")=\($0["value"] ?? "")" }
    }
    #expect(
      pairs("parameters", of: json) == ["condition=dark,text-ax5", "build=3.1", "device=iPhone 15", "system=iOS 26"])
    #expect(
      pairs("labels", of: json) == [
        "parentSuite=touch", "suite=sign-in/close", "tag=touch.size", "feature=touch", "tag=WCAG 2.5.8",
        "tag=WCAG 2.5.5", "story=Sign in", "story=Sheet", "owner=team-a", "severity=blocker",
      ])
    #expect(json["start"] as? Int == 1_772_359_200_000 && json["stop"] as? Int == 1_772_359_200_000)
    let file = try #require((json["attachments"] as? [[String: String]])?.first)
    #expect(file["name"] == "close.png" && file["type"] == "image/png")
    #expect(file["source"] == String(repeating: "ab", count: 32) + "-attachment.png")
    let bare = try ReadJSON.object(SampleItem.bare().allure)
    #expect(pairs("parameters", of: bare) == ["condition=default"] && bare["start"] == nil)
    #expect((bare["statusDetails"] as? [String: String])?["message"] == "UNTESTED")
    #expect(pairs("labels", of: bare).last == "severity=critical")
  }

  @Test(
    "The file of an attachment keeps an ending of letters and digits alone",
    arguments: [
      ("a.png", ".png"), ("a.tar.GZ", ".GZ"), ("", ""), ("a.../x", ""), ("a.jsonlines", ""), ("a.p\u{e9}", ""),
    ])
  func endings(name: String, ending: String) {
    let attachment = TestItem.Attachment(name: name, type: "", digest: "ab")
    #expect(TestItem.source(attachment) == "ab-attachment\(ending)")
  }

  @Test("Severities have the words of each tool; what nobody rated has that of its check")
  func severities() throws {
    for (severity, allure, word) in [
      (Severity.critical, "blocker", "Critical"), (.serious, "critical", "High"), (.moderate, "normal", "Medium"),
      (.minor, "minor", "Low"),
    ] {
      var item = SampleItem.full()
      item.severity = severity
      let labels = try #require(try ReadJSON.object(item.allure)["labels"] as? [[String: String]])
      #expect(labels.last == ["name": "severity", "value": allure])
      #expect(try ReadJSON.rows(TestCaseTable.testRail(TableRows([item])))[0]["Priority"] as? String == word)
      #expect(try ReadJSON.rows(TestCaseTable.xray(TableRows([item])))[0]["Test Priority"] as? String == word)
    }
    let bare = TestCaseTable.testRail(TableRows([SampleItem.bare()]))
    #expect(try ReadJSON.rows(bare)[0]["Priority"] as? String == "High")
  }

  // MARK: TestRail and Xray

  @Test("TestRail gets a case for each item, with the section, the steps and the status by its own words")
  func testRail() throws {
    var disputed = SampleItem.bare("menu", .pass)
    disputed.isDisputed = true
    let items =
      [SampleItem.full(), disputed]
      + [Outcome.pass, .cantTell, .na, nil].map { SampleItem.bare("home", $0) }
    let csv = try TestCaseTable.testRail(TableRows(items)).render(SheetStyle(.csv, generated: ""))
    #expect(
      csv.hasPrefix(
        "Section,Title,Type,Priority,References,Preconditions,Steps,Expected Result,Status,Comment\r\n"))
    let rows = try ReadJSON.rows(TestCaseTable.testRail(TableRows(items)))
    #expect(
      rows.map { $0["Status"] as? String } == ["Failed", "Retest", "Passed", "Blocked", "N/A", "Untested"])
    #expect(rows[0]["Title"] as? String == "sign-in/close: Hit area (dark,text-ax5)")
    #expect(rows[5]["Title"] as? String == "home: Hit area")
    #expect(rows[0]["References"] as? String == "touch.size, WCAG 2.5.8, WCAG 2.5.5")
    #expect(rows[0]["Preconditions"] as? String == "Screens: Sign in, Sheet. Condition: dark,text-ax5.")
    #expect(rows[5]["Preconditions"] as? String == "Condition: default.")
    #expect(rows[0]["Comment"] as? String == "FAIL. words" && rows[5]["Comment"] as? String == "UNTESTED")
  }

  @Test("Xray gets labels without spaces and a name that is the same in each run")
  func xray() throws {
    let row = try ReadJSON.rows(TestCaseTable.xray(TableRows([SampleItem.full()])))[0]
    #expect(row["Test ID"] as? String == "sign-in/close touch.size dark,text-ax5")
    #expect(row["Test Summary"] as? String == "sign-in/close: Hit area (dark,text-ax5)")
    #expect(row["Test Type"] as? String == "Manual" && row["Component"] as? String == "sign-in/close")
    #expect(row["Labels"] as? String == "touch.size;WCAG-2.5.8;WCAG-2.5.5")
    #expect(row["Action"] as? String == SampleItem.check.how && row["Result"] as? String == "At least 44 pt.")
    #expect(row["Data"] as? String == "dark,text-ax5")
    #expect(row["Description"] as? String == "Screens: Sign in, Sheet. Condition: dark,text-ax5.")
  }

  @Test("No text does harm in any form", arguments: Hostile.texts)
  func harmless(name: String, text: String) throws {
    let item = SampleItem.foreign(text)
    _ = try ReadJSON.object(item.allure)
    for table in [TestCaseTable.testRail(TableRows([item])), TestCaseTable.xray(TableRows([item]))] {
      let csv = try table.render(SheetStyle(.csv, generated: ""))
      #expect(Hostile.harm(in: csv, allowing: [0x09, 0x0D]).isEmpty, "\(name)")
    }
  }
}
