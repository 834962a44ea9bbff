import Audit
package import Base

/// The records that one command writes, within one transaction: compares first, so that only what differs becomes a
/// fact, and remembers what it did.
package final class Register {
  package let writer: Writer
  /// Who edits; empty where not given.
  package let editor: String
  /// Why one of several values is chosen; empty where nothing is decided.
  package var reason = ""
  package private(set) var rows: [RegisterRow] = []
  /// What a careful colleague would point out; none of it blocks the edit.
  package private(set) var remarks: [Remark] = []
  /// What the editor probably did not intend; it is done all the same.
  package private(set) var warnings: [String] = []
  /// Called once, before the first write that may change what is decided.
  package var willDecide: (() throws -> Void)?

  package init(_ writer: Writer, editor: String) { (self.writer, self.editor) = (writer, editor) }

  /// What stands, this transaction's writes included.
  package var reader: Reader { writer.reader }

  /// - Parameter once: not again where the same remark exists.
  package func remark(_ text: String, once: Bool = false) {
    if once, remarks.contains(.words(text)) { return }
    remarks.append(.words(text))
  }

  package func warn(_ text: String) { warnings.append(text) }

  package func note(_ row: RegisterRow) { rows.append(row) }

  /// Says that some fields of a record are about to be written; `RecordProjector.deletedField` where it is deleted or restored.
  private func begin(_ kind: String, _ fields: [String]) throws {
    guard let willDecide, fields.contains(where: DecidingFields.of(kind).decides) else { return }
    self.willDecide = nil
    try willDecide()
  }

  /// Deletes a record that was not deleted, or restores one that was.
  package func setDeleted(_ isDeleted: Bool, _ kind: String, _ key: String) throws {
    try begin(kind, [RecordProjector.deletedField])
    try isDeleted
      ? writer.delete(kind: kind, key: key, by: editor, because: reason)
      : writer.restore(kind: kind, key: key, by: editor, because: reason)
  }

  /// The record of a key; nil also where it is there by people alone who are not followed: a record that is made under
  /// that name replaces theirs.
  package func record(_ kind: String, _ key: String) throws -> Reader.Record? {
    guard let record = try reader.record(kind, key) else { return nil }
    return try !record.isDeleted && reader.isOfOthersAlone(kind, key) ? nil : record
  }

  /// Makes a record; fields that are null are left out.
  ///
  /// - Throws: `Refusal.recordExists`, or a problem that says how to bring a deleted one back.
  package func add(_ kind: String, _ key: String, _ fields: JSONObject) throws {
    if let record = try record(kind, key) {
      let isRetired = record.fields["retired"] == true
      guard record.isDeleted else {
        throw isRetired ? Refusal.recordRetired(kind: kind, key: key) : .recordExists(kind: kind, key: key)
      }
      throw Refusal.recordDeleted(kind: kind, key: key)
    }
    try checkStyle(kind, fields)
    var given = JSONObject(fields.members.filter { !$0.value.isNull }.map { ($0.key, $0.value) })
    // What others had set takes nothing from it.
    let rules = DecidingFields.of(kind)
    for member in try reader.record(kind, key)?.fields.members ?? [] where rules.decides(member.key) {
      if given[member.key] == nil { given[member.key] = .null }
    }
    if try reader.record(kind, key) != nil {
      remark("\(Self.madeByOthers(kind, key)); what they had set is replaced")
    }
    try begin(kind, given.members.map(\.key))
    try writer.set(kind: kind, key: key, fields: given, by: editor)
    let changes = given.members.filter { !$0.value.isNull }.map {
      FieldChange(name: $0.key, before: .null, after: $0.value)
    }
    note(RegisterRow(kind: kind, key: key, change: .added, fields: changes))
  }

  /// Writes what differs. `base` says what a field shows until it is written, and `usual`, in words, what applies where it
  /// has no value.
  package func change(
    _ kind: String, _ key: String, _ wanted: JSONObject, base: JSONObject = [:], usual: [String: String] = [:],
    restoring: Bool = false
  ) throws {
    try checkStyle(kind, wanted)
    let record = try reader.record(kind, key)
    try remarkOthers(kind, key, record)
    var changes: [FieldChange] = []
    if let record, record.isDeleted {
      guard restoring else { throw Refusal.recordDeleted(kind: kind, key: key) }
      try setDeleted(false, kind, key)
      changes.append(FieldChange(name: "deleted", before: true, after: false))
    }
    let differing = try differences(kind, key, record, wanted, base)
    if !differing.isEmpty {
      let fields = JSONObject(differing.map { ($0.name, $0.after) })
      try begin(kind, differing.map(\.name))
      try writer.set(kind: kind, key: key, fields: fields, by: editor, because: reason)
    }
    changes += differing.map { change in
      var change = change
      change.usual = usual[change.name]
      return change
    }
    if let record { try remarkConflicts(kind, key, record, settled: differing.map(\.name)) }
    note(RegisterRow(kind: kind, key: key, change: changes.isEmpty ? .same : .changed, fields: changes))
  }

  /// An edit of what people alone made who are not followed takes over what they had set.
  private func remarkOthers(_ kind: String, _ key: String, _ record: Reader.Record?) throws {
    guard let record, !record.isDeleted, try reader.isOfOthersAlone(kind, key) else { return }
    let rules = DecidingFields.of(kind)
    let names = record.fields.members.map(\.key).filter(rules.decides)
    remark(
      "\(Self.madeByOthers(kind, key)); what they had set counts from now on"
        + (names.isEmpty ? "" : ": " + names.joined(separator: ", ")))
  }

  private static func madeByOthers(_ kind: String, _ key: String) -> String {
    "\(kind) \(key) was made only by people who are not followed"
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
    try setDeleted(true, kind, key)
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
    var known: Set<JSONValue> = [shown]
    return try reader.values(of: field, kind: kind, key: key).filter { known.insert($0).inserted }
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
    for member in record.fields.members
    where !settled.contains(member.key) && !FieldConflict.isCompanion(member.key, of: kind) {
      let others = try rivals(kind, key, member.key, shown: member.value)
      guard !others.isEmpty else { continue }
      remarks.append(.disagreement(kind: kind, key: key, field: member.key, values: [member.value] + others))
    }
  }
}

/// What a command did to one record.
package struct RegisterRow {
  package enum Change: String {
    case added, changed, same
  }

  package var kind: String
  package var key: String
  package var change: Change
  package var fields: [FieldChange]

  package init(kind: String, key: String, change: Change, fields: [FieldChange] = []) {
    (self.kind, self.key, self.change, self.fields) = (kind, key, change, fields)
  }
}

/// One field before and after; null is "not there".
package struct FieldChange {
  package var name: String
  package var before: JSONValue
  package var after: JSONValue
  /// The other values in view, where machines disagreed and this edit settles it.
  package var rivals: [JSONValue]
  /// What applies where there is no value, in words; nil for nothing.
  package var usual: String?

  package init(name: String, before: JSONValue, after: JSONValue, rivals: [JSONValue] = []) {
    (self.name, self.before, self.after, self.rivals) = (name, before, after, rivals)
  }
}

/// A remark on an edit.
package enum Remark: Equatable {
  case words(String)
  /// Machines gave a field that was not edited several values; the first is shown.
  case disagreement(kind: String, key: String, field: String, values: [JSONValue])
}

/// Keys for what people only give a sentence: the words of it, and a random end where that is taken.
package enum GeneratedKey {
  private static let longest = 48

  /// - Parameter random: returns the given number of unpredictable bytes.
  package static func free(
    for text: String, kind: String, _ reader: Reader, random: (Int) -> [UInt8]
  ) throws -> String {
    let slug = slug(of: text)
    let base = slug.isEmpty ? kind : slug
    if try reader.record(kind, base) == nil { return base }
    for bytes in [2, 4, 8] {
      let end = random(bytes).map { hex($0) }.joined()
      let key = "\(base)-\(end)"
      if try reader.record(kind, key) == nil { return key }
    }
    throw Refusal.recordExists(kind: kind, key: base)
  }

  /// Letters a-z and digits of a text, other runs as one hyphen, cut between words.
  package static func slug(of text: String) -> String {
    var words: [String] = []
    var count = 0
    for part in text.utf8.prefix(4 * longest).split(whereSeparator: { !$0.isLetterOrDigit }) {
      let word = String(decoding: part.prefix(longest).map(ASCIIFold.small), as: UTF8.self)
      guard count + word.utf8.count <= longest else { break }
      words.append(word)
      count += word.utf8.count + 1
    }
    return words.joined(separator: "-")
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
