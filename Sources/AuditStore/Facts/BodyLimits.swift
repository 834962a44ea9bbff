import AuditModel
import CanonicalJSON

/// What a fact may hold to be applied here. What is larger is kept and passed on, and changes nothing: no typed command
/// makes it, and reading it may cost more than the file that brought it.
enum BodyLimits {
  /// Canonical bytes of a body; a note, which has a limit of its own, may come on top.
  static let bytes = 64 << 10
  private static let noted = ["result", "note"]
  /// Members of one list or object.
  static let members = 10_000
  /// Bytes of a name, as for those that are typed.
  static let name = Names.longestLine
  /// Bytes of a key or a pattern, and how often `**` may stand in one.
  static let pattern = 512
  static let stars = 8

  /// The fields of records that hold names, patterns or lists of either.
  private static let naming: Set<String> = [
    "applies_to", "build", "builds", "check", "checklist", "checklists", "checks", "component",
    "components", "condition",
    "conditions", "kind", "omits", "platforms", "policy", "profile", "profiles", ComponentNames.field, "screens",
    "style",
    "tags", "testers",
  ]
  /// The members of a result that are names.
  private static let ofResult = [
    "audit", "build", "check", "component", "condition", "device", "os", "source", "tester",
  ]

  /// Whether a body is not applied because of its size.
  static func isTooLarge(kind: String, _ body: JSONObject, bytes: Int) -> Bool {
    if ControlKind.isControl(kind) { return false }
    let note = noted.contains(kind) ? body[kind == "note" ? "text" : "note"]?.stringValue ?? "" : ""
    if note.utf8.count > Names.longestNote { return true }
    // An escape takes six bytes for one.
    if kind != "evidence", bytes - 6 * note.utf8.count > Self.bytes { return true }
    if holdsTooMany(.object(body)) { return true }
    switch kind {
    case "result": return ofResult.contains { isTooLong(body[$0]) }
    case "set", "delete", "restore":
      if isTooLong(body["kind"]) || (body["key"]?.stringValue?.utf8.count ?? 0) > pattern {
        return true
      }
      return body["fields"]?.objectValue?.members.contains { field in
        field.key.utf8.count > name || naming.contains(field.key) && isTooLongName(field.value)
      } ?? false
    default: return ["check", "component", "condition", "tester"].contains { isTooLong(body[$0]) }
    }
  }

  private static func isTooLongName(_ value: JSONValue) -> Bool {
    if let list = value.arrayValue { return list.contains { isTooLongName($0) } }
    guard let text = value.stringValue else { return false }
    return text.utf8.count > name
      || text.utf8.contains(UInt8(ascii: "*"))
        && (text.utf8.count > pattern || hasTooManyStars(text))
  }

  private static func isTooLong(_ value: JSONValue?) -> Bool {
    value?.stringValue.map { $0.utf8.count > name } ?? false
  }

  private static func hasTooManyStars(_ text: String) -> Bool {
    var (pairs, isStar) = (0, false)
    for byte in text.utf8 {
      guard byte == UInt8(ascii: "*") else {
        isStar = false
        continue
      }
      if isStar { pairs += 1 }
      isStar.toggle()
    }
    return pairs > stars
  }

  /// A bundle lets nothing nest deeper than 16.
  private static func holdsTooMany(_ value: JSONValue) -> Bool {
    if let list = value.arrayValue {
      return list.count > members || list.contains { holdsTooMany($0) }
    }
    guard let object = value.objectValue else { return false }
    return object.count > members || object.members.contains { holdsTooMany($0.value) }
  }
}

extension FactBatch.Row {
  /// Whether a result whose columns were read may be too large: its body is to be looked at then.
  var isTooLarge: Bool {
    if body.count <= BodyLimits.name { return false }
    return body.count > BodyLimits.bytes || columns.names.contains { $0.count > BodyLimits.name }
  }
}

extension FactBatch.ResultColumns {
  fileprivate var names: [FactBatch.Slice] {
    [audit, build, check, component, condition, device, os, source, tester]
  }
}
