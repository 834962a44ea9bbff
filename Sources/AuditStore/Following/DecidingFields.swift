import AuditCatalog
import AuditModel
import SQLite

/// What a record decides: every field does, unless it stands here. A kind or field that comes later is covered by itself.
struct DecidingFields {
  /// Fields that change no figure, and that anyone may write.
  let harmless: Set<String>
  /// Further fields that a new record may have of an author who is not followed: it asks for something more, and makes
  /// nothing milder.
  let adding: Set<String>

  private init(harmless: Set<String> = [], adding: Set<String> = []) {
    (self.harmless, self.adding) = (harmless, adding)
  }

  private static let work: Set<String> = ["note", "owner", "tags", "ticket"]

  private static let kinds: [String: DecidingFields] = [
    "audit": DecidingFields(
      harmless: ["note", "owner", "ticket", "title"],
      adding: [
        "assignments", "build", "checklists", "closed", "components", "conditions", "policy", "seen", "standard",
        "tags", "whole_app",
      ]),
    // By the words of a check testers evaluate, so none of them is harmless.
    "check": DecidingFields(adding: Catalog.checkMembers),
    "checklist": DecidingFields(adding: ["checks", "title"]),
    // What it omits, and that it is out of use, takes something away even from a name that was not registered.
    "component": DecidingFields(
      harmless: ["note", "owner", "source", "title"],
      adding: ["kind", "platforms", "profile", "screens", "size", "source_digest", "style", "tags", "target_tier"]),
    // Its severity and its description decide, and so do the states of its tickets: an open one beside a closed one loosens
    // a policy that counts those that are closed.
    "finding": DecidingFields(harmless: ["owner", "ticket"], adding: ["check", "component", "condition"]),
    "gesture": DecidingFields(
      harmless: work, adding: ["action", "alternative", "check", "component", "gesture", "platforms", "screens"]),
    "plan": DecidingFields(
      harmless: ["note", "owner", "ticket", "title"],
      adding: [
        "build", "children", "component", "gap", "height", "input", "looks", "parts", "practice", "script", "tags",
        "taps", "target", "width",
      ]),
    "question": DecidingFields(
      harmless: work.union(["check", "component", "title"]), adding: ["decided", "decision"]),
    "shortcut": DecidingFields(
      harmless: work, adding: ["action", "check", "component", "keys", "platforms", "screens"]),
    "setting": DecidingFields(harmless: ["title"]),
    "task": DecidingFields(
      harmless: work.union(["check", "component", "title", "until"]), adding: ["done", "done_at"]),
    "waiver": DecidingFields(harmless: work),
  ]

  static func of(_ kind: String) -> DecidingFields { kinds[kind] ?? DecidingFields() }

  /// Whether a change of a field may change a figure, a verdict, or what is asked for.
  func decides(_ field: String) -> Bool { !harmless.contains(field) }

  /// Whether a new record of an author who is not followed has a field.
  func adds(_ field: String) -> Bool {
    !adding.isEmpty
      && (adding.contains(field) || harmless.contains(field) || field.hasPrefix(Component.plannedField))
  }

  /// Whether a name means something here without a record: then a record under it changes that.
  static func isBuiltIn(_ record: RecordProjector.Key, in database: Connection) throws -> Bool {
    switch record.kind {
    case "check":
      // Of any edition, so that what counts does not depend on which one the tracker has.
      try Catalog.checks[id: record.key] != nil
        || database.scalar(
          "SELECT 1 FROM check_text WHERE check_id = ? AND origin <> 'team' LIMIT 1", [.text(record.key)]) != nil
    case "checklist": Catalog.checklist(record.key) != nil
    default: false
    }
  }
}
