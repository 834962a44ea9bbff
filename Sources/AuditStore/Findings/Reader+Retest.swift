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
    try retestQueue(of: audit.map { try cellTable(filter, of: $0) } ?? cellTable(filter), audit)
  }

  /// The same of cells that were read already.
  package func retestQueue(of table: CellTable, _ audit: AuditRound?) throws -> [RetestItem] {
    let builds = try KnownBuilds(self, audit: audit)
    var items: [RetestItem] = []
    // What passes and is neither stale nor in doubt has no reason to be seen again.
    for entry in table.entries where entry.isFailing || entry.isStale || entry.isUnsettled {
      var item = try table.retestItem(entry)
      item.reasons = reasons(
        item, entry, newer: builds.newer(than: item),
        expired: entry.hasExpired
          ? try registry.expiredWaiver(component: item.component, check: item.check, condition: item.condition) : nil)
      if !item.reasons.isEmpty { items.append(item) }
    }
    return RetestOrder.ordered(items)
  }

  private func reasons(
    _ item: RetestItem, _ entry: CellTable.Entry, newer: String?, expired: Waiver?
  ) -> [RetestReason] {
    var reasons: [RetestReason] = []
    if entry.isFailing {
      if let newer { reasons.append(.newerBuild(seen: item.build, now: newer)) }
      if entry.stale.contains(.source) { reasons.append(.newerSource) }
    }
    let stale = entry.staleReasons.filter { $0 != .check }
    if item.outcome == .pass, !stale.isEmpty { reasons.append(.stale(stale)) }
    if entry.stale.contains(.check) { reasons.append(.checkChanged) }
    if let expired { reasons.append(.waiverExpired(expired.until)) }
    if entry.isUnsettled { reasons.append(.disputed) }
    return reasons
  }
}
