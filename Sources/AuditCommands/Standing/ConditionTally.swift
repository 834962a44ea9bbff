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

  static func groups(_ context: Context, _ reader: Reader, _ audit: AuditRound?) throws -> ConditionGroups? {
    guard let grouping = try grouping(context, audit) else { return nil }
    let rows =
      try audit.map { try reader.cells(of: $0, Filter(), includingUntested: true).rows } ?? reader.cells(Filter())
    return groups(rows, by: grouping)
  }

  static func groups(_ rows: [ResultRow], by grouping: ConditionGrouping) -> ConditionGroups {
    var counts: [String: CellCounts] = [:]
    var known: [String: [String]] = [:]
    for row in rows {
      let place = row.condition + "\n" + row.device
      let names = known[place] ?? grouping.groups(condition: row.condition, device: row.device)
      known[place] = names
      let state = row.outcome.map { CellState(outcome: $0, severity: row.severity, isDisputed: row.isDisputed) }
      for name in names { counts[name, default: CellCounts()].add(state) }
    }
    return ConditionGroups(
      by: grouping,
      rows: grouping.ordered(Set(counts.keys)).map { .init(name: $0, counts: counts[$0] ?? CellCounts()) })
  }
}
