package import Audit
package import Base
import SQLite

/// Reads the results of cells as their fold sees them.
struct Observations {
  let database: Connection
  private let judge: Judge
  let lineage: FactGraph
  let triages: Triages
  /// Knows whether all results are at hand.
  private let reader: Reader?

  init(database: Connection, _ lineage: FactGraph, _ judge: Judge, _ triages: Triages) {
    (self.triages, self.database, self.lineage, self.judge) = (triages, database, lineage, judge)
    reader = nil
  }

  init(_ reader: Reader) {
    (database, lineage, judge) = (reader.database, reader.lineage, reader.judge)
    triages = reader.kept(\.keptTriages) { Triages(database: reader.database, reader.recordsThen) }
    self.reader = reader
  }

  static let sql = """
    SELECT earlier, ms, counter, substr(digest, 1, 16), time, outcome, severity, value, retest, context, tester, build,
      build_term.text, result.text, result.undone, ifnull(context.audit = ?2, 1)
    FROM result JOIN context ON context.id = result.context JOIN term AS build_term ON build_term.id = context.build
    WHERE result.id = ?1
    """

  /// The results of a cell and its lineage. Where an audit's term is given only its results: who had seen whom through
  /// others the lineage knows without them.
  ///
  /// - Parameter late: what came to a closed audit later; it is left out in the same way.
  func fold(
    cell: Int64, audit: Int64? = nil, without late: LateEntries? = nil, until moment: Int64 = .max
  ) throws -> CellFold {
    try fold(load(cell: cell, audit: audit, without: late), until: moment, triage: triage(ofCell: cell))
  }

  /// The same of results that were loaded.
  func fold(_ results: [Observation], until moment: Int64, triage: Triage?) throws -> CellFold {
    try CellFold(results, lineage, until: moment, triage: triage)
  }

  /// What was decided about the finding of a cell.
  func triage(ofCell cell: Int64) throws -> Triage? {
    guard try !triages.isEmpty else { return nil }
    if let history = reader?.knownHistory { return try history.place(ofCell: cell).flatMap(triage) }
    let sql = "SELECT component, check_id, condition FROM cell WHERE id = ?"
    return try database.first(sql, [.integer(cell)]) {
      TermCell(component: $0.int64(0), check: $0.int64(1), condition: $0.int64(2))
    }.flatMap(triage)
  }

  func triage(of cell: TermCell) throws -> Triage? {
    try triages.triage(component: cell.component, check: cell.check, condition: cell.condition)
  }

  /// The same; `visit` is called for each result that counts, with the fold so far.
  func fold(_ results: [Observation], triage: Triage?, visit: (CellFold) -> Void) throws -> CellFold {
    try CellFold(results, lineage, triage: triage, visit: visit)
  }

  /// When a cell failed and when it did not, by every result that it showed.
  ///
  /// - Parameter areAlone: by what those say alone who are followed.
  func life(
    cell: Int64, audit: Int64? = nil, without late: LateEntries? = nil, until moment: Int64 = .max,
    areAlone: Bool = false
  ) throws -> FindingLife {
    var results = try load(cell: cell, audit: audit, without: late)
    if areAlone { results = try alone(results) }
    var shown: [(state: CellState, time: Int64, result: Int64)] = []
    let end = try CellFold(results, lineage, until: moment, triage: triage(ofCell: cell)) { fold in
      if let state = fold.state, let result = fold.shown { shown.append((state, fold.latestTime, result)) }
    }
    let byID = Dictionary(firstOf: results.map { ($0.id, $0) })
    var life = FindingLife()
    var basis = FindingLife.Basis()
    for step in shown {
      guard let result = byID[step.result] else { continue }
      basis = try self.basis(of: result)
      life.show(step.state.outcome, step.state.severity, at: step.time, on: basis)
    }
    // A severity that was set for the finding after the last result.
    if let state = end.state, let last = shown.last, state != last.state {
      life.show(state.outcome, state.severity, at: last.time, on: basis)
    }
    if life.state == .open,
      try areAlone
        ? hasRegressed(results, until: moment, since: nil)
        : hasRegressedForAny(cell: cell, audit: audit, without: late, until: moment)
    {
      life.regress()
    }
    return life
  }

  /// The same with those left out whose authors are not followed here.
  ///
  /// Within one run each has seen all before it, also without what others had seen: these need not be looked at.
  func alone(_ results: [Observation]) throws -> [Observation] {
    let isFollowed = try results.map { try lineage.follows($0.id) }
    let own = zip(results, isFollowed).filter(\.1).map(\.0)
    let run = try own.first.map { try lineage.run(of: $0.id) }
    if try own.allSatisfy({ try lineage.run(of: $0.id) == run }) { return own }
    return zip(results, isFollowed).map { $1 ? $0 : $0.leftOut }
  }

  /// Whether a cell may show something else than what those say alone who are followed here.
  func mayDiffer(marks: Int64, shown: Int64) throws -> Bool {
    try marks & (Codes.held | Codes.renewed) != 0 || !lineage.follows(shown)
  }

  /// What those who are followed had seen of a cell by a moment; nil where none of them had looked.
  func seen(
    cell: Int64, audit: Int64? = nil, without late: LateEntries? = nil, until moment: Int64
  ) throws -> Outcome? {
    try fold(alone(load(cell: cell, audit: audit, without: late)), until: moment, triage: nil).state?.outcome
  }

  func load(cell: Int64, audit: Int64? = nil, without late: LateEntries? = nil) throws -> [Observation] {
    let results: [Observation]
    if let history = reader?.knownHistory {
      results = try rated(history.results(ofCell: cell, audit: audit, by: judge))
    } else {
      let sql = "SELECT last, component, check_id, condition FROM cell WHERE id = ?"
      let found = try database.first(sql, [.integer(cell)]) { ($0.int64(0), $0.int64(1), $0.int64(2), $0.int64(3)) }
      guard let (last, component, check, condition) = found else { return [] }
      results = try load(from: last, component: component, check: check, condition: condition, audit: audit)
      try reader?.count(listed: results.count)
    }
    return try late?.seen(results) ?? results
  }

  /// Results that were read by whom this machine follows now, with the builds that are claimed for whom `lineage` does.
  func rated(_ results: [Observation]) throws -> [Observation] {
    guard lineage.list != nil else { return results }
    return try results.map { result in
      var result = result
      if result.build.term != 0 { result.build.isClaimed = try lineage.isClaimed(build: result.build.term) }
      return result
    }
  }

  /// The results of a list (`CellResults`) that begins with `last`, by their numbers. Component, check and condition
  /// are terms.
  func load(
    from last: Int64, component: Int64, check: Int64, condition: Int64, audit: Int64? = nil
  ) throws -> [Observation] {
    var observations: [Observation] = []
    let row = try database.cached(Self.sql)
    try row.bind(audit, at: 2)
    var values: [(place: Int, value: String)] = []
    try CellResults.walk(from: last) { number in
      try row.bind(number, at: 1)
      defer { row.reset() }
      guard try row.step() else { return nil }
      if row.int64(15) != 0, let said = Codes.outcome(row.int64(5)), let reference = FactReference(bytes: row.blob(3)) {
        if let value = row.optionalText(7) { values.append((observations.count, value)) }
        observations.append(
          Observation(
            id: number, reference: reference,
            clock: HybridTime(milliseconds: row.int64(1), counter: row.int64(2)), time: row.optionalInt64(4),
            said: said, severity: Codes.severity(row.int64(6)), isMeasured: !row.isNull(7),
            isRetest: row.int64(8) == 1, tester: row.int64(10),
            build: try lineage.observed(build: row.int64(11), text: row.text(12)),
            context: row.int64(9), text: row.optionalInt64(13),
            isRetracted: row.int64(14) & UndoneMark.inForce != 0, isInDoubt: row.int64(14) & UndoneMark.inDoubt != 0))
      }
      return row.int64(0)
    }
    for (place, value) in values {
      observations[place].missesCheck = try judge.misses(
        value, component: component, check: check, condition: condition)
    }
    return observations.sorted { $0.id < $1.id }
  }
}

/// The branches of replicas that facts came from.
enum Lines {
  static func replica(_ database: Connection, of line: Int64) throws -> String? {
    try database.first("SELECT replica FROM branch WHERE id = ?", [.integer(line)]) { $0.text(0) }
  }

  /// The numbers of all lines, and the one of a replica's first branch.
  static func all(_ database: Connection, first replica: String) throws -> (lines: [Int64], first: Int64?) {
    var lines: [Int64] = []
    var first: Int64?
    try database.rows("SELECT id, replica, fork FROM branch", []) { row in
      lines.append(row.int64(0))
      guard row.int64(2) == 0 else { return }
      if row.withText(1, { $0.elementsEqual(replica.utf8) }) { first = row.int64(0) }
    }
    return (lines, first)
  }

  /// All lines of a replica, the first branch first.
  static func all(_ database: Connection, of replica: String) throws -> [Int64] {
    try database.all("SELECT id FROM branch WHERE replica = ? ORDER BY fork", [.text(replica)]) { $0.int64(0) }
  }
}

/// The severities that were set for findings, by their items; read when the first one is asked for.
final class Triages {
  static let kind = "finding"
  static let field = "severity"

  private let database: Connection
  private let then: RecordsAsOf?
  private var known: [ScopeCell: Triage]?

  /// - Parameter then: the records of another moment; nil for those of now.
  init(database: Connection, _ then: RecordsAsOf? = nil) {
    (self.database, self.then) = (database, then)
  }

  /// To be called when a record of a finding was written.
  func forget() { known = nil }

  var isEmpty: Bool { get throws { try read().isEmpty } }

  /// That of a cell, whose names are terms.
  func triage(component: Int64, check: Int64, condition: Int64) throws -> Triage? {
    let all = try read()
    guard !all.isEmpty else { return nil }
    return all[
      ScopeCell(
        component: try database.text(ofTerm: component), check: try database.text(ofTerm: check),
        condition: try database.text(ofTerm: condition))]
  }

  func triage(of row: CellRow) throws -> Triage? {
    try triage(component: row.component, check: row.check, condition: row.condition)
  }

  func triage(at place: ScopeCell) throws -> Triage? { try read()[place] }

  /// The items whose severity was set after a moment.
  func places(since moment: Int64) throws -> [ScopeCell] { try read().filter { $0.value.time > moment }.map(\.key) }

  /// The item that a record is about; nil where it names none.
  static func place(_ document: JSONObject) -> ScopeCell? {
    guard let component = document["component"]?.stringValue, let check = document["check"]?.stringValue else {
      return nil
    }
    return ScopeCell(component: component, check: check, condition: document["condition"]?.stringValue ?? "")
  }

  private func read() throws -> [ScopeCell: Triage] {
    if let known { return known }
    var found: [ScopeCell: Triage] = [:]
    let sql = """
      SELECT doc FROM record WHERE kind = '\(Self.kind)' AND deleted = 0
        AND json_type(doc, '$.\(Self.field)') = 'object' ORDER BY key
      """
    func add(_ document: JSONObject) {
      guard let place = Self.place(document), let triage = document[Self.field].flatMap(Triage.init) else { return }
      // Of two records of one item, which only a foreign program writes, the stricter counts.
      if let other = found[place], other.severity.rawValue <= triage.severity.rawValue { return }
      found[place] = triage
    }
    if let then {
      for record in try then.records(Self.kind).values where !record.isDeleted { add(record.fields) }
    } else {
      try database.rows(sql) { row in if let document = RecordJSON.object(row.text(0)) { add(document) } }
    }
    known = found
    return found
  }
}

extension Triage {
  /// As the field of a record has it: `{"at":…,"by":…,"level":…}`.
  package init?(_ value: JSONValue) {
    guard let severity = value["level"]?.integerValue.flatMap({ Severity(rawValue: Int(clamping: $0)) }),
      let time = value["at"]?.integerValue
    else { return nil }
    self.init(severity: severity, time: time, by: value["by"]?.stringValue ?? "")
  }

  package var value: JSONValue {
    ["at": .integer(time), "by": .string(by), "level": .integer(Int64(severity.rawValue))]
  }
}

/// Whose severity a finding has, where it is not that of its tester.
package struct TriagedSeverity: Equatable, Sendable {
  /// Who set it; empty where not given.
  package var by: String
  /// What the tester said; nil where nothing.
  package var tester: Severity?

  /// `by lead-1, tester: minor`
  package var words: String {
    "\(by.isEmpty ? "set for the finding" : "by \(by)"), tester: \(tester?.word ?? "not rated")"
  }
}
