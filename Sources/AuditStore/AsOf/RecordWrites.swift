import AuditModel
import CanonicalJSON
import SQLite

/// The writes to the registers of a kind of record, to be folded as of any moment.
enum RecordWrites {
  private static let columns = """
    SELECT register.key, register.field, fact.id, branch.replica, fact.ms, fact.counter, substr(fact.digest, 1, 16),
      register.value,
      EXISTS (SELECT 1 FROM retraction WHERE target = substr(fact.digest, 1, 16) AND standing = 0)
    FROM register JOIN fact ON fact.id = register.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)

    """
  private static let sql = """
    \(columns) WHERE register.kind = ?1 AND fact.ms <= ?2 AND register.live < \(RegisterState.waits)
    ORDER BY register.key, register.field, fact.id
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
  /// - Parameter fields: only these; empty for all.
  static func visit(
    _ kind: String, fields: [String] = [], until moment: Int64 = .max, from database: Connection,
    _ visit: (Field) throws -> Void
  ) throws {
    let lineage = FactGraph(database)
    var current = Field(key: "", field: "", writes: [], kind: kind, lineage: lineage)
    try database.rows(sql, [.text(kind), .integer(moment)]) { row in
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
      isRetracted: row.int64(8) != 0)
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
