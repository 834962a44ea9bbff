import AuditCatalog
package import AuditModel
import CanonicalJSON
import Measuring
import SQLite

extension Reader {
  /// Every registered component, in the order of the keys; retired ones included, deleted ones not.
  package func components() throws -> [Component] {
    try kept(\.keptComponents) {
      guard let then = past?.records else { return try styled(records("component").map(Self.component)) }
      return try styled(components(then))
    }
  }

  /// The keys of the components that were deleted.
  func deletedComponents() throws -> [String] {
    if let then = past?.records { return try then.records("component").values.filter(\.isDeleted).map(\.key) }
    return try records("component", includingDeleted: true).filter(\.isDeleted).map(\.key)
  }

  package func component(_ key: String) throws -> Component? {
    guard let record = try record("component", key), !record.isDeleted else { return nil }
    return try styled([Self.component(record)]).first
  }

  static func component(_ record: Record) -> Component {
    var component = Component(key: record.key)
    if let kind = record.fields["kind"]?.stringValue { component.kind = kind }
    component.profile = Profile(rawValue: record.text("profile")) ?? .general
    component.style = record.text("style")
    component.title = record.text("title")
    component.source = record.text("source")
    component.sourceDigest = record.text("source_digest")
    component.owner = record.text("owner")
    component.screens = record.list("screens")
    component.tags = record.list("tags")
    component.size = record.text("size")
    component.targetTier = record.fields["target_tier"]?.integerValue.map(Int.init(clamping:))
    component.platforms = record.list("platforms").compactMap(Platform.init(rawValue:))
    component.isRetired = record.fields["retired"]?.boolValue ?? false
    component.conflicts = record.conflicts
    for member in record.fields.members where member.key.utf8.starts(with: Component.plannedField.utf8) {
      let check = String(Substring(member.key.utf8.dropFirst(Component.plannedField.utf8.count)))
      if let text = member.value.stringValue, !text.isEmpty { component.planned[check] = text }
    }
    return component
  }

  /// Every audit, in the order of the names.
  package func audits() throws -> [AuditRound] {
    guard let then = past?.records else { return try records("audit").map(Self.audit) }
    return try audits(then)
  }

  package func audit(_ name: String) throws -> AuditRound? {
    guard let record = try record("audit", name), !record.isDeleted else { return nil }
    return Self.audit(record)
  }

  static func audit(_ record: Record) -> AuditRound {
    var audit = AuditRound(name: record.key)
    audit.title = record.text("title")
    audit.checklists = record.list("checklists")
    audit.components = record.list("components")
    let conditions = conditions(record)
    audit.conditions = conditions.isEmpty ? [.standard] : conditions
    audit.build = record.text("build")
    audit.standard = record.text("standard")
    audit.isOfApp = record.fields["whole_app"]?.boolValue ?? false
    audit.policy = record.text("policy")
    audit.assignments = record.list("assignments").compactMap(Assignment.init)
    audit.closed = record.fields["closed"]?.integerValue
    if record.fields["seen"] != nil { audit.seen = record.list("seen") }
    return audit
  }

  /// Every waiver, in force or not, in the order of their keys.
  package func waivers() throws -> [Waiver] {
    try recordsOfMoment("waiver").map(Self.waiver)
  }

  static func waiver(_ record: Record) -> Waiver {
    Waiver(
      component: record.text("component"), check: record.text("check"),
      condition: record.fields["condition"]?.stringValue, reason: record.text("reason"),
      approver: record.text("approver"), until: record.text("until"), note: record.text("note"),
      ticket: record.text("ticket"))
  }

  /// A team's own checklists, in the order of their keys.
  package func ownChecklists() throws -> [Checklist] {
    try records("checklist").map(Self.checklist)
  }

  static func checklist(_ record: Record) -> Checklist {
    Checklist(id: record.key, title: record.text("title"), document: nil, checks: record.list("checks"))
  }

  /// When results count as stale here: the tracker's settings, else the standard rule.
  package func staleRule() throws -> StaleRule {
    var rule = StaleRule()
    guard let settings = try settings() else { return rule }
    if let days = settings.fields["stale_days"]?.integerValue { rule.days = Int(clamping: days) }
    rule.build = settings.text("current_build")
    return rule
  }

  /// The rules that the team releases by, as stored; empty where it has set none.
  package func policy() throws -> String { try settings()?.text("policy") ?? "" }

  /// The display name of the tracker; empty where it has none.
  package func trackerTitle() throws -> String { try settings()?.text("title") ?? "" }

  private func settings() throws -> Record? { try recordsOfMoment("setting").first { $0.key == "tracker" } }

  /// A check as it reads now.
  package struct CurrentCheck {
    package var check: Check
    /// Version of its text.
    package var text: UInt32
    /// Built in, but changed by the team.
    package var isAdjusted: Bool

    package init(check: Check, text: UInt32, isAdjusted: Bool) {
      self.check = check
      self.text = text
      self.isAdjusted = isAdjusted
    }
  }

  /// Every check as it reads now, in the order of the ids.
  package func checks() throws -> [CurrentCheck] {
    let sql = """
      SELECT version, doc, origin = 'team' AND EXISTS (
        SELECT 1 FROM check_text AS base WHERE base.check_id = check_text.check_id AND base.origin = 'built-in')
      FROM check_text WHERE current = 1 ORDER BY check_id
      """
    return try database.all(sql, [], Self.check).compactMap { $0 }
  }

  package func check(_ id: String) throws -> CurrentCheck? {
    let sql = """
      SELECT version, doc, origin = 'team' AND EXISTS (
        SELECT 1 FROM check_text AS base WHERE base.check_id = check_text.check_id AND base.origin = 'built-in')
      FROM check_text WHERE current = 1 AND check_id = ?
      """
    return try database.first(sql, [.text(id)], Self.check) ?? nil
  }

  /// The version of each check's text as it reads now; cheaper than the checks.
  func currentTexts() throws -> [String: UInt32] {
    var texts: [String: UInt32] = [:]
    try database.rows("SELECT check_id, version FROM check_text WHERE current = 1") { row in
      texts[row.text(0)] = UInt32(exactly: row.int64(1))
    }
    if let then = past?.records {
      try visitChecks(changedAfter: then) { id, check in texts[id] = check.flatMap { TextVersion.parse($0.textVersion) }
      }
    }
    return texts
  }

  /// The ids of all checks, in order; cheaper than the checks.
  package func checkIDs() throws -> [String] {
    try database.all("SELECT check_id FROM check_text WHERE current = 1 ORDER BY check_id", []) { $0.text(0) }
  }

  /// The keys of all components, in order; cheaper than the components.
  package func componentKeys() throws -> [String] {
    try database.all("SELECT key FROM record WHERE kind = 'component' AND deleted = 0 ORDER BY key", []) { $0.text(0) }
  }

  private static func check(_ row: Statement) -> CurrentCheck? {
    guard let json = RecordJSON.value(row.text(1)), let check = try? Check(from: json),
      let version = UInt32(exactly: row.int64(0))
    else { return nil }
    return CurrentCheck(check: check, text: version, isAdjusted: row.int64(2) != 0)
  }

  /// The text a check had in a version; nil when this tracker never knew it.
  package func checkText(_ id: String, version: UInt32) throws -> Check? {
    let sql = "SELECT doc FROM check_text WHERE check_id = ? AND version = ? LIMIT 1"
    let doc = try database.first(sql, [.text(id), .integer(Int64(version))]) { $0.text(0) }
    return doc.flatMap { RecordJSON.value($0) }.flatMap { try? Check(from: $0) }
  }
}
