package import AuditModel

/// The cells that a gate judges, in small numbers.
package struct GateCells {
  package var cells: [GateCell]
  package let names: CellNames
  /// The tested ones, by `GateCell.row`; numbers beyond it are of untested cells.
  package let table: CellTable
}

extension Reader {
  /// The cells of the tracker's scope that a query asks for, or of an audit as its own results give them, tested or not.
  ///
  /// - Parameters:
  ///   - table: the tested ones, where they have been read.
  ///   - withLives: also how the failing of each went.
  ///   - before: what a cell was at the baseline; nil where there is none.
  package func gateCells(
    _ filter: Filter, of audit: AuditRound?, in table: CellTable? = nil, withLives: Bool,
    before: ((ScopeCell) -> GateCell.Before)?
  ) throws -> GateCells {
    let table = try table ?? audit.map { try cellTable(filter, of: $0) } ?? cellTable(filter)
    let lives = withLives ? try table.lives(areOfAudit: audit != nil) : [:]
    let (components, checks, conditions) = (NameNumbers(), NameNumbers(), NameNumbers())
    var cells: [GateCell] = []
    let scope = try registry.scope.get()
    // Room for all that the plan could ask for: what is not used takes no memory.
    if audit == nil {
      cells.reserveCapacity(table.count + scope.work.components.reduce(0) { $0 + scope.asked(of: $1) })
    }
    for (row, entry) in table.entries.enumerated() {
      var cell = GateCell(
        component: try components.number(ofTerm: entry.component, self),
        check: try checks.number(ofTerm: entry.check, self),
        condition: try conditions.number(ofTerm: entry.condition, self), row: Int32(truncatingIfNeeded: row))
      cell.seen = entry.seen
      let state = entry.state
      cell.outcome = state?.outcome
      cell.severity = state?.severity
      cell.isUsualSeverity = entry.isUsual
      cell.isDisputed = state?.isDisputed ?? false
      cell.isContradicted = state?.isContradicted ?? false
      cell.isCovered = entry.isWaived
      cell.hasExpired = entry.hasExpired
      if let life = lives[entry.cell] {
        cell.life = life.state
        cell.hasPassed = life.hasPassed
      }
      cells.append(cell)
    }
    func add(_ component: Int32, _ check: Int32, _ condition: Int32) {
      let row = Int32(truncatingIfNeeded: cells.count)
      cells.append(GateCell(component: component, check: check, condition: condition, row: row))
    }
    if audit == nil {
      let work = scope.work
      let places = (
        work.components.map { components.number(of: $0.key) }, work.checks.map { checks.number(of: $0.id) },
        work.conditions.map { conditions.number(of: $0.text) }
      )
      try visitUntested(filter, in: table) {
        add(places.0[Int($0.component)], places.1[Int($0.check)], places.2[Int($0.condition)])
      }
    } else {
      for cell in try table.untestedCells() {
        add(
          components.number(of: cell.component), checks.number(of: cell.check), conditions.number(of: cell.condition))
      }
    }
    let (byComponent, byCheck, byCondition) = (components.ordered(), checks.ordered(), conditions.ordered())
    let names = CellNames(components: byComponent.names, checks: byCheck.names, conditions: byCondition.names)
    for place in cells.indices {
      cells[place].component = byComponent.ranks[Int(cells[place].component)]
      cells[place].check = byCheck.ranks[Int(cells[place].check)]
      cells[place].condition = byCondition.ranks[Int(cells[place].condition)]
      guard let before else { continue }
      let cell = cells[place]
      cells[place].before = before(
        ScopeCell(
          component: names.component(cell), check: names.check(cell), condition: names.condition(cell)))
    }
    return GateCells(cells: cells, names: names, table: table)
  }
}

/// Numbers for names, whether a result of this file has them or not.
private final class NameNumbers {
  private var names: [String] = []
  private var numbers: [ExactText: Int32] = [:]
  private var byTerm = ByTerm<Int32>()

  func number(of name: String) -> Int32 {
    if let known = numbers[ExactText(name)] { return known }
    let number = Int32(truncatingIfNeeded: names.count)
    names.append(name)
    numbers[ExactText(name)] = number
    return number
  }

  func number(ofTerm term: Int32, _ reader: Reader) throws -> Int32 {
    try byTerm.value(Int64(term)) { number(of: try reader.text(Int64(term))) }
  }

  /// The names in their order, and the place in it of each number.
  func ordered() -> (names: [String], ranks: [Int32]) {
    let order = names.indices.sorted { CellTable.precedes(names[$0], names[$1]) }
    var ranks = [Int32](repeating: 0, count: names.count)
    for (rank, number) in order.enumerated() { ranks[number] = Int32(truncatingIfNeeded: rank) }
    return (order.map { names[$0] }, ranks)
  }
}
