import Audit
import Foundation
import NamedCells
import Testing

@testable import Reports

@Suite("Why an item counts as it does")
struct GateWhyTests {
  private static func why(_ component: String, in report: GateReport = GateReportTests.full()) throws -> GateWhy {
    try #require(GateWhy(report) { name, _, _ in name == component })
  }

  @Test("An item that blocks the release says so, with whose it is and what each rule has against it")
  func blocker() throws {
    var report = GateReportTests.full()
    for row in report.details.keys { report.details[row]?.owner = "team-a" }
    let lines = try Self.why("regressed", in: report).page.plain.split(separator: "\n").map(String.init)
    #expect(lines.prefix(3) == ["Release check: HOLD.", "regressed a.one.", "Effect: blocks the release."])
    #expect(lines.contains("Outcome: FAIL.") && lines.contains("Details: critical (default)."))
    #expect(lines.contains("Owner: team-a."))
    let rules = lines.filter { $0.hasPrefix("Item ") }
    #expect(rules.count == report.gate.rulings.count)
    #expect(rules.contains { $0.contains("no-regressions") && $0.contains("1 item regressed (previously passed)") })
    #expect(rules.contains { $0.contains("max-critical") && $0.contains("1 item fails") })
    #expect(rules.contains { $0.contains("max-serious") && $0.contains("does not count against this rule") })
  }

  @Test("An item that a rule lets through counts, with how many of how many")
  func allowed() throws {
    var limits = GateLimits()
    (limits.maxSerious, limits.minPass, limits.minCoverage) = (5, GateShare("20"), GateShare("50"))
    let cells = [
      GateReportTests.cell("bad", .fail, .serious), GateReportTests.cell("worse", .fail, .critical),
      GateReportTests.cell("slight", .fail, .minor), GateReportTests.cell("good", .pass),
      GateReportTests.cell("left", nil),
    ]
    let gate = Gate(cells, limits, now: GateReportTests.now)
    let report = GateReport(gate: gate, limits: limits, now: GateReportTests.now)
    func said(_ component: String) throws -> String { try Self.why(component, in: report).page.plain }
    for component in ["bad", "worse"] {
      #expect(try said(component).contains("counts (2 of at most 5)"))
      #expect(try said(component).contains("counts as failed (25 percent of at least 20 percent)"))
    }
    #expect(try !said("slight").contains("counts (") && said("slight").contains("counts as failed"))
    #expect(try !said("good").contains("counts as") && said("good").contains("does not count against this rule"))
    #expect(try said("left").contains("counts as not evaluated (80 percent of at least 50 percent)"))
  }

  @Test("A blocker that nobody owns says that; of any other item an owner who is missing is not told")
  func owners() throws {
    #expect(try Self.why("expired").page.plain.contains("\nOwner: none.\n"))
    #expect(try Self.why("expired").page.plain.contains("\nDetails: serious, waiver expired on 2026-02-28.\n"))
    let fixed = try Self.why("fixed").page.plain
    #expect(fixed.contains("\nEffect: does not block the release.\n") && fixed.contains("\nOutcome: PASS.\n"))
    #expect(!fixed.contains("Owner:") && !fixed.contains("Details:"))
    let waived = try Self.why("waived").page.plain
    #expect(waived.contains("\nEffect: does not block the release.\n"))
    #expect(waived.contains("\nDetails: minor, waived until 2026-02-28.\n"))
    #expect(try Self.why("left").page.plain.contains("\nOutcome: UNTESTED.\n"))
  }

  @Test("An item in several conditions has a section for each, and one that is not in scope has none at all")
  func sections() throws {
    let report = GateReportTests.full()
    let all = try #require(GateWhy(report) { _, check, _ in check == "a.one" })
    #expect(
      all.page.sections.compactMap(\.heading)
        == report.gate.cells.map { cell in
          let names = report.gate.names
          return [names.component(cell), names.check(cell), names.condition(cell)].filter { !$0.isEmpty }
            .joined(separator: " ")
        })
    #expect(all.page.sections.contains { $0.heading == "open a.one dark" })
    #expect(GateWhy(report) { name, _, _ in name == "elsewhere" } == nil)
  }

  @Test("The JSON has for each rule its verdict and the reasons, none where the item does not count")
  func json() throws {
    let json = try ReadJSON.object(Self.why("regressed").json)
    #expect(json["schema"] as? String == "a11y.gate-why/1" && json["decision"] as? String == "hold")
    let item = try #require((json["items"] as? [[String: Any]])?.first)
    #expect(item["component"] as? String == "regressed" && item["check"] as? String == "a.one")
    #expect(item["condition"] as? String == "" && item["outcome"] as? String == "fail")
    #expect(item["blocks"] as? Bool == true && item["owner"] is NSNull)
    let rules = try #require(item["rules"] as? [[String: Any]])
    let reasons = Dictionary(
      uniqueKeysWithValues: rules.map { ($0["rule"] as? String ?? "", $0["reasons"] as? [String] ?? ["?"]) })
    #expect(reasons["no-regressions"] == ["regressed"] && reasons["max-critical"] == ["fails"])
    #expect(reasons["max-serious"] == [] && reasons["pre-release"] == [])
    #expect(rules.first { $0["rule"] as? String == "pre-release" }?["verdict"] as? String == "no-data")
    let left = try #require((try ReadJSON.object(Self.why("left").json)["items"] as? [[String: Any]])?.first)
    #expect(left["outcome"] as? String == "untested" && left["blocks"] as? Bool == false)
  }
}
