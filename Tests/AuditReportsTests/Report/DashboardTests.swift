import AuditModel
import Foundation
import Testing

@testable import AuditReports

@Suite("The report as a page")
struct DashboardTests {
  @Test("A part without anything in it is left out, and so is its link")
  func parts() {
    let all = SampleReport.page(SampleReport.full())
    let none = SampleReport.page(SampleReport.make(SampleReport.counts(pass: 1)))
    for id in ["findings", "fixes", "retest", "first-tap", "disputes", "components"] {
      #expect(all.contains("<h2 id=\"\(id)\"") && all.contains("href=\"#\(id)\""), "\(id)")
      if id != "findings" { #expect(!none.contains("id=\"\(id)\"") && !none.contains("href=\"#\(id)\""), "\(id)") }
    }
    for id in ["change", "trend"] { #expect(!all.contains("href=\"#\(id)\""), "\(id)") }
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

  @Test("Above 2 000 answers what passes is summed and what is in doubt is named", arguments: [2_000, 2_001])
  func summed(count: Int) {
    var report = SampleReport.make(SampleReport.counts(pass: count - 1, cantTell: 1))
    report.components = [
      ReportComponent(
        standing: ComponentSummary(key: "home", title: "", screens: [], counts: report.figures.counts))
    ]
    report.answers = (0..<count).map { number in
      ReportAnswer(
        component: "home", check: "a.c\(number)", condition: "", outcome: number == 0 ? "cant-tell" : "pass", seen: 0)
    }
    let page = SampleReport.page(report)
    #expect(page.components(separatedBy: "<tr data-s=").count == (count > 2_000 ? 2 : count + 1))
    #expect(page.contains("\(count - 1) PASS and 0 N/A, by component") == (count > 2_000))
  }

  @Test("A gap in a curve is a gap, and every change of it has a mark")
  func chart() {
    let chart = Chart(
      id: "c", title: "t", values: [nil, 50, 50, nil, 100, 0], top: 100, labels: ["100%", "0%"],
      periods: ["a", "b", "c", "d", "e", "f"], says: "s.", now: "0%")
    #expect(chart.html.text.contains("class=\"line\" d=\"M200 200L400 200M800 0L1000 400\""))
    #expect(chart.html.text.contains("class=\"marks\" d=\"M200 200h0M800 0h0M1000 400h0\""))
    let one = Chart(
      id: "c", title: "t", values: [7], top: 7, labels: [], periods: ["a"], says: "s.", now: "7")
    #expect(one.html.text.contains("d=\"M500 0\"") && one.html.text.contains("d=\"M500 0h0\""))
  }

  @Test("The data inside is the report, with what its rows repeat said once")
  func data() throws {
    let report = SampleReport.full()
    let page = SampleReport.page(report)
    let text = try #require(page.firstMatch(of: /id="report">(.*?)<\/script>/)).output.1
    let inside = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let whole = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json.render().utf8)) as? [String: Any])
    let carried = try #require(inside["report"] as? [String: Any])
    #expect(Set(carried.keys) == Set(whole.keys))
    for name in ["components", "findings"] {
      let table = try #require(carried[name] as? [String: Any])
      let members = try #require(table["members"] as? [String])
      let columns = try #require(table["columns"] as? [[String: Any]])
      let rows = try (0..<(#require(table["count"] as? Int))).map { row in
        let values = columns.map { column -> Any in
          if let same = column["same"] { return same }
          if let each = column["each"] as? [Any] { return each[row] }
          let (of, at) = (column["of"] as? [Any] ?? [], column["at"] as? [Int] ?? [])
          return of[at[row]]
        }
        return NSDictionary(dictionary: Dictionary(uniqueKeysWithValues: zip(members, values)))
      }
      #expect(rows == (whole[name] as? [NSDictionary]), "\(name)")
    }
    #expect((inside["figures"] as? String)?.hasPrefix("of,name,title") == true)
  }
}
