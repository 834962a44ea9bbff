import Audit
import Base
import Foundation
import NamedCells
import Store
import Testing

@testable import Reports

@Suite("The report as a page")
struct HTMLReportTests {
  @Test("A part without anything in it is left out, and so is its link")
  func parts() {
    let all = SampleReport.page(SampleReport.full())
    let none = SampleReport.page(SampleReport.make(SampleReport.counts(pass: 1)))
    for id in ["findings", "first-tap", "coverage", "method"] {
      let isAlways = ["findings", "coverage", "method"].contains(id)
      #expect(all.contains("<section id=\"\(id)\"") && all.contains("<li><a href=\"#\(id)\""), "\(id)")
      #expect(none.contains("<section id=\"\(id)\"") == isAlways, "\(id)")
      #expect(none.contains("<li><a href=\"#\(id)\"") == isAlways, "\(id)")
    }
    for id in ["changes", "fix", "map", "criteria"] { #expect(!none.contains("href=\"#\(id)\">"), "\(id)") }
    #expect(none.contains("Nothing open. 1 of 1 item tested."))
  }

  @Test("Nothing tested is no decision, and there is no list of findings")
  func nothing() {
    var report = SampleReport.make(SampleReport.counts(untested: 3))
    (report.figures.newest, report.figures.oldest) = (nil, nil)
    let page = SampleReport.page(report)
    #expect(page.contains("<b>NO DECISION</b>") && page.contains("Nothing is known."))
    #expect(!page.contains("SHIP</b>") && !page.contains("<section id=\"findings\""))
  }

  @Test("A place has no name twice, and a component that is retired keeps its title")
  func names() {
    var report = SampleReport.full("Home")
    report.findings.rows[0].finding.cell.on = ["home", "home/zoom"]
    report.findings.rows[0].finding.screens = ["home"]
    report.titles = ["home/zoom": "Zoom"]
    let page = SampleReport.page(report)
    #expect(!page.contains("Home › ") && page.contains("Home <small>home</small>"))
    #expect(page.contains("<p>On: Home, Zoom"))
    report.findings.rows[0].finding.screens = ["Sheet"]
    #expect(SampleReport.page(report).contains("Sheet › Home <small>home</small>"))
  }

  @Test("What people wrote is text, kept in its direction, and a ticket is a link only to the web")
  func people() {
    let text = "</script><img src=x>\u{202E}\"'"
    let page = SampleReport.page(SampleReport.full(text))
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(!page.contains("<img") && !page.contains("\u{202E}"))
    #expect(page.components(separatedBy: "<bdi>&lt;/script&gt;").count > 12)
    #expect(page.contains("<a href=\"https://tracker.example/1\" rel=\"noreferrer\">"))
    #expect(!page.contains("href=\"javascript") && page.contains("ticket <bdi>javascript:alert(1)</bdi>"))
  }

  @Test("Markup of the page is never escaped as text")
  func markup() {
    for report in [SampleReport.full(), SampleReport.make(SampleReport.counts(pass: 1, untested: 2))] {
      let page = SampleReport.page(report)
      for tag in ["&lt;p", "&lt;li", "&lt;span", "&lt;b&gt;", "&lt;div", "HTMLText("] {
        #expect(!page.contains(tag), "\(tag)")
      }
    }
  }

  @Test("A finding has a tag for everything that is special about it, and a card if it blocks")
  func tags() {
    var report = SampleReport.full()
    report.findings.rows[0].finding.waiver = nil
    report.findings.rows[0].finding.expired = Waiver(
      component: "home", check: "a.one", condition: nil, reason: "deferred", approver: "lead", until: "2025-01-31",
      note: "")
    report.findings.rows[0].finding.isUsualSeverity = true
    report.findings.rows[0].picture = ReportPicture(type: "image/png", bytes: [1, 2, 3], words: "a \"picture\"")
    var cell = NamedCell("home", check: "a.one", condition: "dark", .fail)
    (cell.cell.severity, cell.cell.hasExpired) = (.critical, true)
    report.gate = SampleReport.gate([cell])
    let page = SampleReport.page(report)
    for tag in ["BLOCKS", "WAIVER EXPIRED", "DISPUTED"] {
      #expect(page.contains("<span class=\"b t\">\(tag)</span>"), "\(tag)")
    }
    #expect(page.contains("<b>HOLD</b>") && page.contains("<strong>1 finding blocks the release:</strong> 1 critical."))
    #expect(page.contains("Serious*</span>"))
    #expect(page.contains("src=\"data:image/png;base64,AQID\" alt=\"a &quot;picture&quot;\""))
    #expect(page.contains("img-src data:"))
    #expect(page.contains("The waiver expired on 31 January 2025, approved by <bdi>lead</bdi>."))
  }

  @Test("Each finding has an id of its own, also where names only differ in what is escaped")
  func anchors() {
    var report = SampleReport.full()
    let row = report.findings.rows[0]
    let names = [("a-b", "c.d"), ("a", "b-c.d"), ("a/b", "c.d"), ("a_2fb", "c.d"), ("ä", "c.d"), ("a", "b-c.d.e")]
    report.findings = FirstRows(
      rows: names.map { component, check in
        var one = row
        (one.finding.component, one.finding.check, one.finding.condition) = (component, check, "")
        one.finding.waiver = nil
        return one
      }, count: names.count)
    let page = SampleReport.page(report)
    let ids = page.matches(of: /<li id="([^"]+)"><a class=id/).map { String($0.output.1) }
    #expect(ids.count == names.count && Set(ids).count == names.count)
    let own = names.map { TicketMark.id(of: ScopeCell(component: $0, check: $1, condition: "")) }
    #expect(Set(ids) == Set(own) && own.allSatisfy { page.contains("<a class=id href=\"#\($0)\">\($0)</a>") })
  }

  @Test("Without a script all findings of a check are there, and of very many a thousand are on the page")
  func many() {
    var report = SampleReport.full()
    let row = report.findings.rows[0]
    func findings(_ count: Int) -> FirstRows<ReportFinding> {
      FirstRows(
        rows: (0..<count).map { number in
          var one = row
          one.finding.component = "c\(number)"
          one.finding.waiver = nil
          return one
        }, count: count)
    }
    report.findings = findings(23)
    #expect(SampleReport.page(report).components(separatedBy: "<a class=id ").count == 24)
    report.findings = findings(1_002)
    let page = SampleReport.page(report)
    #expect(page.components(separatedBy: "<a class=id ").count == 1_001)
    #expect(page.contains("2 more are not on this page: <code>a11y list findings"))
    #expect(page.utf8.count < 1_000_000)
  }

  @Test("A gap in a curve is a gap")
  func chart() {
    let chart = SmallChart(
      title: "t", values: [nil, 50, 50, nil, 100, 0], top: 100, names: ["a", "b", "c", "d", "e", "f"])
    #expect(chart.html.text.contains("d=\"M39 38L73 38M140 6L174 70\""))
    #expect(chart.html.text.contains("aria-label=\"t: 50 in b, 0 in f, at most 100 at month ends (e)\""))
    #expect(SmallChart(title: "t", values: [7], top: 7, names: ["a"]).html.text.contains("d=\"M6 6\""))
    #expect(SmallChart(title: "t", values: [nil], top: 7, names: ["a"]).html.text.isEmpty)
  }

  @Test("Days are those of the place where the page is made, and a day that was typed is that day")
  func localDays() {
    var report = SampleReport.full()
    report.clock = LocalClock { _ in -28_800 }
    // Each at the end of its day there.
    report.asOf = 1_609_574_399_999
    report.findings.rows[0].finding.notes[0].time = 1_609_574_399_999 - SampleReport.day
    report.disputes[0].sides[0].time = 1_609_574_399_999 - 2 * SampleReport.day
    let page = SampleReport.page(report)
    #expect(page.contains("<time datetime=\"2021-01-02T07:59:59Z\">1 January 2021</time>"))
    #expect(page.contains("<p class=s>31 December 2020, ") && page.contains(" on 30 December 2020"))
    let typed = ChangeReport.Moment(name: "2021-01-01", at: 1_609_574_399_999)
    #expect(HTMLReport.name(typed).text == "1 January 2021")
  }

  @Test("The map has the failing components first, their worst category first, and sums what is beyond its bounds")
  func map() {
    var cells: [NamedCell] = []
    for number in 0..<201 { cells.append(NamedCell("c\(1_000 + number)", check: "z.one", number == 200 ? .fail : nil)) }
    for letter in "abcdefghi" { cells.append(NamedCell("c1000", check: "\(letter).one", .pass)) }
    cells[200].cell.severity = .critical
    var report = SampleReport.full()
    report.gate = SampleReport.gate(cells)
    report.map = CellMatrix(
      report.gate.gate,
      category: {
        CheckCategory(id: String($0.prefix(1)), title: "Category \($0.prefix(1))")
      })
    #expect(report.map.rows.map(\.name).prefix(2) == ["c1200", "c1000"])
    #expect(report.map.categories.first?.id == "z" && report.map.tested == 10)
    let page = SampleReport.page(report)
    #expect(page.contains("role=\"columnheader\">3 more categories</th>"))
    #expect(page.contains("role=rowheader>1 more component<td role=cell>"))
    #expect(
      page.contains("<td role=cell class=f1><b class=x1><u>FAIL, critical: </u>1</b>"))
    #expect(page.contains("Components without a failure"))
  }
}
