import AuditFigures
import AuditModel

extension Reader {
  /// The points of audits: each is the audit as it was closed, by the results that carry its name.
  ///
  /// - Parameter request: its periods are those of closed audits.
  /// - Throws: `Refusal.invalid` where the points would be too many.
  func auditTrend(_ request: TrendRequest) throws -> Trend {
    let audits = Dictionary(try audits().map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    let moments = Set(request.periods.map(\.to)).filter { $0 < now }.sorted()
    let readers = Dictionary(zip(moments, try at(moments)), uniquingKeysWith: { first, _ in first })
    let groups = TrendGroups(request.grouping, self, registry)
    var points: [[TrendPoint]] = []
    var components: [Set<ExactText>] = []
    var known: Set<ScopeCell> = []
    for (place, period) in request.periods.enumerated() {
      guard let audit = audits[ExactText(period.name)] else { continue }
      components = Array(repeating: [], count: points.count)
      let rows = try (readers[period.to] ?? self).cells(of: audit, request.filter, includingUntested: true).rows
      for row in rows {
        if row.outcome == nil, request.grouping?.followsResult ?? false { continue }
        let isNew = row.outcome != nil && known.insert(row.place).inserted
        let set = try groups.set(of: row)
        for group in groups.sets[set] {
          while group >= points.count {
            points.append(Array(repeating: TrendPoint(), count: request.periods.count))
            components.append([])
          }
          points[group][place].add(row, isNew: isNew)
          if row.outcome != nil { components[group].insert(ExactText(row.component)) }
        }
      }
      for group in points.indices { points[group][place].components = components[group].count }
      try TrendRequest.check(lines: points.count, points: request.periods.count)
    }
    let shown = groups.names.prefix(points.count).enumerated().filter { group in
      points[group.offset].contains { !$0.isGap }
    }
    return Trend(
      periods: request.periods,
      groups: shown.map { TrendGroup(name: request.grouping == nil ? nil : $0.element, points: points[$0.offset]) }
        .sorted { ($0.name ?? "").utf8.lexicographicallyPrecedes(($1.name ?? "").utf8) })
  }
}

extension TrendPoint {
  fileprivate mutating func add(_ row: Cell, isNew: Bool) {
    guard let outcome = row.outcome else {
      counts.untested += 1
      return
    }
    counts.add(row.state(outcome))
    if row.waiver != nil { waived += 1 }
    if isNew { new += 1 }
    oldest = min(oldest ?? row.time, row.time)
  }
}
