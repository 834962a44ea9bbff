import AuditModel
import AuditReports
import AuditStore

/// Counts the cells of a report and keeps what is shown of each.
struct ReportTally {
  private let components: [String: Component]
  private let checks: [String: Check]
  private(set) var figures = ReportFigures()
  private(set) var named: [String: Check] = [:]
  private var byComponent: [String: ReportFigures] = [:]

  init(components: [String: Component], checks: [String: Check]) {
    self.components = components
    self.checks = checks
  }

  mutating func add(_ table: CellTable) throws {
    var byNumber: [Int32: ReportFigures] = [:]
    for entry in table.entries {
      byNumber[entry.component, default: ReportFigures()].add(entry)
    }
    for (number, added) in byNumber { add(added, to: try table.name(number)) }
    for check in Set(table.entries.lazy.map(\.check)) { addName(try table.name(check)) }
  }

  /// A cell of an audit that was not tested in its name.
  mutating func addUntested(_ cell: ScopeCell) {
    addUntested([cell.component: 1])
    addName(cell.check)
  }

  /// Cells that are not tested, by component. They are counted, and none of them is listed by itself.
  mutating func addUntested(_ counts: [String: Int]) {
    for (component, count) in counts {
      var added = ReportFigures()
      added.counts.untested = count
      add(added, to: component)
    }
  }

  private mutating func add(_ added: ReportFigures, to component: String) {
    if byComponent[component] == nil { figures.components += 1 }
    byComponent[component, default: ReportFigures()].add(added)
    figures.add(added)
  }

  private mutating func addName(_ check: String) {
    if let known = checks[check] { named[check] = known }
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
      row.component = component
      row.figures = figures
      return row
    }.sorted { ComponentSummary.isWorse($0.standing, $1.standing) }
  }
}

extension ReportFigures {
  fileprivate mutating func add(_ entry: CellTable.Entry) {
    counts.add(entry.state)
    oldest = min(oldest ?? entry.seen, entry.seen)
    newest = max(newest ?? entry.seen, entry.seen)
    if entry.isStale { stale += 1 }
    guard entry.isFailing else { return }
    guard !entry.isWaived else {
      waived += 1
      return
    }
    open.add(entry.state)
  }
}
