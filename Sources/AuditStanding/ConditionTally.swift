package import Arguments
package import AuditModel
import AuditStore
package import Terminal

/// Cells by what was set while they were seen.
package enum ConditionTally {
  /// What `--by` asks for; of an audit with several conditions its passes or its conditions anyway. Nil for nothing.
  package static func grouping(_ context: Context, _ audit: AuditRound?) throws(Problem) -> ConditionGrouping? {
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
    guard let audit else { return try reader.cellTable(Filter()).groups(by: grouping, withUntested: false) }
    guard ![.device, .sizeClass, .technology].contains(grouping) else {
      return try reader.cellTable(Filter(), of: audit).groups(by: grouping, withUntested: true)
    }
    var counts: [String: CellCounts] = [:]
    for (condition, cells) in standing.byCondition {
      for name in grouping.groups(condition: condition, device: "") {
        counts[name] = (counts[name] ?? CellCounts()) + cells
      }
    }
    return ConditionGroups(by: grouping, counts)
  }
}
