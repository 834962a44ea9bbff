import AuditCatalog
import AuditModel
import CanonicalJSON
import SQLite

/// Components, audits, waivers, settings and texts of checks as of a moment.
extension Reader {
  /// The records of a kind with their values at that moment, or now, in the order of their keys; deleted ones not.
  func recordsOfMoment(_ kind: String) throws -> [Record] {
    guard let then = past?.records else { return try records(kind) }
    return try then.records(kind).values.filter { !$0.isDeleted && !$0.fields.isEmpty }.sorted { $0.key < $1.key }
  }

  /// As they are now; but in use, and with the source digest, as their records said then. One that was not
  /// registered is included if something had been observed of it.
  func components(_ then: RecordsAsOf) throws -> [Component] {
    let records = try then.records("component")
    var observed = ByTerm<Bool>()
    try visitCells([.component]) { observed[$0[0]] = true }
    // What anyone may write of a component makes none of it: where nothing else was written by then, it counts when it was
    // made.
    let describing = DecidingFields.of("component").harmless
    var lives: ComponentLives?
    func isThere(_ record: Record) throws -> Bool {
      if record.fields.members.contains(where: { !describing.contains($0.key) }) { return true }
      let known = try lives ?? ComponentLives(database: database)
      lives = known
      return known.made(record.key).map { $0 <= self.now } ?? true
    }
    return try self.records("component", includingDeleted: true).compactMap { now in
      var component = Self.component(now)
      guard let record = records[ExactText(now.key)], try isThere(record) else {
        component.isRetired = false
        component.sourceDigest = ""
        return try term(now.key).flatMap { observed[$0] } ?? false ? component : nil
      }
      if record.isDeleted { return nil }
      component.isRetired = record.fields["retired"]?.boolValue ?? false
      component.sourceDigest = record.text("source_digest")
      return component
    }
  }

  /// Every component that is or was registered, in use or not.
  func registeredEver() throws -> [Component] {
    try styled(records("component", includingDeleted: true).map(Self.component))
  }

  /// As they are now; one that was closed later is open, and one that was begun later is not there, unless a result
  /// that was shown then carries its name.
  func audits(_ then: RecordsAsOf) throws -> [AuditRound] {
    let records = try then.records("audit")
    var shown = ByTerm<Bool>()
    try visitCells([.context]) { shown[$0[0]] = true }
    var used: Set<ExactText> = []
    try contexts().visit { number, context in
      if context.audit != 0, shown[number] ?? false { used.insert(ExactText(try text(context.audit))) }
    }
    return try self.records("audit").compactMap { now in
      let key = ExactText(now.key)
      guard records[key].map({ !$0.isDeleted }) ?? used.contains(key) else { return nil }
      var audit = Self.audit(now)
      if let closed = audit.closed, closed > self.now { audit.closed = nil }
      return audit
    }
  }

  /// Calls `visit` with each check that a team has changed since, as it was then; nil where there was none. The built-in
  /// ones are those of this program, in the edition of then.
  func visitChecks(changedAfter then: RecordsAsOf, _ visit: (String, Check?) throws -> Void) throws {
    let earlier = try then.otherEdition().map { Catalog.checks(of: $0).map(\.id) + Catalog.checks.map(\.id) }
    let changed = try database.all(
      """
      SELECT DISTINCT register.key FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = 'check' AND fact.ms > ? AND register.live < \(RegisterState.waits)
      """, [.integer(now)]
    ) { $0.text(0) }
    for key in Set(changed + (earlier ?? [])) { try visit(key, check(key, then)) }
  }

  /// A check as the team's record of then and the built-in one made it; nil where there was none.
  func check(_ id: String, _ then: RecordsAsOf) throws -> Check? {
    let builtIn = try builtIn(id, then)
    let record = try then.records("check")[ExactText(id)].flatMap { $0.isDeleted ? nil : $0.fields }
    let merged = record.flatMap { CheckTexts.merge(builtIn, with: $0) }.flatMap { try? Check(from: .object($0)) }
    return merged ?? builtIn.flatMap { RecordJSON.value($0) }.flatMap { try? Check(from: $0) }
  }

  private func builtIn(_ id: String, _ then: RecordsAsOf) throws -> String? {
    if let edition = try then.otherEdition() {
      guard let check = Catalog.checks(of: edition)[id: id] else { return nil }
      return String(decoding: try CanonicalWriter.bytes(of: check.fact), as: UTF8.self)
    }
    let sql = "SELECT doc FROM check_text WHERE check_id = ? AND origin = 'built-in'"
    return try database.first(sql, [.text(id)]) { $0.text(0) }
  }
}
