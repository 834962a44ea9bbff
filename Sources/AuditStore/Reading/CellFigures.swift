import AuditModel

extension CellTable.Figures {
  /// - Parameter now: that of the machine, ms UTC.
  package mutating func add(_ row: Cell, now: Int64) {
    counts.add(row.outcome.map { row.state($0) })
    if !row.stale.isEmpty { stale += 1 }
    if row.waiver != nil { waived += 1 }
    if row.outcome != nil, HybridTime(milliseconds: row.time).isAhead(of: now) { ahead += 1 }
  }
}
