package import Audit
import SQLite

/// The cells of the tracker's scope that are not tested: what the plan asks for less what was tested.
extension Reader {
  /// Those that a query asks for, in the order of component, check and condition.
  package func untestedCells(_ filter: Filter) throws -> [ScopeCell] {
    var found: [ScopeCell] = []
    let work = try registry.scope.get().work
    try visitUntested(filter) { slot in
      try WorkScope.checkListed(found.count + 1)
      found.append(
        ScopeCell(
          component: work.components[Int(slot.component)].key, check: work.checks[Int(slot.check)].id,
          condition: work.conditions[Int(slot.condition)].text))
    }
    return found
  }

  /// How many a query asks for, by component.
  ///
  /// - Parameter table: the tested cells that the query asks for.
  package func untestedCounts(_ filter: Filter, in table: CellTable) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    if filter.isEmpty {
      // What is asked for is counted, and never gone through.
      let scope = try registry.scope.get()
      for component in scope.work.components { counts[component.key, default: 0] += scope.asked(of: component) }
      var tested = ByTerm<Int>()
      for entry in table.entries where entry.isAsked { tested[entry.component, default: 0] += 1 }
      try tested.visit { counts[try text($0), default: 0] -= $1 }
      return counts.filter { $0.value > 0 }
    }
    let components = try registry.scope.get().work.components
    try visitUntested(filter) { counts[components[Int($0.component)].key, default: 0] += 1 }
    return counts
  }

  /// The cells that a query asks for as they stand, and the untested ones of the tracker's scope.
  package func cellsWithUntested(_ filter: Filter) throws -> [Cell] {
    let rows = try cells(filter)
    let untested = try untestedCells(filter)
    var merged: [Cell] = []
    merged.reserveCapacity(rows.count + untested.count)
    var place = rows.startIndex
    for cell in untested {
      while place < rows.endIndex, RowOrder.precedes(rows[place], cell) {
        merged.append(rows[place])
        place += 1
      }
      merged.append(try row(untested: cell))
    }
    return merged + rows[place...]
  }

  /// The same in small numbers: places in the scope of the tracker.
  ///
  /// - Parameter table: the tested cells that the query asks for, where they have been read.
  func visitUntested(_ filter: Filter, in table: CellTable? = nil, _ visit: (AskedSlot) throws -> Void) throws {
    let registry = self.registry
    let matching = try RowFilter(filter, reader: self, registry: registry, timeField: .observed)
    guard matching.acceptsUntested else { return }
    let scope = try registry.scope.get()
    // A table of a query may lack cells that were tested by others than it asks for.
    let tested = try scope.tested(in: filter.isEmpty ? table : nil)
    let texts = scope.work.conditions.map(\.text)
    let conditions = texts.indices.filter { matching.accepts(condition: texts[$0]) }.sorted {
      CellTable.precedes(texts[$0], texts[$1])
    }
    var checks: [[Int]: [Int]] = [:]
    let components = scope.work.components.enumerated().sorted {
      CellTable.precedes($0.element.key, $1.element.key)
    }
    for (place, component) in components where try matching.accepts(component: component.key) {
      let applying = scope.checks(of: component)
      if checks[applying] == nil {
        checks[applying] = try applying.filter { try matching.accepts(check: scope.work.checks[$0].id) }
          .sorted { CellTable.precedes(scope.work.checks[$0].id, scope.work.checks[$1].id) }
      }
      for check in checks[applying] ?? [] {
        for condition in conditions {
          let slot = AskedSlot(component: place, check: check, condition: condition)
          guard !tested.contains(slot),
            try matching.acceptsWords(
              ScopeCell(component: component.key, check: scope.work.checks[check].id, condition: texts[condition]))
          else { continue }
          try visit(slot)
        }
      }
    }
  }
}
