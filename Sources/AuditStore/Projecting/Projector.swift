import AuditModel
import CanonicalJSON
import SQLite

/// Everything derived from the facts, kept up to date within one transaction.
///
/// ```
///   facts ──┬─ result ──────────> cells ──> transitions, tallies, day deltas
///           ├─ set, delete, … ──> registers ──> records ──> check texts ──> categories of cells
///           ├─ note ────────────> notes
///           ├─ evidence ────────> evidence
///           ├─ signal ──────────> signals
///           ├─ session, trial, … > tapping
///           └─ retract ─────────> has what it names folded anew
/// ```
final class Projector {
  let database: Connection
  let interner: Interner
  let cells: CellProjector
  let records: RecordProjector
  private var checks: CheckTexts
  private var retractions: RetractionProjector?
  private var asked: Erasures?

  init(database: Connection) {
    self.database = database
    interner = Interner(database: database)
    cells = CellProjector(database: database)
    records = RecordProjector(database: database)
    checks = CheckTexts(database: database)
  }

  /// Takes in a stored fact that is no result; false when this version does not understand it.
  func add(_ fact: Fact, number: Int64, digest: UInt64) throws -> Bool {
    try arrived(fact, digest: digest)
    return switch fact.kind {
    case "set", "delete", "restore": try records.add(number: number, kind: fact.kind, body: fact.body)
    case "note": try addNote(fact, number: number, digest: digest)
    case "evidence": try addEvidence(fact, number: number, digest: digest)
    case "signal": try addSignal(fact, number: number, isRetracted: isRetracted(digest))
    case "session", "trial", "contact", "remark":
      try TapKind(name: fact.kind).map { try addTapping(fact, $0, number: number, digest: digest) } ?? false
    case "retract": try retraction.add(number: number, digest: digest, body: fact.body)
    case "replica": try addReplica(fact)
    case "erase": try erasures.add(number: number, body: fact.body)
    default: false
    }
  }

  /// The category a cell of a check is counted under.
  func category(ofCheck check: String) throws -> Int64 {
    try interner.number(try checks.category(of: check))
  }

  /// Lets the retractions that came before a fact count, whatever its kind.
  func arrived(_ fact: Fact, digest: UInt64) throws {
    try arrived(.init(replica: fact.replica, sequence: fact.sequence, digest: digest))
  }

  func arrived(_ fact: RetractionProjector.Target) throws {
    try retraction.arrived(fact)
  }

  /// Writes all that was gathered; to be called before the transaction ends and before anything derived is read.
  func flush() throws {
    try settleRetractions()
    try asked?.settle()
    try records.flush()
    let changed = records.changedChecks
    records.changedChecks = []
    for check in changed {
      try checks.refresh(check)
      try recategorize(check)
    }
    try cells.flush()
  }

  /// Has what was taken back and brought back count; a part of `flush`.
  func settleRetractions() throws { try retractions?.settle() }

  /// The records alone, before one is asked for.
  func flushRecords() throws {
    try settleRetractions()
    try records.flush()
  }

  /// The last flush of a transaction.
  func finish() throws {
    try flush()
    if let asked, asked.hasDestroyed { try asked.sweep() }
  }

  var hasErasedEvidence: Bool { asked?.hasDestroyedEvidence ?? false }

  var erasures: Erasures {
    if let asked { return asked }
    let made = Erasures(database: database, projector: self)
    asked = made
    return made
  }

  /// Where a fact that another names is stored, if it has arrived.
  func find(_ target: RetractionProjector.Target) throws -> (number: Int64, kind: String)? {
    try retraction.find(target)
  }

  /// A replica that goes on from another may ask for what that one could.
  private func addReplica(_ fact: Fact) throws -> Bool {
    guard fact.body["parent"]?.stringValue != nil else { return false }
    erasures.isTouched = true
    return true
  }

  /// Puts every cell under the category its check has now, after the catalogue has changed.
  func recategorizeAll() throws {
    let sql = "SELECT text FROM term WHERE id IN (SELECT check_id FROM cell)"
    for check in try database.all(sql, [], { $0.text(0) }) { try recategorize(check) }
  }

  private func recategorize(_ check: String) throws {
    let category = try category(ofCheck: check)
    let sql = "SELECT id FROM cell WHERE check_id = (SELECT id FROM term WHERE text = ?) AND category <> ?"
    for id in try database.all(sql, [.text(check), .integer(category)], { $0.int64(0) }) {
      if let row = try cells.cell(id: id) { try cells.recategorize(row, to: category) }
    }
  }

  private var retraction: RetractionProjector {
    if let retractions { return retractions }
    let made = RetractionProjector(database: database) { [unowned self] number, kind in
      try refold(number: number, kind: kind)
    }
    retractions = made
    return made
  }

  func isRetracted(_ digest: UInt64) throws -> Bool { try retraction.isRetracted(digest) }

  private func refold(number: Int64, kind: String) throws {
    switch kind {
    case "result":
      let cell = try database.scalar("SELECT cell FROM result WHERE id = ?", [.integer(number)])
      if let cell, let row = try cells.cell(id: cell) { cells.markForRefold(row) }
    case "note", "evidence", "signal":
      try database.run(
        """
        UPDATE \(kind) SET retracted = EXISTS (
          SELECT 1 FROM retraction JOIN fact ON target = substr(fact.digest, 1, 8)
          WHERE fact.id = \(kind).fact AND void = 0)
        WHERE fact = ?
        """, [.integer(number)])
    case "session", "trial", "contact", "remark":
      try database.run(
        """
        UPDATE tapping SET retracted = EXISTS (
          SELECT 1 FROM retraction JOIN fact ON target = substr(fact.digest, 1, 8)
          WHERE fact.id = tapping.fact AND void = 0)
        WHERE fact = ?
        """, [.integer(number)])
    default:
      let body = try database.first("SELECT body FROM fact WHERE id = ?", [.integer(number)]) { $0.text(0) }
      if let body = body.flatMap(RecordJSON.object) { records.touch(kind: kind, body: body) }
    }
  }

  private func addEvidence(_ fact: Fact, number: Int64, digest: UInt64) throws -> Bool {
    guard let body = EvidenceBody(fact.body) else { return false }
    let isRetracted = try retraction.isRetracted(digest)
    try database.run(
      """
      INSERT OR REPLACE INTO evidence
        (fact, result, component, check_id, condition, tester, time, sha256, name, type, size, retracted)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(number), .blob(ShortDigest.bytes(body.result)), .integer(try interner.number(body.component)),
        .integer(try interner.number(body.check)), .integer(try interner.number(body.condition)),
        .integer(try interner.number(body.tester)), .integer(fact.clock.milliseconds),
        .blob(body.evidence.digest.withBytes { [UInt8]($0) }), .text(body.evidence.name),
        .text(body.evidence.type), .integer(body.evidence.bytes), .integer(isRetracted ? 1 : 0),
      ])
    return true
  }

  /// `{"check":…,"component":…,"tester":…,"text":…}`; without a check it is about the component as a whole.
  private func addNote(_ fact: Fact, number: Int64, digest: UInt64) throws -> Bool {
    guard let component = fact.body["component"]?.stringValue, let text = fact.body["text"]?.stringValue else {
      return false
    }
    let isRetracted = try retraction.isRetracted(digest)
    try database.run(
      """
      INSERT OR REPLACE INTO note (fact, component, check_id, tester, time, text, retracted)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(number), .integer(try interner.number(component)),
        .integer(try interner.number(fact.body["check"]?.stringValue ?? "")),
        .integer(try interner.number(fact.body["tester"]?.stringValue ?? "")), .integer(fact.clock.milliseconds),
        .text(text), .integer(isRetracted ? 1 : 0),
      ])
    return true
  }
}
