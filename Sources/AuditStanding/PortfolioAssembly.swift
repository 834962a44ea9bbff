import Arguments
package import AuditFigures
import AuditModel
package import AuditReports
package import AuditStore
import Terminal

/// Makes the row of one tracker in a portfolio.
package enum PortfolioAssembly {
  /// - Parameters:
  ///   - compare: a date or a time to compare with, as typed; nil for none.
  ///   - typed: the rules of the release; nil for the policy of the tracker.
  package static func row(
    _ path: String, named folder: String, _ present: Reader, _ typed: ReleasePolicy?, compare: String?,
    baseline: (String) throws -> Baseline
  ) throws -> PortfolioReport.Row {
    let title = try present.trackerTitle()
    var row = PortfolioReport.Row(name: title.isEmpty ? folder : title, path: path)
    let table = try present.cellTable(Filter())
    let rules =
      try ReleaseRules(typed, of: nil, present, baseline: baseline) ?? ReleaseRules(standardWith: nil, of: nil)
    let gate = try GateAssembly(rules, Filter(), of: nil, present).report(.figures, in: table)
    row.figures.counts = gate.gate.counts
    row.figures.components = gate.components
    for cell in gate.gate.cells where cell.outcome == .fail {
      guard !cell.isCovered else {
        row.figures.waived += 1
        continue
      }
      row.figures.open.add(CellState(outcome: .fail, severity: cell.severity))
    }
    let times = gate.gate.cells.lazy.compactMap(\.time)
    (row.figures.oldest, row.figures.newest) = (times.min(), times.max())
    row.figures.stale = table.figures.stale
    row.verdict = ReleaseVerdict(gate)
    if let compare {
      let then = try present.at(MomentName.find(compare, present).at)
      row.openBefore = try then.standing().open.fail
    }
    return row
  }
}
