package import AuditModel
import SQLite

extension Reader {
  /// Where an audit stands: each cell of its scope by the results that carry the audit's name.
  package func standing(of audit: AuditRound) throws -> Standing { try standings(of: [audit])[0] }

  /// Where some audits stand, in their order, with one pass over the cells for all of them.
  package func standings(of audits: [AuditRound]) throws -> [Standing] {
    guard !audits.isEmpty else { return [] }
    let registry = self.registry
    let results = try auditResults(audits.map(\.name), staleness: StaleTerms(self, registry))
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
  private var byComponent: [CellCounts]
  private var byCondition: [CellCounts]
  private let components: [ExactText: Int]
  private let checks: [ExactText: Int]
  private let conditions: [ExactText: Int]
  /// Places in the lists of the work by terms; nil for what is in none.
  private var componentPlaces: [Int64: Int?] = [:]
  private var checkPlaces: [Int64: Int?] = [:]
  private var conditionPlaces: [Int64: Int?] = [:]

  init(_ audit: AuditRound, _ work: WorkScope, _ reader: Reader, _ registry: Registry, _ waivers: WaiverTerms) {
    (self.work, self.reader, self.registry, self.waivers) = (work, reader, registry, waivers)
    result = Standing(audit: audit.name, asOf: reader.now)
    rules = ApplyingChecks(work.checks)
    byComponent = Array(repeating: CellCounts(), count: work.components.count)
    byCondition = Array(repeating: CellCounts(), count: work.conditions.count)
    components = Self.places(work.components.map(\.key))
    checks = Self.places(work.checks.map(\.id))
    conditions = Self.places(work.conditions.map(\.text))
  }

  private static func places(_ names: [String]) -> [ExactText: Int] {
    Dictionary(names.enumerated().map { (ExactText($0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  private func place(_ term: Int64, _ names: [ExactText: Int], _ known: inout [Int64: Int?]) throws -> Int? {
    if let place = known[term] { return place }
    let place = names[ExactText(try reader.text(term))]
    known[term] = .some(place)
    return place
  }

  mutating func add(_ cell: TermCell, _ answer: AuditAnswer) throws {
    guard let condition = try place(cell.condition, conditions, &conditionPlaces) else {
      result.unasked[try reader.text(cell.condition), default: 0] += 1
      return
    }
    guard let component = try place(cell.component, components, &componentPlaces),
      let check = try place(cell.check, checks, &checkPlaces)
    else { return }
    let signature = rules.signature(of: work.components[component])
    guard rules.applies(check, to: signature) else { return }
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
