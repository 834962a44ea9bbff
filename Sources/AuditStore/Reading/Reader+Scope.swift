import AuditCatalog
package import AuditModel
import SQLite

/// A cell that belongs to a scope, tested or not.
package struct ScopeCell: Hashable, Sendable {
  package var component: String
  package var check: String
  package var condition: String
}

extension Reader {
  /// The cells of an audit: its components in use x the checks of its checklists that apply x its conditions.
  package func scope(of audit: AuditRound) throws -> [ScopeCell] {
    let ids = try checklistChecks(audit.checklists)
    let current = try checks().map(\.check)
    let byID = Dictionary(current.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let checks = audit.checklists.isEmpty ? current : ids.compactMap { byID[$0] }
    let globs = audit.components.map(Glob.init)
    let components = try components().filter { component in
      !component.isRetired && (globs.isEmpty || globs.contains { $0.matches(component.key) })
    }
    return Self.cells(components, checks, audit.conditions)
  }

  /// Every check that applies to every component in use, under the default condition.
  package func fullScope() throws -> [ScopeCell] {
    Self.cells(try components().filter { !$0.isRetired }, try checks().map(\.check), [.standard])
  }

  private static func cells(
    _ components: [Component], _ checks: [Check], _ conditions: [Condition]
  ) -> [ScopeCell] {
    var cells: [ScopeCell] = []
    for component in components {
      for check in checks
      where check.isInScope(kind: component.kind, profile: component.profile, platforms: component.platforms) {
        for condition in conditions {
          cells.append(ScopeCell(component: component.key, check: check.id, condition: condition.text))
        }
      }
    }
    return cells
  }

  /// A checklist by its id: a team's own, else a built-in one.
  package func checklist(_ id: String) throws -> Checklist? {
    try ownChecklists().first { $0.id == id } ?? Catalog.checklist(id)
  }

  /// The checks of some checklists, in their order, each once.
  private func checklistChecks(_ ids: [String]) throws -> [String] {
    var seen: Set<String> = []
    return try ids.flatMap { try checklist($0)?.checks ?? [] }.filter { seen.insert($0).inserted }
  }

  /// Where an audit stands: each cell of its scope by the results that carry the audit's name.
  package func standing(of audit: AuditRound) throws -> Standing {
    let registry = Registry(self)
    var standing = Standing(audit: audit.name, asOf: now)
    let scope = try scope(of: audit)
    let results = try auditResults(audit.name)
    var byComponent: [String: CellCounts] = [:]
    for cell in scope {
      let seen = results[cell]
      byComponent[cell.component, default: CellCounts()].add(seen?.state)
      guard let seen else { continue }
      standing.oldest = min(standing.oldest ?? seen.time, seen.time)
      standing.newest = max(standing.newest ?? seen.time, seen.time)
      if try registry.rule.get().isTooOld(seen.time, now: now) { standing.stale += 1 }
      let waiver = try registry.waiver(component: cell.component, check: cell.check, condition: cell.condition)
      if seen.state.outcome == .fail, waiver != nil { standing.waived += 1 }
    }
    for (key, counts) in byComponent {
      standing.counts = standing.counts + counts
      guard counts.fail > 0 else { continue }
      let component = try registry.component(key)
      standing.worst.append(
        ComponentStanding(key: key, title: component?.title ?? "", screens: component?.screens ?? [], counts: counts))
    }
    standing.components = byComponent.count
    standing.worst.sort(by: ComponentStanding.isWorse)
    return standing
  }
}
