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
    var known: Set<SIMD3<Int32>> = []
    for (place, period) in request.periods.enumerated() {
      guard let audit = audits[ExactText(period.name)] else { continue }
      var components: [Set<Int32>] = Array(repeating: [], count: points.count)
      func enter(_ set: Int, _ component: Int32?, _ change: (inout TrendPoint) -> Void) {
        for group in groups.sets[set] {
          while group >= points.count {
            points.append(Array(repeating: TrendPoint(), count: request.periods.count))
            components.append([])
          }
          change(&points[group][place])
          if let component { components[group].insert(component) }
        }
      }
      let table = try (readers[period.to] ?? self).cellTable(request.filter, of: audit)
      for entry in table.entries {
        guard let state = entry.state else { continue }
        let isNew = known.insert(SIMD3(entry.component, entry.check, entry.condition)).inserted
        enter(try groups.set(of: entry, table.context(of: entry)), entry.component) { point in
          point.counts.add(state)
          if entry.isWaived { point.waived += 1 }
          if isNew { point.new += 1 }
          point.oldest = min(point.oldest ?? entry.seen, entry.seen)
        }
      }
      // An untested cell has no tester and no build.
      for cell in try request.grouping?.followsResult ?? false ? [] : table.untestedCells() {
        enter(try groups.set(of: cell.component, check: cell.check), nil) { $0.counts.untested += 1 }
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
