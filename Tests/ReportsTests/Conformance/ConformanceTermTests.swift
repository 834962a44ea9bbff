import Foundation
import Testing

@testable import Audit
@testable import Reports

@Suite("The terms of a conformance report")
struct ConformanceTermTests {
  private static let edition = ConformanceEdition(
    id: "2.5-edition-wcag-2.2-508-en", name: "VPAT", wcag: "2.2", chapters: [])

  private static func standing(
    _ level: ConformanceLevel?, _ cells: [(component: Int, outcome: Outcome?)], hasCheck: Bool = true
  ) -> CriterionRollUp {
    let criterion = Criterion(
      id: "9.9.9", name: "Name", slug: "name", level: level, formerLevel: level == nil ? .a : nil, principle: "P",
      guideline: "G", addedIn: "2.0", removedIn: level == nil ? "2.2" : nil,
      european: EuropeanClause(version: "EN", clause: nil, status: .applies, note: ""),
      notes: NativeNotes(wcag2ict: "", wcag2mobile: "", apple: ""))
    var standing = CriterionRollUp(criterion: criterion, testing: hasCheck ? ["c"] : [], related: [])
    for cell in cells {
      let state = cell.outcome.map { CellState(outcome: $0, severity: nil) }
      standing.cells.add(CellGroup.Cell(component: cell.component, state: state), isAutomatic: false)
    }
    return standing
  }

  @Test(
    "At every level a criterion that passes, fails or applies nowhere has its term",
    arguments: ConformanceLevel.allCases)
  func told(level: ConformanceLevel) {
    #expect(ConformanceTerm(Self.standing(level, [(0, .pass), (1, .na)])) == .supports)
    #expect(ConformanceTerm(Self.standing(level, [(0, .na)])) == .notApplicable)
    #expect(ConformanceTerm(Self.standing(level, [(0, .fail), (1, .pass)])) == .partiallySupports)
    #expect(ConformanceTerm(Self.standing(level, [(0, .fail), (0, .pass), (1, .pass)])) == .partiallySupports)
    #expect(ConformanceTerm(Self.standing(level, [(0, .fail), (0, .pass), (1, .fail), (2, .pass)])) == .doesNotSupport)
    #expect(ConformanceTerm(Self.standing(level, [(0, .fail), (1, nil), (2, nil)])) == .doesNotSupport)
  }

  @Test(
    "Without enough evidence only level AAA has a term, and it is never supports",
    arguments: [ConformanceLevel.a, .aa, .aaa, nil])
  func untold(level: ConformanceLevel?) {
    let wanted: ConformanceTerm? = level == .aaa ? .notEvaluated : nil
    for cells: [(component: Int, outcome: Outcome?)] in [[], [(0, nil)], [(0, .pass), (1, nil)], [(0, .cantTell)]] {
      #expect(ConformanceTerm(Self.standing(level, cells)) == wanted)
    }
    #expect(ConformanceTerm(Self.standing(level, [], hasCheck: false)) == wanted)
  }

  @Test("What stays open says why, and the remarks of a failure count all findings and tell the worst twenty")
  func words() {
    let open = ConformanceEntry(Self.standing(.a, [(0, .pass), (1, nil)]), findings: [])
    #expect(open.openReason == "1 of 2 items untested")
    let bare = ConformanceEntry(Self.standing(.a, [], hasCheck: false), findings: [])
    #expect(bare.openReason == "no check covers it")
    let findings = (0..<25).map { number in
      ConformanceReport.Finding(
        component: "part-\(number)", title: "T*", condition: "dark", severity: .minor, note: "<b>", waivedUntil: nil)
    }
    let failing = ConformanceEntry(Self.standing(.a, (0..<25).map { ($0, .fail) }), findings: findings)
    #expect(failing.remarks.markdown.hasPrefix("25 components fail, of 25 evaluated."))
    #expect(failing.remarks.markdown.contains(#"- part-0: T\* (minor, dark): &lt;b&gt;"#))
    #expect(failing.remarks.markdown.hasSuffix("\n- and 5 more"))
  }

  @Test("The draft has all criteria by level; one without a term has no component, and its chapter says why")
  func draft() {
    let finding = ConformanceReport.Finding(
      component: "home", title: "T", condition: "", severity: nil, note: "", waivedUntil: "2026-02-28")
    var report = ConformanceReport(
      details: .init(), edition: Self.edition,
      entries: [
        .init(Self.standing(.a, [(0, .pass)]), findings: []),
        .init(Self.standing(.aa, [(0, .fail)]), findings: [finding]),
        .init(Self.standing(.a, [(0, .cantTell)]), findings: []), .init(Self.standing(.aaa, [(0, nil)]), findings: []),
        .init(Self.standing(nil, [], hasCheck: false), findings: []),
      ], chapters: [], asOf: 0, audit: nil, filter: nil, program: "1", catalogue: "c")
    #expect(report.open.count == 2)
    let bare = report.yaml
    #expect(bare.contains("title: \"Unnamed product Accessibility Conformance Report\"\n"))
    #expect(!bare.contains("\n  version:"))
    // A, A, the dropped one with its former level A; AA; AAA.
    #expect(bare.components(separatedBy: "num: \"9.9.9\"").count == 6)
    #expect(bare.components(separatedBy: "components: []").count == 3)
    for term in ["supports", "does-not-support", "not-evaluated"] { #expect(bare.contains("level: \"\(term)\"")) }
    #expect(bare.contains("- home: T (no severity, waived until 2026-02-28)"))
    #expect(bare.contains("1 of 1 item CAN'T TELL, 0 disputed"))
    #expect(bare.contains("9.9.9 Name: removed in WCAG 2.2"))
    #expect(bare.contains("2 criteria of level A and AA have no term"))
    (report.details.product, report.details.version, report.details.contact) = ("Shop", "3.2", "a@b.example")
    (report.audit, report.filter) = ("spring*", "tag:new")
    let named = report.yaml
    #expect(named.contains("\n  name: \"Shop\"\n  version: \"3.2\"\n") && named.contains("email: \"a@b.example\""))
    #expect(named.contains(#"Audit: spring\\*. Query: tag:new."#))
    report.entries = [report.entries[0]]
    #expect(!report.yaml.contains("stand without a term") && !report.yaml.contains("Open, for"))
  }
}
