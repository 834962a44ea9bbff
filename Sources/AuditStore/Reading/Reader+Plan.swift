package import AuditModel

extension Reader {
  /// The plan as it is now, also for a moment of the past: as with the scope of an audit, one yardstick for all times.
  package func plan() throws -> TrackerPlan {
    var plan = TrackerPlan()
    guard let record = try record("setting", "tracker"), !record.isDeleted else { return plan }
    plan.checklists = record.list("checklists")
    let conditions = Self.conditions(record)
    if !conditions.isEmpty { plan.conditions = conditions }
    return plan
  }

  /// The conditions that a record names, each once.
  static func conditions(_ record: Record) -> [Condition] {
    var known: Set<ExactText> = []
    return record.list("conditions").compactMap { try? Condition(parsing: $0) }.filter {
      known.insert(ExactText($0.text)).inserted
    }
  }
}
