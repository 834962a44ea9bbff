import AuditModel
package import CanonicalJSON
import Measuring

/// The records that one command writes, within one transaction: compares first, so that only what differs becomes a
/// fact, and remembers what it did.
package final class Register {
  package let writer: Writer
  /// Who edits; empty where not given.
  package let editor: String
  package private(set) var rows: [RegisterRow] = []
  /// What a careful colleague would point out; none of it blocks the edit.
  package private(set) var remarks: [Remark] = []
  /// What the editor probably did not intend; it is done all the same.
  package private(set) var warnings: [String] = []

  package init(_ writer: Writer, editor: String) {
    self.writer = writer
    self.editor = editor
  }

  /// What stands, this transaction's writes included.
  package var reader: Reader { writer.reader }

  /// - Parameter once: not again where the same remark exists.
  package func remark(_ text: String, once: Bool = false) {
    if once, remarks.contains(.words(text)) { return }
    remarks.append(.words(text))
  }

  package func warn(_ text: String) { warnings.append(text) }

  package func note(_ row: RegisterRow) { rows.append(row) }

  /// Makes a record; fields that are null are left out.
  ///
  /// - Throws: `Refusal.recordExists`, or a problem that says how to bring a deleted one back.
  package func add(_ kind: String, _ key: String, _ fields: JSONObject) throws {
    if let record = try reader.record(kind, key) {
      guard record.isDeleted else { throw Refusal.recordExists(kind: kind, key: key) }
      throw Refusal.recordDeleted(kind: kind, key: key)
    }
    try checkStyle(kind, fields)
    let given = JSONObject(fields.members.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
    try writer.set(kind: kind, key: key, fields: given, by: editor)
    let changes = given.members.map { FieldChange(name: $0.key, before: .null, after: $0.value) }
    note(RegisterRow(kind: kind, key: key, change: .added, fields: changes))
  }

  /// Writes what differs. `base` says what a field shows until it is written.
  package func change(
    _ kind: String, _ key: String, _ wanted: JSONObject, base: JSONObject = [:], restoring: Bool = false
  ) throws {
    try checkStyle(kind, wanted)
    let record = try reader.record(kind, key)
    var changes: [FieldChange] = []
    if let record, record.isDeleted {
      guard restoring else { throw Refusal.recordDeleted(kind: kind, key: key) }
      try writer.restore(kind: kind, key: key, by: editor)
      changes.append(FieldChange(name: "deleted", before: true, after: false))
    }
    let differing = try differences(kind, key, record, wanted, base)
    if !differing.isEmpty {
      let fields = JSONObject(differing.map { ($0.name, $0.after) })
      try writer.set(kind: kind, key: key, fields: fields, by: editor)
    }
    changes += differing
    if let record { try remarkConflicts(kind, key, record, settled: differing.map(\.name)) }
    note(RegisterRow(kind: kind, key: key, change: changes.isEmpty ? .same : .changed, fields: changes))
  }

  /// - Throws: usage: a style that neither the reference nor the team has.
  private func checkStyle(_ kind: String, _ fields: JSONObject) throws {
    guard kind == "component", let name = fields["style"]?.stringValue, try reader.style(name) == nil else { return }
    throw Refusal.unknownStyle(name)
  }

  /// Takes a record out of use; its history stays.
  package func delete(_ kind: String, _ key: String) throws {
    guard let record = try reader.record(kind, key) else { throw Refusal.unknownRecord(kind: kind, key: key) }
    guard !record.isDeleted else { return note(RegisterRow(kind: kind, key: key, change: .same)) }
    try writer.delete(kind: kind, key: key, by: editor)
    let change = FieldChange(name: "deleted", before: false, after: true)
    note(RegisterRow(kind: kind, key: key, change: .changed, fields: [change]))
  }

  // MARK: Comparing

  private func differences(
    _ kind: String, _ key: String, _ record: Reader.Record?, _ wanted: JSONObject, _ base: JSONObject
  ) throws -> [FieldChange] {
    var changes: [FieldChange] = []
    for member in wanted.members {
      let stored = record?.fields[member.key] ?? .null
      var change = FieldChange(name: member.key, before: stored, after: member.value)
      if let record, record.conflicts > 0 {
        change.rivals = try rivals(kind, key, member.key, shown: stored)
      }
      if change.rivals.isEmpty, Self.isSame(stored, member.value, field: member.key, of: kind) { continue }
      if stored.isNull, let shown = base[member.key] { change.before = shown }
      changes.append(change)
    }
    return changes
  }

  /// The values of a field that are in view beside the one shown.
  private func rivals(_ kind: String, _ key: String, _ field: String, shown: JSONValue) throws -> [JSONValue] {
    var found: [JSONValue] = []
    for value in try reader.values(of: field, kind: kind, key: key) where value != shown && !found.contains(value) {
      found.append(value)
    }
    return found
  }

  /// Not there, empty and no are one; a component without a profile is for everyone.
  private static func isSame(_ left: JSONValue, _ right: JSONValue, field: String, of kind: String) -> Bool {
    if left == right || (isNothing(left) && isNothing(right)) { return true }
    guard kind == "component", field == "profile" else { return false }
    let general = JSONValue.string(Profile.general.rawValue)
    return (isNothing(left) && right == general) || (left == general && isNothing(right))
  }

  private static func isNothing(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool(false): true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    default: false
    }
  }

  private func remarkConflicts(_ kind: String, _ key: String, _ record: Reader.Record, settled: [String]) throws {
    guard record.conflicts > 0 else { return }
    for member in record.fields.members where !settled.contains(member.key) {
      let others = try rivals(kind, key, member.key, shown: member.value)
      guard !others.isEmpty else { continue }
      remarks.append(.disagreement(kind: kind, key: key, field: member.key, values: [member.value] + others))
    }
  }
}
