package import AuditCatalog
package import AuditModel

extension Reader {
  /// The edition of the built-in checks.
  package var edition: CatalogEdition { get throws { try CatalogEdition(of: database) } }

  /// The checklists of the plan until the team chooses some; none where every check is asked.
  package var usualChecklists: [String] {
    get throws { try usualChecklists(record("setting", "tracker").flatMap { $0.isDeleted ? nil : $0 }) }
  }

  /// A tracker that began before keeps the plan that it had, which is of all.
  private func usualChecklists(_ settings: Record?) throws -> [String] {
    let edition = try min(CatalogEdition(settings, in: database), CatalogEdition(began: database))
    return edition.usualChecklist.map { [$0] } ?? []
  }

  /// The plan as it is now, also for a moment of the past: as with the scope of an audit, one yardstick for all times.
  package func plan() throws -> TrackerPlan {
    var plan = TrackerPlan()
    let record = try record("setting", "tracker").flatMap { $0.isDeleted ? nil : $0 }
    plan.checklists = record?.list("checklists") ?? []
    if plan.checklists.isEmpty { plan.checklists = try usualChecklists(record) }
    let all = Checklist.everything.id
    if plan.checklists.contains(all), try !ownChecklists().contains(where: { $0.id == all }) {
      (plan.checklists, plan.asksForAll) = ([], true)
    }
    let conditions = record.map(Self.conditions) ?? []
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
