import Audit
import Base
import Foundation
import NamedCells
import Testing

@testable import Reports

@Suite("The status by group and category")
struct MatrixReportTests {
  private static func cell(
    _ component: String, _ check: String, _ outcome: Outcome?, _ severity: Severity? = nil, isWaived: Bool = false
  ) -> NamedCell {
    var named = NamedCell(component, check: check, outcome)
    (named.cell.severity, named.cell.isCovered) = (severity, isWaived)
    return named
  }

  /// The category of `touch.size` is `touch`, by the name `TOUCH`.
  private static func matrix(
    _ cells: [NamedCell], groups: ((GateCell) -> [String])? = nil
  ) -> CellMatrix {
    CellMatrix(
      Gate(cells, GateLimits(), now: 0),
      category: { check in
        let id = String(check.prefix { $0 != "." })
        return CheckCategory(id: id, title: id.uppercased())
      }, groups: groups)
  }

  private static let cells = [
    cell("home", "touch.size", .pass), cell("home", "voice.label", .pass), cell("home", "text.wrap", nil),
    cell("login", "touch.size", .fail, .critical), cell("login", "touch.gap", .fail, .minor, isWaived: true),
    cell("login", "voice.label", .cantTell), cell("login", "text.wrap", .na),
    cell("menu", "voice.label", .fail, .serious),
  ]

  private static func report(by grouping: StatusGrouping = .component, audit: String? = nil) -> MatrixReport {
    MatrixReport(matrix: matrix(cells), grouping: grouping, audit: audit, asOf: "2026-03-01T00:00:00Z")
  }

  @Test("Groups and categories stand with the worst first, and an item in several groups counts once in all")
  func worst() {
    let matrix = Self.matrix(Self.cells)
    #expect(matrix.rows.map(\.name) == ["login", "menu", "home"])
    #expect(matrix.categories.map(\.id) == ["touch", "voice", "text"])
    #expect(matrix.rows.map(\.waived) == [1, 0, 0])
    #expect(matrix.rows[0].counts[0]?.fail == 2 && matrix.rows[0].counts[1]?.cantTell == 1)
    #expect(matrix.sums.map(\.fail) == [2, 1, 0] && matrix.tested == 3)
    let twice = Self.matrix(Self.cells) { $0.outcome == .fail ? ["a", "b"] : $0.outcome == nil ? [] : [""] }
    #expect(twice.rows.map(\.name) == ["a", "b", ""])
    #expect(twice.rows.map(\.total.fail) == [3, 3, 0] && twice.total.fail == 3 && twice.total.untested == 1)
  }

  @Test("In a terminal the figures of each group come first, then its items by category in signs")
  func table() {
    let text = Self.report(audit: "spring").text(width: 120, painter: Styler(enabled: false))
    let parts = text.components(separatedBy: "Items by category")
    #expect(parts.count == 2)
    #expect(parts[0].hasPrefix("Status by component, audit spring, 2026-03-01T00:00:00Z\n"))
    let lines = parts[0].split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("Component Open Worst FAIL PASS CAN'T TELL UNTESTED N/A Compliance Coverage"))
    #expect(lines.contains("login 1 critical 2 0 1 0 1 0% 66%"))
    #expect(lines.contains("menu 1 serious 1 0 0 0 0 0% 100%"))
    #expect(lines.contains("home 0 none 0 2 0 1 0 100% 66%"))
    #expect(
      parts[0].contains("3 groups. In all, 2 of 5 evaluated items pass (40%); 5 of 7 applicable items evaluated."))
    #expect(!parts[0].contains("several groups"))
    let heat = parts[1].split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(heat.contains("Component touch voice text"))
    #expect(heat.contains("login ✕2 ?1") && heat.contains("home ✓1 ✓1 ▨1"))
    #expect(parts[1].contains("✕ FAIL, ? CAN'T TELL, ✓ PASS, ▨ UNTESTED; N/A is not shown."))
  }

  @Test("Where there is no room for all categories the last ones share a column, and by category there is no matrix")
  func narrow() {
    let text = Self.report().text(width: 62, painter: Styler(enabled: false))
    let heat = text.components(separatedBy: "Items by category").last ?? ""
    #expect(heat.contains("1 more category"))
    let lines = heat.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("login ✕2 ?1") && lines.contains("home ✓1 ✓1 ▨1"))
    #expect(Self.report().text(width: 30, painter: Styler(enabled: false)).contains("2 more categories"))
    let flat = Self.report(by: .category)
    #expect(!flat.text(width: 120, painter: Styler(enabled: false)).contains("Items by category"))
    #expect(!flat.markdown.contains("Items by category") && Self.report().markdown.contains("## Items by category"))
    let none = MatrixReport(matrix: CellMatrix(), grouping: .owner, audit: nil, asOf: "")
    for text in [none.markdown, none.plain, none.text(width: 80, painter: Styler(enabled: false))] {
      #expect(text.contains("Nothing is in scope.") && !text.contains("Items by category") && !text.contains("0 of 0"))
    }
  }

  @Test("Read aloud, each group is a sentence with the names of the categories in which it fails")
  func plain() {
    let lines = Self.report().plain.split(separator: "\n")
    #expect(lines.first == "Status by component, 2026-03-01T00:00:00Z.")
    #expect(
      lines.contains(
        "Item 1 of 3. login. 1 open, worst critical, 0 of 2 evaluated items pass, 0 untested. Fails in: TOUCH 2."))
    #expect(lines.contains("Item 3 of 3. home. 0 open, worst none, 2 of 2 evaluated items pass, 1 untested."))
    #expect(!Self.report(by: .category).plain.contains("Fails in"))
  }

  @Test("What has no group is named by what it lacks, and where groups overlap that is said")
  func unnamed() {
    for (grouping, words) in [
      (StatusGrouping.owner, "no owner"), (.screen, "no screen"), (.tester, "untested"), (.criterion, "best practices"),
      (.severity, "not failing"),
    ] {
      let report = MatrixReport(matrix: Self.matrix(Self.cells) { _ in [""] }, grouping: grouping, audit: nil, asOf: "")
      #expect(report.plain.contains("Item 1 of 1. \(words)."))
      #expect(report.markdown.contains("An item can be in several groups.") == grouping.overlaps)
    }
  }

  @Test("Beyond the limit groups are counted and not listed, and the JSON has them all")
  func limit() throws {
    var report = Self.report(audit: "spring")
    report.limit = 1
    for form in [report.text(width: 120, painter: Styler(enabled: false)), report.markdown, report.plain] {
      #expect(form.contains("login") && !form.contains("home"))
      #expect(form.contains("and 2 more groups (use --limit or --json)"), "\(form)")
    }
    let json = try ReadJSON.object(report.json)
    #expect(json["schema"] as? String == "a11y.status-by/1" && json["by"] as? String == "component")
    #expect(json["audit"] as? String == "spring" && (json["total"] as? [String: Int])?["fail"] == 3)
    let groups = try #require(json["groups"] as? [[String: Any]])
    #expect(groups.map { $0["name"] as? String } == ["login", "menu", "home"])
    #expect(groups[0]["open"] as? Int == 1 && groups[0]["waived"] as? Int == 1)
    #expect((groups[0]["failing"] as? [String: Int])?["critical"] == 1)
    #expect(groups[0]["ratio"] as? Double == 0 && groups[2]["ratio"] as? Double == 1)
    let categories = try #require(groups[0]["categories"] as? [String: [String: Int]])
    #expect(categories["touch"]?["fail"] == 2 && categories["voice"]?["cant_tell"] == 1 && categories.count == 3)
    report.audit = nil
    #expect(try ReadJSON.object(report.json)["audit"] is NSNull)
  }

  @Test("No name does harm in any form", arguments: Hostile.texts)
  func harmless(name: String, text: String) throws {
    let report = MatrixReport(
      matrix: Self.matrix(Self.cells) { _ in [text, "x"] }, grouping: .owner, audit: text, asOf: "")
    for form in [
      report.text(width: 80, painter: Styler(enabled: false)), report.text(width: 30, painter: Styler(enabled: false)),
      report.plain, report.markdown,
    ] {
      #expect(Hostile.harm(in: form).isEmpty, "\(name)")
    }
    _ = try ReadJSON.object(report.json)
  }
}
