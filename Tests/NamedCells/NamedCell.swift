package import Audit

/// Cells by their names, as tests write them; a gate has them in small numbers.
package struct NamedCell {
  package var component: String
  package var check: String
  package var condition = ""
  package var cell = GateCell(component: 0, check: 0, condition: 0, row: 0)

  package init(_ component: String, check: String, condition: String = "", _ outcome: Outcome?) {
    self.component = component
    self.check = check
    self.condition = condition
    cell.outcome = outcome
  }
}

extension Gate {
  package init(_ named: [NamedCell], _ limits: GateLimits, now: Int64) {
    func places(_ name: KeyPath<NamedCell, String>) -> [String] { Set(named.map { $0[keyPath: name] }).sorted() }
    let names = CellNames(components: places(\.component), checks: places(\.check), conditions: places(\.condition))
    let cells = named.enumerated().map { row, named -> GateCell in
      var cell = named.cell
      cell.component = Int32(names.components.firstIndex(of: named.component) ?? 0)
      cell.check = Int32(names.checks.firstIndex(of: named.check) ?? 0)
      cell.condition = Int32(names.conditions.firstIndex(of: named.condition) ?? 0)
      cell.row = Int32(row)
      return cell
    }
    self.init(cells, names, limits, now: now)
  }

  package func component(at place: Int) -> String { names.component(cells[place]) }
}
