package import Audit
import SQLite

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

/// What the results of an audit say of cells, in the making.
private struct AuditPass {
  /// Each cell once.
  var answers: [(cell: TermCell, answer: AuditAnswer)] = []
  /// Their numbers, as far as one result tells all: ascending.
  var known: [Int64] = []
}

extension Reader {
  /// The state of every cell as the results of one audit alone give it.
  package func auditResults(_ audit: AuditRound) throws -> [ScopeCell: AuditAnswer] {
    var named: [ScopeCell: AuditAnswer] = [:]
    for (cell, answer) in try auditResults([audit], staleness: nil)[0] {
      named[
        ScopeCell(
          component: try text(cell.component), check: try text(cell.check), condition: try text(cell.condition))] =
        answer
    }
    return named
  }

  /// The same of several audits, in one pass over the cells.
  func auditResults(
    _ audits: [AuditRound], staleness: StaleTerms?
  ) throws -> [[(cell: TermCell, answer: AuditAnswer)]] {
    let terms = try audits.map { try term($0.name) ?? -1 }
    let late = try audits.map { try LateEntries($0, self) }
    var passes = Array(repeating: AuditPass(), count: audits.count)
    guard let contexts = try contexts(ofAudits: terms) else { return passes.map(\.answers) }
    // Cells that show a result of another audit, or of which results have to be compared with each other.
    var rest: [Int64] = []
    var (results, resultsOfRest) = (Int64(0), Int64(0))
    let columns: [CellColumn] = [
      .id, .component, .check, .condition, .outcome, .severity, .seen, .results, .context, .text, .branch, .shown,
      .latest, .marks,
    ]
    try visitCells(columns) { row in
      let count = Int64(CellCounts.bounded(row[7]))
      results += count
      let cell = row[0]
      let context = contexts[row[8]]
      // Where all results are of one machine each has seen those before it, so what is shown is the latest of its
      // audit.
      if let context, row[10] > 0, row[11] == row[12], row[13] == 0, try late[context.audit]?.contains(row[11]) != true,
        let state = Codes.state(outcome: row[4], severity: row[5], marks: 0)
      {
        var answer = AuditAnswer(state: state, time: row[6])
        answer.isStale =
          staleness?.isStale(
            component: row[1], check: row[2], time: answer.time, text: row.text,
            source: context.source, build: context.build, isPass: state.outcome == .pass) ?? false
        let place = TermCell(component: row[1], check: row[2], condition: row[3])
        passes[context.audit].answers.append((place, answer))
        passes[context.audit].known.append(cell)
        // Other audits may have seen it as well.
        guard count > 1 && audits.count > 1 else { return }
      }
      guard count > 1 || context != nil else { return }
      rest.append(cell)
      resultsOfRest += count
    }
    // Going through the results of a cell costs a few times what a pass over all of them costs for each.
    let isFew = resultsOfRest < results / 3
    let observations = Observations(self)
    for (place, audit) in terms.enumerated() {
      let known = passes[place].known
      var next = 0
      for cell in isFew ? rest : try cells(ofAudit: audit) {
        while next < known.count, known[next] < cell { next += 1 }
        if next < known.count, known[next] == cell { continue }
        if isFew, try !isSeen(cell, in: contexts, of: place) { continue }
        let fold = try observations.fold(cell: cell, audit: audit, without: late[place], until: past?.moment ?? .max)
        guard let state = fold.state, let shown = fold.shown, let named = try termCell(cell) else { continue }
        var answer = AuditAnswer(state: state, time: fold.seen)
        if let staleness { answer.isStale = try isStale(shown, of: cell, fold, state, staleness) }
        passes[place].answers.append((named, answer))
      }
    }
    return passes.map(\.answers)
  }

  private func termCell(_ cell: Int64) throws -> TermCell? {
    try database.first("SELECT component, check_id, condition FROM cell WHERE id = ?", [.integer(cell)]) {
      TermCell(component: $0.int64(0), check: $0.int64(1), condition: $0.int64(2))
    }
  }

  func place(ofCell cell: Int64) throws -> ScopeCell? {
    try termCell(cell).map {
      ScopeCell(component: try text($0.component), check: try text($0.check), condition: try text($0.condition))
    }
  }

  /// Whether a result is stale that its cell shows.
  private func isStale(
    _ result: Int64, of cell: Int64, _ fold: CellFold, _ state: CellState, _ staleness: StaleTerms
  ) throws -> Bool {
    let sql = """
      SELECT component, check_id, result.text, context.source, context.build
      FROM result JOIN cell ON cell.id = ?2 JOIN context ON context.id = result.context WHERE result.id = ?1
      """
    let found = try database.first(sql, [.integer(result), .integer(cell)]) { row in
      staleness.isStale(
        component: row.int64(0), check: row.int64(1), time: fold.seen, text: row.optionalInt64(2),
        source: row.int64(3), build: row.int64(4), isPass: state.outcome == .pass)
    }
    return found ?? false
  }

  /// The place of the audit among those that are asked for, and terms.
  private typealias Contexts = ByTerm<(audit: Int, source: Int64, build: Int64)>

  /// Source and build (terms) by the context of some audits' results; nil where they have none.
  private func contexts(ofAudits audits: [Int64]) throws -> Contexts? {
    let places = Dictionary(zip(audits, audits.indices), uniquingKeysWith: { first, _ in first })
    var found: Contexts?
    try database.rows("SELECT id, source, build, audit FROM context WHERE audit <> 0") { row in
      guard let place = places[row.int64(3)] else { return }
      found = found ?? Contexts()
      found?[row.int64(0)] = (place, row.int64(1), row.int64(2))
    }
    return found
  }

  private func isSeen(_ cell: Int64, in contexts: Contexts, of audit: Int) throws -> Bool {
    let last = try database.scalar("SELECT last FROM cell WHERE id = ?", [.integer(cell)])
    var isSeen = false
    try CellResults.visit(from: last ?? 0, "context", in: database) { _, row in
      isSeen = contexts[row.int64(1)]?.audit == audit
      return !isSeen
    }
    return isSeen
  }

  /// The cells with a result of an audit (a term), by their numbers.
  func cells(ofAudit audit: Int64) throws -> [Int64] {
    try kept(\.keptAuditCells) {
      var audits = ByTerm<Int64>()
      try database.rows("SELECT id, audit FROM context WHERE audit <> 0") { audits[$0.int64(0)] = $0.int64(1) }
      var cells: [Int64: [Int64]] = [:]
      try database.rows("SELECT context, cell FROM result") { row in
        if let audit = audits[row.int64(0)] { cells[audit, default: []].append(row.int64(1)) }
      }
      return cells.mapValues { found in
        let ordered = found.sorted()
        return ordered.indices.filter { $0 == 0 || ordered[$0] != ordered[$0 - 1] }.map { ordered[$0] }
      }
    }[audit] ?? []
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
  /// Cells of its scope, and others that carry its name.
  private(set) var inside: [(cell: Int64, fold: CellFold)] = []
  private(set) var others: [(cell: Int64, fold: CellFold)] = []
  /// The history of the findings by these results; empty where not requested.
  private(set) var lives: [Int64: FindingLife] = [:]

  /// The cells of its scope that have no result of it.
  private(set) var untested: Set<ScopeCell>

  init(_ reader: Reader, _ audit: AuditRound, _ findings: FindingChoice?) throws {
    let work = try reader.workScope(of: audit)
    let scope = Set(work.cells)
    let named = try AskedNames(work, reader)
    untested = scope
    let term = try reader.term(audit.name) ?? -1
    let (observations, moment) = (Observations(reader), reader.past?.moment ?? .max)
    let late = try LateEntries(audit, reader)
    for cell in try reader.cells(ofAudit: term) {
      guard let place = try reader.place(ofCell: cell) else { continue }
      let fold = try observations.fold(cell: cell, audit: term, without: late, until: moment)
      // Nothing is left of a cell whose results were all retracted.
      guard fold.state != nil, fold.shown != nil else { continue }
      if scope.contains(place) || named.hold(place) {
        inside.append((cell, fold))
        untested.remove(place)
      } else {
        others.append((cell, fold))
      }
      guard let findings else { continue }
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
  package var countsAnyKind: Bool { get throws { try edition >= .third } }

  /// The cells of an audit that a query asks for, as the results which carry the audit's name alone give them.
  ///
  /// Only cells of the audit's scope, by component, check and condition: what is counted in its summary is what is
  /// listed. `outside` counts the others that carry its name.
  /// - Parameters:
  ///   - includingUntested: also the cells of the scope that have no result of this audit.
  ///   - includingOutside: also the cells outside the scope that have one.
  package func cells(
    of audit: AuditRound, _ filter: Filter, findings: FindingChoice? = nil, includingUntested: Bool = false,
    includingOutside: Bool = false
  ) throws -> (rows: [Cell], outside: Int) {
    let table = try cellTable(filter, of: audit, findings: findings, includingOutside: includingOutside)
    let rows = try includingUntested && findings == nil ? table.wholeRows() : table.rows()
    return (rows, table.outside)
  }

  /// The same, of which rows are made one by one where they are shown.
  package func cellTable(
    _ filter: Filter, of audit: AuditRound, findings: FindingChoice? = nil, includingOutside: Bool = false
  ) throws -> CellTable {
    try CellTable(self, filter, of: audit, findings: findings, includingOutside: includingOutside)
  }

  func row(untested cell: ScopeCell) throws -> Cell {
    Cell(untested: cell, category: try registry.check(cell.check)?.check.category ?? "")
  }
}

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
      var count = try AuditCount(audit, workScope(of: audit), self, registry, waivers)
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
  /// Whether what was tested counts also where a check is not for a kind, and how much did, by component and condition.
  private let isOpen: Bool
  private var beyond: (components: [Int], conditions: [Int])
  private var components: NamePlaces
  private var checks: NamePlaces
  private var conditions: NamePlaces

  init(_ audit: AuditRound, _ work: WorkScope, _ reader: Reader, _ registry: Registry, _ waivers: WaiverTerms) throws {
    isOpen = try reader.countsAnyKind
    beyond = (work.components.map { _ in 0 }, work.conditions.map { _ in 0 })
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
      let check = try checks.place(cell.check, reader)
    else { return }
    if !rules.applies(check, to: signatures[component]) {
      guard isOpen else { return }
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
      let beyond = beyond.components[place]
      guard checks + beyond > 0, !work.conditions.isEmpty else { continue }
      asked += checks
      byComponent[place].untested += checks * work.conditions.count + beyond - byComponent[place].inScope
      counts[ExactText(component.key)] = byComponent[place]
    }
    if asked + beyond.conditions.reduce(0, +) > 0 {
      for (place, condition) in work.conditions.enumerated() {
        byCondition[place].untested += asked + beyond.conditions[place] - byCondition[place].inScope
        result.byCondition[condition.text] = byCondition[place]
      }
    }
    try result.add(counts, registry)
    return result
  }
}
