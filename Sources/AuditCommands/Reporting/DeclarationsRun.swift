import Arguments
import AuditCatalog
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// `a11y report --declarations`: what the evidence bears of Apple's accessibility nutrition labels.
enum DeclarationsRun {
  static func run(_ context: Context, _ format: OutputFormat) throws -> ExitCode {
    guard [.table, .plain, .md, .json].contains(format) else {
      throw Problem.usage(
        "format.unfit", "--declarations has no rows for \(format.rawValue)",
        hints: ["--json has everything; --md, --plain and the usual form are for people."])
    }
    let query = try TrendQuery(context.arguments.positionals)
    let moment = try context.asOf()
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let tracker = try context.openTracker(.readAtLength)
    var draft = try tracker.read { present in
      try query.examine(present, context)
      let audit = try context.arguments.string(.audit).map { try AuditName.find($0, present) }
      return try self.draft(try moment.map(present.at) ?? present, audit, query)
    }
    if let limit { draft.limit = limit }
    try context.write(draft.page, json: draft.json, as: format)
    return .done
  }

  private static func draft(_ reader: Reader, _ audit: AuditRound?, _ query: TrendQuery) throws -> DeclarationDraft {
    let rows = try audit.map { try reader.cells(of: $0, query.filter).rows } ?? reader.cells(query.filter)
    let scope = try reader.workScope(of: audit)
    let components = try self.components(scope, rows, query, reader)
    let inScope = Set(scope.checks.map(\.id))
    let matching = RecordFilter(query.filter, reader: reader)
    let checks = try reader.checks().map(\.check).filter { check in
      try inScope.contains(check.id) && matching.accepts(check)
    }
    let titles = Dictionary(checks.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
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
    return deciding.draft(asOf: reader.now, audit: audit?.name, filter: query.source)
  }

  /// The components of the scope that are asked for, and those that were looked at without being registered.
  private static func components(
    _ scope: WorkScope, _ rows: [ResultRow], _ query: TrendQuery, _ reader: Reader
  ) throws -> [Component] {
    let words = query.filter.terms(on: [.component, .kind, .profile, .screen, .source, .owner, .tag])
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
