package import CanonicalJSON
import SQLite

/// A record that decides what is counted, and how, or what a conformance report says, and reads differently now.
package struct RecordChange: Equatable, Sendable {
  package var kind: String
  package var key: String
  /// The fields whose value is another one now, in order; `@deleted` where it was deleted or restored.
  package var fields: [String]
  package var isNew: Bool
  /// The fields as they are now.
  package var now: JSONObject
  /// Who else wrote what is shown now; in order.
  package var by: [String] = []

  /// Nil where nothing that decides is different.
  init?(_ record: RecordProjector.Key, from before: RecordProjector.Stored?, to after: RecordProjector.Stored?) {
    let (old, new) = (before?.document ?? JSONObject(), after?.document ?? JSONObject())
    let rules = DecidingFields.of(record.kind)
    // What is new only adds to what is asked for, except for the words of a check, and what takes away.
    let isAdded = before == nil && record.kind != "check"
    var fields = Set((old.members + new.members).map(\.key)).filter { field in
      rules.decides(field) && old[field] != new[field] && !(isAdded && rules.adds(field))
    }.sorted()
    if before != nil, (before?.isDeleted ?? false) != (after?.isDeleted ?? true) {
      fields.append(RecordProjector.deletedField)
    }
    guard !fields.isEmpty else { return nil }
    (kind, key, self.fields, isNew, now) = (ComponentNames.shown(record.kind), record.key, fields, before == nil, new)
  }
}
