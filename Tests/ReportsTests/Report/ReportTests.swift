import Audit
import Base
import Children
import Foundation
import Store
import Testing

@testable import Reports

@Suite("The report")
struct ReportTests {
  @Test(
    "The verdict says no more than the figures bear",
    arguments: [
      (SampleReport.make(CellCounts()), "Nothing is in scope yet."),
      (SampleReport.make(SampleReport.counts(untested: 7)), "Nothing evaluated yet: 7 items are in scope."),
      (
        SampleReport.make(SampleReport.counts(pass: 9, fail: 2), open: SampleReport.open(critical: 1, minor: 1)),
        "2 open findings: 1 critical, 1 minor."
      ),
      (
        SampleReport.make(SampleReport.counts(pass: 9, fail: 2), waived: 2),
        "No open findings; 2 findings are waived."
      ),
      (
        SampleReport.make(SampleReport.counts(pass: 9, untested: 1)),
        "No open findings in 9 evaluated items; 1 applicable item is not evaluated yet."
      ),
      (
        SampleReport.make(SampleReport.counts(pass: 1, untested: 97)),
        "No open findings in 1 evaluated item; 97 applicable items are not evaluated yet."
      ),
      (
        SampleReport.make(SampleReport.counts(pass: 9, fail: 3), open: SampleReport.open(serious: 2), waived: 1),
        "2 open findings: 2 serious. 1 more is waived."
      ),
      (
        SampleReport.make(SampleReport.counts(pass: 9, na: 3)),
        "No open findings: everything in scope was evaluated and passes."
      ),
    ])
  func verdict(report: Report, sentence: String) throws {
    #expect(report.headline == sentence)
    for text in [report.page.plain, report.markdown] { #expect(text.contains(sentence)) }
    let json = try JSONSerialization.jsonObject(with: Data(report.json.render().utf8)) as? [String: Any]
    #expect((json?["verdict"] as? [String: String])?["sentence"] == sentence)
    #expect((json?["verdict"] as? [String: String])?["word"] == report.verdict.rawValue)
  }

  @Test("1 999 of 2 000 is not 100 percent, in any form")
  func roundedDown() {
    let report = SampleReport.make(SampleReport.counts(pass: 1_999, fail: 1), open: SampleReport.open(critical: 1))
    for text in [report.page.text(width: 80), report.page.plain, report.markdown, SampleReport.page(report)] {
      #expect(text.contains("1,999 of 2,000") && text.contains("99"))
    }
    #expect(report.markdown.contains("| Compliance | 99%, 1,999 of 2,000 evaluated items pass |"))
  }

  @Test("What a person wrote acts in no form")
  func hostile() {
    let report = SampleReport.full("</script><img src=x onerror=alert(1)>\u{1B}[31m\u{202E}|\n=1")
    for text in [report.page.text(width: 60), report.page.plain, report.markdown, report.json.render()] {
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
    #expect(!report.markdown.contains("<img"))
    let rows = report.markdown.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.allSatisfy { $0.hasSuffix(" |") }, "no line of a table is broken")
  }

  @Test("A failure whose severity nobody knows is said, not left out")
  func unrated() {
    var open = SampleReport.open(serious: 2)
    open.fail += 1
    let report = SampleReport.make(SampleReport.counts(pass: 9, fail: 3), open: open)
    #expect(report.headline == "3 open findings: 2 serious, 1 without severity.")
    open.serious = 0
    open.fail = 1
    #expect(open.findingsPhrase(waived: 0) == "1: 1 without severity")
    #expect(CellCounts().findingsPhrase(waived: 2) == "none; 2 more waived")
  }

  @Test("A long note is cut in a comment and whole elsewhere")
  func long() {
    var report = SampleReport.full()
    report.findings.rows[0].finding.note = String(repeating: "ä", count: 5_000)
    #expect(report.markdown.utf8.count < 5_000 && report.markdown.contains("…"))
    #expect(SampleReport.page(report).contains(String(repeating: "ä", count: 5_000)))
  }

  @Test("A first tap stands with its interval and its children, and few children are hidden")
  func firstTap() throws {
    let report = SampleReport.full()
    func texts(_ report: Report) throws -> [String] {
      let sheet = try report.sheet.render(SheetStyle(.csv, generated: ""))
      return [report.page.text(width: 200), report.page.plain, report.markdown, sheet, SampleReport.page(report)]
    }
    for text in try texts(report) {
      #expect(text.contains("12 children, 120 taps; 85%, could be as low as"))
      #expect(text.contains("target 90%"))
    }
    var few = report
    let plan = TapPlan(key: "p", component: "a", width: 440, height: 440, target: 90, children: 9, taps: 10)
    few.firstTap = ReportFirstTap([
      TapReport(plan, TapSample.records(hits: [10, 9, 8, 7, 10, 9, 8, 7, 10], taps: 10), isRedacted: true)
    ])
    for text in try texts(few) {
      #expect(text.contains("fewer than 10 children") && !text.contains("9 children"))
    }
    #expect(few.json.render(indent: 0).contains("suppressed"))
  }
}
