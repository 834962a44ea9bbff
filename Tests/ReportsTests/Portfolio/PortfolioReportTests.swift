import Audit
import Base
import Foundation
import NamedCells
import Testing

@testable import Reports

@Suite("Several trackers side by side")
struct PortfolioReportTests {
  private static let origin = PageOrigin(digest: "d", facts: 2, asOf: "t", filter: "", catalogue: "c", program: "p")

  /// A tracker with as many critical findings, passing items and untested ones.
  private static func row(
    _ name: String, critical: Int = 0, pass: Int = 0, untested: Int = 0, before: Int? = nil,
    _ source: GateReport.PolicySource = .tracker
  ) -> PortfolioReport.Row {
    let failing = (0..<critical).map { number in
      var named = NamedCell("f\(number)", check: "a.one", .fail)
      named.cell.severity = .critical
      return named
    }
    let others =
      (0..<pass).map { NamedCell("p\($0)", check: "a.one", .pass) }
      + (0..<untested).map { NamedCell("u\($0)", check: "a.one", nil) }
    let report = SampleReport.make(
      SampleReport.counts(pass: pass, fail: critical, untested: untested), open: SampleReport.open(critical: critical))
    var row = PortfolioReport.Row(name: name, path: "apps/\(name)")
    row.figures = report.figures
    row.verdict = .init(SampleReport.gate(failing + others, source))
    row.openBefore = before
    return row
  }

  private static func unread(_ name: String) -> PortfolioReport.Row {
    var row = PortfolioReport.Row(name: name, path: "apps/\(name)")
    row.problem = "\(name) is no tracker"
    return row
  }

  private static func portfolio(compared: String? = nil) -> PortfolioReport {
    PortfolioReport(
      [
        row("ship", pass: 4, before: 0), row("late", pass: 1, untested: 2, before: 1, .standard),
        row("one", critical: 1, pass: 3, before: 3), unread("lost"), row("two", critical: 2, pass: 1, before: 0),
      ], asOf: SampleReport.moment + 2 * SampleReport.day, compared: compared)
  }

  @Test("What could not be read comes first, then what to hold by its blockers, then what is undecided, then the rest")
  func order() {
    let report = Self.portfolio()
    #expect(report.title == "Portfolio: 5 trackers")
    #expect(report.rows.map(\.name) == ["lost", "two", "one", "late", "ship"])
    #expect(report.decisions == "2 HOLD, 1 NO DECISION, 1 SHIP, 1 not read")
    let same = PortfolioReport([Self.row("b"), Self.row("a"), Self.unread("z")], asOf: 0, compared: nil)
    #expect(same.rows.map(\.name) == ["z", "a", "b"])
    #expect(PortfolioReport([Self.row("a", pass: 1)], asOf: 0, compared: nil).decisions == "1 SHIP")
  }

  @Test("The list has a row for each tracker and one for all of them, of which what was not read is no part")
  func list() throws {
    let rows = try ReadJSON.rows(Self.portfolio().sheet)
    #expect(rows.map { $0["tracker"] as? String } == ["lost", "two", "one", "late", "ship", "all"])
    #expect(
      rows.map { $0["decision"] as? String } == ["not read", "HOLD", "HOLD", "NO DECISION", "SHIP", nil])
    #expect(rows.map { $0["blockers"] as? Int } == [nil, 2, 1, nil, 0, 3])
    // Nothing blocks a release that nobody set a rule for, and it is not ready either.
    #expect(
      rows[3]["proposed"] as? String
        == "With max-critical 0 the decision would be SHIP, with 2 of 3 applicable items not evaluated.")
    #expect(rows.map { $0["open"] as? Int } == [nil, 2, 1, 0, 0, 3])
    #expect(rows.map { $0["pass"] as? Int } == [nil, 1, 3, 1, 4, 9])
    #expect(rows.map { $0["untested"] as? Int } == [nil, 0, 0, 2, 0, 2])
    #expect(rows.map { $0["newest_days"] as? Int } == [nil, 2, 2, 2, 2, 2])
    #expect(rows.map { $0["oldest_days"] as? Int } == [nil, 43, 43, 43, 43, 43])
    #expect(rows.map { $0["path"] as? String } == ["apps/lost", "apps/two", "apps/one", "apps/late", "apps/ship", nil])
    #expect(rows[0]["problem"] as? String == "lost is no tracker" && rows[1]["problem"] is NSNull)
    #expect(rows.allSatisfy { $0["open_change"] == nil })
    // One tracker alone is all there is.
    #expect(try ReadJSON.rows(PortfolioReport([Self.row("a", pass: 1)], asOf: 0, compared: nil).sheet).count == 1)
  }

  @Test("Compared with a time, the list says by how many findings more or fewer are open")
  func compared() throws {
    let report = Self.portfolio(compared: "2026-01-01")
    let rows = try ReadJSON.rows(report.sheet)
    #expect(rows.map { $0["open_change"] as? Int } == [nil, 2, -2, -1, 0, -1])
    #expect(rows[0]["path"] as? String == "apps/lost")
    let text = try report.sheet.render(SheetStyle(.table, generated: "", width: 200))
    #expect(
      text.contains(
        "2 HOLD, 1 NO DECISION, 1 SHIP, 1 not read.\n1 tracker has no policy, so nothing is decided there.\nChange: open findings since 2026-01-01."
      ))
  }

  @Test("The JSON has the rules by which each was decided, and the sums; of what was not read only why")
  func json() throws {
    let report = try ReadJSON.object(Self.portfolio(compared: "2026-01-01").json)
    #expect(report["schema"] as? String == "a11y.portfolio/1")
    #expect(report["generated"] as? String == "2026-03-03T10:00:00Z" && report["compared"] as? String == "2026-01-01")
    let trackers = try #require(report["trackers"] as? [[String: Any]])
    #expect(Set(trackers[0].keys) == ["name", "path", "problem"])
    #expect(trackers.dropFirst().map { $0["decision"] as? String } == ["hold", "hold", "no-decision", "ship"])
    #expect(trackers[2]["policy"] as? String == "max-critical 0")
    #expect(trackers[2]["policy_source"] as? String == "tracker" && trackers[2]["proposed"] is NSNull)
    #expect((trackers[3]["proposed"] as? [String: Any])?["word"] as? String == "ship")
    #expect(trackers[2]["blockers"] as? Int == 1 && trackers[2]["open_before"] as? Int == 3)
    #expect(trackers[2]["ratio"] as? Double == 0.75 && trackers[2]["coverage"] as? Double == 1)
    #expect(trackers[3]["ratio"] as? Double == 1 && (trackers[3]["coverage"] as? Double ?? 0) < 0.34)
    let total = try #require(report["total"] as? [String: Any])
    #expect(total["pass"] as? Int == 9 && total["critical"] as? Int == 3 && total["components"] as? Int == 4)
    let none = try ReadJSON.object(PortfolioReport([], asOf: 0, compared: nil).json)
    let empty = try #require(none["total"] as? [String: Any])
    #expect(none["compared"] is NSNull && empty["ratio"] is NSNull && empty["newest_days"] is NSNull)
  }

  @Test("The page has the sums in a sentence and a table with a head for each column, compared or not")
  func page() {
    let page = Self.portfolio(compared: "2026-01-01").htmlPage(origin: Self.origin).text
    for words in [
      "<h1><bdi>Portfolio: 5 trackers</bdi></h1>",
      "<time datetime=\"2026-03-03T10:00:00Z\">3 March 2026</time>. 2 HOLD, 1 NO DECISION, 1 SHIP, 1 not read. 1 tracker has no policy",
      "Change: open findings since 2026-01-01.",
      "3 open findings, 3 of them critical. 9 of 12 evaluated items pass; ",
      "12 of 14 applicable items evaluated.", "<th scope=\"col\">Decision</th>",
      "<th scope=\"col\" class=\"num\">Change</th>",
      "<bdi>lost</bdi></th><td class=\"open q\" colspan=\"10\" data-l=\"Decision\">Not read</td>",
      "<bdi>2 findings block the release: 2 critical.</bdi></p></th><td class=\"no x\" data-l=\"Decision\">HOLD</td>",
      "with 2 of 3 applicable items not evaluated.</bdi></p></th><td class=\"open q\" data-l=\"Decision\">NO DECISION</td>",
      "<bdi>ship</bdi><p class=\"s\"><bdi>Every rule passes.</bdi></p></th><td class=\"yes p\" data-l=\"Decision\">SHIP</td>",
      "data-l=\"Change\">+2</td>", "data-l=\"Change\">-2</td>",
      "data-l=\"Compliance\">75%, <span class=\"w1\">3 of 4</span></td>",
      "data-l=\"Coverage\">33%, <span class=\"w1\">1 of 3</span></td>",
      "data-l=\"Newest result\"><span class=\"w1\">1 Mar 2026</span></td>",
    ] {
      #expect(page.contains(words), "\(words)")
    }
    let plain = Self.portfolio().htmlPage(origin: Self.origin).text
    #expect(!plain.contains("Change: ") && !plain.contains(">Change<") && !plain.contains("data-l=\"Change\""))
    #expect(plain.contains("colspan=\"9\""))
  }

  @Test("No name, path or problem does harm in any form", arguments: Hostile.texts)
  func harmless(name: String, text: String) throws {
    var (foreign, lost) = (Self.row(text, pass: 1), PortfolioReport.Row(name: text, path: text))
    (foreign.path, lost.problem) = (text, text)
    let report = PortfolioReport([foreign, lost], asOf: 0, compared: text)
    for format in [SheetFormat.table, .plain, .md] {
      #expect(Hostile.harm(in: try report.sheet.render(SheetStyle(format, generated: ""))).isEmpty, "\(name)")
    }
    _ = try ReadJSON.object(report.json)
    let page = report.htmlPage(origin: Self.origin).text
    #expect(Hostile.harm(in: page, allowing: [0x09]).isEmpty && !page.contains("<script") && !page.contains("<img"))
  }
}
