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

  /// By kind the fields that decide what is in scope, what counts as a failure, what is left out, and what
  /// people say of a criterion.
  private static let deciding: [String: Set<String>] = [
    "audit": ["components", "checklists", "conditions", "whole_app", "closed", "policy"],
    "check": ["measurement", "applies_to", "platforms", "impact"],
    "checklist": ["checks"],
    "component": ["retired", "kind", "profile", "platforms", "style"],
    Triages.kind: [Triages.field],
    "setting": ["checklists", "conditions", "current_build", "match", "policy", "stale_days"],
    "verdict": ["level"],
    "waiver": ["component", "check", "condition", "until"],
  ]

  static func decides(_ kind: String, isNew: Bool) -> Bool {
    // What is new of the others only adds to what is asked for.
    isNew ? ["check", Triages.kind, "setting", "verdict", "waiver"].contains(kind) : deciding[kind] != nil
  }

  /// Nil where nothing that decides is different.
  init?(_ record: RecordProjector.Key, from before: RecordProjector.Stored?, to after: RecordProjector.Stored?) {
    let (old, new) = (before?.document ?? JSONObject(), after?.document ?? JSONObject())
    var fields = (Self.deciding[record.kind] ?? []).filter { old[$0] != new[$0] }.sorted()
    if before != nil, (before?.isDeleted ?? false) != (after?.isDeleted ?? true) {
      fields.append(RecordProjector.deletedField)
    }
    guard !fields.isEmpty else { return nil }
    (kind, key, self.fields, isNew, now) = (record.kind, record.key, fields, before == nil, new)
  }
}
