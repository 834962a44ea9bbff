package import Audit
import Base
import SQLite

/// Which cells with a result are meant.
package enum CellReach: Sendable {
  /// Those of the tracker's scope, which are counted.
  case plan
  /// Those that the plan does not ask for.
  case outside
  /// Both.
  case all

  func includes(_ place: TrackerScope.Place) -> Bool {
    switch place {
    case .asked, .tested: self != .outside
    case .outside: self != .plan
    case .outOfUse: false
    }
  }
}

extension Reader {
  /// No fewer than there are cells, told without counting them: the largest number, or what fits into the file if some
  /// program numbered them otherwise.
  func mostCells() throws -> Int {
    let sql = """
      SELECT min(max(id), (SELECT page_count * page_size / 16 FROM pragma_page_count, pragma_page_size)) FROM cell
      """
    return CellCounts.bounded(try database.scalar(sql) ?? 0)
  }

  /// The cells that a query asks for, as they stand, ordered by component, check and condition.
  ///
  /// Cells of retired and deleted components are left out.
  /// - Parameter reach: those that count, unless said otherwise.
  package func cells(_ filter: Filter, _ reach: CellReach = .plan) throws -> [Cell] {
    try cellTable(filter, reach).rows()
  }

  /// The same, of which rows are made one by one where they are shown.
  package func cellTable(
    _ filter: Filter, findings: FindingChoice? = nil, _ reach: CellReach = .plan
  ) throws -> CellTable {
    try CellTable(self, filter, findings: findings, reach)
  }

  func note(of result: Int64) throws -> String? {
    try database.first("SELECT note FROM result WHERE id = ?", [.integer(result)]) { $0.optionalText(0) } ?? nil
  }

  /// The same, or that of the finding in a cell.
  func note(of result: Int64, _ cell: Int64?, since: Int64) throws -> String? {
    try note(of: result) ?? cell.flatMap { try note(ofFinding: $0, since: since) }
  }

  /// The note of a finding whose last failure has none: that of the latest one since it began.
  ///
  /// - Parameters:
  ///   - last: where the list of the cell's results begins (`CellResults`).
  ///   - known: the result where it ends, for who has read the rest; 0 for all.
  func note(ofFindingIn last: Int64, before known: Int64 = 0, since: Int64) throws -> String? {
    let columns = """
      outcome, note, coalesce(time, ms),
        result.undone & 1
      """
    var found: (time: Int64, note: String)?
    try CellResults.visit(from: last, columns, in: database) { number, row in
      if number == known { return false }
      let time = row.int64(3)
      if let note = row.optionalText(2), !note.isEmpty, Codes.outcome(row.int64(1)) == .fail, row.int64(4) == 0,
        time >= since, found.map({ $0.time < time }) ?? true
      {
        found = (time, note)
      }
      return true
    }
    return found?.note
  }

  /// The same of a cell by its number.
  func note(ofFinding cell: Int64, since: Int64) throws -> String? {
    let last = try database.scalar("SELECT last FROM cell WHERE id = ?", [.integer(cell)])
    return try last.flatMap { try note(ofFindingIn: $0, since: since) }
  }

  /// Calls `visit` with every result that a query asks for, in the order in which they were entered, on one
  /// machine or on several: the order is the same wherever they are. A row is made for who asks for it, before the pass
  /// goes on.
  ///
  /// Retracted results are left out unless asked for.
  package func results(
    _ filter: Filter, includingRetracted: Bool = false,
    visit: (RowFacts, _ row: @escaping () throws -> Cell) throws -> Void
  ) throws {
    try results(filter, includingRetracted: includingRetracted, within: nil, visit: visit)
  }

  /// `within` narrows the pass to the cells of a component (and of a check and a condition), by their lists.
  private func results(
    _ filter: Filter, includingRetracted: Bool, within: (component: Int64, check: Int64?, condition: Int64?)?,
    areStaleTold: Bool = true,
    visit: (RowFacts, _ row: @escaping () throws -> Cell) throws -> Void
  ) throws {
    let registry = self.registry
    let rows = RowSource(reader: self, registry: registry)
    let matching = try RowFilter(filter, reader: self, registry: registry, timeField: .observed)
    let isSorted = try within == nil && database.scalar("SELECT count(*) FROM branch") ?? 0 > 1
    let sql = """
      SELECT \(RowSource.columns), result.outcome, result.severity, coalesce(result.time, result.ms),
        result.undone & 1
      FROM \(isSorted ? Self.sorted : "result") JOIN cell ON cell.id = result.cell
      JOIN context ON context.id = result.context
      \(within == nil ? "" : Self.withinCells) \(untilMoment(hasCondition: within != nil))
      \(isSorted ? "" : within == nil ? "ORDER BY result.id" : "ORDER BY \(Self.entered)")
      """
    let values: [Value] = within.map { [.integer($0.component), Value($0.check), Value($0.condition)] } ?? []
    let staleness = try within == nil ? StaleTerms(self, registry) : nil
    try database.rows(sql, values) { row in
      let (component, check, condition) = (row.int64(0), row.int64(1), row.int64(2))
      guard row.int64(18) == 0 || includingRetracted, try matching.accepts(component: component),
        try matching.accepts(check: check),
        try matching.accepts(
          condition: condition, of: check, tester: row.int64(4), build: row.int64(7), audit: row.int64(8))
      else { return }
      var facts = RowFacts()
      facts.outcome = Codes.outcome(row.int64(15))
      facts.severity = Codes.severity(row.int64(16))
      facts.time = row.int64(17)
      if let staleness {
        facts.stale = staleness.reasons(
          component: component, check: check, time: facts.time, text: row.optionalInt64(11), source: row.int64(9),
          build: row.int64(7), isPass: facts.outcome == .pass)
      }
      func told() throws -> RowFilter.Told {
        try RowFilter.Told(
          item: names(of: TermCell(component: component, check: check, condition: condition)),
          note: row.optionalText(13), result: row.int64(10))
      }
      guard try matching.accepts(facts, told: told) else { return }
      try visit(facts) {
        var result = try rows.row(row)
        (result.outcome, result.severity, result.time) = (facts.outcome, facts.severity, facts.time)
        result.isRetracted = row.int64(18) != 0
        let stale = staleness == nil ? areStaleTold ? nil : [] : facts.stale.reasons
        try rows.complete(&result, isCell: false, stale: stale)
        return result
      }
    }
  }

  /// Every result of a component's cell, or of all its cells, the latest observed first; retracted ones are marked.
  ///
  /// - Parameters:
  ///   - check: of which check; nil for all.
  ///   - condition: under which condition; nil for all.
  ///   - areStaleTold: whether it matters which of them are stale: for that all components are read.
  package func history(
    component: String, check: String? = nil, condition: String? = nil, areStaleTold: Bool = true
  ) throws -> [Cell] {
    let terms = try [component, check, condition].map { name in try name.map { $0.isEmpty ? 0 : try term($0) } }
    // A name that no result has.
    guard terms.allSatisfy({ $0 != .some(nil) }), let componentTerm = terms[0] ?? nil else { return [] }
    var found: [(Int, Cell)] = []
    let within = (componentTerm, terms[1] ?? nil, terms[2] ?? nil)
    try results(Filter(), includingRetracted: true, within: within, areStaleTold: areStaleTold) { _, row in
      found.append((found.count, try row()))
    }
    return found.sorted { ($0.1.time, $0.0) > ($1.1.time, $1.0) }.map(\.1)
  }

  /// One machine enters its results in the order of their numbers.
  private static let entered = "result.ms, result.counter, result.digest"

  /// The results of several machines in that order. With a limit the order is kept, and only what is sorted by is held.
  private static let sorted =
    "(SELECT id FROM result ORDER BY \(entered) LIMIT -1) AS place CROSS JOIN result ON result.id = place.id"

  static let withinCells = """
    WHERE result.id IN (
      WITH RECURSIVE list(id) AS (
        SELECT last FROM cell
        WHERE component = ?1 AND check_id = ifnull(?2, check_id) AND condition = ifnull(?3, condition)
        UNION SELECT earlier FROM list JOIN result USING (id))
      SELECT id FROM list)
    """

  private func untilMoment(hasCondition: Bool) -> String {
    guard let moment = past?.moment else { return "" }
    return "\(hasCondition ? "AND" : "WHERE") coalesce(result.time, result.ms) <= \(moment)"
  }

}

/// Turns the columns of a cell, its result and context into rows.
struct RowSource {
  let reader: Reader
  let registry: Registry

  static let columns = """
    cell.component, cell.check_id, cell.condition, cell.category, context.tester, context.device, context.os,
    context.build, context.audit, context.source, result.id, result.text, result.value, result.note, result.body
    """

  /// A measured value from its canonical JSON.
  static func value(_ json: String?) -> MeasuredValue? {
    json.flatMap { RecordJSON.value($0) }.flatMap(ValueJSON.decode)
  }

  /// What a result says; the outcome is the caller's, who knows whether to use the cell's or its own.
  func row(_ row: Statement) throws -> Cell {
    let number = row.int64(10)
    let value = Self.value(row.optionalText(12))
    var result = Cell(
      component: try reader.text(row.int64(0)), check: try reader.text(row.int64(1)),
      condition: try reader.text(row.int64(2)), category: try reader.text(row.int64(3)),
      outcome: nil, severity: nil, value: value, note: row.optionalText(13),
      tester: try reader.text(row.int64(4)), time: 0, device: try reader.text(row.int64(5)),
      os: try reader.text(row.int64(6)), build: try reader.text(row.int64(7)), audit: try reader.text(row.int64(8)),
      source: try reader.text(row.int64(9)), text: row.optionalInt64(11).flatMap { UInt32(exactly: $0) },
      id: try reader.name(of: number), number: number)
    result.take(RareMembers(body: row.optionalText(14)), try reader.names)
    if number != 0 { result.claim = try reader.holders.get()?.claim(of: number, by: result.tester) }
    return result
  }

  static let ofCells = "\(columns), cell.outcome, cell.severity, cell.seen, cell.marks, cell.since"

  /// The present state of a cell, from the columns `ofCells`.
  func cell(_ row: Statement) throws -> Cell {
    var cell = try self.row(row)
    cell.outcome = Codes.outcome(row.int64(15))
    cell.severity = Codes.severity(row.int64(16))
    cell.time = row.int64(17)
    cell.take(marks: row.int64(18))
    if row.int64(18) & Codes.held != 0, !cell.isUnsettled, let said = try reader.followed(cell.place)?.state,
      said.isUnsettled
    {
      (cell.isDisputed, cell.isContradicted, cell.isHidden) = (said.isDisputed, said.isContradicted, true)
    }
    cell.since = row.int64(19)
    return cell
  }

  /// Adds what is computed: staleness where it is not known, the waiver, and what the value says today.
  func complete(_ row: inout Cell, isCell: Bool, stale: [StaleReason]? = nil) throws {
    row.stale = try stale ?? registry.staleReasons(row, now: reader.now)
    row.setting = try reader.setting(of: row.check)
    if row.stale.contains(.registered) { row.question = try registry.question(row) }
    if isCell { row.triage = try registry.triage(row) }
    if isCell, row.severity == nil, row.outcome == .fail || row.life != nil {
      row.severity = try registry.usualSeverity(row.check)
      row.isUsualSeverity = true
    }
    if row.outcome == .fail, isCell {
      if row.note == nil, row.cell != 0 { row.note = try reader.note(ofFinding: row.cell, since: row.since) }
      row.waiver = try registry.waiver(component: row.component, check: row.check, condition: row.condition)
      if row.waiver == nil {
        row.expired = try registry.expiredWaiver(
          component: row.component, check: row.check, condition: row.condition)
      }
    }
    if row.value != nil { row.judged = try registry.judged(row) }
  }
}

extension Cell {
  /// Makes it the row of a finding.
  mutating func tell(_ life: FindingLife?) {
    guard let life else { return }
    self.life = life
    severity = life.severity
    since = life.since
  }
}

extension Reader {
  /// `<replica>-<sequence>` of a local number.
  func name(of number: Int64) throws -> String {
    "\(try replica(of: FactNumber.line(of: number)))-\(FactNumber.sequence(of: number))"
  }

  private func replica(of line: Int64) throws -> String {
    try replicas.value(line) { try Lines.replica(database, of: line) ?? "?" }
  }
}

/// The current state of a cell, and what distinguishes it from the same cell later.
package struct CellNow {
  package var row: Cell
  /// The local number of the latest result that counts. A new result, or a retracted one, changes it.
  package var latest: Int64
  /// What those say alone who are followed here; nil where that is nothing.
  package var followed: FollowedAnswer?
}

extension Reader {
  /// The current state of one cell, for a walk from item to item; nil where no result counts.
  ///
  /// Components and rules are read one by one and not all at once as for lists; waivers play no part.
  package func cellNow(_ place: ScopeCell, _ component: Component?, _ check: CurrentCheck?) throws -> CellNow? {
    guard let terms = try terms(of: place) else { return nil }
    let rows = RowSource(reader: self, registry: registry)
    let sql = """
      SELECT \(RowSource.ofCells), cell.latest
      FROM cell JOIN result ON result.id = cell.shown JOIN context ON context.id = result.context
      WHERE cell.component = ? AND cell.check_id = ? AND cell.condition = ? AND cell.outcome <> 0
      """
    return try database.first(sql, terms) { row in
      var result = try rows.cell(row)
      if result.outcome == .fail, result.note == nil, let cell = try number(of: place) {
        result.note = try note(ofFinding: cell, since: result.since)
      }
      result.triage = try registry.triage(result)
      let figures = try RegisteredFigures(self, component.map { [ExactText($0.key): $0] } ?? [:])
      result.question = figures.question(
        result.component, result.check, time: result.time, isPass: result.outcome == .pass)
      result.stale = try staleRule().reasons(
        time: result.time, now: now, seenSource: result.source, source: component?.sourceDigest ?? "",
        seenBuild: result.build, seenText: result.text, text: result.text == nil ? nil : check?.text,
        isQuestioned: result.question != nil)
      let measurement = check?.check.measurement?.under(result.condition)
      result.judged = result.value.flatMap { measurement?.judge($0, on: component).outcome }
      return CellNow(row: result, latest: row.int64(20), followed: try followed(place))
    }
  }

  /// The local number of the latest result of a cell that counts; 0 where there is none.
  package func latestResult(of place: ScopeCell) throws -> Int64 {
    guard let terms = try terms(of: place) else { return 0 }
    let sql = "SELECT latest FROM cell WHERE component = ? AND check_id = ? AND condition = ? AND outcome <> 0"
    return try database.scalar(sql, terms) ?? 0
  }

  /// The local number of a cell; nil where nothing refers to it.
  func number(of place: ScopeCell) throws -> Int64? {
    guard let terms = try terms(of: place) else { return nil }
    return try database.scalar("SELECT id FROM cell WHERE component = ? AND check_id = ? AND condition = ?", terms)
  }
}

extension Reader {
  /// A remark on a component, or on a check of it, that stands.
  package struct NoteRow {
    /// `<replica>-<sequence>`.
    package var id: String
    package var component: String
    /// Nil: about the component as a whole.
    package var check: String?
    package var tester: String
    /// ms UTC.
    package var time: Int64
    package var text: String
    let number: Int64
  }

  /// The remarks on everything, or on one component, oldest first; retracted ones are left out.
  package func notes(component: String? = nil) throws -> [NoteRow] {
    guard let filter = try terms([component]) else { return [] }
    let sql = """
      SELECT note.fact, component, check_id, tester, time, text FROM note JOIN fact ON fact.id = note.fact
      WHERE retracted = 0 AND component = ifnull(?, component) ORDER BY time, fact.counter, fact.digest
      """
    return try database.all(sql, filter) { row in
      let check = try text(row.int64(2))
      return NoteRow(
        id: try name(of: row.int64(0)), component: try text(row.int64(1)), check: check.isEmpty ? nil : check,
        tester: try text(row.int64(3)), time: row.int64(4), text: row.text(5), number: row.int64(0))
    }
  }

  /// What the cells of a check on a component show, condition by condition; untested ones are left out.
  package func states(component: String, check: String) throws -> [(condition: String, state: CellState)] {
    guard let component = try term(component), let check = try term(check) else { return [] }
    let sql = """
      SELECT condition, outcome, severity, marks FROM cell WHERE component = ? AND check_id = ? ORDER BY condition
      """
    var found: [(condition: String, state: CellState)] = []
    try database.rows(sql, [.integer(component), .integer(check)]) { row in
      let state = Codes.state(outcome: row.int64(1), severity: row.int64(2), marks: row.int64(3))
      if let state { found.append((try text(row.int64(0)), state)) }
    }
    return found
  }
}
