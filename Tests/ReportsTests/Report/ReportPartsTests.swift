import Base
import Foundation
import Testing

@testable import Audit
@testable import Reports

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
    var cells = CellGroup()
    cells.add(.init(component: 0, state: CellState(outcome: .fail, severity: .serious)), isAutomatic: false)
    cells.add(.init(component: 1, state: CellState(outcome: .pass, severity: nil)), isAutomatic: false)
    standards.add(cells, of: links)
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
    for id in ["changes", "criteria", "coverage"] {
      #expect(page.contains("<section id=\"\(id)\"") && page.contains("href=\"#\(id)\""), "\(id)")
    }
    for sentence in [
      ", step by step</caption>",
      "<tr><th scope=\"row\">Regressed</th><td class=\"num\">+1</td><td class=\"bx\">",
      "<tr><th scope=\"row\">Fixed</th><td class=\"num\">−7</td><td class=\"bx\">",
      "<caption>Items by technology</caption>", "class=\"plot\"", "\">no results<td",
      "<h3>FAIL: 1</h3>", "<h3>NOT EVALUATED: 1</h3>", "1.1.1 Non-text Content", "2.1.1 Keyboard (A)",
    ] {
      #expect(page.contains(sentence), "\(sentence)")
    }
    #expect(page.contains("<strong>Better than on <bdi>words</bdi>.</strong>"))
  }

  @Test("A criterion is in the group of its own state, and one without a check has the reason where there is one")
  func states() throws {
    let ids = ["1.1.1": Outcome.pass, "1.3.1": .na, "2.1.1": .cantTell, "3.3.1": nil]
    var criteria = ids.keys.sorted().map { Self.criterion($0, "Name", .a, "Perceivable") }
    for (id, reason) in [("2.4.1", "it is about sets <of> programs"), ("2.4.5", nil)] {
      var one = Self.criterion(id, "Name", .a, "Operable")
      one.noCheck = reason
      criteria.append(one)
    }
    let links = ids.keys.map { id in
      StandardsRollUp.CheckLinks(
        check: "a.\(id)", links: [CriterionLink(criterion: id, relation: .tests)], method: .manual)
    }
    var standards = StandardsRollUp(criteria: criteria, checks: links)
    for one in links {
      var cells = CellGroup()
      let outcome = ids[String(one.check.dropFirst(2))] ?? nil
      cells.add(
        .init(component: 0, state: outcome.map { CellState(outcome: $0, severity: nil) }), isAutomatic: false)
      standards.add(cells, of: one)
    }
    var report = SampleReport.full()
    report.standards = standards
    let page = SampleReport.page(report).replacing("&#39;", with: "'")
    #expect(page.contains("6 criteria: 1 can't tell, 1 untested, 1 passes, 1 not applicable, 2 not evaluated. "))
    for heading in ["CAN'T TELL: 1", "UNTESTED: 1", "PASS: 1", "N/A: 1", "NOT EVALUATED: 2"] {
      #expect(page.contains("<h3>\(heading)</h3>"), "\(heading)")
    }
    #expect(page.contains("2.4.1 Name (A)<br><span class=\"s\">it is about sets &lt;of&gt; programs</span></li>"))
    #expect(page.contains("2.4.5 Name (A)</li>"))
  }

  @Test("In a change with very many cells the page names forty and counts the rest")
  func manyCells() {
    var report = Self.report()
    var changes = Changes()
    for _ in 0..<42 { changes.add(ChangeTests.change(ChangeTests.side(.fail), ChangeTests.side(.pass))) }
    report.change?.changes = changes
    let page = SampleReport.page(report)
    #expect(page.contains("<p>and 2 more. To list all, run <code>a11y trend --explain</code>.</p>"))
    #expect(page.components(separatedBy: "<li><b>Corrected</b>").count == 41)
  }

  @Test("A trend without any result draws no curve")
  func nothingObserved() {
    var report = Self.report()
    report.trend = TrendTests.report([TrendTests.gap, TrendTests.gap])
    let page = SampleReport.page(report)
    #expect(!page.contains("class=\"plot\"") && page.contains("step by step"))
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
