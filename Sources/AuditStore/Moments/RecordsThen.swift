import AuditModel
import CanonicalJSON
import SQLite

/// Editable records as their writes until a moment made them.
final class RecordsThen {
  private let database: Connection
  private let moment: Int64
  private var kinds: [String: [ExactText: Reader.Record]] = [:]

  init(database: Connection, moment: Int64) {
    self.database = database
    self.moment = moment
  }

  /// The records of a kind by their keys, deleted ones as well. One that nobody had written yet is not among them.
  func records(_ kind: String) throws -> [ExactText: Reader.Record] {
    if let known = kinds[kind] { return known }
    var found: [ExactText: Reader.Record] = [:]
    for write in try RecordWrites.folds(kind, until: moment, from: database) {
      var record =
        found[ExactText(write.key)]
        ?? Reader.Record(key: write.key, fields: JSONObject(), isDeleted: false, conflicts: 0, changed: write.changed)
      record.changed = max(record.changed, write.changed)
      if write.field == RecordProjector.deletedField {
        record.isDeleted = write.value?.boolValue ?? false
      } else {
        record.fields[write.field] = write.value
        if write.isConflict { record.conflicts += 1 }
      }
      found[ExactText(write.key)] = record
    }
    kinds[kind] = found
    return found
  }
}

/// The registers of a kind of record, folded as of a moment.
enum RecordWrites {
  /// What one field of one record was.
  struct Field {
    var key: String
    var field: String
    /// Nil where nothing stood, or a null.
    var value: JSONValue?
    var isConflict: Bool
    /// The latest clock of a write to it, ms UTC.
    var changed: Int64
  }

  private static let sql = """
    SELECT register.key, register.field, fact.id, line.replica, fact.ms, fact.counter, substr(fact.digest, 1, 8),
      json_extract(fact.body, '$.saw'), register.value,
      EXISTS (SELECT 1 FROM retraction WHERE target = substr(fact.digest, 1, 8) AND void = 0)
    FROM register JOIN fact ON fact.id = register.fact JOIN line ON line.id = fact.id >> \(FactNumber.bits)
    WHERE register.kind = ?1 AND fact.ms <= ?2
    ORDER BY register.key, register.field, fact.id
    """

  /// The fields as the writes until a moment made them, in the order of keys and fields.
  static func folds(_ kind: String, until moment: Int64, from database: Connection) throws -> [Field] {
    var fields: [Field] = []
    var place: (key: String, field: String) = ("", "")
    var writes: [FieldWrite] = []
    func close() {
      guard let latest = writes.map(\.clock.milliseconds).max() else { return }
      let fold = FieldFold(writes)
      let value = fold.value.flatMap { RecordJSON.value($0) }
      fields.append(
        Field(
          key: place.key, field: place.field, value: value?.isNull == true ? nil : value, isConflict: fold.isConflict,
          changed: latest))
      writes = []
    }
    try database.rows(sql, [.text(kind), .integer(moment)]) { row in
      let (key, field) = (row.text(0), row.text(1))
      if ExactText(key) != ExactText(place.key) || ExactText(field) != ExactText(place.field) { close() }
      place = (key, field)
      let saw = row.optionalText(7).flatMap { RecordJSON.value($0) }?.arrayValue ?? []
      writes.append(
        FieldWrite(
          id: row.int64(2), replica: row.text(3), sequence: FactNumber.sequence(of: row.int64(2)),
          digest: ShortDigest.value(row.blob(6)),
          clock: HybridTime(milliseconds: row.int64(4), counter: row.int64(5)),
          saw: saw.compactMap { $0.stringValue.flatMap(ShortDigest.parse) }, value: row.text(8),
          isRetracted: row.int64(9) != 0))
    }
    close()
    return fields
  }
}
