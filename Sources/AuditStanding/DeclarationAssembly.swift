import AuditCatalog
package import AuditModel
package import AuditReports
package import AuditStore

/// Which of Apple's accessibility nutrition labels the evidence of a tracker, or of an audit, supports.
package enum DeclarationAssembly {
  package static func draft(_ reader: Reader, _ audit: AuditRound?, _ filter: Filter) throws -> DeclarationDraft {
    let rows = try audit.map { try reader.cells(of: $0, filter).rows } ?? reader.cells(filter)
    let scope = try reader.workScope(of: audit)
    let components = try self.components(scope, rows, filter, reader)
    let inScope = Set(scope.checks.map(\.id))
    let matching = RecordFilter(filter, reader: reader)
    let known = try reader.checks().map(\.check)
    let checks = try known.filter { check in
      try inScope.contains(check.id) && matching.accepts(check)
    }
    let titles = Dictionary(checks.map { ($0.id, $0.failure) }, uniquingKeysWith: { first, _ in first })
    let platforms = Dictionary(components.map { ($0.key, $0.platforms) }, uniquingKeysWith: { first, _ in first })
    var seen: [Place: [DeclarationDeciding.Seen]] = [:]
    for row in rows {
      guard let outcome = row.outcome else { continue }
      let family = DeviceFamily.of(
        device: row.device, condition: row.condition, platforms: platforms[row.component] ?? [])
      let blocker = DeclarationDraft.Blocker(
        component: row.component, check: row.check, title: titles[row.check] ?? row.check, condition: row.condition,
        severity: row.severity, note: row.note ?? "", device: row.device, waivedUntil: row.waiver?.until)
      seen[Place(row.component, row.check), default: []].append(
        DeclarationDeciding.Seen(
          outcome: outcome, isDisputed: row.isUnsettled, isStale: !row.stale.isEmpty, family: family,
          blocker: outcome == .fail ? blocker : nil))
    }
    let deciding = DeclarationDeciding(features: Catalog.declaredFeatures, components: components, checks: checks) {
      seen[Place($0.key, $1.id)] ?? []
    }
    var draft = deciding.draft(asOf: reader.now, audit: audit?.name, filter: filter.isEmpty ? nil : filter.source)
    let book = VerdictBook(try reader.verdicts())
    draft.said = Catalog.declaredFeatures.compactMap { feature in
      // Captions and audio descriptions are asked for where there is a player; without one a person says so.
      let hasCheck = known.contains { check in
        guard feature.isSpoken(toBy: check) else { return false }
        return !feature.checks.isEmpty || components.contains { check.isInScope(for: $0) }
      }
      let verdicts = book.standing(feature.id)
      return hasCheck && verdicts.isEmpty
        ? nil : DeclarationDraft.Said(feature: feature, hasCheck: hasCheck, verdicts: verdicts)
    }
    return draft
  }

  /// The components of the scope that are asked for, and those that were looked at without being registered.
  private static func components(
    _ scope: WorkScope, _ rows: [Cell], _ filter: Filter, _ reader: Reader
  ) throws -> [Component] {
    let words = filter.terms(on: [.component, .kind, .profile, .screen, .source, .owner, .tag])
    let matching = RecordFilter(Filter(terms: words), reader: reader)
    var components = try scope.components.filter { try matching.accepts(component: $0.key, check: "") }
    var known = Set(components.map { Array($0.key.utf8) })
    for row in rows where known.insert(Array(row.component.utf8)).inserted {
      components.append(Component(key: row.component))
    }
    return components
  }

  /// A component and a check, by their bytes.
  private struct Place: Hashable {
    private let component: [UInt8]
    private let check: [UInt8]

    init(_ component: String, _ check: String) {
      self.component = Array(component.utf8)
      self.check = Array(check.utf8)
    }
  }
}
