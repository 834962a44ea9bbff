import AuditModel
import CanonicalJSON
import SQLite

/// The writes to the registers of a kind of record, to be folded as of any moment.
enum RecordWrites {
  private static let sql = """
    SELECT register.key, register.field, fact.id, branch.replica, fact.ms, fact.counter, substr(fact.digest, 1, 16),
      register.value,
      EXISTS (SELECT 1 FROM retraction WHERE target = substr(fact.digest, 1, 16) AND standing = 0)
    FROM register JOIN fact ON fact.id = register.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
    WHERE register.kind = ?1 AND fact.ms <= ?2
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
    let fold = try FieldFold(
      writes.filter { $0.clock.milliseconds <= moment }, lineage, isStricter: Strictness.of(field, ofKind: kind))
    let value = fold.value.flatMap { RecordJSON.value($0) }
    return value?.isNull == true ? nil : value
  }
}
