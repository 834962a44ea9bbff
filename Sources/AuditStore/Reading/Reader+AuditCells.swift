package import AuditModel
import SQLite

/// The cells of an audit as its own results give them.
package struct AuditCells {
  /// Ordered by component, check and condition.
  package var rows: [ResultRow]
  /// Cells that carry the audit's name and lie outside its scope; they are among the rows only where that was asked.
  package var outside: Int

  package init(rows: [ResultRow], outside: Int) {
    self.rows = rows
    self.outside = outside
  }
}

extension Reader {
  /// The cells of an audit that a query asks for, as the results which carry the audit's name alone give them.
  ///
  /// Only cells of the audit's scope: what is counted in its standing is what is listed.
  /// - Parameters:
  ///   - includingUntested: also the cells of the scope that have no result of this audit.
  ///   - includingOutside: also the cells outside the scope that have one.
  package func cells(
    of audit: AuditRound, _ filter: Filter, findings: FindingChoice? = nil, includingUntested: Bool = false,
    includingOutside: Bool = false
  ) throws -> AuditCells {
    let registry = self.registry
    let rows = RowSource(reader: self, registry: registry)
    let matching = try RowFilter(
      filter, reader: self, registry: registry, timeField: findings == nil ? .observed : .began)
    let scope = Set(try scope(of: audit))
    var tested: Set<ScopeCell> = []
    var found = AuditCells(rows: [], outside: 0)
    let term = try term(audit.name) ?? -1
    let observations = Observations(self)
    for (cell, place, fold) in try folds(ofAudit: term) {
      // Nothing is left of a cell whose results were all taken back.
      guard let state = fold.state, let shown = fold.shown else { continue }
      if !scope.contains(place) {
        found.outside += 1
        if !includingOutside { continue }
      }
      tested.insert(place)
      let life = try findings.map { _ in
        try observations.life(cell: cell, audit: term, until: past?.moment ?? .max)
      }
      if let life, !life.isFinding || (findings == .open && !life.isOpen) { continue }
      let sql = """
        SELECT \(RowSource.columns) FROM result JOIN cell ON cell.id = result.cell
        JOIN context ON context.id = result.context WHERE result.id = ?
        """
      let row = try database.first(sql, [.integer(shown)]) { row -> ResultRow? in
        guard try matching.accepts(component: row.int64(0)), try matching.accepts(check: row.int64(1)),
          try matching.accepts(
            condition: row.int64(2), tester: row.int64(4), build: row.int64(7), audit: row.int64(8))
        else { return nil }
        return try rows.row(row)
      }
      guard var result = row ?? nil else { continue }
      result.outcome = state.outcome
      result.severity = state.severity
      result.time = fold.seen
      result.take(marks: Codes.marks(state))
      result.since = fold.since
      result.cell = cell
      result.tell(life)
      try rows.complete(&result, isCell: true)
      if matching.accepts(result) { found.rows.append(result) }
    }
    if includingUntested, findings == nil {
      found.rows += try Self.untested(scope.subtracting(tested), matching, registry)
    }
    RowOrder.sort(&found.rows)
    return found
  }

  private static func untested(
    _ cells: Set<ScopeCell>, _ matching: RowFilter, _ registry: Registry
  ) throws -> [ResultRow] {
    try cells.compactMap { cell in
      let row = ResultRow(untested: cell, category: try registry.check(cell.check)?.check.category ?? "")
      return try matching.accepts(untested: row) ? row : nil
    }
  }

  /// The fold of each cell over the results of one audit (a term).
  private func folds(ofAudit audit: Int64) throws -> [(cell: Int64, ScopeCell, CellFold)] {
    let observations = Observations(self)
    return try cells(ofAudit: audit).compactMap { cell in
      guard let place = try place(ofCell: cell) else { return nil }
      return (cell, place, try observations.fold(cell: cell, audit: audit, until: past?.moment ?? .max))
    }
  }
}
