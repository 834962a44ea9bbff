import AuditModel
import SQLite

/// The cells of a table together with those that it asks for and that are not tested, by component, check and
/// condition. Rows are made for those that are shown.
package struct WholeCells {
  private let table: CellTable
  private let untested: WorkItems
  /// Rows of the table; below 0 the places of untested ones, counted from -1 down.
  private let places: [Int32]

  fileprivate init(_ table: CellTable, _ untested: WorkItems, _ places: [Int32]) {
    (self.table, self.untested, self.places) = (table, untested, places)
  }

  package var count: Int { places.count }

  package func row(at place: Int) throws -> Cell {
    let found = Int(places[place])
    return found >= 0 ? try table.row(at: found) : try table.reader.row(untested: untested[-1 - found])
  }

  package var figures: CellTable.Figures {
    var figures = table.figures
    figures.counts.untested += untested.count
    return figures
  }
}

/// The cells of a table together with those that it asks for and that are not tested.
extension CellTable {
  package func whole() throws -> WholeCells {
    var untested = WorkItems(of: try reader.registry.scope.get().work)
    if untestedOfAudit == nil {
      try reader.visitUntested(filter, in: self) { slot in
        try WorkScope.checkListed(untested.count + 1)
        untested.append(slot)
      }
    } else {
      untested = WorkItems(try untestedCells())
    }
    var places: [Int32] = []
    places.reserveCapacity(entries.count + untested.count)
    var rest = try Rest(self)
    for (place, cell) in untested.enumerated() {
      while let row = try rest.next(before: cell) { places.append(Int32(clamping: row)) }
      places.append(Int32(clamping: -1 - place))
    }
    places += rest.rows.map { Int32(clamping: $0) }
    return WholeCells(self, untested, places)
  }

  /// Calls one of both with each of them, by component, check and condition. Nothing is kept, however many there are.
  package func visitWhole(
    tested: (Cell) throws -> Void, untested: (ScopeCell) throws -> Void
  ) throws {
    var rest = try Rest(self)
    try visitUntested { cell in
      while let place = try rest.next(before: cell) { try tested(row(at: place)) }
      try untested(cell)
    }
    for place in rest.rows { try tested(row(at: place)) }
  }

  /// The rows of a table that are still to come, and the names of the first of them, which are made once.
  private struct Rest {
    private let table: CellTable
    private(set) var rows: Range<Int>
    private var first: ScopeCell?

    init(_ table: CellTable) throws {
      self.table = table
      rows = 0..<table.count
      first = try table.entries.first.map(table.place(of:))
    }

    /// Takes the next row, if its cell comes before another.
    mutating func next(before cell: ScopeCell) throws -> Int? {
      guard let found = first, found.precedes(cell) else { return nil }
      let row = rows.lowerBound
      rows.removeFirst()
      first = try rows.isEmpty ? nil : table.place(of: table.entries[rows.lowerBound])
      return row
    }
  }

  /// The components and checks of all of them, each once, in the order of their bytes.
  package func wholeNames() throws -> (components: [String], checks: [String]) {
    var components = Set(try Set(entries.map(\.component)).map { ExactText(try name($0)) })
    var checks = Set(try Set(entries.map(\.check)).map { ExactText(try name($0)) })
    var last: ScopeCell?
    try visitUntested { cell in
      if last.map({ !$0.component.hasSameBytes(as: cell.component) }) ?? true {
        components.insert(ExactText(cell.component))
      }
      if last.map({ !$0.check.hasSameBytes(as: cell.check) }) ?? true { checks.insert(ExactText(cell.check)) }
      last = cell
    }
    func ordered(_ names: Set<ExactText>) -> [String] {
      names.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    return (ordered(components), ordered(checks))
  }

  /// By component, check and condition.
  private func visitUntested(_ visit: (ScopeCell) throws -> Void) throws {
    guard untestedOfAudit == nil else { return try untestedCells().forEach(visit) }
    let work = try reader.registry.scope.get().work
    try reader.visitUntested(filter, in: self) { slot in
      try visit(
        ScopeCell(
          component: work.components[Int(slot.component)].key, check: work.checks[Int(slot.check)].id,
          condition: work.conditions[Int(slot.condition)].text))
    }
  }
}
