package import Audit
package import Base
import SQLite

/// What a tracker holds at one moment. One per transaction; it remembers names it has looked up.
package final class Reader {
  let database: Connection
  /// The time that decides age, staleness and waivers, ms UTC: that of the transaction, or the moment asked for.
  package let now: Int64
  /// The clocks of who asks.
  package let clock: LocalClock
  /// What there was at the moment this reader speaks of; nil where that is now. See `at(_:)`.
  let past: AsOf?
  /// The records that the closing of an audit had seen, where this reader shows that audit: names and texts are then those
  /// of the closing as well.
  let closing: RecordsAsOf?
  /// The reader of now that this one was made by; it knows what holds at any moment.
  private let base: Reader?
  private var texts = ByTerm<String>()
  /// Who had seen whom, and what values say.
  private(set) lazy var lineage: FactGraph = base?.lineage ?? FactGraph(database)
  /// Who has a key here, for the marks of single entries.
  private(set) lazy var holders = Result { try KeyHolders(lineage) }
  private(set) lazy var judge: Judge = judging.map { Judge(root, $0) } ?? base?.judge ?? Judge(database: database)
  /// Whose checks and components values are compared with, where those are not those of now.
  private let judging: RecordsAsOf?
  private var keptHistory: ResultHistory?
  private var keptAuditHistory: ResultHistory?
  /// How many results were read by the lists of their cells, and from how many on that takes longer than all do.
  private var (listed, mostListed) = (0, Int?.none)
  var replicas: [Int64: String] = [:]
  /// Nothing is written while this reader is used, so that what it has read once holds.
  let isSteady: Bool
  private var keptRegistry: Registry?
  /// Of the tracker's scope, as the gate has them.
  private(set) var keptCells: CellTable?
  /// What those say who are followed, cell by cell.
  var keptHeld: HeldCells?
  var keptComponents: [Component]?
  var keptNames: ComponentNames?
  var keptContexts: ByTerm<ResultContext>?
  let recordTimes = RecordTimes()
  /// For all audits.
  private(set) lazy var applyingRules: ApplyingRules = base?.applyingRules ?? ApplyingRules()
  var keptUndos: UndoRequests?
  /// Asked for cell by cell.
  var keptTriages: Triages?
  /// The records of the audit that was asked for last: of all they would be too many.
  var keptClosing: (name: String, closed: Int64, records: RecordsAsOf)?
  /// What its closing had not seen.
  var keptLate: (audit: AuditRound, entries: LateEntries)?
  /// By the lists of closed audits; nil within it where that is the list of now.
  var keptFollowed: [[String]: FollowedThen?] = [:]
  /// What was made of the records of a moment last, with the number of writes that it was made of.
  var keptComponentsThen: (version: [Int], components: [Component])?
  var keptEverythingThen: (version: [Int], scope: WorkScope)?
  var keptRules: [CheckRules]?
  var keptInUse: [Component]?
  var keptSettings: CheckSettings?
  /// By the checklists that they are on.
  var keptLists: [[String]: [CheckRules]] = [:]
  var keptChecklists: AskedChecklists?
  /// The components and the contexts (terms) of what cells showed at this moment.
  var keptObserved: (components: ByTerm<Bool>, contexts: ByTerm<Bool>)?
  /// Within it, nil where nothing was observed.
  var keptChanges: (first: Int64, last: Int64)??
  /// The readers of moments that were asked for.
  var moments: [Reader] = []
  /// Those that show closed audits.
  private var closings: [Reader] = []

  init(database: Connection, now: Int64, isSteady: Bool = false, clock: LocalClock = .utc) {
    (past, closing, base, judging) = (nil, nil, nil, nil)
    (self.clock, self.database, self.now, self.isSteady) = (clock, database, now, isSteady)
  }

  /// The tracker that `base` reads, as it was.
  ///
  /// - Parameters:
  ///   - judging: whose checks and components values are compared with; nil for those of `closing`, or of now.
  ///   - followed: whom a closed audit follows that it shows, where that is not whom this machine follows.
  init(
    _ base: Reader, past: AsOf, closing: RecordsAsOf? = nil, judging: RecordsAsOf? = nil, followed: FollowedThen? = nil
  ) {
    (self.past, self.closing, self.judging, self.base) = (past, closing, judging ?? closing, base.root)
    (database, now, clock, isSteady) = (base.database, past.moment, base.clock, base.isSteady)
    if let followed { lineage = followed.graph }
  }

  /// Seconds that local time is ahead of UTC at a moment in milliseconds UTC.
  package var localOffset: @Sendable (Int64) -> Int { clock.offset }

  /// The reader of now.
  var root: Reader { base ?? self }

  /// Components, checks, waivers and rules; read once by a steady reader.
  var registry: Registry { kept(\.keptRegistry) { Registry(self) } }

  /// The cells of the tracker's scope, as in the file; read once by a steady reader. None is taken out.
  func scopeCells() throws -> CellTable {
    try kept(\.keptCells) { try CellTable(self, Filter(), findings: nil, .plan, .none) }
  }

  /// What `read` finds; a steady reader keeps it in `place`.
  func kept<Value>(
    _ place: ReferenceWritableKeyPath<Reader, Value?>, _ read: () throws -> Value
  ) rethrows -> Value {
    if let known = self[keyPath: place] { return known }
    let found = try read()
    if isSteady { self[keyPath: place] = found }
    return found
  }

  /// Lets go of what was read: registry and cells know their reader, and each would keep the other for ever.
  func end() {
    (keptRegistry, keptCells, keptHeld, keptClosing, keptLate, keptChecklists) = (nil, nil, nil, nil, nil, nil)
    keptTriages = nil
    for reader in moments + closings { reader.end() }
    (moments, closings) = ([], [])
  }

  /// The records of the moment that this reader speaks of; nil where that is now.
  var recordsThen: RecordsAsOf? { closing ?? past?.records }

  /// The tracker as it is shown for an audit at a moment: now where there is none, and with the names and texts of its
  /// closing where that is the moment.
  package func at(_ moment: Int64?, showing audit: AuditRound?) throws -> Reader {
    guard let moment else { return self }
    let then = try at(moment)
    guard let audit, audit.closed == moment, let records = try then.recordsAtClosing(of: audit) else { return then }
    guard let past = then.past else { return then }
    let reader = Reader(then, past: past, closing: records, followed: try followed(atClosingOf: audit))
    closings.append(reader)
    return reader
  }

  /// All results, where they were read.
  var knownHistory: ResultHistory? { root.keptHistory }

  /// All results; a steady reader reads them once.
  func history() throws -> ResultHistory { try root.kept(\.keptHistory) { try ResultHistory(root) } }

  /// At least the results that carry the name of an audit: by themselves where they are few among all.
  func auditHistory() throws -> ResultHistory {
    if let known = knownHistory { return known }
    return try root.kept(\.keptAuditHistory) {
      // What some cells show tells about how many there are: to read many by themselves first would be for nothing.
      let sample = """
        SELECT count(*), sum(context IN (SELECT id FROM context WHERE audit <> 0)) FROM cell WHERE id % 61 = 0
        """
      let shown = try database.first(sample) { (cells: $0.int64(0), ofAudits: $0.int64(1)) }
      if let shown, shown.ofAudits * Self.fewOfAll * 2 > shown.cells * 3 { return try history() }
      let found = try ResultHistory(root, ofAuditsUpTo: countedResults() / Self.fewOfAll)
      return try found.isWhole ? found : history()
    }
  }

  /// What the closing of an audit had not seen; nil where it does not say what it had. Kept of the one asked for last, and
  /// not by a reader that goes by whom someone else followed.
  func lateEntries(closed audit: AuditRound) throws -> LateEntries? {
    guard let seen = audit.seen else { return nil }
    guard isSteady, lineage === root.lineage else { return try LateEntries(closed: audit, seen, self) }
    if let known = root.keptLate, known.audit == audit { return known.entries }
    let entries = try LateEntries(closed: audit, seen, self)
    root.keptLate = (audit, entries)
    return entries
  }

  /// Fewer than this part of all results are read by themselves.
  private static let fewOfAll: Int64 = 7

  /// Adds to the number of results that were read by the lists of their cells: from a seventh of all on, all are read at once.
  ///
  /// - Parameter coming: how many are to be read next.
  func count(listed count: Int, coming: Int = 0) throws {
    guard base == nil else { return try root.count(listed: count, coming: coming) }
    listed += count
    guard isSteady, listed + coming > 2_000 else { return }
    let most = try mostListed ?? Int(countedResults() / Self.fewOfAll)
    mostListed = most
    if listed + coming > most { _ = try history() }
  }

  /// How many results there are, retracted or not: SQLite counts them by the pages, without reading one.
  func countedResults() throws -> Int64 { try database.scalar("SELECT count(*) FROM result") ?? 0 }

  func text(_ term: Int64) throws -> String {
    if let base { return try base.text(term) }
    if let known = texts[term] { return known }
    if term == 0 { return "" }
    let found = try database.text(ofTerm: term)
    texts[term] = found
    return found
  }

  /// The term of a text; nil when no row uses it.
  func term(_ text: String) throws -> Int64? {
    try database.scalar("SELECT id FROM term WHERE text = ?", [.text(text)])
  }

  package func identity() throws -> (tracker: String, replica: String) {
    (try LocalTable.get(database, "tracker") ?? "", try LocalTable.get(database, "replica") ?? "")
  }

  /// The current state of an editable record.
  package struct Record {
    package var key: String
    package var fields: JSONObject
    package var isDeleted: Bool
    /// Fields with more than one value in view.
    package var conflicts: Int
    /// When it was last written, ms UTC.
    package var changed: Int64

    /// The text of a field. Of what stands in one line beside results, no more than the commands take: others, and an
    /// earlier `init`, may have written a longer one, which counts, and which would be shown once for each result.
    package func text(_ field: String) -> String {
      let text = fields.text(field)
      return Self.lines.contains(field) ? text.cut(to: Names.longestLine) : text
    }

    private static let lines: Set<String> = ["approver", "owner", "reason", "title"]

    /// Of a question: whether it is decided.
    package var isDecided: Bool { !text("decision").isEmpty || !text("decided").isEmpty }

    /// Of a task: `done` is a time or a flag.
    package var isDone: Bool {
      guard let done = fields["done"] else { return false }
      return done.boolValue ?? (done.stringValue.map { !$0.isEmpty } ?? (done.integerValue != nil))
    }

    /// When a task was done, ms UTC; nil if not recorded.
    package var doneAt: Int64? { isDone ? fields["done_at"]?.integerValue : nil }

    /// Of a question or a task.
    package var workState: String { isDecided ? "decided" : isDone ? "done" : "open" }

    package func list(_ field: String) -> [String] {
      fields[field]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
  }

  /// The records of a kind, in the order of their keys; deleted ones only on request.
  package func records(_ kind: String, includingDeleted: Bool = false) throws -> [Record] {
    if let closing = closing(of: kind) {
      return try closing.records(kind).values.filter { includingDeleted || !$0.isDeleted }
        .sorted { CellTable.precedes($0.key, $1.key) }
    }
    let sql = """
      SELECT key, doc, deleted, conflicts, changed FROM record
      WHERE kind = ? AND (deleted = 0 OR ?) ORDER BY key
      """
    return try database.all(sql, [.text(kind), .integer(includingDeleted ? 1 : 0)], Self.record)
  }

  /// The record of a key; of a component also by a key that it had before.
  package func record(_ kind: String, _ key: String) throws -> Record? {
    if let found = try closing(of: kind)?.records(kind)[ExactText(key)] { return found }
    let sql = "SELECT key, doc, deleted, conflicts, changed FROM record WHERE kind = ? AND key = ?"
    if let found = try database.first(sql, [.text(kind), .text(key)], Self.record) { return found }
    let present = try names.key(kind, key)
    if present.hasSameBytes(as: key) { return nil }
    return try database.first(sql, [.text(kind), .text(present)], Self.record)
  }

  /// An audit itself has seen everything but its own closing: see `asClosed`.
  private func closing(of kind: String) -> RecordsAsOf? { kind == "audit" ? nil : closing }

  static func record(_ row: Statement) -> Record {
    Record(
      key: row.text(0), fields: RecordJSON.object(row.text(1)) ?? JSONObject(), isDeleted: row.int64(2) != 0,
      conflicts: row.int(3), changed: row.int64(4))
  }

  /// The values that a field has in view, the shown one first: more than one where machines disagree.
  package func values(of field: String, kind: String, key: String) throws -> [JSONValue] {
    let sql = """
      SELECT value FROM register JOIN fact ON fact.id = register.fact
      JOIN branch ON branch.id = register.fact >> \(FactNumber.bits)
      WHERE register.kind = ? AND register.key = ? AND field = ? AND live = 1
      ORDER BY fact.ms DESC, fact.counter DESC, branch.replica DESC, register.fact & \(FactNumber.largestSequence) DESC,
        fact.digest DESC
      """
    var values = try database.all(sql, [.text(kind), .text(key), .text(field)]) { $0.text(0) }
    if let shown = FieldFold.strictest(values, Strictness.of(field, ofKind: kind)) {
      values.insert(values.remove(at: shown), at: 0)
    }
    return values.map { RecordJSON.value($0) ?? .null }
  }

  /// Facts this version does not understand.
  package func keptForNewer() throws -> Int {
    Int(try database.scalar("SELECT count(*) FROM fact WHERE projected = 0") ?? 0)
  }
}

extension Reader {
  /// The replicas that facts came from, in the order of their bytes.
  package func factReplicas() throws -> [String] {
    let all = try database.all("SELECT DISTINCT replica FROM branch ORDER BY replica", []) { $0.text(0) }
    return try all.filter { replica in
      try Lines.all(database, of: replica).contains { try FactTable.last(database, line: $0) != nil }
    }
  }
}

/// The state of a cell for a tester who is about to answer it elsewhere.
package struct CellEnd: Equatable, Sendable {
  /// What a result that has seen all of the cell's results names in `saw`: 32 hex digits each.
  package var heads: [String]
  /// When the last result counts as observed, ms UTC; 0 where there is none.
  package var time: Int64

  package static let untested = CellEnd(heads: [], time: 0)
}

extension Reader {
  /// The end of a cell over all its results, of any audit.
  package func end(of cell: ScopeCell) throws -> CellEnd {
    guard let id = try number(of: cell) else { return .untested }
    let fold = try Observations(self).fold(cell: id)
    return CellEnd(heads: fold.heads.map(\.hex), time: fold.latestTime)
  }

  /// When those who are followed saw a cell last; 0 where none of them did. A clock that is far ahead tells nothing: what
  /// is to count from then on would count for all that is found until then.
  package func lastFollowed(of place: ScopeCell) throws -> Int64 {
    guard let cell = try number(of: place) else { return 0 }
    let observations = Observations(self)
    let results = try observations.load(cell: cell)
    let last = try observations.fold(observations.alone(results), until: .max, triage: nil).latestTime
    let clocks = try results.filter { try lineage.follows($0.id) }.map(\.clock.milliseconds)
    return ([last] + clocks).filter { !HybridTime(milliseconds: $0).isAhead(of: now) }.max() ?? 0
  }
}

extension Reader {
  /// The steps of this replica that can be undone, the latest first; of one tester, where one is named.
  package func undoable(limit: Int, of tester: String? = nil) throws -> [UndoStep] {
    guard let line = try ownLine() else { return [] }
    return try UndoHistory(database: database, line: line).undoable(limit: limit, of: tester)
  }

  /// The undo that `redo` would bring back, with what it had undone.
  package func redoable(of tester: String? = nil) throws -> UndoStep? {
    guard let line = try ownLine() else { return nil }
    return try UndoHistory(database: database, line: line).redoable(of: tester)
  }

  /// What a cell shows; nil when it is untested.
  package func state(ofCell cell: Int64) throws -> CellState? {
    let sql = "SELECT outcome, severity, marks FROM cell WHERE id = ?"
    return try database.first(sql, [.integer(cell)]) {
      Codes.state(outcome: $0.int64(0), severity: $0.int64(1), marks: $0.int64(2))
    } ?? nil
  }

  /// Nil before the first fact.
  private func ownLine() throws -> Int64? {
    guard let replica = try LocalTable.get(database, "replica") else { return nil }
    return try Lines.all(database, of: replica).first
  }
}

extension Reader {
  /// The conditions under which something in use was seen, in order; the default one is the empty string.
  ///
  /// - Parameter audit: only what results that carry its name saw.
  package func conditionsSeen(audit: AuditRound? = nil) throws -> [String] {
    if let audit { return Set(try auditResults(audit).keys.map(\.condition)).sorted() }
    let registry = self.registry
    var seen: Set<String> = []
    try database.rows("SELECT DISTINCT condition, component FROM cell WHERE outcome <> 0") { row in
      let condition = try text(row.int64(0))
      guard !seen.contains(condition) else { return }
      if try registry.isInUse(try text(row.int64(1))) { seen.insert(condition) }
    }
    return seen.sorted()
  }
}

extension Reader {
  /// The entries of the conflict register that a check names, by their numbers, without reading its whole text.
  package func readings(of check: String) throws -> [String] {
    let sql = "SELECT json_extract(doc, '$.conflicts') FROM check_text WHERE check_id = ? AND current = 1"
    let found = try database.first(sql, [.text(check)]) { $0.optionalText(0) } ?? nil
    return found.flatMap { RecordJSON.value($0) }?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}
