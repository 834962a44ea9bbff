package import Audit
import Base
package import Store

/// What the evidence supports for a feature.
package enum DeclarationVerdict: String, CaseIterable, Sendable {
  /// Every cell of the feature was tested on a device of the family and none fails, is inconclusive, or is stale.
  case supported
  /// Something critical or serious fails.
  case notSupported = "not-supported"
  /// What fails is milder: whether a common task can be done all the same is for a person to say.
  case review
  case notEnoughEvidence = "not-enough-evidence"
  /// Nothing was tested on a device of the family.
  case notEvaluated = "not-evaluated"
  /// Every cell of the feature was tested and none applies.
  case notApplicable = "not-applicable"
  /// The App Store has no such label for the family.
  case notOffered = "not-offered"
}

/// A draft of the accessibility labels of an app in the App Store, decided before it is drawn.
package struct DeclarationDraft: Sendable {
  /// A failing cell that blocks the feature.
  package struct Blocker: Equatable, Sendable {
    package var component: String
    package var check: String
    package var title: String
    package var condition: String
    package var severity: Severity?
    package var note: String
    /// As recorded; if empty, it counts for every tested family.
    package var device: String
    package var waivedUntil: String?
    /// Moderate or minor: by the tester, else by the check.
    package var isMild = false
  }

  /// The states of the places of a feature: a component and a check each.
  package struct Places: Equatable, Sendable {
    package var passed = 0
    package var notApplicable = 0
    package var failing = 0
    /// CAN'T TELL, or testers disagree.
    package var doubtful = 0
    package var stale = 0
    /// Passed or not applicable on an unspecified device.
    package var deviceUnknown = 0
    package var untested = 0

    package var needed: Int { passed + notApplicable + missing + failing }
    package var missing: Int { doubtful + stale + deviceUnknown + untested }
  }

  /// A common task of the app, by name; empty without a task.
  package struct Task: Equatable, Sendable {
    package var name: String
    package var places = Places()
    /// Worst first.
    package var blockers: [Blocker] = []
  }

  package struct Feature: Sendable {
    package var feature: DeclaredFeature
    package var verdict: DeclarationVerdict
    package var places: Places
    package var blockers: [Blocker]
    /// In the order of their names, the one without a name last.
    package var tasks: [Task]
  }

  package struct Family: Sendable {
    package var family: DeviceFamily
    package var features: [Feature]
    /// Something was tested on a device of the family.
    package var isSeen: Bool
  }

  /// Where the tasks come from.
  package enum TaskSource: String, Sendable {
    /// Tags `task:NAME` of components.
    case tags
    /// Without such a tag, each screen counts as a task.
    case screens
  }

  /// A feature that no check evaluates, or on which a person gave a verdict.
  package struct Said: Sendable {
    package var feature: DeclaredFeature
    package var hasCheck: Bool
    package var verdicts: VerdictStanding
  }

  package var families: [Family]
  /// Of the app, as its component of the kind `app` has them; empty if none says so.
  package var platforms: [Platform] = []
  /// In the order of the features; changes nothing of the families.
  package var said: [Said] = []
  package var taskSource: TaskSource
  /// Items that others have made milder, and that count as those say who are followed.
  package var held = 0
  /// Items that only others have tested: untested here.
  package var byOthers = TestedByOthers()
  /// ms UTC.
  package var asOf: Int64
  /// Nil for the whole tracker.
  package var audit: String?
  /// The query, as typed; nil for none.
  package var filter: String?
  /// The number of blockers per task in text output; nil for all. JSON has all.
  package var limit: Int? = DeclarationDraft.usualLimit

  package static let usualLimit = 5
}

/// Decides a draft from the results of the cells.
package struct DeclarationDeciding {
  /// A tested cell.
  package struct Seen: Sendable {
    package var outcome: Outcome
    package var isDisputed: Bool
    package var isStale: Bool
    /// Nil if unknown.
    package var family: DeviceFamily?
    /// For a failing cell.
    package var blocker: DeclarationDraft.Blocker?
  }

  private let features: [DeclaredFeature]
  private let components: [Component]
  private let checks: [Check]
  private let seen: (Component, Check) -> [Seen]
  private let taskSource: DeclarationDraft.TaskSource
  private static let prefix = "task:"

  /// - Parameters:
  ///   - components: those in use, unregistered ones among them.
  ///   - checks: those in scope, for any component.
  ///   - seen: the cells of a component and a check that have a result, under any condition.
  package init(
    features: [DeclaredFeature], components: [Component], checks: [Check], seen: @escaping (Component, Check) -> [Seen]
  ) {
    (self.features, self.components, self.checks, self.seen) = (features, components, checks, seen)
    taskSource = components.contains { $0.tags.contains { Self.name($0) != nil } } ? .tags : .screens
  }

  package func draft(asOf: Int64, audit: String? = nil, filter: String? = nil) -> DeclarationDraft {
    let speaking = features.map { feature in checks.filter(feature.isSpoken) }
    let families = DeviceFamily.allCases.map { family -> DeclarationDraft.Family in
      var isSeen = false
      var found = zip(features, speaking).map { feature, checks in
        decide(feature, checks, on: family, isSeen: &isSeen)
      }
      // An untested family is not evaluated, even if something failed on an unspecified device.
      for place in found.indices where !isSeen && found[place].verdict != .notOffered {
        found[place].verdict = .notEvaluated
      }
      return DeclarationDraft.Family(family: family, features: found, isSeen: isSeen)
    }
    return DeclarationDraft(families: families, taskSource: taskSource, asOf: asOf, audit: audit, filter: filter)
  }

  // MARK: One feature

  private func decide(
    _ feature: DeclaredFeature, _ checks: [Check], on family: DeviceFamily, isSeen: inout Bool
  ) -> DeclarationDraft.Feature {
    guard feature.families.contains(family) else {
      return DeclarationDraft.Feature(
        feature: feature, verdict: .notOffered, places: .init(), blockers: [], tasks: [])
    }
    var whole = DeclarationDraft.Task(name: "")
    var tasks: [[UInt8]: DeclarationDraft.Task] = [:]
    for component in components where isOn(family, component) {
      let names = names(of: component)
      for check in checks {
        let cells = seen(component, check)
        let isNeeded = check.method != .automated && isFor(family, check, component, cells)
        guard isNeeded || !cells.isEmpty else { continue }
        if cells.contains(where: { $0.family == family }) { isSeen = true }
        whole.add(cells, on: family, isNeeded: isNeeded)
        for name in names {
          tasks[Array(name.utf8), default: .init(name: name)].add(cells, on: family, isNeeded: isNeeded)
        }
      }
    }
    let sorted = tasks.values.filter { $0.places.needed > 0 || !$0.blockers.isEmpty }.sorted { left, right in
      left.name.isEmpty != right.name.isEmpty
        ? right.name.isEmpty : left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
    return DeclarationDraft.Feature(
      feature: feature, verdict: verdict(whole, family), places: whole.places, blockers: whole.blockers.worstFirst,
      tasks: sorted.map { task in
        var task = task
        task.blockers = task.blockers.worstFirst
        return task
      })
  }

  /// Never `supported` while anything is missing, nor without checks.
  private func verdict(_ whole: DeclarationDraft.Task, _ family: DeviceFamily) -> DeclarationVerdict {
    guard whole.blockers.isEmpty else { return whole.blockers.allSatisfy(\.isMild) ? .review : .notSupported }
    guard family.platform != nil, whole.places.needed > 0, whole.places.missing == 0 else { return .notEnoughEvidence }
    return whole.places.passed > 0 ? .supported : .notApplicable
  }

  /// A family without a system in the catalog has what was tested on it.
  private func isOn(_ family: DeviceFamily, _ component: Component) -> Bool {
    guard let platform = family.platform else { return true }
    return component.platforms.isEmpty || component.platforms.contains(platform)
  }

  private func isFor(_ family: DeviceFamily, _ check: Check, _ component: Component, _ cells: [Seen]) -> Bool {
    guard let platform = family.platform else { return cells.contains { $0.family == family } }
    return check.platforms.contains(platform) && check.isInScope(for: component)
  }

  // MARK: Tasks

  private static func name(_ tag: String) -> String? {
    tag.utf8.starts(with: prefix.utf8) ? String(tag.dropFirst(prefix.count)) : nil
  }

  private func names(of component: Component) -> [String] {
    let names = taskSource == .tags ? component.tags.compactMap(Self.name) : component.screens
    return names.isEmpty ? [""] : names
  }
}

extension DeclarationDraft.Task {
  /// Counts the cells of one place.
  ///
  /// A failure on an unspecified device blocks every family that was tested and that the catalog
  /// has a system for.
  /// - Parameter isNeeded: whether the place must be tested. Others can only block, automatic checks among
  ///   them: a tool that found nothing is not evidence.
  fileprivate mutating func add(_ cells: [DeclarationDeciding.Seen], on family: DeviceFamily, isNeeded: Bool) {
    let failing = cells.filter { cell in
      cell.outcome == .fail && (cell.family == family || cell.family == nil && family.platform != nil)
    }
    // One item that fails on the family and on an unspecified device is one blocker.
    blockers += failing.filter { cell in
      cell.family == family
        || !failing.contains { $0.family == family && $0.blocker?.condition == cell.blocker?.condition }
    }.compactMap(\.blocker)
    guard isNeeded else { return }
    let own = cells.filter { $0.family == family }
    if !failing.isEmpty {
      places.failing += 1
    } else if own.contains(where: { $0.outcome == .cantTell || $0.isDisputed }) {
      places.doubtful += 1
    } else if own.contains(where: \.isStale) {
      places.stale += 1
    } else if own.contains(where: { $0.outcome == .pass }) {
      places.passed += 1
    } else if !own.isEmpty {
      places.notApplicable += 1
    } else if cells.contains(where: { $0.family == nil }) {
      places.deviceUnknown += 1
    } else {
      places.untested += 1
    }
  }
}

extension [DeclarationDraft.Blocker] {
  fileprivate var worstFirst: [DeclarationDraft.Blocker] {
    // Unrated after serious, as everywhere.
    func rank(_ blocker: DeclarationDraft.Blocker) -> Int {
      switch blocker.severity {
      case .critical: 0
      case .serious: 1
      case nil: 2
      case .moderate: 3
      case .minor: 4
      }
    }
    return sorted { left, right in
      (rank(left), left.component, left.check, left.condition)
        < (rank(right), right.component, right.check, right.condition)
    }
  }
}

extension DeclarationDraft {
  /// Which labels the evidence of a tracker, or of an audit, supports.
  package init(_ reader: Reader, _ audit: AuditRound?, _ filter: Filter) throws {
    let table = try (audit.map { try reader.cellTable(filter, of: $0) } ?? reader.cellTable(filter)).followed()
    let (rows, besides) = (try table.rows(), try table.openBesides())
    let scope = try reader.workScope(of: audit)
    let components = try Self.components(scope, rows, filter, reader)
    let inScope = Set(scope.checks.map(\.id))
    let matching = RecordFilter(filter, reader: reader)
    let known = try reader.checks().map(\.check)
    let checks = try known.filter { check in
      try inScope.contains(check.id) && matching.accepts(check)
    }
    let titles = Dictionary(firstOf: checks.map { ($0.id, $0.failure) })
    let usual = Dictionary(firstOf: known.map { ($0.id, $0.impact) })
    let platforms = Dictionary(firstOf: components.map { ($0.key, $0.platforms) })
    // By their bytes; a cell without a condition is the place of a component and a check.
    func place(_ component: String, _ check: String) -> ScopeCell {
      ScopeCell(component: component, check: check, condition: "")
    }
    var seen: [ScopeCell: [DeclarationDeciding.Seen]] = [:]
    func family(_ row: Cell) -> DeviceFamily? {
      DeviceFamily.of(device: row.device, condition: row.condition, platforms: platforms[row.component] ?? [])
    }
    func add(_ result: Cell, of row: Cell) {
      guard let outcome = result.outcome else { return }
      let severity = row.triage == nil ? result.severity ?? usual[row.check] : row.severity
      let blocker = Blocker(
        component: row.component, check: row.check, title: titles[row.check] ?? row.check, condition: row.condition,
        severity: severity, note: result.note ?? "", device: result.device, waivedUntil: row.waiver?.until,
        isMild: severity.map { $0 > .serious } ?? false)
      seen[place(row.component, row.check), default: []].append(
        DeclarationDeciding.Seen(
          outcome: outcome, isDisputed: row.isUnsettled, isStale: !result.stale.isEmpty, family: family(result),
          blocker: outcome == .fail ? blocker : nil))
    }
    for row in rows {
      add(row, of: row)
      // Each device family that has an open result, by the worst of them.
      var told = [family(row)]
      let others = (besides[row.place] ?? []).sorted { Self.badness($1) < Self.badness($0) }
      for result in others where !told.contains(family(result)) {
        told.append(family(result))
        add(result, of: row)
      }
    }
    let deciding = DeclarationDeciding(features: Catalog.declaredFeatures, components: components, checks: checks) {
      seen[place($0.key, $1.id)] ?? []
    }
    self = deciding.draft(asOf: reader.now, audit: audit?.name, filter: filter.isEmpty ? nil : filter.source)
    (held, byOthers) = (table.held, table.testedByOthers)
    let named = Set(components.flatMap(\.platforms))
    if try reader.components().contains(where: { $0.kind == "app" && !$0.isRetired && !$0.platforms.isEmpty }) {
      self.platforms = Platform.allCases.filter(named.contains)
    }
    let book = VerdictBook(try reader.verdicts())
    said = Catalog.declaredFeatures.compactMap { feature in
      // Captions and audio descriptions are asked for where there is a player; without one a person says so.
      let hasCheck = known.contains { check in
        guard feature.isSpoken(toBy: check) else { return false }
        return !feature.checks.isEmpty || components.contains { check.isInScope(for: $0) }
      }
      let verdicts = book.standing(feature.id)
      return hasCheck && verdicts.isEmpty
        ? nil : Said(feature: feature, hasCheck: hasCheck, verdicts: verdicts)
    }
  }

  private static func badness(_ result: Cell) -> (Int, Int) { result.state?.badness ?? (0, 0) }

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
}
