import Audit
import Base
import SQLite

/// Editable records as their writes until a moment made them.
final class RecordsAsOf {
  private let root: Reader
  private let moment: Int64
  /// Writes that do not count, with any stated time.
  private let late: LateEntries?
  /// Whose writes count, where that is not as it is now.
  private let followed: FollowedThen?
  private var kinds: [String: [ExactText: Reader.Record]] = [:]
  private var versions: [String: Int?] = [:]
  private var edition: CatalogEdition??
  private var known: [String: Set<ExactText>] = [:]
  private lazy var following = Result { try followed?.whom() ?? Following(root.database, root.lineage) }

  init(_ reader: Reader, moment: Int64, without late: LateEntries? = nil, by followed: FollowedThen? = nil) {
    (root, self.moment, self.late, self.followed) = (reader.root, moment, late, followed)
  }

  /// How many writes made the records of some kinds: where it is the same at two moments they are the same. Nil where
  /// no number says that.
  func version(of kinds: [String]) throws -> [Int]? {
    guard root.isSteady, try kinds.allSatisfy({ try otherwise($0).isEmpty }) else { return nil }
    var found: [Int] = []
    for kind in kinds {
      let known = try versions[kind] ?? root.recordTimes.count(kind, until: moment, without: late, in: root.database)
      versions[kind] = .some(known)
      guard let known else { return nil }
      found.append(known)
    }
    return found
  }

  /// The records of a kind by their keys, deleted ones as well. One that was not yet written is not among them.
  func records(_ kind: String) throws -> [ExactText: Reader.Record] {
    if let known = kinds[kind] { return known }
    let version = try version(of: [kind])?.first
    let found = try version.flatMap { root.recordTimes.records(kind, after: $0) } ?? read(kind)
    if let version { root.recordTimes.keep(found, of: kind, after: version) }
    kinds[kind] = found
    return found
  }

  /// One record, read by itself: between the closings of two audits a third may have been written, so that all of them are
  /// seldom the same.
  func record(_ kind: String, _ key: String) throws -> Reader.Record? {
    try (kinds[kind] ?? read(kind, key: key))[ExactText(key)]
  }

  /// The records of a kind of which other writes may count than now: by whom was followed, or since some were undone.
  func otherwise(_ kind: String) throws -> Set<ExactText> {
    try known.value(kind) {
      let undone = try late?.undone(kind, root.names) ?? []
      return try followed?.concerned(kind).union(undone) ?? undone
    }
  }

  private func read(_ kind: String, key: String? = nil) throws -> [ExactText: Reader.Record] {
    var found: [ExactText: Reader.Record] = [:]
    var standing: Set<ExactText> = []
    let others = try otherwise(kind).filter { name in key.map { ExactText($0) == name } ?? true }
    func add(_ field: RecordWrites.Field) throws {
      guard !field.writes.isEmpty else { return }
      let key = ExactText(field.key)
      var record =
        found[key] ?? Reader.Record(key: field.key, fields: JSONObject(), isDeleted: false, conflicts: 0, changed: 0)
      record.changed = max(record.changed, field.writes.map(\.clock.milliseconds).max() ?? 0)
      if field.field == RecordProjector.deletedField {
        record.isDeleted = try field.value()?.boolValue ?? false
      } else {
        record.fields[field.field] = try field.value()
        if field.writes.contains(where: { !$0.isRetracted }) { standing.insert(key) }
      }
      found[key] = record
    }
    try RecordWrites.visit(kind, key: key, until: moment, from: root.database) { field in
      guard !others.contains(ExactText(field.key)) else { return }
      var field = field
      if let late { field.writes = try field.writes.compactMap(late.seen) }
      try add(field)
    }
    for name in others {
      let record = RecordProjector.Key(kind: kind, key: name.text)
      try RecordWrites.visit(record, by: following.get(), followed?.graph ?? root.lineage, root.database, add) {
        write in
        try write.clock.milliseconds <= moment ? late.map { try $0.seen(write) } ?? write : nil
      }
    }
    // A key without any field is no record, even if it was deleted.
    return found.filter { standing.contains($0.key) }
  }

  /// The edition of the checks that the tracker had; nil where it has the same now.
  func otherEdition() throws -> CatalogEdition? {
    if let edition { return edition }
    let then = try CatalogEdition(records("setting")[ExactText("tracker")], in: root.database)
    let other = try then == CatalogEdition(of: root.database) ? nil : then
    edition = .some(other)
    return other
  }
}

/// The writes to the registers of a kind of record, to be folded as of any moment.
enum RecordWrites {
  private static let columns = """
    SELECT register.key, register.field, fact.id, branch.replica, fact.ms, fact.counter, substr(fact.digest, 1, 16),
      register.value, fact.undone
    FROM register JOIN fact ON fact.id = register.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)

    """
  /// The writes to one field of one record.
  struct Field {
    var key: String
    var field: String
    var writes: [FieldWrite]
    fileprivate let kind: String
    fileprivate let lineage: FactGraph
  }

  /// Calls `visit` with every field that was written by a moment, in the order of keys and fields.
  ///
  /// - Parameters:
  ///   - key: only those of this record; nil for all.
  ///   - fields: only these; empty for all.
  static func visit(
    _ kind: String, key: String? = nil, fields: [String] = [], until moment: Int64 = .max, from database: Connection,
    _ visit: (Field) throws -> Void
  ) throws {
    let sql = """
      \(columns) WHERE register.kind = ? AND fact.ms <= ? AND register.live < \(RegisterState.waits)
      \(key == nil ? "" : "AND register.key = ?") ORDER BY register.key, register.field, fact.id
      """
    let lineage = FactGraph(database)
    var current = Field(key: "", field: "", writes: [], kind: kind, lineage: lineage)
    try database.rows(sql, [.text(kind), .integer(moment)] + (key.map { [.text($0)] } ?? [])) { row in
      let field = row.text(1)
      guard fields.isEmpty || fields.contains(field) else { return }
      let key = row.text(0)
      if ExactText(key) != ExactText(current.key) || ExactText(field) != ExactText(current.field) {
        if !current.writes.isEmpty { try visit(current) }
        current = Field(key: key, field: field, writes: [], kind: kind, lineage: lineage)
      }
      current.writes.append(write(row))
    }
    if !current.writes.isEmpty { try visit(current) }
  }

  /// Calls `visit` with every field of a record and the writes to it that counted, of those that were there.
  ///
  /// - Parameter then: what a write was; nil where it was not there.
  static func visit(
    _ record: RecordProjector.Key, by following: Following, _ graph: FactGraph, _ database: Connection,
    _ visit: (Field) throws -> Void, then: (FieldWrite) throws -> FieldWrite?
  ) throws {
    let said = try RecordStanding(record, following, graph, database, then)
    let fields = try said?.fields ?? read(of: record, from: database).mapValues { try $0.compactMap(then) }
    for (field, writes) in fields {
      let counted = said.map { said in writes.filter { said.counts($0, in: field) } } ?? writes
      try visit(Field(key: record.key, field: field.text, writes: counted, kind: record.kind, lineage: graph))
    }
  }

  /// All writes to a field of a record, whether they count or not.
  static func read(
    _ field: String, of record: RecordProjector.Key, from database: Connection
  ) throws -> [FieldWrite] {
    let sql = "\(columns) WHERE register.kind = ? AND register.key = ? AND register.field = ? ORDER BY fact.id"
    return try database.all(sql, [.text(record.kind), .text(record.key), .text(field)], write)
  }

  /// The same of all fields of a record.
  static func read(
    of record: RecordProjector.Key, from database: Connection
  ) throws -> [ExactText: [FieldWrite]] {
    var fields: [ExactText: [FieldWrite]] = [:]
    let sql = "\(columns) WHERE register.kind = ? AND register.key = ? ORDER BY fact.id"
    try database.rows(sql, [.text(record.kind), .text(record.key)]) { row in
      fields[ExactText(row.text(1)), default: []].append(write(row))
    }
    return fields
  }

  private static func write(_ row: Statement) -> FieldWrite {
    FieldWrite(
      id: row.int64(2), replica: row.text(3),
      reference: FactReference(bytes: row.blob(6)) ?? FactReference(high: 0, low: 0),
      clock: HybridTime(milliseconds: row.int64(4), counter: row.int64(5)), value: row.text(7),
      isRetracted: row.int64(8) & UndoneMark.inForce != 0, isRetractedByAuthor: row.int64(8) & UndoneMark.byAuthor != 0)
  }
}

extension RecordWrites.Field {
  /// What the writes until a moment made of the field; nil where none was there, or a null.
  func value(at moment: Int64 = .max) throws -> JSONValue? {
    let fold = try FieldFold(writes.filter { $0.clock.milliseconds <= moment }, lineage, of: field, kind)
    let value = fold.value.flatMap { RecordJSON.value($0) }
    return value?.isNull == true ? nil : value
  }
}

/// Components, audits, waivers, settings and texts of checks as of a moment.
extension Reader {
  /// The records of a kind with their values at that moment, or now, in the order of their keys; deleted ones not.
  package func recordsOfMoment(_ kind: String) throws -> [Record] {
    guard let then = recordsThen else { return try records(kind) }
    return try then.records(kind).values.filter { !$0.isDeleted && !$0.fields.isEmpty }.sorted { $0.key < $1.key }
  }

  /// As they are now; but in use, and with the source digest, as their records said then. One that was not
  /// registered is included if something had been observed of it.
  func components(_ then: RecordsAsOf) throws -> [Component] {
    let version = closing == nil ? try then.version(of: ["component"]) : nil
    if let version, let known = root.keptComponentsThen, known.version == version { return known.components }
    let records = try then.records("component")
    var asksCells = false
    func isObserved(_ key: String) throws -> Bool {
      guard let component = try term(key) else { return false }
      asksCells = true
      return try observed().components[component] ?? false
    }
    // What anyone may write of a component makes none of it: where nothing else was written by then, it counts when it was
    // made.
    let describing = DecidingFields.of("component").harmless
    var lives: ComponentLives?
    func isThere(_ record: Record) throws -> Bool {
      if record.fields.members.contains(where: { !describing.contains($0.key) }) { return true }
      let known = try lives ?? ComponentLives(database: database)
      lives = known
      return known.made(record.key).map { $0 <= self.now } ?? true
    }
    let found = try self.records("component", includingDeleted: true).compactMap { now -> Component? in
      var component = Self.component(now)
      guard let record = records[ExactText(now.key)], try isThere(record) else {
        component.isRetired = false
        component.sourceDigest = ""
        return try isObserved(now.key) ? component : nil
      }
      if record.isDeleted { return nil }
      component.isRetired = record.fields["retired"]?.boolValue ?? false
      component.sourceDigest = record.text("source_digest")
      return component
    }
    // Of others the moment decides, and not the records alone.
    if let version, !asksCells, lives == nil { root.keptComponentsThen = (version, found) }
    return found
  }

  /// The components and the contexts of what cells showed, in one pass.
  private func observed() throws -> (components: ByTerm<Bool>, contexts: ByTerm<Bool>) {
    try kept(\.keptObserved) {
      var found = (components: ByTerm<Bool>(), contexts: ByTerm<Bool>())
      try visitCells([.component, .context]) { (found.components[$0[0]], found.contexts[$0[1]]) = (true, true) }
      return found
    }
  }

  /// Every component that is or was registered, in use or not.
  func registeredEver() throws -> [Component] {
    try styled(records("component", includingDeleted: true).map(Self.component))
  }

  /// As they are now; one that was closed later is open, and one that was begun later is not there, unless a result
  /// that was shown then carries its name.
  func audits(_ then: RecordsAsOf) throws -> [AuditRound] {
    let records = try then.records("audit")
    let shown = try observed().contexts
    var used: Set<ExactText> = []
    try contexts().visit { number, context in
      if context.audit != 0, shown[number] ?? false { used.insert(ExactText(try text(context.audit))) }
    }
    return try self.records("audit").compactMap { now in
      let key = ExactText(now.key)
      guard records[key].map({ !$0.isDeleted }) ?? used.contains(key) else { return nil }
      var audit = Self.audit(now)
      if let closed = audit.closed, closed > self.now { audit.closed = nil }
      return audit
    }
  }

  /// Calls `visit` with each check that a team has changed since, as it was then; nil where there was none. The built-in
  /// ones are those of this program, in the edition of then.
  func visitChecks(changedAfter then: RecordsAsOf, _ visit: (String, Check?) throws -> Void) throws {
    let earlier = try then.otherEdition().map { Catalog.checks(of: $0).map(\.id) + Catalog.checks.map(\.id) }
    let changed = try database.all(
      """
      SELECT DISTINCT register.key FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = 'check' AND fact.ms > ? AND register.live < \(RegisterState.waits)
      """, [.integer(now)]
    ) { $0.text(0) }
    let others = try then.otherwise("check").map(\.text)
    for key in Set(changed + (earlier ?? []) + others) { try visit(key, check(key, then)) }
  }

  /// A check as the team's record of then and the built-in one made it; nil where there was none.
  func check(_ id: String, _ then: RecordsAsOf) throws -> Check? {
    let builtIn = try builtIn(id, then)
    let record = try then.records("check")[ExactText(id)].flatMap { $0.isDeleted ? nil : $0.fields }
    let merged = record.flatMap { CheckTexts.merge(builtIn, with: $0) }.flatMap { try? Check(from: .object($0)) }
    return merged ?? builtIn.flatMap { RecordJSON.value($0) }.flatMap { try? Check(from: $0) }
  }

  /// The checks of now with what was another one then in their place.
  func checks(_ present: [CurrentCheck], _ then: RecordsAsOf) throws -> [CurrentCheck] {
    var checks = Dictionary(firstOf: present.map { (ExactText($0.check.id), $0) })
    if let edition = try then.otherEdition() {
      for id in Catalog.checks.map(\.id) + Catalog.checks(of: edition).map(\.id) {
        checks[ExactText(id)] = try check(id, then).flatMap(Self.then)
      }
    }
    try visitTeamChecks(then) { id, check in checks[ExactText(id)] = check.flatMap(Self.then) }
    return checks.values.sorted { CellTable.precedes($0.check.id, $1.check.id) }
  }

  static func then(_ check: Check) -> CurrentCheck? {
    TextVersion.parse(check.textVersion).map { version in
      CurrentCheck(check: check.worded(besides: Catalog.checks[id: check.id]), text: version, isAdjusted: false)
    }
  }

  private func builtIn(_ id: String, _ then: RecordsAsOf) throws -> String? {
    if let edition = try then.otherEdition() {
      guard let check = Catalog.checks(of: edition)[id: id] else { return nil }
      return try RecordJSON.text(check.fact)
    }
    let sql = "SELECT doc FROM check_text WHERE check_id = ? AND origin = 'built-in'"
    return try database.first(sql, [.text(id)]) { $0.text(0) }
  }
}

extension Reader {
  /// The same tracker at a past moment (ms UTC), within this transaction.
  ///
  /// Every question that a reader answers about cells, findings, results, standings, audits and waivers is then
  /// answered as of that moment, by the same code:
  ///
  /// ```swift
  /// let before = reader.at(moment)
  /// before.cells(Filter())      // the cells: state, severity, disputed, since, staleness and waiver of then
  /// before.standing()           // their counts, by component as well
  /// before.standing(of: audit)  // and of one audit
  /// ```
  ///
  /// - A cell is what the results observed by then make of it. What arrived late is in its place and what was taken
  ///   back never was, so the answer depends on the facts and the moment alone, not on when or where it is asked.
  /// - Age, staleness, waivers, settings, the source digests and texts of a team's checks are those written by then;
  ///   texts of built-in checks are those of this program.
  /// - Kind, owner, screens and tags of components, and the scopes of audits, are as they are now, but for two things:
  ///   a component that was retired or deleted by then is out, and one retired since is in; one that was registered
  ///   later is not there, unless something had been observed of it.
  ///
  /// - Parameter moment: what counts as observed at this millisecond belongs to it.
  package func at(_ moment: Int64) throws -> Reader {
    if let known = root.moments.first(where: { $0.past?.moment == moment }) { return known }
    let reader = Reader(self, past: AsOf(root, moment: moment))
    if isSteady { root.moments.append(reader) }
    return reader
  }
}

/// What there was at one moment, read when it is first asked for.
final class AsOf {
  /// ms UTC.
  let moment: Int64
  /// The records of then.
  let records: RecordsAsOf
  private let root: Reader
  /// The cells that have changed since, in the order of their numbers.
  private(set) lazy var moved = Result { try root.cells(movedSince: moment) }

  init(_ root: Reader, moment: Int64) {
    (self.root, self.moment) = (root, moment)
    records = RecordsAsOf(root, moment: moment)
  }
}
