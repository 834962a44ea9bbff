import AuditModel
import Foundation
import Testing

@testable import AuditReports

@Suite("The parts of a report that are only there when something was asked for")
struct ReportPartsTests {
  private static func criterion(_ id: String, _ name: String, _ level: ConformanceLevel, _ principle: String)
    -> Criterion
  {
    Criterion(
      id: id, name: name, slug: "slug", level: level, formerLevel: nil, principle: principle, guideline: "G",
      addedIn: "2.0", removedIn: nil,
      european: EuropeanClause(version: "EN", clause: "9.1", status: .applies, note: ""),
      notes: NativeNotes(wcag2ict: "", wcag2mobile: "", apple: ""))
  }

  /// With a trend, a change, criteria and groups.
  private static func report(_ text: String = "words") -> Report {
    var report = SampleReport.full(text)
    report.trend = TrendTests.usual
    report.change = ChangeTests.report
    report.change?.from.name = text
    let links = StandardsRollUp.CheckLinks(
      check: "a.one", links: [CriterionLink(criterion: "1.1.1", relation: .tests)], method: .manual)
    var standards = StandardsRollUp(
      criteria: [
        criterion("1.1.1", "Non-text Content", .a, "Perceivable"),
        criterion("2.1.1", "Keyboard", .a, "Operable"),
      ], checks: [links])
    standards.add(
      [
        .init(component: 0, state: CellState(outcome: .fail, severity: .serious)),
        .init(component: 1, state: CellState(outcome: .pass, severity: nil)),
      ], of: links)
    report.standards = standards
    report.groups = ConditionGroups(
      by: .technology,
      rows: [
        .init(name: "voiceover", counts: SampleReport.counts(pass: 3, fail: 1, untested: 5)),
        .init(name: text, counts: SampleReport.counts(untested: 2)),
      ])
    return report
  }

  @Test("On the page each has its heading and its link, and says its figures")
  func page() {
    let page = SampleReport.page(Self.report())
    for id in ["change", "trend", "criteria", "groups"] {
      #expect(page.contains("<h2 id=\"\(id)\"") && page.contains("href=\"#\(id)\""), "\(id)")
    }
    for sentence in [
      "8 items count differently: 1 regressed, 7 fixed.", "<li>-1 regressed</li><li>+7 fixed</li>",
      "<details class=\"card\"><summary>", "Compliance: 66% in 2026-W11, 76% in 2026-W14.",
      "Open findings: 30 in 2026-W11, 18 in 2026-W14.", "no results yet", "2 weeks without a change",
      "<td>66%, 60 of 90</td>", "<caption>Results by technology</caption>",
      "<td>75%, 3 of 4</td><td>44%, 4 of 9</td>", "<td>nothing evaluated</td>",
      "<li><strong>Level A</strong>: 2 criteria", "<caption>Operable</caption>",
      "<td><span class=\"state fail\">FAIL</span></td>", "<td>no check covers it</td>",
    ] {
      #expect(page.contains(sentence), "\(sentence)")
    }
  }

  @Test("In a change with very many cells the page names fifty and counts the rest")
  func manyCells() {
    var report = Self.report()
    var changes = Changes()
    for _ in 0..<52 { changes.add(ChangeTests.change(ChangeTests.side(.fail), ChangeTests.side(.pass))) }
    report.change?.changes = changes
    let page = SampleReport.page(report)
    #expect(page.contains("<p>and 2 more. To list all, run <code>a11y trend --explain</code>.</p>"))
    #expect(page.components(separatedBy: "before, <strong>").count == 51)
  }

  @Test("A trend without any result says so and draws no curve")
  func nothingObserved() {
    var report = Self.report()
    report.trend = TrendTests.report([TrendTests.gap, TrendTests.gap])
    let page = SampleReport.page(report)
    #expect(page.contains("Compliance: no results."))
    #expect(!page.contains("0% in 2026-W10"))
  }

  @Test("Markdown has a table of each, with counts beside every share")
  func markdown() {
    let text = Self.report().markdown
    for line in [
      "### Change since words", "| PASS | 2 | -1 regressed, +7 fixed | 8 |", "### By technology",
      "| voiceover | 3 | 1 | 0 | 5 | 75%, 3 of 4 | 44%, 4 of 9 |", "| words | 0 | 0 | 0 | 2 | no data, 0 of 0 |",
      "| 2026-W11 | 66% | 60 | 90 | 30 |", "| 2026-W10 | no data | 0 | 0 | 0 |", "Failing: 1.1.1 Non-text Content (A).",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(!SampleReport.full().markdown.contains("### By") && !SampleReport.full().markdown.contains("### Change"))
  }

  @Test("No text does harm in any form", arguments: Hostile.texts)
  func harmless(name: String, text: String) {
    let report = Self.report(text)
    for form in [report.page.text(width: 60), report.page.plain, report.markdown, report.json.render()] {
      #expect(Hostile.harm(in: form, allowing: [0x09]).isEmpty, "\(name)")
    }
    #expect(SampleReport.page(report).components(separatedBy: "<script").count == 3, "\(name)")
  }
}
