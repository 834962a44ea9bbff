import AuditModel
import AuditReports
package import AuditStore
package import CanonicalJSON
import Tapping
import Terminal

/// Values of fields as text, for output and for JSON. Not escaped; that happens where they are printed.
package enum FieldWords {
  private static let longest = 120

  /// `target_tier` is the target tier.
  package static func name(_ field: String) -> String {
    String(field.map { $0 == "_" ? " " : $0 })
  }

  /// The fields to show: without those that only record the origin of another field.
  package static func shown(_ fields: [String]) -> [String] { fields.filter { $0 != "impact_origin" } }

  /// The fields of a row as they are shown: the lengths of a plan, which are stored in tenths of a point, in points,
  /// and both sides of a size together.
  package static func reported(_ row: RegisterRow) -> [FieldChange] {
    guard row.kind == TapPlan.recordKind else { return row.fields }
    func points(_ value: JSONValue) -> JSONValue {
      value.integerValue.map { .string("\(TapPlan.points(Int(clamping: $0))) pt") } ?? value
    }
    func size(_ width: JSONValue, _ height: JSONValue) -> JSONValue {
      guard let width = width.integerValue, let height = height.integerValue else { return .null }
      return .string("\(TapPlan.points(Int(clamping: width)))x\(TapPlan.points(Int(clamping: height))) pt")
    }
    let width = row.fields.first { $0.name == "width" }
    let height = row.fields.first { $0.name == "height" }
    return row.fields.compactMap { field in
      var field = field
      if ["width", "height"].contains(field.name), let width, let height {
        // Shown once, in place of the first.
        guard field.name == "height" else { return nil }
        return FieldChange(
          name: "size", before: size(width.before, height.before), after: size(width.after, height.after))
      }
      if ["width", "height", "gap"].contains(field.name) {
        (field.before, field.after, field.rivals) = (
          points(field.before), points(field.after), field.rivals.map(points)
        )
      }
      return field
    }
  }

  /// A value in one line, cut where it is long.
  package static func words(_ value: JSONValue) -> String {
    switch value {
    case .null: return "(none)"
    case .bool(let flag): return flag ? "yes" : "no"
    case .integer(let number): return String(number)
    case .decimal(let text): return text
    case .string(let text): return text.isEmpty ? "(none)" : MessageText.shortened(text, limit: longest)
    case .array(let elements):
      if elements.isEmpty { return "(none)" }
      return MessageText.shortened(elements.map(words).joined(separator: ", "), limit: longest)
    case .object(let object):
      let members = object.members.map { "\(name($0.key)) \(words($0.value))" }
      return MessageText.shortened(members.joined(separator: ", "), limit: longest)
    }
  }

  /// A value of a field whose name says more than its form: times are shown as such.
  package static func words(_ value: JSONValue, of field: String) -> String {
    if case .integer(let number) = value, field == "closed" || field == "done_at" {
      return Timestamp(milliseconds: number).iso8601
    }
    if field == "severity", let triage = Triage(value) {
      return triage.severity.word + (triage.by.isEmpty ? "" : " by \(triage.by)")
    }
    return words(value)
  }

  /// A remark of the store as a sentence.
  ///
  /// A disagreement is a conflict: one field with different values from two machines.
  package static func words(_ remark: Remark) -> String {
    switch remark {
    case .words(let words): return words
    case .disagreement(let kind, let key, let field, let values):
      let said = values.map { words($0) }.joined(separator: " or ")
      return
        "\(kind) \(key): conflict in \(name(field)): \(said). Run \"a11y resolve\" or edit the field to resolve it."
    }
  }

  /// `owner qa-2`: what a field has now.
  package static func now(_ change: FieldChange) -> String {
    guard change.name != "deleted" else { return change.after == true ? "deleted" : "restored" }
    return "\(name(change.name)) \(words(change.after, of: change.name))"
  }

  /// `owner: qa-1 -> qa-2`; of two objects only the members that differ.
  package static func sentence(_ change: FieldChange, isPlain: Bool) -> String {
    let settles = change.rivals.isEmpty ? "" : isPlain ? ", which resolves a conflict" : " (resolves a conflict)"
    if change.name == "deleted" { return (change.after == true ? "deleted" : "restored") + settles }
    var (before, after) = (change.before, change.after)
    if case .object(let old) = before, case .object(let new) = after {
      before = .object(JSONObject(old.members.filter { new[$0.key] != $0.value }.map { ($0.key, $0.value) }))
      after = .object(JSONObject(new.members.filter { old[$0.key] != $0.value }.map { ($0.key, $0.value) }))
    }
    let was = ([before] + change.rivals).map { words($0, of: change.name) }.joined(separator: " or ")
    let now = words(after, of: change.name)
    return isPlain
      ? "\(name(change.name)) changed from \(was) to \(now)\(settles)"
      : "\(name(change.name)): \(was) -> \(now)\(settles)"
  }
}
