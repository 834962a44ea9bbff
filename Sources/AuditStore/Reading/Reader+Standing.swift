package import AuditModel
import SQLite

extension Reader {
  /// Where the whole tracker stands: its scope is the cells that have a result, of components in use.
  package func standing() throws -> Standing {
    let registry = Registry(self)
    var standing = Standing(audit: nil, asOf: now)
    try addTallies(to: &standing, registry)
    try addEvidence(to: &standing, registry)
    standing.conflicts = Int(try database.scalar("SELECT count(*) FROM record WHERE \(Self.openConflict)") ?? 0)
    standing.keptForNewer = try keptForNewer()
    return standing
  }

  private func addTallies(to standing: inout Standing, _ registry: Registry) throws {
    try database.rows(talliesSQL) { row in
      let key = try text(row.int64(0))
      guard try registry.isInUse(key) else { return }
      let counts = Self.counts(row, from: 1)
      standing.components += 1
      standing.counts = standing.counts + counts
      if counts.fail > 0 {
        let component = try registry.component(key)
        standing.worst.append(
          ComponentStanding(
            key: key, title: component?.title ?? "", screens: component?.screens ?? [], counts: counts))
      }
    }
    standing.worst.sort(by: ComponentStanding.isWorse)
  }

  /// Cells by state for each component: kept up to date for now, counted for a moment.
  private var talliesSQL: String {
    guard past != nil else {
      return """
        SELECT component, sum(pass), sum(fail), sum(na), sum(cant_tell), sum(disputed), sum(contradicted),
          sum(critical), sum(serious), sum(moderate), sum(minor), sum(unrated)
        FROM tally GROUP BY component
        """
    }
    return """
      SELECT component, sum(outcome = 1), sum(outcome = 2), sum(outcome = 3), sum(outcome = 4), sum(marks & 1),
        sum(marks >> 1 & 1),
        sum(outcome = 2 AND severity = 1), sum(outcome = 2 AND severity = 2), sum(outcome = 2 AND severity = 3),
        sum(outcome = 2 AND severity = 4), sum(outcome = 2 AND severity NOT BETWEEN 1 AND 4)
      FROM \(cells) GROUP BY component
      """
  }

  private static func counts(_ row: Statement, from start: Int32) -> CellCounts {
    func count(_ column: Int32) -> Int { CellCounts.counted(row.int64(column)) }
    var counts = CellCounts()
    counts.pass = count(start)
    counts.fail = count(start + 1)
    counts.na = count(start + 2)
    counts.cantTell = count(start + 3)
    counts.disputed = count(start + 4)
    counts.contradicted = count(start + 5)
    counts.critical = count(start + 6)
    counts.serious = count(start + 7)
    counts.moderate = count(start + 8)
    counts.minor = count(start + 9)
    counts.unrated = count(start + 10)
    return counts
  }

  /// Age and staleness need the results that are shown.
  private func addEvidence(to standing: inout Standing, _ registry: Registry) throws {
    try CellPass(self, registry).visit { cell in
      standing.oldest = min(standing.oldest ?? cell.time, cell.time)
      standing.newest = max(standing.newest ?? cell.time, cell.time)
      if HybridTime(milliseconds: cell.time).isAhead(of: now) { standing.ahead += 1 }
      if cell.isStale { standing.stale += 1 }
      if cell.isWaived { standing.waived += 1 }
    }
  }
}
