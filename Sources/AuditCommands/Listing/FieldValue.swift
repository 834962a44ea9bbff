import AuditReports
import CanonicalJSON

/// The value of a record's field, which may be of any shape.
enum FieldValue {
  /// As a person reads it.
  static func words(_ value: JSONValue) -> String {
    switch value {
    case .null: "nothing"
    case .bool(let flag): flag ? "yes" : "no"
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .string(let text): text.isEmpty ? "nothing" : text
    case .array(let values): values.isEmpty ? "nothing" : values.map { words($0) }.joined(separator: ", ")
    case .object: json(value).render()
    }
  }

  /// As JSON to be written.
  static func json(_ value: JSONValue) -> AuditReports.JSONText {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .int(Int(clamping: number))
    case .decimal(let text): .string(text)
    case .string(let text): .string(text)
    case .array(let values): .array(values.map { json($0) })
    case .object(let object): .object(object.members.map { ($0.key, json($0.value)) })
    }
  }
}
