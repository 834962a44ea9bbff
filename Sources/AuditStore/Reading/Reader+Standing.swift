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
        SELECT component, sum(pass), sum(fail), sum(na), sum(cant_tell), sum(disputed), sum(critical), sum(serious),
          sum(moderate), sum(minor), sum(unrated)
        FROM tally GROUP BY component
        """
    }
    return """
      SELECT component, sum(outcome = 1), sum(outcome = 2), sum(outcome = 3), sum(outcome = 4), sum(disputed),
        sum(outcome = 2 AND severity = 1), sum(outcome = 2 AND severity = 2), sum(outcome = 2 AND severity = 3),
        sum(outcome = 2 AND severity = 4), sum(outcome = 2 AND severity NOT BETWEEN 1 AND 4)
      FROM \(cells) GROUP BY component
      """
  }

  private static func counts(_ row: Statement, from start: Int32) -> CellCounts {
    var counts = CellCounts()
    counts.pass = row.int(start)
    counts.fail = row.int(start + 1)
    counts.na = row.int(start + 2)
    counts.cantTell = row.int(start + 3)
    counts.disputed = row.int(start + 4)
    counts.critical = row.int(start + 5)
    counts.serious = row.int(start + 6)
    counts.moderate = row.int(start + 7)
    counts.minor = row.int(start + 8)
    counts.unrated = row.int(start + 9)
    return counts
  }

  /// Age and staleness need the results that are shown: one pass over the cells, small integers only.
  private func addEvidence(to standing: inout Standing, _ registry: Registry) throws {
    let rule = try registry.rule.get()
    let texts = try currentTextTerms()
    let sources = try currentSources(registry)
    let waived = try Set(registry.waiversByCell.get().values.joined().compactMap { try term($0.component) })
    let build = rule.build.isEmpty ? nil : try term(rule.build) ?? -1
    var inUse: [Int64: Bool] = [:]
    let sql = """
      SELECT cell.component, cell.check_id, cell.condition, cell.outcome, cell.latest_time, result.text,
        context.source, context.build
      FROM \(cells) JOIN result ON result.id = cell.shown JOIN context ON context.id = result.context
      WHERE cell.outcome <> 0
      """
    try database.rows(sql) { row in
      let component = row.int64(0)
      if inUse[component] == nil { inUse[component] = try registry.isInUse(try text(component)) }
      guard inUse[component] == true else { return }
      let time = row.int64(4)
      standing.oldest = min(standing.oldest ?? time, time)
      standing.newest = max(standing.newest ?? time, time)
      let seenText = row.optionalInt64(5)
      let source = sources[component]
      let isStale =
        (row.int64(6) != 0 && source != nil && source != row.int64(6))
        || (build != nil && build != row.int64(7))
        || (seenText != nil && texts[row.int64(1)].map { $0 != seenText } ?? false)
        || rule.isTooOld(time, now: now)
      if isStale { standing.stale += 1 }
      guard row.int64(3) == 2, waived.contains(component) else { return }
      let waiver = try registry.waiver(
        component: try text(component), check: try text(row.int64(1)), condition: try text(row.int64(2)))
      if waiver != nil { standing.waived += 1 }
    }
  }

  /// Version of the current text by the check's term.
  private func currentTextTerms() throws -> [Int64: Int64] {
    var texts: [Int64: Int64] = [:]
    guard past == nil else {
      for (check, version) in try currentTexts() {
        if let term = try term(check) { texts[term] = Int64(version) }
      }
      return texts
    }
    let sql = "SELECT term.id, version FROM check_text JOIN term ON term.text = check_id WHERE current = 1"
    try database.rows(sql) { texts[$0.int64(0)] = $0.int64(1) }
    return texts
  }

  /// Term of the current source digest by the component's term; 0 is a digest no result was seen against.
  private func currentSources(_ registry: Registry) throws -> [Int64: Int64] {
    var sources: [Int64: Int64] = [:]
    for (key, component) in try registry.componentsByKey.get() where !component.sourceDigest.isEmpty {
      if let place = try term(key) { sources[place] = try term(component.sourceDigest) ?? 0 }
    }
    return sources
  }
}
