import AuditCatalog
import AuditFigures
package import AuditModel
package import AuditReports
package import AuditStore

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
      matrix, by: grouping, audit: audit?.name, asOf: Timestamp(milliseconds: reader.now).iso8601Second)
  }

  /// The groups of an item.
  private static func groups(
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
