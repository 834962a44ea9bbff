import AuditModel
import AuditStore
package import CanonicalJSON

/// The value of a record's field, which may be of any shape.
package enum FieldValue {
  /// The name of a field outside the store: deleting and restoring write their own field.
  package static func name(_ field: String) -> String {
    field == FieldConflict.deleted ? "deleted" : field
  }

  /// A value with a form that depends on the field name.
  package static func words(_ value: JSONValue, of field: String) -> String {
    switch value {
    case .bool(let flag) where field == FieldConflict.deleted: flag ? "deleted" : "kept"
    case .integer(let number) where field == "closed" || field == "done_at": Timestamp(milliseconds: number).iso8601
    case .object where field == "severity": Triage(value).map { "\($0.severity.word) by \($0.by)" } ?? words(value)
    default: words(value)
    }
  }

  /// As text.
  package static func words(_ value: JSONValue) -> String {
    switch value {
    case .null: "none"
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .string(let text): text.isEmpty ? "none" : text
    case .array(let values): values.isEmpty ? "none" : values.map { words($0) }.joined(separator: ", ")
    case .object: json(value).render()
    }
  }

  /// As JSON to be written.
  package static func json(_ value: JSONValue) -> JSONText {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .int(Int(clamping: number))
    case .decimal(let text): Double(text).map { .number($0) } ?? .string(text)
    case .string(let text): .string(text)
    case .array(let values): .array(values.map { json($0) })
    case .object(let object): .object(object.members.map { ($0.key, json($0.value)) })
    }
  }
}
