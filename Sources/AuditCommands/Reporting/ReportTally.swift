import AuditModel
import AuditReports
import AuditStore

/// Counts the cells of a report and keeps what is told of each.
struct ReportTally {
  private let components: [String: Component]
  private let checks: [String: Check]
  private(set) var figures = ReportFigures()
  private(set) var answers: [ReportAnswer] = []
  private(set) var titles: [String: String] = [:]
  private var byComponent: [String: ReportFigures] = [:]

  init(components: [String: Component], checks: [String: Check]) {
    self.components = components
    self.checks = checks
  }

  mutating func add(_ row: ResultRow) {
    figures.add(row)
    if byComponent[row.component] == nil { figures.components += 1 }
    byComponent[row.component, default: ReportFigures()].add(row)
    if let title = checks[row.check]?.title { titles[row.check] = title }
    guard row.outcome != .fail else { return }
    answers.append(
      ReportAnswer(
        component: row.component, check: row.check, condition: row.condition,
        outcome: row.outcome?.rawValue ?? "untested", seen: row.outcome == nil ? nil : row.time, stale: row.stale))
  }

  /// Cells that nobody has tested, by component. They are counted, and none of them is told by itself.
  mutating func addUntested(_ counts: [String: Int]) {
    for (component, count) in counts {
      if byComponent[component] == nil { figures.components += 1 }
      byComponent[component, default: ReportFigures()].counts.untested += count
      figures.counts.untested += count
    }
  }

  // MARK: In the end

  /// Worst first, as `a11y status` has them; what a waiver covers counts there too.
  var rankedComponents: [ReportComponent] {
    byComponent.map { key, figures in
      let component = components[key]
      var row = ReportComponent(
        standing: ComponentSummary(
          key: key, title: component?.title ?? "", screens: component?.screens ?? [], counts: figures.counts))
      row.kind = component?.kind ?? ""
      row.owner = component?.owner ?? ""
      row.figures = figures
      return row
    }.sorted { ComponentSummary.isWorse($0.standing, $1.standing) }
  }
}

extension ReportFigures {
  fileprivate mutating func add(_ row: ResultRow) {
    counts.add(row.outcome.map { row.state($0) })
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
    case nil: break
    }
  }
}
