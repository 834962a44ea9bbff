package import Audit

/// A cell as the results of one audit alone give it.
package struct AuditAnswer {
  package var state: CellState
  /// When it was last observed, ms UTC.
  package var time: Int64
  /// Whether the result that is shown is stale, for any reason; false where that was not asked for.
  package var isStale = false
}

/// A cell by the numbers of its names.
struct TermCell: Hashable {
  var component: Int64
  var check: Int64
  var condition: Int64
}

extension Reader {
  /// The state of every cell as the results of one audit alone give it.
  package func auditResults(_ audit: AuditRound) throws -> [ScopeCell: AuditAnswer] {
    var named: [ScopeCell: AuditAnswer] = [:]
    try visitAnswers(of: audit) { named[try names(of: $0)] = $1 }
    return named
  }

  /// Calls `visit` with each cell as the results of one audit alone give it.
  func visitAnswers(
    of audit: AuditRound, _ staleness: StaleTerms? = nil, _ visit: (TermCell, AuditAnswer) throws -> Void
  ) throws {
    let contexts = try contexts()
    var held: HeldCells?
    try visitFolds(of: audit) { cell, place, fold, shown in
      guard var state = fold.state else { return }
      if fold.isHeld {
        let known = try held ?? heldCells(of: audit)
        held = known
        let hidden = try known.hidden(cell: cell, marks: Codes.marks(state) | Codes.held)
        state.isDisputed = state.isDisputed || hidden & Codes.disputed != 0
        state.isContradicted = state.isContradicted || hidden & Codes.contradicted != 0
      }
      let context = contexts[shown.context] ?? ResultContext()
      let isStale =
        staleness?.isStale(
          component: place.component, check: place.check, time: fold.seen, text: shown.text, source: context.source,
          build: context.build, isPass: state.outcome == .pass) ?? false
      try visit(place, AuditAnswer(state: state, time: fold.seen, isStale: isStale))
    }
  }

  /// Calls `visit` with the fold of each cell over the results of one audit, and the result that it shows. Nothing is left
  /// of a cell whose results were all retracted.
  fileprivate func visitFolds(
    of audit: AuditRound, _ visit: (Int64, TermCell, CellFold, Observation) throws -> Void
  ) throws {
    guard let term = try term(audit.name) else { return }
    let (observations, late) = (Observations(self), try LateEntries(audit, self))
    let limit = LateEntries.limit(late, self)
    try auditHistory().visit(audit: term, by: judge) { cell, place, results in
      let seen = try observations.rated(late?.seen(results) ?? results)
      let fold = try observations.fold(seen, until: limit, triage: observations.triage(of: place))
      guard let shown = seen.first(where: { $0.id == fold.shown }) else { return }
      try visit(cell, place, fold, shown)
    }
  }

  func names(of cell: TermCell) throws -> ScopeCell {
    ScopeCell(component: try text(cell.component), check: try text(cell.check), condition: try text(cell.condition))
  }
}

/// What an audit asks for by name, regardless of the kinds that its checks are for.
private struct AskedNames {
  private let components: Set<ExactText>
  private let checks: Set<ExactText>
  private let conditions: Set<ExactText>

  init(_ work: WorkScope, _ reader: Reader) throws {
    let isOpen = try reader.countsAnyKind
    components = isOpen ? Set(work.components.map { ExactText($0.key) }) : []
    checks = isOpen ? Set(work.checks.map { ExactText($0.id) }) : []
    conditions = isOpen ? Set(work.conditions.map { ExactText($0.text) }) : []
  }

  func hold(_ cell: ScopeCell) -> Bool {
    components.contains(ExactText(cell.component)) && checks.contains(ExactText(cell.check))
      && conditions.contains(ExactText(cell.condition))
  }
}

/// The fold of each cell over the results of one audit.
struct AuditFolds {
  struct Seen {
    var cell: Int64
    var place: TermCell
    var fold: CellFold
    var shown: Observation
    /// Its scope asks for it by itself, and not by the names alone.
    var isAsked = false
  }

  /// Cells of its scope, and others that carry its name.
  private(set) var inside: [Seen] = []
  private(set) var others: [Seen] = []
  /// The history of the findings by these results; empty where not requested.
  private(set) var lives: [Int64: FindingLife] = [:]

  /// The cells of its scope that have no result of it.
  private(set) var untested: Set<ScopeCell>

  init(_ reader: Reader, _ audit: AuditRound, _ findings: FindingChoice?) throws {
    let work = try reader.workScope(of: audit)
    let scope = Set(work.cells)
    let asked = try AskedNames(work, reader)
    untested = scope
    let term = try reader.term(audit.name) ?? -1
    let (observations, late) = (Observations(reader), try LateEntries(audit, reader))
    let moment = LateEntries.limit(late, reader)
    try reader.visitFolds(of: audit) { cell, place, fold, shown in
      let named = try reader.names(of: place)
      let seen = Seen(cell: cell, place: place, fold: fold, shown: shown, isAsked: scope.contains(named))
      if seen.isAsked || asked.hold(named) {
        inside.append(seen)
        untested.remove(named)
      } else {
        others.append(seen)
      }
      guard let findings else { return }
      let life = try observations.life(cell: cell, audit: term, without: late, until: moment)
      if life.isFinding, findings == .all || life.isOpen { lives[cell] = life }
    }
  }
}

extension Reader {
  /// Whether in an audit, as in the plan, what was tested counts also where a check of its lists is not for the kind of a
  /// component.
  ///
  /// From the third edition on: there a kind has one check for one thing, and a failure that was logged as another check
  /// is none the less one. Audits of earlier editions keep their figures.
  package var countsAnyKind: Bool {
    get throws { try (recordsThen?.otherEdition() ?? edition) >= .third }
  }

  /// The cells of an audit that a query asks for, as the results which carry the audit's name alone give them.
  ///
  /// Only cells of the audit's scope, by component, check and condition: what is counted in its summary is what is
  /// listed. `outside` counts the others that carry its name.
  /// - Parameters:
  ///   - includingUntested: also the cells of the scope that have no result of this audit.
  ///   - includingOutside: also the cells outside the scope that have one.
  package func cells(
    of audit: AuditRound, _ filter: Filter, includingUntested: Bool = false, includingOutside: Bool = false
  ) throws -> (rows: [Cell], outside: Int) {
    let table = try cellTable(filter, of: audit, includingOutside: includingOutside)
    return (try includingUntested ? table.wholeRows() : table.rows(), table.outside)
  }

  /// The same, of which rows are made one by one where they are shown.
  package func cellTable(
    _ filter: Filter, of audit: AuditRound, findings: FindingChoice? = nil, includingOutside: Bool = false
  ) throws -> CellTable {
    try CellTable(self, filter, of: audit, findings: findings, includingOutside: includingOutside)
  }

  package func row(untested cell: ScopeCell) throws -> Cell {
    var row = Cell(untested: cell, category: try registry.check(cell.check)?.check.category ?? "")
    row.setting = try setting(of: cell.check)
    return row
  }
}

extension Reader {
  /// Where an audit stands: each cell of its scope by the results that carry the audit's name.
  package func standing(of audit: AuditRound) throws -> Standing { try standings(of: [audit])[0] }

  /// Where some audits stand, in their order.
  ///
  /// - Parameter onlyCounts: whether something is stale or waived is not asked for.
  package func standings(of audits: [AuditRound], onlyCounts: Bool = false) throws -> [Standing] {
    guard !audits.isEmpty else { return [] }
    let registry = self.registry
    let staleness = try onlyCounts ? nil : StaleTerms(self, registry)
    let waivers = onlyCounts ? nil : WaiverTerms(self, registry)
    // Many open audits ask for the same: what that is is counted once, and kept no longer than for these.
    var found: [Int: Standing] = [:]
    for (asked, places) in Dictionary(grouping: audits.indices, by: { AskedOf(audits[$0]) }) {
      var shared: AuditCount?
      for place in places {
        var count = try shared ?? AuditCount(workScope(of: audits[place]), self, registry, waivers)
        if asked != nil, places.count > 1 { shared = count }
        try visitAnswers(of: audits[place], staleness) { try count.add($0, $1) }
        found[place] = try count.standing(of: audits[place])
      }
    }
    return audits.indices.compactMap { found[$0] }
  }

  /// What is made of the components that none of the checks of a piece of work is meant for: no figure speaks of them.
  package func withoutCheck<Made>(
    of works: [AuditRound?], _ make: ([Component], AuditRound?) -> Made
  ) throws -> [Made] {
    var made: [Int: Made] = [:]
    for (asked, places) in Dictionary(grouping: works.indices, by: { works[$0].flatMap(AskedOf.init) }) {
      var shared: [Component]?
      for place in places {
        let left = try shared ?? withoutCheck(of: works[place])
        if asked != nil { shared = left }
        made[place] = make(left, works[place])
      }
    }
    return works.indices.compactMap { made[$0] }
  }

  private func withoutCheck(of work: AuditRound?) throws -> [Component] {
    let scope = try workScope(of: work)
    return scope.components.filter { component in !scope.checks.contains { $0.isInScope(for: component) } }
  }
}

/// What an open audit asks for; a closed one asks for what its closing had.
struct AskedOf: Hashable {
  private let checklists: [ExactText]
  private let components: [ExactText]
  private let conditions: [ExactText]
  private let isOfApp: Bool

  init?(_ audit: AuditRound) {
    guard audit.closed == nil else { return nil }
    (checklists, components) = (audit.checklists.map(ExactText.init), audit.components.map(ExactText.init))
    (conditions, isOfApp) = (audit.conditions.map { ExactText($0.text) }, audit.isOfApp)
  }
}

/// Counts the cells of one audit by the numbers of their names: of what is not tested only the number.
private struct AuditCount {
  private let work: WorkScope
  private let reader: Reader
  private let registry: Registry
  private let waivers: WaiverTerms?
  private var result: Standing
  private var rules: ApplyingChecks
  /// Of each component, for the rules.
  private let signatures: [Int]
  /// How many items are asked for, by component and by condition.
  private var asked: (components: [Int], conditions: [Int])
  private var byComponent: [CellCounts]
  /// What fails without a waiver, of the same.
  private var openByComponent: [CellCounts]
  private var byCondition: [CellCounts]
  /// Whether what was tested counts also where a check is not for a kind, and how much did, by component and condition.
  private let isOpen: Bool
  private var beyond: (components: [Int], conditions: [Int])
  private var components: NamePlaces
  private var checks: NamePlaces
  private var conditions: NamePlaces

  init(_ work: WorkScope, _ reader: Reader, _ registry: Registry, _ waivers: WaiverTerms?) throws {
    isOpen = try reader.countsAnyKind
    (self.work, self.reader, self.registry, self.waivers) = (work, reader, registry, waivers)
    result = Standing(audit: nil, asOf: reader.now)
    let rules = ApplyingChecks(work, reader.applyingRules)
    self.rules = rules
    let named = rules.conditions.all
    beyond = (work.components.map { _ in 0 }, named.map { _ in 0 })
    (asked, signatures) = (beyond, work.components.map { rules.signature(of: $0) })
    byComponent = Array(repeating: CellCounts(), count: work.components.count)
    openByComponent = byComponent
    byCondition = Array(repeating: CellCounts(), count: named.count)
    components = NamePlaces(work.components.map(\.key))
    checks = NamePlaces(work.checks.map(\.id))
    conditions = NamePlaces(named.map(\.text))
    var known: [Int: [Int]] = [:]
    for (place, signature) in signatures.enumerated() {
      let items = known[signature] ?? rules.counts(forSignature: signature)
      known[signature] = items
      asked.components[place] = items.reduce(0, +)
      for condition in items.indices { asked.conditions[condition] += items[condition] }
    }
  }

  mutating func add(_ cell: TermCell, _ answer: AuditAnswer) throws {
    let (place, found) = try (conditions.place(cell.condition, reader), checks.place(cell.check, reader))
    let isOfCheck = place.map { place in found.map { rules.conditions.contains(place, of: $0) } ?? false } ?? false
    guard let condition = place, isOfCheck || rules.conditions.isNamed(condition) else {
      result.unasked[try reader.text(cell.condition), default: 0] += 1
      return
    }
    guard let component = try components.place(cell.component, reader), let check = found else { return }
    if !rules.asks(check, condition, of: signatures[component]) {
      guard isOpen, rules.conditions.isNamed(condition) else { return }
      beyond.components[component] += 1
      beyond.conditions[condition] += 1
    }
    let state = try registry.rated(answer.state, work.checks[check].id) ?? answer.state
    byComponent[component].add(state)
    byCondition[condition].add(state)
    result.oldest = min(result.oldest ?? answer.time, answer.time)
    result.newest = max(result.newest ?? answer.time, answer.time)
    if answer.isStale { result.stale += 1 }
    if HybridTime(milliseconds: answer.time).isAhead(of: reader.now) { result.ahead += 1 }
    guard state.outcome == .fail, let waivers else { return }
    let isWaived = try waivers.isWaived(component: cell.component, check: cell.check, condition: cell.condition)
    if isWaived { result.waived += 1 } else { result.open.add(state) }
    if !isWaived { openByComponent[component].add(state) }
  }

  /// With what is not tested.
  consuming func standing(of audit: AuditRound) throws -> Standing {
    result.audit = audit.name
    for place in work.components.indices {
      let own = asked.components[place] + beyond.components[place]
      guard own > 0 else { continue }
      byComponent[place].untested += own - byComponent[place].inScope
      let open = waivers == nil ? nil : openByComponent[place]
      try result.add(byComponent[place], open: open, of: work.components[place].key, registry)
    }
    result.worst.sort(by: ComponentSummary.isWorse)
    guard result.components > 0 else { return result }
    for (place, condition) in rules.conditions.all.enumerated() {
      let items = asked.conditions[place] + beyond.conditions[place]
      byCondition[place].untested += items - byCondition[place].inScope
      result.byCondition[condition.text] = byCondition[place]
    }
    return result
  }
}
