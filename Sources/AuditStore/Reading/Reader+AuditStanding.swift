package import AuditModel
import SQLite

extension Reader {
  /// Where an audit stands: each cell of its scope by the results that carry the audit's name.
  package func standing(of audit: AuditRound) throws -> Standing { try standings(of: [audit])[0] }

  /// Where some audits stand, in their order, with one pass over the cells for all of them.
  package func standings(of audits: [AuditRound]) throws -> [Standing] {
    guard !audits.isEmpty else { return [] }
    let registry = self.registry
    let results = try auditResults(audits, staleness: StaleTerms(self, registry))
    let waivers = try WaiverTerms(self, registry)
    return try zip(audits, results).map { audit, answers in
      var count = AuditCount(audit, try workScope(of: audit), self, registry, waivers)
      for (cell, answer) in answers { try count.add(cell, answer) }
      return try count.standing()
    }
  }
}

/// Counts the cells of one audit by the numbers of their names: of what is not tested only the number.
private struct AuditCount {
  private let work: WorkScope
  private let reader: Reader
  private let registry: Registry
  private let waivers: WaiverTerms
  private var result: Standing
  private var rules: ApplyingChecks
  /// Of each component, for the rules.
  private var signatures: [Int] = []
  private var byComponent: [CellCounts]
  private var byCondition: [CellCounts]
  private var components: NamePlaces
  private var checks: NamePlaces
  private var conditions: NamePlaces

  init(_ audit: AuditRound, _ work: WorkScope, _ reader: Reader, _ registry: Registry, _ waivers: WaiverTerms) {
    (self.work, self.reader, self.registry, self.waivers) = (work, reader, registry, waivers)
    result = Standing(audit: audit.name, asOf: reader.now)
    rules = ApplyingChecks(work.checks)
    byComponent = Array(repeating: CellCounts(), count: work.components.count)
    byCondition = Array(repeating: CellCounts(), count: work.conditions.count)
    components = NamePlaces(work.components.map(\.key))
    checks = NamePlaces(work.checks.map(\.id))
    conditions = NamePlaces(work.conditions.map(\.text))
    signatures = work.components.map { rules.signature(of: $0) }
  }

  mutating func add(_ cell: TermCell, _ answer: AuditAnswer) throws {
    guard let condition = try conditions.place(cell.condition, reader) else {
      result.unasked[try reader.text(cell.condition), default: 0] += 1
      return
    }
    guard let component = try components.place(cell.component, reader),
      let check = try checks.place(cell.check, reader), rules.applies(check, to: signatures[component])
    else { return }
    let state = try registry.rated(answer.state, work.checks[check].id) ?? answer.state
    byComponent[component].add(state)
    byCondition[condition].add(state)
    result.oldest = min(result.oldest ?? answer.time, answer.time)
    result.newest = max(result.newest ?? answer.time, answer.time)
    if answer.isStale { result.stale += 1 }
    if HybridTime(milliseconds: answer.time).isAhead(of: reader.now) { result.ahead += 1 }
    guard state.outcome == .fail else { return }
    let isWaived = try waivers.isWaived(component: cell.component, check: cell.check, condition: cell.condition)
    if isWaived { result.waived += 1 } else { result.open.add(state) }
  }

  /// With what is not tested.
  consuming func standing() throws -> Standing {
    var counts: [ExactText: CellCounts] = [:]
    var asked = 0
    for (place, component) in work.components.enumerated() {
      let checks = rules.places(for: component).count
      guard checks > 0, !work.conditions.isEmpty else { continue }
      asked += checks
      byComponent[place].untested += checks * work.conditions.count - byComponent[place].inScope
      counts[ExactText(component.key)] = byComponent[place]
    }
    if asked > 0 {
      for (place, condition) in work.conditions.enumerated() {
        byCondition[place].untested += asked - byCondition[place].inScope
        result.byCondition[condition.text] = byCondition[place]
      }
    }
    try result.add(counts, registry)
    return result
  }
}
