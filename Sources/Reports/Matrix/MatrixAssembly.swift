package import Audit
import Base
package import Store

/// Makes the status by owner, screen, tester, category, criterion, severity, or component.
package enum MatrixAssembly {
  /// The categories with their short titles, by check.
  package static func categories(_ reader: Reader) throws -> (String) -> CheckCategory {
    // What stands after a colon says what belongs to the category.
    let titles = Dictionary(
      Catalog.categories.map { ($0.id, $0.title.split(separator: ":").first.map(String.init) ?? $0.title) },
      uniquingKeysWith: { first, _ in first })
    let ids = Dictionary(
      try reader.checks().map { ($0.check.id, $0.check.category) }, uniquingKeysWith: { first, _ in first })
    return { check in
      let id = ids[check] ?? ""
      return CheckCategory(id: id, title: titles[id] ?? id)
    }
  }

  package static func report(
    _ reader: Reader, _ audit: AuditRound?, by grouping: StatusGrouping
  ) throws -> MatrixReport {
    var found = try reader.gateCells(Filter(), of: audit)
    let gate = found.gate(GateLimits(), now: reader.now)
    let matrix = try CellMatrix(
      gate, category: categories(reader), groups: groups(grouping, gate.names, found.table, reader))
    return MatrixReport(
      matrix: matrix, grouping: grouping, audit: audit?.name, asOf: Timestamp(milliseconds: reader.now).iso8601Second)
  }

  /// The groups of an item.
  static func groups(
    _ grouping: StatusGrouping, _ names: CellNames, _ table: CellTable, _ reader: Reader
  ) throws -> (GateCell) throws -> [String] {
    switch grouping {
    case .component: return { [names.component($0)] }
    case .severity: return { [$0.outcome == .fail ? $0.severity?.word ?? "no severity" : ""] }
    case .owner, .screen:
      let components = Dictionary(
        try reader.components().map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
      let found = names.components.map { components[$0] }
      let source = try reader.findingSource()
      return { cell in
        let component = found[Int(cell.component)]
        guard grouping == .owner else { return component?.screens.isEmpty ?? true ? [""] : component?.screens ?? [] }
        // A finding may have an owner of its own.
        if cell.outcome == .fail { return [try source.owner(ofRow: Int(cell.row), in: table)] }
        return [component?.owner ?? ""]
      }
    case .tester:
      return { cell in cell.outcome == nil ? [""] : [try table.tester(ofRow: Int(cell.row))] }
    case .category:
      let category = try categories(reader)
      let titles = names.checks.map { category($0).title }
      return { [titles[Int($0.check)]] }
    case .criterion:
      let checks = Dictionary(
        try reader.checks().map { ($0.check.id, $0.check) }, uniquingKeysWith: { first, _ in first })
      let criteria = names.checks.map { id -> [String] in
        let found = (checks[id]?.wcag ?? []).filter { $0.relation == .tests }.map(\.criterion)
        return found.isEmpty ? [""] : found
      }
      return { criteria[Int($0.check)] }
    }
  }
}

/// Makes the row of one tracker in a portfolio.
package enum PortfolioAssembly {
  /// - Parameter moment: to compare with, ms UTC; nil for none.
  package static func row(
    _ path: String, named folder: String, _ present: Reader, _ rules: ReleaseRules, comparedWith moment: Int64?
  ) throws -> PortfolioReport.Row {
    let title = try present.trackerTitle()
    var row = PortfolioReport.Row(name: title.isEmpty ? folder : title, path: path)
    let table = try present.cellTable(Filter())
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
    row.course = try course(present)
    row.openBefore = try moment.map { try present.at($0).standing().open.fail }
    return row
  }

  /// The open findings at the ends of the last twelve months.
  private static func course(_ reader: Reader) throws -> [Int?] {
    let since = reader.now.subtractingReportingOverflow(335 * 86_400_000)
    guard !since.overflow else { return [] }
    let (periods, reach) = try reader.periodsUntilNow(.month, since: since.partialValue)
    let request = TrendRequest(periods: periods.suffix(12), filter: Filter(), reach: reach)
    return try reader.trend(request).groups.first?.points.map { $0.isGap ? nil : $0.open } ?? []
  }
}

/// Cells by what was set while they were seen.
enum ConditionTally {
  /// The cells of the whole tracker or of an audit. What was seen on which device only the results tell.
  static func groups(
    _ reader: Reader, _ audit: AuditRound?, _ standing: Standing, by grouping: ConditionGrouping
  ) throws -> ConditionGroups {
    guard let audit else { return try reader.cellTable(Filter()).groups(by: grouping, withUntested: false) }
    guard ![.device, .sizeClass, .technology].contains(grouping) else {
      return try reader.cellTable(Filter(), of: audit).groups(by: grouping, withUntested: true)
    }
    var counts: [String: CellCounts] = [:]
    for (condition, cells) in standing.byCondition {
      for name in grouping.groups(condition: condition, device: "") {
        counts[name] = (counts[name] ?? CellCounts()) + cells
      }
    }
    return ConditionGroups(by: grouping, counts)
  }
}
