package import Audit
import Base
import SQLite

/// The cells that every number about the tracker counts: components in use x checks of the plan that apply x conditions
/// of the plan.
///
/// What was tested counts beyond that unless the plan excludes it: checks that are on none of the chosen checklists
/// and conditions that are not among the chosen ones are outside. That a check is not meant for a kind of component
/// excludes nothing: a logged failure was observed.
final class TrackerScope {
  enum Place {
    /// The component is in use, and the plan does not ask for the cell.
    case outside
    /// The plan asks for it, whether it was tested or not.
    case asked
    /// It counts because it was tested.
    case tested
    /// Its component was retired or deleted.
    case outOfUse
  }

  private enum Known {
    case outOfUse
    case unregistered
    /// With its place in `work.components`; nil where it is not among them.
    case registered(signature: Int, place: Int?)
  }

  /// Components in use, checks of the plan and its conditions.
  let work: WorkScope
  private let reader: Reader
  private let registered: [ExactText: Component]
  private let deleted: Set<ExactText>
  private let planned: Set<ExactText>?
  private let conditionPlaces: [ExactText: Int]
  private let componentPlaces: [ExactText: Int]
  private let isOpenToConditions: Bool
  private let places: [ExactText: Int]
  /// Under which conditions the plan asks for its checks.
  let conditions: ItemConditions
  private var rules: ApplyingChecks
  private var components = ByTerm<Known>()
  /// Place in `work.checks`; -1 where only the name is known, -2 where the plan does not ask for it.
  private var checks = ByTerm<Int>()
  /// Place in `conditions`; -1 for one that the plan does not ask for.
  private var knownConditions = ByTerm<Int>()
  /// What `place` worked out, by the signature of the component, the check, and the condition.
  private var worked: [Place?] = []

  /// - Parameters:
  ///   - registered: the components by their keys; those that are retired are out of use.
  ///   - deleted: the keys of others that are out of use.
  ///   - work: what the plan asks for, where it is known.
  init(
    _ reader: Reader, registered: [ExactText: Component], deleted: Set<ExactText>, work: WorkScope? = nil
  ) throws {
    (self.reader, self.registered, self.deleted) = (reader, registered, deleted)
    let plan = try reader.plan()
    self.work = try work ?? reader.workScope(of: nil)
    rules = ApplyingChecks(self.work)
    conditions = rules.conditions
    planned = plan.checklists.isEmpty ? nil : Set(try reader.checklistChecks(plan.checklists).map(ExactText.init))
    conditionPlaces = Dictionary(placesOf: rules.conditions.all.map(\.text))
    componentPlaces = Dictionary(placesOf: self.work.components.map(\.key))
    isOpenToConditions = plan.conditions == nil
    places = Dictionary(placesOf: self.work.checks.map(\.id))
  }

  /// Where a cell (terms) belongs.
  func place(component: Int64, check: Int64, condition: Int64) throws -> Place {
    let signature: Int
    switch try known(component) {
    case .outOfUse: return .outOfUse
    case .unregistered: signature = -1
    case .registered(let found, _): signature = found
    }
    let check = try place(ofCheck: check)
    guard check > -2 else { return .outside }
    let condition = try place(ofCondition: condition)
    // Worked out once for all cells that are alike in these three, each of which may be -1.
    let row = (signature + 1) * (work.checks.count + 1) + check + 1
    let number = row * (conditions.all.count + 1) + condition + 1
    if number < worked.count, let known = worked[number] { return known }
    let found = place(signature: signature, check: check, condition: condition)
    // A plan from elsewhere may name any number of conditions.
    guard number < 1 << 22 else { return found }
    if number >= worked.count { worked.append(contentsOf: repeatElement(nil, count: number + 1 - worked.count)) }
    worked[number] = found
    return found
  }

  private func place(signature: Int, check: Int, condition: Int) -> Place {
    let isAsked = check >= 0 && conditions.contains(condition, of: check)
    guard isAsked || conditions.isNamed(condition) || isOpenToConditions else { return .outside }
    return isAsked && signature >= 0 && rules.applies(check, to: signature) ? .asked : .tested
  }

  /// Those of the cells that the plan could ask for which are tested.
  ///
  /// - Parameters:
  ///   - table: all tested cells of the tracker, where they have been read.
  ///   - unsaid: cells that are none.
  func tested(in table: CellTable? = nil, except unsaid: Set<Int64> = []) throws -> TestedSlots {
    var slots = TestedSlots(work, conditions)
    func add(_ component: Int64, _ check: Int64, _ condition: Int64) throws {
      guard case .registered(_, let component?) = try known(component) else { return }
      let check = try place(ofCheck: check)
      guard check >= 0 else { return }
      let condition = try place(ofCondition: condition)
      if condition >= 0 { slots.insert(AskedSlot(component: component, check: check, condition: condition)) }
    }
    if let table {
      for cell in table.entries { try add(Int64(cell.component), Int64(cell.check), Int64(cell.condition)) }
    } else {
      try reader.visitCells([.component, .check, .condition, .id]) {
        if !unsaid.contains($0[3]) { try add($0[0], $0[1], $0[2]) }
      }
    }
    return slots
  }

  /// The places in `work.checks` of those that apply to a component.
  func checks(of component: Component) -> [Int] { rules.places(for: component) }

  /// How many cells the plan asks for of a component.
  func asked(of component: Component) -> Int { rules.items(of: component) }

  private func known(_ component: Int64) throws -> Known {
    if let known = components[component] { return known }
    let key = ExactText(try reader.text(component))
    let found: Known
    if let component = registered[key] {
      found =
        component.isRetired
        ? .outOfUse : .registered(signature: rules.signature(of: component), place: componentPlaces[key])
    } else {
      found = deleted.contains(key) ? .outOfUse : .unregistered
    }
    components[component] = found
    return found
  }

  /// The place of a check (a term) in `work.checks`; negative for one that is not among them.
  func place(ofCheck check: Int64) throws -> Int {
    if let known = checks[check] { return known }
    let id = ExactText(try reader.text(check))
    let isPlanned = planned?.contains(id) ?? true
    let found = isPlanned ? places[id] ?? -1 : -2
    checks[check] = found
    return found
  }

  private func place(ofCondition condition: Int64) throws -> Int {
    if let known = knownConditions[condition] { return known }
    let found = conditionPlaces[ExactText(try reader.text(condition))] ?? -1
    knownConditions[condition] = found
    return found
  }
}

/// A cell that belongs to a scope, tested or not.
package struct ScopeCell: Hashable, Sendable {
  @ExactText package var component: String
  @ExactText package var check: String
  @ExactText package var condition: String

  package init(component: String, check: String, condition: String) {
    (_component, _check, _condition) = (ExactText(component), ExactText(check), ExactText(condition))
  }
}

/// Where a check belongs: its rules without its text.
package struct CheckRules: Hashable, Sendable {
  package var id: String
  package var appliesTo: [String]
  package var platforms: [Platform]
  package var profiles: [Profile]

  package var unit: CheckUnit { CheckUnit(of: appliesTo) }

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
  /// Those that it is asked for under. A check that has a setting is asked for by `settings`.
  package var conditions: [Condition]
  var settings: CheckSettings

  /// How many checks are asked of the app or of screens where no such component is registered.
  package func unasked(_ unit: CheckUnit) -> Int {
    let kinds: Set = unit == .app ? ["app"] : CheckUnit.screens
    if components.contains(where: { kinds.contains($0.kind) }) { return 0 }
    return checks.count { $0.unit == unit }
  }

  /// The cells, component by component.
  package var cells: [ScopeCell] {
    var cells: [ScopeCell] = []
    let asked = ItemConditions(self)
    for component in components {
      for (place, check) in checks.enumerated() where check.isInScope(for: component) {
        for condition in asked.places(of: place) {
          cells.append(ScopeCell(component: component.key, check: check.id, condition: asked.all[condition].text))
        }
      }
    }
    return cells
  }

  /// How many these are.
  package var count: Int {
    var rules = ApplyingChecks(self)
    return components.reduce(0) { $0 + rules.items(of: $1) }
  }

  static func ordered(_ checks: [CheckRules], by ids: [String]) -> [CheckRules] {
    let places = Dictionary(placesOf: ids)
    var found = [CheckRules?](repeating: nil, count: ids.count)
    for check in checks { if let place = places[ExactText(check.id)], found[place] == nil { found[place] = check } }
    return found.compactMap(\.self)
  }

  /// What an audit is about, with the checks of its checklists.
  func narrowed(to audit: AuditRound) -> WorkScope {
    var scope = self
    scope.conditions = audit.conditions
    let globs = audit.components.map(Glob.init)
    if !globs.isEmpty {
      // Where they are: a copy of each component, or of the pattern, takes longer than to match its key.
      let places = components.withUnsafeBufferPointer { components in
        globs.withUnsafeBufferPointer { globs in
          components.indices.filter { place in
            globs.indices.contains {
              globs[$0].matches(components[place].key, before: components[place].formerKeys)
            }
          }
        }
      }
      scope.components = places.map { components[$0] }
    }
    if audit.isOfApp {
      scope.components.removeAll { !$0.isApp }
      for place in scope.checks.indices { scope.checks[place].appliesTo = [] }
    }
    return scope
  }
}

extension CheckRules {
  /// Whether it can have no item: every component of its kinds is on other platforms, or has other features; where there is
  /// none of its kinds, all components are on other platforms.
  fileprivate func isExcluded(by components: [Component]) -> Bool {
    let meant = components.filter { appliesTo.isEmpty || appliesTo.contains($0.kind) }
    guard meant.isEmpty else { return !meant.contains(where: isInScope) }
    return !platforms.isEmpty && !components.isEmpty
      && components.allSatisfy { !$0.platforms.isEmpty && Set(platforms).isDisjoint(with: $0.platforms) }
  }
}

extension Reader {
  /// Those of some checks that an audit, or the plan, asks for and that can have no item there, by what people registered
  /// who are followed: nothing is missing.
  package func excluded(_ checks: Set<String>, from audit: AuditRound?) throws -> Set<String> {
    let (scope, others) = (try workScope(of: audit), try ofOthersAlone("component"))
    let components = scope.components.filter { !others.contains(ExactText($0.key)) }
    return Set(scope.checks.filter { checks.contains($0.id) && $0.isExcluded(by: components) }.map(\.id))
  }

  /// What an audit is about; without one, what the plan of the tracker asks for.
  package func workScope(of audit: AuditRound?) throws -> WorkScope {
    if let audit, let closed = try closedScope(of: audit) { return closed }
    guard let audit else {
      var scope = try planOfComponents()
      scope.components = try inUse()
      return scope
    }
    return try WorkScope(
      components: inUse(), checks: rules(on: audit.checklists), conditions: [], settings: checkSettings
    ).narrowed(to: audit)
  }

  /// What the plan of the tracker asks of components, without them: to read those takes longer than all else.
  func planOfComponents() throws -> WorkScope {
    let plan = try plan()
    return WorkScope(
      components: [], checks: try rules(on: plan.checklists), conditions: plan.conditions ?? [.standard],
      settings: try checkSettings)
  }

  /// Components in use, all checks, and the default condition, independent of the plan.
  package func everything() throws -> WorkScope {
    WorkScope(
      components: try inUse(), checks: try checkRules(), conditions: [.standard], settings: try checkSettings)
  }

  private func inUse() throws -> [Component] { try kept(\.keptInUse) { try components().filter { !$0.isRetired } } }

  /// The rules of the checks on some checklists, in their order; of all checks where there is none. Many audits have the
  /// same.
  private func rules(on lists: [String]) throws -> [CheckRules] {
    if lists.isEmpty { return try checkRules() }
    if let known = keptLists[lists] { return known }
    let checklists = try checklists()
    // Who asks for a second list, as for those of many audits, asks for more: all are read once then.
    let found: [CheckRules]
    if keptLists.isEmpty {
      let ids = try checklists.checks(on: lists)
      found = WorkScope.ordered(try checkRules(of: ids), by: ids)
    } else {
      found = try checklists.rules(on: lists)
    }
    if isSteady { keptLists[lists] = found }
    return found
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

  /// The checks of some checklists, in their order, each once.
  package func checklistChecks(_ ids: [String]) throws -> [String] { try checklists().checks(on: ids) }

  /// The same with other checklists than those of now.
  func checklistChecks(_ ids: [String], in find: (String) throws -> Checklist?) throws -> [String] {
    try ids.flatMap { try find($0)?.checks ?? [] }.unique()
  }
}

/// Keeps what the plan of the tracker asks for in tables, for those who ask the database without this program.
///
/// ```
///   plan ────────> plan_check, plan_condition, plan_setting
///   components ──> alike ones ──┬─> applicable
///   checks of the plan ─────────┘
/// ```
enum ScopeTables {
  static let tables = ["plan_check", "plan_condition", "plan_setting", "applicable"]

  /// What makes components alike for checks, as the views have it.
  static let alike = "json_extract(doc, '$.kind', '$.profile', '$.platforms', '$.style', '$.target_tier', '$.has')"

  /// Rewrites all of it.
  static func write(to database: Connection) throws {
    for table in tables { try database.run("DELETE FROM \(table)") }
    let reader = Reader(database: database, now: 0)
    let plan = try reader.plan()
    let work = try reader.workScope(of: nil)
    let insert = try database.cached("INSERT INTO plan_check (check_id) VALUES (?)")
    for check in plan.checklists.isEmpty ? [] : Set(try reader.checklistChecks(plan.checklists) + [""]) {
      try insert.bind(check, at: 1)
      try insert.run()
    }
    for condition in work.conditions {
      try database.run(
        "INSERT INTO plan_condition (condition, chosen) VALUES (?, ?)",
        [.text(condition.text), .integer(plan.conditions == nil ? 0 : 1)])
    }
    let conditions = ItemConditions(work)
    for (place, check) in work.checks.enumerated() where conditions.differ(for: place) {
      for (number, condition) in conditions.all.enumerated() {
        let isAsked = conditions.contains(number, of: place)
        guard isAsked != conditions.isNamed(number) else { continue }
        try database.run(
          "INSERT INTO plan_setting (check_id, condition, asked) VALUES (?, ?, ?)",
          [.text(check.id), .text(condition.text), .integer(isAsked ? 1 : 0)])
      }
    }
    let examples = try database.all(
      "SELECT \(alike), min(key) FROM record WHERE kind = 'component' AND deleted = 0 GROUP BY 1", []
    ) { ($0.text(0), $0.text(1)) }
    for (alike, key) in examples { try add(alike, try reader.component(key), work.checks, to: database) }
  }

  private static func add(
    _ alike: String, _ component: Component?, _ checks: [CheckRules], to database: Connection
  ) throws {
    guard let component else { return }
    let insert = try database.cached("INSERT OR IGNORE INTO applicable (alike, check_id) VALUES (?, ?)")
    for check in [""] + checks.filter({ $0.isInScope(for: component) }).map(\.id) {
      try insert.bind(alike, at: 1)
      try insert.bind(check, at: 2)
      try insert.run()
    }
  }
}
