import Audit
package import Base
import SQLite

extension Writer {
  /// Writes fields of a record; `.null` clears a field. The record is made if it is not there.
  ///
  /// - Parameter reason: why one of several values was chosen; empty where nothing was decided.
  package func set(
    kind: String, key: String, fields: JSONObject, by tester: String, because reason: String = ""
  ) throws {
    guard kind == "component", let name = fields[ComponentNames.field] else {
      return try write(kind, projector.records.names().key(kind, key), fields, by: tester, because: reason)
    }
    if let name = name.stringValue { try giveUpNames(of: key, for: name, by: tester) }
    try write(kind, key, fields, by: tester, because: reason)
  }

  /// Before a component is renamed: a name that it had before and gets back leads nowhere any more, and where machines had
  /// given it several names they all lead to the new one.
  private func giveUpNames(of key: String, for new: String, by tester: String) throws {
    try projector.flushRecords()
    components = [:]
    let names = try projector.records.names()
    let present = names.present(key)
    for name in names.former(present) + [present] where !name.hasSameBytes(as: key) {
      let own = try reader.record(ComponentNames.kind, name)
      if name.hasSameBytes(as: new) {
        if own != nil { try write("component", name, [ComponentNames.field: .null], by: tester) }
      } else if !names.leads(name) || own?.conflicts ?? 0 > 0 {
        try write("component", name, [ComponentNames.field: .string(new)], by: tester)
      }
    }
  }

  private func write(
    _ kind: String, _ key: String, _ fields: JSONObject, by tester: String, because reason: String = ""
  ) throws {
    try append("set", ["fields": .object(fields)], kind, key, fields.members.map(\.key), by: tester, because: reason)
  }

  /// Writes of some fields of a record, with what was in view of them.
  private func append(
    _ word: String, _ more: JSONObject, _ kind: String, _ key: String, _ fields: [String], by tester: String,
    because reason: String
  ) throws {
    let heads = try heads(of: RecordProjector.Key(kind: kind, key: key), fields: fields)
    var body = more
    body["key"] = .string(key)
    body["kind"] = .string(kind)
    if !tester.isEmpty { body["by"] = .string(tester) }
    if !reason.isEmpty { body[LastChange.reason] = .string(reason) }
    try append(word, body, saw: heads)
    forget(kind, key)
  }

  /// What was remembered about a record that has just changed.
  private func forget(_ kind: String, _ key: String) {
    if kind == "component" { components[ExactText(key)] = nil }
    if kind == "check" { checks[ExactText(key)] = nil }
  }

  /// Takes a record out of use; its history stays, and `restore` brings it back.
  package func delete(kind: String, key: String, by tester: String, because reason: String = "") throws {
    try mark(kind, key, as: "delete", by: tester, because: reason)
  }

  package func restore(kind: String, key: String, by tester: String, because reason: String = "") throws {
    try mark(kind, key, as: "restore", by: tester, because: reason)
  }

  private func mark(
    _ kind: String, _ key: String, as word: String, by tester: String, because reason: String
  ) throws {
    let key = try projector.records.names().key(kind, key)
    try append(word, JSONObject(), kind, key, [RecordProjector.deletedField], by: tester, because: reason)
  }

  private func heads(
    of record: RecordProjector.Key, fields: [String]
  ) throws -> [(reference: FactReference, number: Int64)] {
    try startChain()
    let line = chain?.identity.line ?? 0
    let heads = try projector.records.heads(of: record, fields: fields, line: line)
    guard record.kind == "component", fields.contains(ComponentNames.field) else { return heads }
    let renamed = RecordProjector.Key(kind: ComponentNames.kind, key: record.key)
    return heads + (try projector.records.heads(of: renamed, fields: fields, line: line))
  }

  /// Adds a remark on a component, or on a check of it.
  ///
  /// - Parameter more: further members.
  /// - Returns: its name, `<replica>-<sequence>`.
  @discardableResult
  package func addNote(
    component: String, check: String?, text: String, by tester: String, _ more: JSONObject = JSONObject()
  ) throws -> String {
    var body = more
    body["component"] = .string(component)
    body["text"] = .string(text)
    if let check { body["check"] = .string(check) }
    if !tester.isEmpty { body["tester"] = .string(tester) }
    return try reader.name(of: try append("note", body))
  }

  /// Takes a remark away. Unlike an undo this is something done: undo brings the remark back.
  ///
  /// - Parameter id: as `Reader.notes` names it.
  /// - Throws: `Refusal.unknownRecord` where no such remark stands.
  package func retractNote(_ id: String, by tester: String) throws {
    guard let note = try reader.notes().first(where: { $0.id == id }),
      let digest = try FactTable.digest(database, number: note.number)
    else { throw Refusal.unknownRecord(kind: "note", key: id) }
    var body: JSONObject = ["deletes": true, "targets": [.string(digest.reference.hex)]]
    if !tester.isEmpty { body["by"] = .string(tester) }
    try follow(try append("retract", body, targets: [digest.reference: note.number]))
  }
}
