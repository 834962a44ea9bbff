import AuditModel
import AuditStore

/// Cells by what was set while they were seen.
enum ConditionTally {
  /// What `--by` asks for; of an audit with several conditions its passes or its conditions anyway. Nil for nothing.
  static func grouping(_ context: Context, _ audit: AuditRound?) throws(Problem) -> ConditionGrouping? {
    if let asked = try context.arguments.choice(.by, as: ConditionGrouping.self) { return asked }
    guard let audit, audit.conditions.count > 1 else { return nil }
    let isPasses = audit.conditions.allSatisfy { condition in
      condition.tokens.contains(where: ConditionSetting.technologies.contains)
    }
    return isPasses ? .technology : .condition
  }

  /// The cells of the whole tracker or of an audit. What was seen on which device only the results tell.
  static func groups(
    _ reader: Reader, _ audit: AuditRound?, _ standing: Standing, by grouping: ConditionGrouping
  ) throws -> ConditionGroups {
    let methods = try methods(reader, grouping)
    guard let audit else { return groups(try reader.cells(Filter()), by: grouping, methods) }
    guard ![.device, .sizeClass, .technology].contains(grouping) else {
      return groups(try reader.cells(of: audit, Filter(), includingUntested: true).rows, by: grouping, methods)
    }
    var counts: [String: CellCounts] = [:]
    for (condition, cells) in standing.byCondition {
      for name in grouping.groups(condition: condition, device: "") {
        counts[name] = (counts[name] ?? CellCounts()) + cells
      }
    }
    return groups(counts, by: grouping)
  }

  /// How checks are done, by their ids, where it decides the group.
  private static func methods(_ reader: Reader, _ grouping: ConditionGrouping) throws -> [String: Method] {
    guard grouping == .technology else { return [:] }
    return Dictionary(
      try reader.checks().map { ($0.check.id, $0.check.method) }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter methods: how checks are done, by their ids.
  static func groups(
    _ rows: [ResultRow], by grouping: ConditionGrouping, _ methods: [String: Method]
  ) -> ConditionGroups {
    var counts: [String: CellCounts] = [:]
    var known: [String: [String]] = [:]
    for row in rows {
      let method = methods[row.check]
      let place = "\(row.condition)\n\(row.device)\n\(method?.rawValue ?? "")"
      let names = known[place] ?? grouping.groups(condition: row.condition, device: row.device, method: method)
      known[place] = names
      let state = row.outcome.map { row.state($0) }
      for name in names { counts[name, default: CellCounts()].add(state) }
    }
    return groups(counts, by: grouping)
  }

  private static func groups(_ counts: [String: CellCounts], by grouping: ConditionGrouping) -> ConditionGroups {
    ConditionGroups(
      by: grouping,
      rows: grouping.ordered(Set(counts.keys)).map { .init(name: $0, counts: counts[$0] ?? CellCounts()) })
  }
}
