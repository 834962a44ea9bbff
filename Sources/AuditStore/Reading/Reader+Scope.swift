import AuditCatalog
package import AuditModel
import CanonicalJSON
package import Measuring
import SQLite

/// A cell that belongs to a scope, tested or not.
package struct ScopeCell: Hashable, Sendable {
  package var component: String
  package var check: String
  package var condition: String

  package init(component: String, check: String, condition: String) {
    self.component = component
    self.check = check
    self.condition = condition
  }

  // By their bytes, as the facts and SQLite tell names apart.
  package static func == (left: ScopeCell, right: ScopeCell) -> Bool {
    left.component.hasSameBytes(as: right.component) && left.check.hasSameBytes(as: right.check)
      && left.condition.hasSameBytes(as: right.condition)
  }

  package func hash(into hasher: inout Hasher) {
    for name in [component, check, condition] { ExactText(name).hash(into: &hasher) }
  }
}

/// Where a check belongs: its rules without its text.
package struct CheckRules: Sendable {
  package var id: String
  package var appliesTo: [String]
  package var platforms: [Platform]
  package var profiles: [Profile]

  var unit: CheckUnit { CheckUnit(of: appliesTo) }

  package func isInScope(for component: Component) -> Bool {
    Check.isInScope(id, to: appliesTo, platforms: platforms, profiles: profiles, component)
  }
}

/// What cells a piece of work is about: those of each component with each check that applies, under each condition.
package struct WorkScope: Sendable {
  /// In use, in the order of the keys.
  package var components: [Component]
  /// In the order of the audit's checklists, else of the ids.
  package var checks: [CheckRules]
  package var conditions: [Condition]

  /// The components that none of the checks is meant for: nothing is asked about them, and no figure says so.
  package var withoutCheck: [Component] {
    components.filter { component in !checks.contains { $0.isInScope(for: component) } }
  }

  /// How many checks are asked of the app or of screens where no such component is registered.
  package func unasked(_ unit: CheckUnit) -> Int {
    let kinds: Set = unit == .app ? ["app"] : CheckUnit.screens
    if components.contains(where: { kinds.contains($0.kind) }) { return 0 }
    return checks.count { $0.unit == unit }
  }

  /// The cells, component by component.
  package var cells: [ScopeCell] {
    var cells: [ScopeCell] = []
    for component in components {
      for check in checks where check.isInScope(for: component) {
        for condition in conditions {
          cells.append(ScopeCell(component: component.key, check: check.id, condition: condition.text))
        }
      }
    }
    return cells
  }

  static func ordered(_ checks: [CheckRules], by ids: [String]) -> [CheckRules] {
    let byID = Dictionary(checks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return ids.compactMap { byID[$0] }
  }

  /// What of everything an audit is about.
  ///
  /// - Parameter ids: the checks of its checklists.
  func narrowed(to audit: AuditRound, checks ids: [String]) -> WorkScope {
    var scope = self
    if !audit.checklists.isEmpty { scope.checks = Self.ordered(checks, by: ids) }
    let globs = audit.components.map(Glob.init)
    if !globs.isEmpty {
      scope.components.removeAll { component in !globs.contains(where: component.matches) }
    }
    if audit.isOfApp {
      scope.components.removeAll { !$0.isApp }
      for place in scope.checks.indices { scope.checks[place].appliesTo = [] }
    }
    scope.conditions = audit.conditions
    return scope
  }
}

extension Reader {
  /// The cells of an audit: its components in use x the checks of its checklists that apply x its conditions.
  package func scope(of audit: AuditRound) throws -> [ScopeCell] { try workScope(of: audit).cells }

  /// What an audit is about; without one, what the plan of the tracker asks for.
  package func workScope(of audit: AuditRound?) throws -> WorkScope {
    guard let audit else {
      var scope = try everything()
      let plan = try plan()
      if !plan.checklists.isEmpty {
        scope.checks = try WorkScope.ordered(scope.checks, by: checklistChecks(plan.checklists))
      }
      scope.conditions = plan.conditions ?? scope.conditions
      return scope
    }
    if let closed = try closedScope(of: audit) { return closed }
    return try everything().narrowed(to: audit, checks: checklistChecks(audit.checklists))
  }

  /// Components in use, all checks, and the default condition, independent of the plan.
  package func everything() throws -> WorkScope {
    WorkScope(components: try components().filter { !$0.isRetired }, checks: try checkRules(), conditions: [.standard])
  }

  /// The rules of every check as it reads now, in the order of the ids; a small part of the cost of the checks.
  func checkRules() throws -> [CheckRules] {
    try kept(\.keptRules) {
      try database.all("SELECT check_id, rules FROM check_text WHERE current = 1 ORDER BY check_id", []) { row in
        CheckRules.read(row.text(0), row.text(1))?.rules
      }.compactMap { $0 }
    }
  }

  /// The cells that have a result which counts, of any component and condition.
  package func testedCells() throws -> Set<ScopeCell> {
    var tested: Set<ScopeCell> = []
    try visitCells([.component, .check, .condition]) { cell in
      tested.insert(
        ScopeCell(component: try text(cell[0]), check: try text(cell[1]), condition: try text(cell[2])))
    }
    return tested
  }

  /// A checklist by its id: a team's own, else a built-in one.
  package func checklist(_ id: String) throws -> Checklist? {
    try (ownChecklists().first { $0.id == id } ?? Catalog.checklist(id))?.asked(
      in: edition, all: checkIDs())
  }

  /// The checks of some checklists, in their order, each once.
  package func checklistChecks(_ ids: [String]) throws -> [String] { try checklistChecks(ids, in: checklist) }

  /// The same with other checklists than those of now.
  func checklistChecks(_ ids: [String], in find: (String) throws -> Checklist?) throws -> [String] {
    var seen: Set<String> = []
    return try ids.flatMap { try find($0)?.checks ?? [] }.filter { seen.insert($0).inserted }
  }
}

extension CheckRules {
  init(_ check: Check) {
    self.init(id: check.id, appliesTo: check.appliesTo, platforms: check.platforms, profiles: check.profiles)
  }

  /// The rules as `check_text` keeps them beside the text, and what the check measures; nil if they are not readable.
  static func read(_ id: String, _ json: String) -> (rules: CheckRules, measurement: Measurement?)? {
    guard let parts = RecordJSON.value(json)?.arrayValue, parts.count == 4 else { return nil }
    let words = parts.prefix(3).map { $0.arrayValue?.compactMap(\.stringValue) ?? [] }
    let rules = CheckRules(
      id: id, appliesTo: words[0], platforms: words[1].compactMap(Platform.init(rawValue:)),
      profiles: words[2].compactMap(Profile.init(rawValue:)))
    return (rules, parts[3].isNull ? nil : try? Measurement(from: parts[3]))
  }
}
