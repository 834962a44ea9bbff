import AuditCatalog
import AuditModel
import CanonicalJSON
import SQLite

/// Editable records as their writes until a moment made them.
final class RecordsAsOf {
  private let database: Connection
  private let moment: Int64
  /// Writes that do not count, with any stated time.
  private let late: LateEntries?
  private var kinds: [String: [ExactText: Reader.Record]] = [:]
  private var edition: CatalogEdition??

  init(database: Connection, moment: Int64, without late: LateEntries? = nil) {
    self.database = database
    self.moment = moment
    self.late = late
  }

  /// The records of a kind by their keys, deleted ones as well. One that was not yet written is not among them.
  func records(_ kind: String) throws -> [ExactText: Reader.Record] {
    if let known = kinds[kind] { return known }
    var found: [ExactText: Reader.Record] = [:]
    var standing: Set<ExactText> = []
    try RecordWrites.visit(kind, until: moment, from: database) { field in
      var field = field
      if let late { try field.writes.removeAll { try late.contains($0.id) } }
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
    // A key without any field is no record, even if it was deleted.
    found = found.filter { standing.contains($0.key) }
    kinds[kind] = found
    return found
  }

  /// The edition of the checks that the tracker had; nil where it has the same now.
  func otherEdition() throws -> CatalogEdition? {
    if let edition { return edition }
    let then = try CatalogEdition(records("setting")[ExactText("tracker")], in: database)
    let other = try then == CatalogEdition(of: database) ? nil : then
    edition = .some(other)
    return other
  }
}
