package import Audit
import Base
import SQLite

/// What came to an audit after it was closed: it is kept, and counts for the tracker and not for the audit.
package struct AfterClosing: Equatable, Sendable {
  /// Results that name the audit.
  package var results = 0
  /// Components of its scope that are out of use now.
  package var retired = 0
  /// Components that would belong to its scope now.
  package var added = 0
  /// Results that its closing may have seen and that were erased since: no figure can have them any more.
  package var erased = 0
}

/// The entries that the closing of an audit had not seen, with any time: they came later, or beside those of the same name.
struct LateEntries {
  private let graph: FactGraph
  private let database: Connection
  private let closed: Int64
  private let followed: FollowedThen?
  private let undos: UndoRequests
  private let seen: SeenEntries

  /// Nil where the audit is open at the reader's moment, or its closing does not say what it had seen.
  init?(_ audit: AuditRound, _ reader: Reader) throws {
    guard let closed = audit.closed, reader.now <= closed, let known = try reader.lateEntries(closed: audit) else {
      return nil
    }
    self = known
  }

  /// By when what counts was observed, of results that are not late. Once the audit is closed that is what its closing had
  /// seen, with any time: the clock of someone may be ahead, and theirs goes on from it who take that in.
  static func limit(_ late: LateEntries?, _ reader: Reader) -> Int64 {
    late.map { $0.closed <= reader.now } ?? false ? .max : reader.past?.moment ?? .max
  }

  init(closed audit: AuditRound, _ names: [String], _ reader: Reader) throws {
    (graph, database, closed) = (reader.lineage, reader.database, audit.closed ?? .max)
    followed = try reader.followed(atClosingOf: audit)
    undos = try reader.root.kept(\.keptUndos) { try UndoRequests(reader.database) }
    try graph.prepareForMany()
    seen = try SeenEntries(names, graph)
  }

  func contains(_ number: Int64) throws -> Bool { try !seen.contain(number, of: graph.run(of: number)) }

  /// Whether a fact was not there then, or was retracted or brought back since. Requests may name one another in any
  /// pattern: each is looked at once.
  func mayDiffer(_ number: Int64) throws -> Bool {
    if try contains(number) { return true }
    guard undos.byNumber[number] != nil else { return false }
    var (known, next): (Set<Int64>, [Int64]) = ([], [number])
    while let one = next.popLast() {
      for request in undos.byNumber[one] ?? [] where known.insert(request.fact).inserted {
        if try isLate(request) { return true }
        next.append(request.fact)
      }
    }
    return false
  }

  /// A write to a record as it was then; nil where it is late. As of results, what was undone later stays.
  func seen(_ write: FieldWrite) throws -> FieldWrite? {
    guard try !contains(write.id) else { return nil }
    guard let requests = undos.byNumber[write.id] else { return write }
    var write = write
    let inForce = try requests.filter { try counted($0, on: write.id) }
    write.isRetracted = try inForce.contains { try followed?.whom().counts($0.fact) ?? graph.follows($0.fact) }
    write.isRetractedByAuthor = !write.isRetracted && !inForce.isEmpty
    return write
  }

  /// The records of a kind that may be others since writes to them were undone, or brought back.
  func undone(_ kind: String, _ names: ComponentNames) throws -> Set<ExactText> {
    var found: Set<ExactText> = []
    for (number, key) in undos.records[kind] ?? [] {
      let name = ExactText(names.key(kind, key))
      if try !found.contains(name) && (followed != nil || mayDiffer(number)) { found.insert(name) }
    }
    return found
  }

  /// Those of some results that are not late, as they were: undone or brought back later does not count.
  func seen(_ results: [Observation]) throws -> [Observation] {
    try results.compactMap { result in
      guard try !contains(result.id) else { return nil }
      guard let requests = undos.byNumber[result.id] else { return result }
      var result = result
      result.isRetracted = try requests.contains { try counted($0, on: result.id) }
      if result.isInDoubt {
        result.isInDoubt = try requests.contains { try $0.standing == RequestState.forked && !isLate($0) }
      }
      return result
    }
  }

  private func counted(_ request: UndoRequest, on target: Int64) throws -> Bool {
    guard try !isLate(request) else { return false }
    switch request.standing {
    case RequestState.inForce, RequestState.byAuthor, RequestState.againstCounted:
      return try followed.map { try $0.decided(request.fact, on: target) } ?? true
    case RequestState.takenBack:
      return try !(undos.byNumber[request.fact] ?? []).contains {
        try $0.standing == RequestState.inForce && !isLate($0)
      }
    case RequestState.waits: return try followed.map { try $0.decided(request.fact, on: target) } ?? false
    default: return false
    }
  }

  /// A machine that only asked is not named by earlier closings: then the time decides.
  private func isLate(_ request: UndoRequest) throws -> Bool {
    if try seen.names(graph.run(of: request.fact)) { return try contains(request.fact) }
    return request.ms > closed || seen.lines.contains(FactNumber.line(of: request.fact))
  }

  /// When the first result was observed that is not late, ms UTC. Of machines that the closing does not name those count
  /// that were entered by a moment and whose authors are followed.
  func firstResult(enteredBy moment: Int64) throws -> Int64? {
    let sql = """
      SELECT min(coalesce(time, ms)) FROM result
      WHERE id BETWEEN ? AND ? AND ms <= ? AND undone & \(UndoneMark.inForce) = 0
      """
    let runs = try database.all("SELECT first FROM run ORDER BY first", []) { $0.int64(0) }
    return try runs.enumerated().compactMap { place, first -> Int64? in
      if seen.names(first) {
        return try seen.ranges(of: first).compactMap {
          try database.scalar(sql, [.integer($0.lowerBound), .integer($0.upperBound), .integer(.max)])
        }.min()
      }
      guard try graph.follows(first) else { return nil }
      let limit = FactNumber.make(line: FactNumber.line(of: first), sequence: FactNumber.largestSequence)
      let last = place + 1 < runs.count ? min(limit, runs[place + 1] - 1) : limit
      return try database.scalar(sql, [.integer(first), .integer(last), .integer(moment)])
    }.min()
  }
}

/// A request to undo a fact, or another request.
struct UndoRequest {
  let fact: Int64
  let ms: Int64
  let standing: Int64
}

struct UndoRequests {
  /// By the numbers of what they name.
  private(set) var byNumber: [Int64: [UndoRequest]] = [:]
  /// The writes to records that they name, by the kind of these, with the keys that they had.
  private(set) var records: [String: [(number: Int64, key: String)]] = [:]

  init(_ database: Connection) throws {
    let sql = """
      SELECT request.number, request.fact, fact.ms, request.standing
      FROM request JOIN fact ON fact.id = request.fact WHERE request.kind = 'undo' AND request.number <> 0
      ORDER BY request.fact
      """
    try database.rows(sql) { row in
      byNumber[row.int64(0), default: []].append(
        UndoRequest(fact: row.int64(1), ms: row.int64(2), standing: row.int64(3)))
    }
    let writes = """
      SELECT DISTINCT fact.id, fact.kind, fact.body FROM request JOIN fact ON fact.id = request.number
      WHERE request.kind = 'undo' AND fact.kind IN (\(RecordProjector.factKindsSQL))
      """
    try database.rows(writes) { row in
      let body = RecordJSON.object(row.text(2)) ?? JSONObject()
      if let (record, _) = RecordProjector.writes(kind: row.text(1), body: body) {
        records[record.kind, default: []].append((row.int64(0), record.key))
      }
    }
  }
}

extension Reader {
  /// The moment by which an audit is shown: once it is closed, that of its closing, for ever and on each machine.
  package func closing(of audit: AuditRound) -> Int64? { audit.closed.flatMap { $0 < now ? $0 : nil } }

  /// A closed audit with the fields that its closing had.
  package func asClosed(_ audit: AuditRound) throws -> AuditRound {
    guard closing(of: audit) != nil, let then = try recordsAtClosing(of: audit) else { return audit }
    return try Self.audit(audit, as: then)
  }

  /// With the fields that some records have of it, but as it was closed.
  static func audit(_ audit: AuditRound, as then: RecordsAsOf) throws -> AuditRound {
    guard let record = try then.record("audit", audit.name) else { return audit }
    var kept = self.audit(record)
    (kept.closed, kept.seen, kept.followed) = (audit.closed, audit.seen, audit.followed)
    return kept
  }

  /// The records that the closing of an audit had seen. The moment of an audit may be stated, as of one that is typed in
  /// later: the records are those of when it was closed here.
  func recordsAtClosing(of audit: AuditRound) throws -> RecordsAsOf? {
    guard let closed = audit.closed else { return nil }
    if let known = root.keptClosing, known.name.hasSameBytes(as: audit.name), known.closed == closed {
      return known.records
    }
    let sql = """
      SELECT fact.ms FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = 'audit' AND register.key = ? AND register.field = 'closed'
        AND register.live = \(RegisterState.live)
      """
    let entered = try database.all(sql, [.text(audit.name)]) { $0.int64(0) }.max() ?? closed
    let records = try RecordsAsOf(
      self, moment: max(closed, entered), without: lateEntries(closed: audit), by: followed(atClosingOf: audit))
    if isSteady { root.keptClosing = (audit.name, closed, records) }
    return records
  }

  /// The scope of an audit by the records that its closing had seen; nil where it is open at this moment.
  func closedScope(of audit: AuditRound) throws -> WorkScope? {
    guard let whole = try everything(atClosingOf: audit) else { return nil }
    let then = whole.then
    let lists = try Self.kept("checklist", then)
    let record = try then.record("audit", audit.name)
    let named = record.flatMap { $0.isDeleted ? nil : Self.audit($0) } ?? audit
    var all = whole.scope
    let edition = try then.otherEdition() ?? self.edition
    let checks = try checklistChecks(named.checklists) { id in
      (lists[ExactText(id)].map(Self.checklist) ?? Catalog.checklist(id))?.asked(in: edition, all: all.checks.map(\.id))
    }
    if !named.checklists.isEmpty { all.checks = WorkScope.ordered(all.checks, by: checks) }
    return all.narrowed(to: named)
  }

  /// Components in use and checks as the closing of an audit had seen them, and the records; nil where it is open.
  func everything(atClosingOf audit: AuditRound?) throws -> (scope: WorkScope, then: RecordsAsOf)? {
    guard let audit, let closed = audit.closed, now <= closed, let then = try recordsAtClosing(of: audit) else {
      return nil
    }
    let version = try then.version(of: ["component", "reference", "check", "setting"])
    if let version, let known = root.keptEverythingThen, known.version == version { return (known.scope, then) }
    let scope = WorkScope(
      components: try inUse(then), checks: try checkRules(then), conditions: [.standard],
      settings: try then.otherEdition().map(CheckSettings.init) ?? checkSettings)
    if let version { root.keptEverythingThen = (version, scope) }
    return (scope, then)
  }

  private static func kept(_ kind: String, _ then: RecordsAsOf) throws -> [ExactText: Record] {
    try then.records(kind).filter { !$0.value.isDeleted }
  }

  private func inUse(_ then: RecordsAsOf) throws -> [Component] {
    try styled(Self.kept("component", then).values.map(Self.component), at: then, by: styles(then)).filter {
      !$0.isRetired
    }.sorted { CellTable.precedes($0.key, $1.key) }
  }

  /// How many components are in use; for a closed audit, were when it was closed.
  package func componentsInUse(for audit: AuditRound?) throws -> Int {
    if let closed = try everything(atClosingOf: audit) { return closed.scope.components.count }
    return try components().count { !$0.isRetired }
  }

  /// The rules of the checks with what the team's records of then made of them, in the order of the ids.
  private func checkRules(_ then: RecordsAsOf) throws -> [CheckRules] {
    let builtIn = try then.otherEdition().map { Catalog.checks(of: $0).map(CheckRules.init) } ?? checkRules()
    var rules = Dictionary(firstOf: builtIn.map { (ExactText($0.id), $0) })
    try visitTeamChecks(then) { id, check in rules[ExactText(id)] = check.map(CheckRules.init) }
    return rules.values.sorted { CellTable.precedes($0.id, $1.id) }
  }

  /// Calls `visit` with each check that a team ever changed, as it was then; nil where there was none.
  func visitTeamChecks(_ then: RecordsAsOf, _ visit: (String, Check?) throws -> Void) throws {
    for id in try database.all("SELECT DISTINCT key FROM register WHERE kind = 'check'", [], { $0.text(0) }) {
      try visit(id, check(id, then))
    }
  }

  /// The counts alone of `closedStandings`: whether results are stale or waived changes none of them.
  package func closedCounts(of audits: [AuditRound]) throws -> [CellCounts] {
    try closedStandings(of: audits, onlyCounts: true).map(\.counts)
  }

  /// Of audits, in their order; closed ones as their closing has left them.
  package func closedStandings(of audits: [AuditRound], onlyCounts: Bool = false) throws -> [Standing] {
    var open = try standings(of: audits.filter { closing(of: $0) == nil }, onlyCounts: onlyCounts).makeIterator()
    return try audits.compactMap { audit in
      guard let closed = closing(of: audit) else { return open.next() }
      // Not kept: there may be very many.
      let followed = try followed(atClosingOf: audit)
      let records = try recordsAtClosing(of: audit)
      let then = Reader(
        self, past: AsOf(root, moment: closed), closing: try records.flatMap { try others($0, onlyCounts) },
        judging: try records.flatMap { try judgesAsNow($0) ? nil : $0 }, followed: followed)
      defer { then.end() }
      return try then.standings(of: [audit], onlyCounts: onlyCounts)[0]
    }
  }

  /// The tracker at the closing of an audit, with the records that this had seen.
  func shown(_ audit: AuditRound, at closed: Int64) throws -> Reader {
    guard closed < now else { return self }
    guard let then = try recordsAtClosing(of: audit) else { return try at(closed) }
    let isOther = try followed(atClosingOf: audit) != nil || others(then, false) != nil || !judgesAsNow(then)
    return try at(closed, showing: isOther ? audit : nil)
  }

  /// The records that a closing had seen, where they are others than those until its moment.
  private func others(_ then: RecordsAsOf, _ onlyCounts: Bool) throws -> RecordsAsOf? {
    let kinds = (onlyCounts ? [] : ["waiver"]) + ["component", "check", "setting", Triages.kind]
    return try then.version(of: kinds) == nil ? then : nil
  }

  /// Whether values are compared with the same as now.
  private func judgesAsNow(_ then: RecordsAsOf) throws -> Bool {
    let kinds = ["check", "component", "reference"]
    guard let version = try then.version(of: kinds), try then.otherEdition() == nil else { return false }
    return try version == RecordsAsOf(root, moment: .max).version(of: kinds)
  }

  /// A component as the records of a closing have it; nil where it was not there.
  func component(_ key: String, _ then: RecordsAsOf) throws -> Component? {
    guard let record = try then.record("component", key), !record.isDeleted else { return nil }
    return try styled([Self.component(record)], at: then, by: styles(then)).first
  }

  private func styles(_ then: RecordsAsOf) throws -> (String) throws -> ReferenceEntry? {
    let styles = try Self.kept("reference", then)
    return { name in
      styles[ExactText("\(ReferenceTable.style.rawValue)/\(name)")].flatMap(Self.entry) ?? Catalog.style(name)
    }
  }

  /// What came to a closed audit since.
  package func afterClosing(of audit: AuditRound) throws -> AfterClosing {
    var after = AfterClosing()
    guard let closed = closing(of: audit) else { return after }
    let then = try at(closed)
    let late = try LateEntries(audit, then)
    // Without a result of its own, no text of the tracker may be its name.
    if let term = try term(audit.name) {
      try auditHistory().visitResults(ofAudit: term) { number, time in
        if try late?.contains(number) ?? (time > closed) { after.results += 1 }
      }
    }
    let before = Set(try then.workScope(of: audit).components.map { ExactText($0.key) })
    let now = Set(try workScope(of: audit).components.map { ExactText($0.key) })
    (after.retired, after.added) = (before.subtracting(now).count, now.subtracting(before).count)
    after.erased = try erasedResults { number, time in try late?.contains(number) ?? (time > closed) }
    return after
  }
}
