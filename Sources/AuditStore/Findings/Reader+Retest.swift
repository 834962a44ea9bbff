package import AuditModel
import SQLite

extension Reader {
  /// What is to be seen again, in an order that changes settings least (`RetestOrder`), each cell with its reasons.
  ///
  /// - A failure where there is a newer build than the one it was seen in, or a newer source: see `KnownBuilds`.
  /// - A pass that is stale by source, build or age.
  /// - Anything whose check was changed, and anything disputed.
  /// - A failure whose waiver has run out.
  /// - Parameter audit: only what the results of this audit alone give, in its scope.
  package func retestQueue(_ filter: Filter = Filter(), of audit: AuditRound? = nil) throws -> [RetestItem] {
    // What passes and is neither stale nor in doubt has no reason to be seen again.
    let rows =
      try audit.map { try cells(of: $0, filter).rows }
      ?? cellTable(filter).rows { $0.isFailing || $0.isStale || $0.isUnsettled }
    return try retestQueue(in: rows, of: audit)
  }

  /// The same of cells that were read already.
  package func retestQueue(in rows: [ResultRow], of audit: AuditRound?) throws -> [RetestItem] {
    let builds = try KnownBuilds(self, audit: audit)
    let items = rows.compactMap { row -> RetestItem? in
      let reasons = Self.reasons(row, newer: builds.newer(than: row))
      guard !reasons.isEmpty else { return nil }
      return RetestItem(
        component: row.component, check: row.check, condition: row.condition, device: row.device, outcome: row.outcome,
        severity: row.severity, isDisputed: row.isUnsettled, build: row.build, tester: row.tester, time: row.time,
        reasons: reasons)
    }
    return RetestOrder.ordered(items)
  }

  private static func reasons(_ row: ResultRow, newer: String?) -> [RetestReason] {
    var reasons: [RetestReason] = []
    if row.outcome == .fail {
      if let newer { reasons.append(.newerBuild(seen: row.build, now: newer)) }
      if row.stale.contains(.source) { reasons.append(.newerSource) }
    }
    let stale = row.stale.filter { $0 != .check }
    if row.outcome == .pass, !stale.isEmpty { reasons.append(.stale(stale)) }
    if row.stale.contains(.check) { reasons.append(.checkChanged) }
    if let expired = row.expired { reasons.append(.waiverExpired(expired.until)) }
    if row.isUnsettled { reasons.append(.disputed) }
    return reasons
  }
}
