import Audit
import Base
import SQLite

/// Keeps editable records equal to the fold of the writes to their fields.
final class RecordProjector {
  struct Key: Hashable {
    var kind: String
    var key: String

    static func == (left: Key, right: Key) -> Bool {
      ExactText(left.kind) == ExactText(right.kind) && ExactText(left.key) == ExactText(right.key)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ExactText(kind))
      hasher.combine(ExactText(key))
    }
  }

  struct Stored {
    var document: JSONObject
    var isDeleted: Bool
  }

  /// The register that `delete` and `restore` write.
  static let deletedField = "@deleted"
  /// The kinds of facts that write to records.
  static let factKinds: Set<String> = ["set", "delete", "restore"]
  /// The same as a list in SQL.
  static let factKindsSQL = factKinds.sorted().map { "'\($0)'" }.joined(separator: ", ")

  let database: Connection
  private let lineage: LineageProjector
  /// What components are called, as the stored records have it; to be emptied where these are thrown away.
  var keptNames: ComponentNames?
  /// The names under which that is kept which has another one now, since this was last emptied.
  var movedNames: Set<ExactText> = []
  var touched: [Key: Set<ExactText>] = [:]
  /// During one flush.
  private var following: Following?
  private var early: [Key: Set<ExactText>] = [:]
  /// What records that decide numbers were before this transaction wrote them; nil for new ones.
  private var before: [Key: Stored?] = [:]

  init(database: Connection, lineage: LineageProjector) {
    (self.database, self.lineage) = (database, lineage)
  }

  /// What a `set`, `delete` or `restore` fact writes; nil when its body is not of the form this version knows.
  static func writes(kind: String, body: JSONObject) -> (record: Key, fields: [(String, JSONValue)])? {
    guard let recordKind = body["kind"]?.stringValue, !recordKind.isEmpty, let key = body["key"]?.stringValue,
      !key.isEmpty, recordKind != ComponentNames.kind
    else { return nil }
    let record = Key(kind: recordKind, key: key)
    switch kind {
    case "delete": return (record, [(deletedField, true)])
    case "restore": return (record, [(deletedField, false)])
    default:
      guard let fields = body["fields"]?.objectValue else { return nil }
      return (record, fields.members.filter { $0.key != deletedField }.map { ($0.key, $0.value) })
    }
  }

  /// Adds a stored fact; false when its body is not understood.
  func add(number: Int64, kind: String, body: JSONObject) throws -> Bool {
    guard let writes = try places(kind: kind, body: body) else { return false }
    for (record, field, value) in writes {
      let insert = try database.cached(
        "INSERT OR IGNORE INTO register (kind, key, field, fact, value, live) VALUES (?, ?, ?, ?, ?, 0)")
      try insert.bind(record.kind, at: 1)
      try insert.bind(record.key, at: 2)
      try insert.bind(field, at: 3)
      try insert.bind(number, at: 4)
      try insert.bind(try RecordJSON.text(value), at: 5)
      try insert.run()
      touched[record, default: []].insert(ExactText(field))
    }
    return true
  }

  /// Has the fields of a fact folded again, after it was retracted or restored.
  func touch(kind: String, body: JSONObject) throws {
    for (record, field, _) in try places(kind: kind, body: body) ?? [] {
      touched[record, default: []].insert(ExactText(field))
    }
  }

  /// Where the fields of a fact are kept: under the names that components have now.
  func places(kind: String, body: JSONObject) throws -> [(record: Key, field: String, value: JSONValue)]? {
    guard let (record, fields) = Self.writes(kind: kind, body: body) else { return nil }
    let names = try names()
    return fields.map { field, value in
      if record.kind == "component", field == ComponentNames.field {
        return (Key(kind: ComponentNames.kind, key: record.key), field, value)
      }
      return (
        Key(kind: record.kind, key: names.key(record.kind, record.key)), field, names.value(value, of: field)
      )
    }
  }

  /// The live writes of others to some fields: what an edit must name to replace them. Those of authors who are not
  /// followed are named with any field: a record that they began goes on to be one where it is edited.
  ///
  /// - Parameter line: this machine's own, whose facts need not be named.
  func heads(of record: Key, fields: [String], line: Int64) throws -> [(reference: FactReference, number: Int64)] {
    try lineage.settle()
    try flush()
    var heads: [FactReference: Int64] = [:]
    let following = try Following(database, lineage.graph)
    let fields = Set(fields.map { ExactText($0) })
    let sql = """
      SELECT substr(fact.digest, 1, 16), fact.id, field FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = ? AND register.key = ? AND live = \(RegisterState.live)
        AND fact.id >> \(FactNumber.bits) <> ?
      """
    let found = try database.all(sql, [.text(record.kind), .text(record.key), .integer(line)]) { row in
      (reference: FactReference(bytes: row.blob(0)), number: row.int64(1), field: ExactText(row.text(2)))
    }
    for write in found {
      guard let reference = write.reference else { continue }
      if try fields.contains(write.field) || !following.follows(write.number) { heads[reference] = write.number }
    }
    return heads.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Has fields folded again: who had seen whom is different now.
  func touchAll(_ fields: [(kind: String, key: String, field: String)]) {
    for (kind, key, field) in fields { touched[Key(kind: kind, key: key), default: []].insert(ExactText(field)) }
  }

  /// The fields of a component that decide nothing. What is missing here costs time; what is too much here leaves
  /// derived data wrong.
  private static let describingFields = Set(
    ["title", "owner", "source", "source_digest", "screens", "tags"].map { ExactText($0) })
  /// The kinds of which the planned items follow.
  private static let planningKinds: Set<String> = ["component", "check", "checklist", "reference", "setting"]

  /// The kinds that name builds.
  private static let buildKinds: Set<String> = ["audit", "setting"]

  /// Has folded once more what was folded before all was known of who saw whom.
  func foldEarlyAgain() {
    touched.merge(early) { $0.union($1) }
    early = [:]
  }

  /// Folds what was touched and writes the records.
  ///
  /// - Parameter isEarly: not all is known yet of who saw whom; see `foldEarlyAgain`.
  /// - Returns: the keys of the checks whose text may have changed.
  @discardableResult
  func flush(isEarly: Bool = false) throws -> [String] {
    if isEarly { early.merge(touched) { $0.union($1) } }
    if !touched.isEmpty {
      let following = try Following(database, lineage.graph)
      self.following = try following.countsAll() ? nil : following
    }
    try settleNames()
    if isEarly { early.merge(touched) { $0.union($1) } }
    var checks: [String] = []
    for (record, fields) in touched {
      let isSame = try !store(record, fields: fields)
      if record.kind == "component" {
        if isSame, following == nil, fields.isSubset(of: Self.describingFields) { continue }
        if !isSame { changedComponents.append(record.key) }
      }
      if record.kind == "check" { checks.append(record.key) }
      if record.kind == "reference", !isSame { hasChangedStyles = true }
      if Self.planningKinds.contains(record.kind) { hasChangedPlan = true }
      if Self.buildKinds.contains(record.kind) { hasChangedBuilds = true }
      if record.kind == "setting" { hasChangedSettings = true }
    }
    touched = [:]
    changedChecks += checks
    return checks
  }

  /// Has everything that others wrote folded again: who is followed is different now.
  func touchOthers() throws {
    touchAll(
      try database.all(
        """
        SELECT DISTINCT kind, key, field FROM register JOIN branch ON branch.id = register.fact >> \(FactNumber.bits)
        WHERE branch.own = 0
        """, []
      ) { ($0.text(0), $0.text(1), $0.text(2)) })
  }

  /// Whether anything was added that `flush` has not written yet.
  var isTouched: Bool { !touched.isEmpty || !changedChecks.isEmpty }

  /// Components of which more changed than their description, since this was last emptied.
  var changedComponents: [String] = []
  /// Items whose findings have other records now.
  var changedFindings: [ScopeCell] = []
  /// Requests that stand otherwise now, since what they name counts or no longer does.
  var changedRequests: Set<Int64> = []
  /// Whether a style that components name changed.
  var hasChangedStyles = false
  /// Whether anything changed that the planned items follow from.
  var hasChangedPlan = false
  /// Whether the settings of the team changed.
  var hasChangedSettings = false
  /// Whether anything changed that names builds.
  var hasChangedBuilds = false

  /// Checks whose records changed since this was last emptied.
  var changedChecks: [String] = []

  /// - Returns: whether the record says something else now, but for what describes a component.
  func store(_ record: Key, fields touched: Set<ExactText>) throws -> Bool {
    let stored = try stored(record)
    var document = stored?.document ?? JSONObject()
    let earlier = document
    var isDeleted = stored?.isDeleted ?? false
    if before[record] == nil { before[record] = .some(stored) }
    var fields = touched
    // A record of which nothing stood until now may have been deleted before.
    if stored == nil { fields.insert(ExactText(Self.deletedField)) }
    let said = try following.flatMap { try RecordStanding(record, $0, lineage.graph, database) }
    // Whether one field counts depends on who wrote the others.
    if let said { fields.formUnion(said.fields.keys) }
    var takenBack: [FactReference: Bool] = [:]
    for field in fields {
      let writes = try said?.fields[field] ?? RecordWrites.read(field.text, of: record, from: database)
      let counted = said.map { said in writes.filter { said.counts($0, in: field) } } ?? writes
      for write in writes where write.isRetractedByAuthor {
        takenBack[write.reference] = takenBack[write.reference] == true || said?.counts(write, in: field) ?? true
      }
      let fold = try FieldFold(counted, lineage.graph, of: field.text, record.kind)
      try mark(fold, writes, said, field: field, of: record)
      let value = fold.value.flatMap { RecordJSON.value($0) }
      if field.text == Self.deletedField {
        isDeleted = value?.boolValue ?? false
      } else {
        document[field.text] = value?.isNull == true ? nil : value
      }
    }
    try settle(takenBack, in: record)
    if record.kind == Triages.kind { changedFindings += [earlier, document].compactMap(Triages.place) }
    let isThere = try write(record, document, isDeleted: isDeleted)
    guard let stored, isThere else { return isThere != (stored != nil) }
    return stored.isDeleted != isDeleted || Self.deciding(earlier, record.kind) != Self.deciding(document, record.kind)
  }

  private func stored(_ record: Key) throws -> Stored? {
    let sql = "SELECT doc, deleted FROM record WHERE kind = ? AND key = ?"
    return try database.first(sql, [.text(record.kind), .text(record.key)]) { Self.stored($0, from: 0) }
  }

  private static func stored(_ row: Statement, from column: Int32) -> Stored {
    Stored(document: RecordJSON.object(row.text(column)) ?? JSONObject(), isDeleted: row.int64(column + 1) != 0)
  }

  /// Whether the undo of a write by its author alone, who is not followed, is in force or waits.
  ///
  /// - Parameter counted: of each such write, whether it counts.
  private func settle(_ counted: [FactReference: Bool], in record: Key) throws {
    for (reference, counts) in counted {
      // What renames a component as well stands in two records, and is decided about in the other.
      if !counts, record.kind == ComponentNames.kind { continue }
      let standing = counts ? RequestState.againstCounted : RequestState.byAuthor
      let sql = """
        UPDATE request SET standing = ?1 WHERE target = ?2 AND kind = 'undo' AND standing <> ?1
          AND standing IN (\(RequestState.byAuthor), \(RequestState.againstCounted)) RETURNING fact
        """
      changedRequests.formUnion(try database.all(sql, [.integer(standing), .blob(reference.bytes)]) { $0.int64(0) })
    }
  }

  private static func deciding(_ document: JSONObject, _ kind: String) -> JSONObject {
    guard kind == "component" else { return document }
    var document = document
    for field in describingFields { document[field.text] = nil }
    return document
  }

  /// The records that decide numbers and that this transaction made different, in the order of kinds and keys.
  func changes() throws -> [RecordChange] {
    let names = try names()
    return try before.compactMap { record, before in
      // A component that was renamed goes on.
      if record.kind == "component", !names.present(record.key).hasSameBytes(as: record.key) { return nil }
      var before = before
      if record.kind == "component", before == nil {
        before = names.former(record.key).lazy.compactMap { self.before[Key(kind: record.kind, key: $0)] ?? nil }.first
      }
      return try RecordChange(record, from: before, to: stored(record), in: database)
    }.sorted { ($0.kind, $0.key) < ($1.kind, $1.key) }
  }

  /// The records of others that count here and decide otherwise than no record would, in the order of kinds and keys, but
  /// for the components and the settings of the team.
  func ofOthers() throws -> [RecordChange] {
    let sql = """
      SELECT kind, key, doc, deleted FROM record WHERE kind NOT IN ('component', 'setting') ORDER BY kind, key
      """
    let all = try database.all(sql) { (Key(kind: $0.text(0), key: $0.text(1)), Self.stored($0, from: 2)) }
    return try all.compactMap { record, stored in
      let isBuiltIn = try DecidingFields.isBuiltIn(record, in: database)
      // What else was deleted stands for nothing, as without a record, and a new check only adds to what is asked for.
      if !isBuiltIn, stored.isDeleted || record.kind == "check" { return nil }
      let change = try RecordChange(record, from: nil, to: stored, in: database)
      return change?.by.isEmpty ?? true ? nil : change
    }
  }

  /// - Returns: false where nothing is left of it.
  private func write(_ record: Key, _ document: JSONObject, isDeleted: Bool) throws -> Bool {
    let place: [Value] = [.text(record.kind), .text(record.key)]
    let stands = try database.scalar(
      "SELECT count(*) FROM register WHERE kind = ? AND key = ? AND live = 1 AND field <> '\(Self.deletedField)'", place
    )
    guard let stands, stands > 0 else {
      try database.run("DELETE FROM record WHERE kind = ? AND key = ?", place)
      return false
    }
    let conflicts = try database.scalar(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM register WHERE kind = ? AND key = ? AND live = 1
        GROUP BY field HAVING count(DISTINCT value) > 1)
      """, place)
    let changed = try database.scalar(
      "SELECT max(fact.ms) FROM register JOIN fact ON fact.id = register.fact WHERE register.kind = ? AND key = ? "
        + "AND live < \(RegisterState.waits)",
      place)
    try database.run(
      """
      INSERT INTO record (kind, key, doc, deleted, conflicts, changed) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET doc = excluded.doc, deleted = excluded.deleted, conflicts = excluded.conflicts,
        changed = excluded.changed
      """,
      place + [
        .text(try RecordJSON.text(.object(document))), .integer(isDeleted ? 1 : 0), .integer(conflicts ?? 0),
        .integer(changed ?? 0),
      ])
    return true
  }

  /// Remembers which writes are in view, and which would be if their authors were followed.
  private func mark(
    _ fold: FieldFold, _ writes: [FieldWrite], _ said: RecordStanding?, field: ExactText, of record: Key
  ) throws {
    let place: [Value] = [.text(record.kind), .text(record.key), .text(field.text)]
    func set(_ state: Int64, _ facts: [Int64]) throws {
      for fact in facts {
        try database.run(
          "UPDATE register SET live = \(state) WHERE kind = ? AND key = ? AND field = ? AND fact = ?",
          place + [.integer(fact)])
      }
    }
    try database.run(
      "UPDATE register SET live = 0 WHERE kind = ? AND key = ? AND field = ? AND live <> 0", place)
    try set(RegisterState.live, fold.live)
    guard let said else { return }
    try set(RegisterState.passedOver, writes.filter { !said.counts($0, in: field) }.map(\.id))
    try set(RegisterState.waits, try said.waiting(in: field, fold, lineage.graph))
  }
}

/// How a write to a field stands: `live` of `register`.
enum RegisterState {
  /// In view: nothing later has seen it.
  static let live: Int64 = 1
  /// It would be in view, but its author is not followed. From here on nothing counts, at any moment.
  static let waits: Int64 = 2
  /// It does not count, and would be replaced, or was refused.
  static let passedOver: Int64 = 3
}
