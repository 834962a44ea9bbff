import Base
import Children
import NamedCells

@testable import Audit
@testable import Reports
@testable import Store

/// Reports for tests, without a tracker.
enum SampleReport {
  static let moment: Int64 = 1_772_359_200_000
  static let day: Int64 = 86_400_000

  static func make(
    _ counts: CellCounts, open: CellCounts = CellCounts(), waived: Int = 0
  ) -> Report {
    var figures = ReportFigures()
    figures.counts = counts
    figures.open = open
    figures.waived = waived
    figures.components = 1
    figures.oldest = moment - 41 * day
    figures.newest = moment
    let cells =
      (0..<counts.pass).map { NamedCell("p\($0)", check: "a.one", .pass) }
      + (0..<counts.untested).map { NamedCell("u\($0)", check: "a.one", nil) }
    return Report(asOf: moment, figures: figures, gate: gate(cells))
  }

  static func gate(_ cells: [NamedCell], _ source: GateReport.PolicySource = .tracker) -> GateReport {
    let limits = ReleasePolicy.standard.limits
    var report = GateReport(gate: Gate(cells, limits, now: moment), limits: limits, now: moment)
    (report.policy, report.policySource) = (.standard, source)
    return report
  }

  static func counts(pass: Int = 0, fail: Int = 0, na: Int = 0, cantTell: Int = 0, untested: Int = 0) -> CellCounts {
    var counts = CellCounts()
    (counts.pass, counts.fail, counts.na, counts.cantTell, counts.untested) = (pass, fail, na, cantTell, untested)
    return counts
  }

  /// Failing cells by severity.
  static func open(
    critical: Int = 0, serious: Int = 0, moderate: Int = 0, minor: Int = 0, pass: Int = 0
  ) -> CellCounts {
    var open = counts(pass: pass, fail: critical + serious + moderate + minor)
    (open.critical, open.serious, open.moderate, open.minor) = (critical, serious, moderate, minor)
    return open
  }

  /// With something in every part, and the same text wherever people write.
  static func full(_ text: String = "words") -> Report {
    var report = make(counts(pass: 3, fail: 1), open: Self.open(serious: 1))
    let standing = ComponentSummary(key: "home", title: text, screens: [text], counts: report.figures.counts)
    var component = ReportComponent(standing: standing)
    component.owner = text
    component.figures = report.figures
    report.components = [component]
    var life = FindingLife()
    life.show(.fail, .serious, at: moment - 3 * day)
    var cell = Cell(untested: ScopeCell(component: "home", check: "a.one", condition: "dark"), category: "a")
    (cell.outcome, cell.severity, cell.isDisputed, cell.life) = (.fail, life.severity, true, life)
    (cell.note, cell.build, cell.tester, cell.time) = (text, text, text, moment)
    cell.value = MeasuredValue(text: text, unit: "", numbers: [])
    var finding = Finding(cell)
    finding.owner = text
    finding.links = [text, "https://tracker.example/1", "javascript:alert(1)"].map { Ticket.Link($0) }
    finding.notes = [FindingNote(by: text, time: moment, text: text)]
    finding.waiver = Waiver(
      component: "home", check: "a.one", condition: nil, reason: text, approver: text, until: "2027-01-31", note: text)
    report.findings = [ReportFinding(finding: finding, daysOpen: 3)]
    report.fixes = [Fix(group: .component, name: text)]
    report.retest = [
      RetestItem(
        component: "home", check: "a.one", condition: "", device: text, outcome: .fail, severity: nil, isDisputed: true,
        build: text, tester: text, time: moment, reasons: [.waiverExpired(text)], stop: 1)
    ]
    report.disputes = [ReportDispute(place: cell.place, sides: [cell])]
    report.firstTap = ReportFirstTap([
      TapReport(
        TapPlan(key: text, component: text, width: 440, height: 440, target: 90, children: 12, taps: 10),
        TapSample.records(hits: [10, 9, 8, 7, 10, 9, 8, 7, 10, 9, 8, 7], taps: 10), isRedacted: true)
    ])
    report.checks = [
      "a.one": Check(
        id: "a.one", category: "a", title: text, how: text, expected: text, affects: text, remedy: text,
        method: .manual,
        impact: .critical)
    ]
    report.notices = [text]
    return report
  }

  static func page(_ report: Report) -> String {
    report.htmlPage(
      origin: PageOrigin(digest: "d", facts: 2, asOf: "t", filter: "", catalogue: "c", program: "p")
    ).text
  }
}
