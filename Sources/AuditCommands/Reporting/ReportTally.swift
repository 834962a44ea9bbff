import AuditModel
import AuditReports
import AuditStore

/// Counts the cells of a report and keeps what is told of each.
struct ReportTally {
  private let components: [String: Component]
  private let checks: [String: Check]
  private let testers: TesterCodes
  private let asOf: Int64
  private(set) var figures = ReportFigures()
  private(set) var answers: [ReportAnswer] = []
  private(set) var retest: [ReportRetest] = []
  private(set) var titles: [String: String] = [:]
  private var byComponent: [String: ReportFigures] = [:]
  private var findings: [(row: ResultRow, finding: ReportFinding)] = []

  init(components: [String: Component], checks: [String: Check], testers: TesterCodes, asOf: Int64) {
    self.components = components
    self.checks = checks
    self.testers = testers
    self.asOf = asOf
  }

  mutating func add(_ row: ResultRow) {
    figures.add(row)
    if byComponent[row.component] == nil { figures.components += 1 }
    byComponent[row.component, default: ReportFigures()].add(row)
    if let title = checks[row.check]?.title { titles[row.check] = title }
    if row.outcome == .fail {
      findings.append((row, finding(row)))
    } else {
      answers.append(
        ReportAnswer(
          component: row.component, check: row.check, condition: row.condition,
          outcome: row.outcome?.rawValue ?? "untested", seen: row.outcome == nil ? nil : row.time, stale: row.stale))
    }
    var reasons = row.stale.isEmpty ? [] : ["stale (\(row.stale.map(\.rawValue).joined(separator: ", ")))"]
    if row.isDisputed { reasons.append("disputed") }
    guard !reasons.isEmpty else { return }
    retest.append(
      ReportRetest(component: row.component, check: row.check, condition: row.condition, reasons: reasons))
  }

  private func finding(_ row: ResultRow) -> ReportFinding {
    let (age, overflow) = asOf.subtractingReportingOverflow(row.since)
    var finding = ReportFinding(
      component: row.component, check: row.check, condition: row.condition, severity: row.severity, since: row.since,
      seen: row.time, daysOpen: overflow ? 0 : max(0, Int(clamping: age / 86_400_000)))
    let component = components[row.component]
    finding.note = row.note ?? ""
    finding.value = row.value?.text ?? ""
    finding.build = row.build
    finding.tester = testers.code(of: row.tester)
    finding.owner = component?.owner ?? ""
    finding.screens = component?.screens ?? []
    finding.criteria = checks[row.check].map { $0.wcag.filter { $0.relation == .tests }.map(\.criterion) } ?? []
    finding.stale = row.stale
    finding.isDisputed = row.isDisputed
    finding.waiver = row.waiver
    return finding
  }

  // MARK: In the end

  /// Worst first, as `a11y status` has them; what a waiver covers counts there too.
  var rankedComponents: [ReportComponent] {
    byComponent.map { key, figures in
      let component = components[key]
      var row = ReportComponent(
        standing: ComponentStanding(
          key: key, title: component?.title ?? "", screens: component?.screens ?? [], counts: figures.counts))
      row.kind = component?.kind ?? ""
      row.owner = component?.owner ?? ""
      row.figures = figures
      return row
    }.sorted { ComponentStanding.isWorse($0.standing, $1.standing) }
  }

  /// Critical first, waived ones behind the open ones.
  var rankedFindings: [ReportFinding] {
    let ranked = findings.sorted { CellSheet.isWorse($0.row, $1.row) }.map(\.finding)
    return ranked.filter { $0.waiver == nil } + ranked.filter { $0.waiver != nil }
  }
}

extension ReportFigures {
  fileprivate mutating func add(_ row: ResultRow) {
    counts.add(row.outcome.map { CellState(outcome: $0, severity: row.severity, isDisputed: row.isDisputed) })
    if row.outcome != nil {
      oldest = min(oldest ?? row.time, row.time)
      newest = max(newest ?? row.time, row.time)
    }
    if !row.stale.isEmpty { stale += 1 }
    guard row.outcome == .fail else { return }
    guard row.waiver == nil else {
      waived += 1
      return
    }
    switch row.severity {
    case .critical: open.critical += 1
    case .serious: open.serious += 1
    case .moderate: open.moderate += 1
    case .minor: open.minor += 1
    case nil: open.unrated += 1
    }
  }
}
