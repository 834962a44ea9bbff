import Audit
import Base
import SQLite

/// Destroys what facts say where that was asked for and decided here (`RequestProjector`): the content and its salt go, the
/// header stays.
final class Erasures {
  let database: Connection
  unowned let projector: Projector
  /// Whether content was destroyed, so that names that nothing uses any more are to be swept.
  private(set) var hasDestroyed = false
  /// The plans of the sessions with children that were among it.
  private var plansOfDestroyed: Set<ExactText> = []
  /// The chains of sessions of which something was destroyed.
  private var linesOfErased: Set<Int64> = []
  /// Whether evidence was among it, so that files are to be removed.
  private(set) var hasDestroyedEvidence = false

  init(database: Connection, projector: Projector) {
    self.database = database
    self.projector = projector
  }

  /// What is not to be stored with its content.
  struct Blocked {
    var facts: Set<FactReference> = []
    /// Replicas of sessions that were erased.
    var sessionRecords: Set<ExactText> = []

    func contains(_ reference: FactReference, kind: String, of replica: @autoclosure () -> String) -> Bool {
      if facts.contains(reference) { return true }
      return !sessionRecords.isEmpty && TapKind(name: kind) != nil && sessionRecords.contains(ExactText(replica()))
    }

    var isEmpty: Bool { facts.isEmpty && sessionRecords.isEmpty }
  }

  static func shunned(_ database: Connection) throws -> Blocked {
    var shunned = Blocked()
    try database.rows("SELECT target FROM request WHERE kind = 'erase' AND standing = 0") { row in
      if let reference = FactReference(bytes: row.blob(0)) { shunned.facts.insert(reference) }
    }
    for (request, body) in try sessionRecords(database) where try Decision.about(request, in: database) == .follow {
      if let replica = body["sitting"]?.stringValue { shunned.sessionRecords.insert(ExactText(replica)) }
    }
    return shunned
  }

  /// The requests that name a session as a whole.
  static func sessionRecords(_ database: Connection) throws -> [(Int64, JSONObject)] {
    let sql = """
      SELECT id, body FROM fact WHERE kind = 'erase' AND body <> '' AND json_type(body, '$.sitting') = 'text'
      """
    return try database.all(sql, []) { row in RecordJSON.object(row.text(1)).map { (row.int64(0), $0) } }
      .compactMap { $0 }
  }

  private func kind(of number: Int64) throws -> String {
    try database.first("SELECT kind FROM fact WHERE id = ?", [.integer(number)]) { $0.text(0) } ?? "result"
  }

  /// The plans of which sessions were destroyed since this was last asked.
  func takePlansOfDestroyed() -> Set<ExactText> {
    defer { plansOfDestroyed = [] }
    return plansOfDestroyed
  }

  // MARK: Destroying

  /// Who said something and when stays.
  func destroy(_ number: Int64) throws {
    let kind = try kind(of: number)
    if try kind == "result" && destroyResult(number) { return }
    // A result that this version does not understand is stored as any other fact.
    try destroyFact(number, kind)
  }

  private func destroyFact(_ number: Int64, _ kind: String) throws {
    let found = try database.first("SELECT body, salt FROM fact WHERE id = ? AND body <> ''", [.integer(number)]) {
      (body: $0.text(0), salt: FactSalt(bytes: $0.blob(1)))
    }
    guard let (body, salt) = found else { return }
    if kind == "note" { try database.run("DELETE FROM note WHERE fact = ?", [.integer(number)]) }
    if kind == "evidence" { try forgetEvidence(number) }
    if kind == "signal" { try database.run("DELETE FROM signal WHERE fact = ?", [.integer(number)]) }
    if TapKind(name: kind) != nil {
      try database.run("DELETE FROM session_fact WHERE fact = ?", [.integer(number)])
      let line = FactNumber.line(of: number)
      if linesOfErased.insert(line).inserted { try TapMoment.forget(line: line, in: database) }
    }
    if let object = RecordJSON.object(body) {
      try projector.records.touch(kind: kind, body: object)
      try forgetTexts(of: object)
      if kind == TapKind.session.name {
        plansOfDestroyed.insert(ExactText(object["plan"]?.stringValue ?? ""))
        try forgetCounts()
        try forgetParticipant(of: object)
      }
    }
    try database.run("DELETE FROM register WHERE fact = ?", [.integer(number)])
    let commitment = Array(body.utf8).withUnsafeBytes { FactSeal.commitment(salt: salt, body: $0) }
    try database.run(
      "UPDATE fact SET body = '', salt = NULL, commitment = ?, projected = 1 WHERE id = ?",
      [.blob(commitment.bytes), .integer(number)])
    hasDestroyed = true
  }

  private func forgetParticipant(of session: JSONObject) throws {
    guard let subject = session["subject"]?.stringValue else { return }
    try forgetParticipant(subject: subject)
  }

  /// The journal tells of each file how many entries it had. Of files with sessions that would give the number of those that
  /// are gone: what is left of the others is known.
  private func forgetCounts() throws {
    try database.run(
      """
      UPDATE exchange SET doc = json_replace(doc, '$.facts', 0, '$.added', 0, '$.report.same', 0)
      WHERE kind = 'bundle' AND (json_extract(doc, '$.time') % \(TapMoment.day) = 0
        OR ifnull(json_extract(doc, '$.report.recipient'), '') <> '')
      """)
  }

  /// A code stands for its child only as long as a session of the child is here.
  func forgetParticipant(subject: String) throws {
    let sql = """
      SELECT 1 FROM session_fact JOIN fact ON fact.id = session_fact.fact
      WHERE session_fact.kind = 1 AND json_extract(fact.body, '$.subject') = ? LIMIT 1
      """
    guard try database.scalar(sql, [.text(subject)]) == nil else { return }
    let code = try database.first("SELECT code FROM participant WHERE subject = ?", [.text(subject)]) { $0.text(0) }
    guard code != nil else { return }
    // The file of a tap page has the code in its name.
    try database.run(
      """
      UPDATE exchange SET doc = json_set(doc, '$.file', replace(json_extract(doc, '$.file'), code, 'erased'))
      FROM participant WHERE exchange.kind = 'bundle' AND subject = ? AND instr(json_extract(doc, '$.file'), code) > 0
      """, [.text(subject)])
    try database.run("DELETE FROM participant WHERE subject = ?", [.text(subject)])
  }

  /// The file goes once this is committed; that it is to go is remembered with it. See `ErasedFiles`.
  private func forgetEvidence(_ number: Int64) throws {
    try ErasedFiles.add(ofFact: number, database)
    hasDestroyedEvidence = true
    try database.run("DELETE FROM evidence WHERE fact = ?", [.integer(number)])
  }

  /// The texts a team's check once had are kept for the results that were given against them. Any of them may be what
  /// is to go; the one it has now is made again.
  private func forgetTexts(of body: JSONObject) throws {
    guard body["kind"]?.stringValue == "check", let check = body["key"]?.stringValue else { return }
    try database.run("DELETE FROM check_text WHERE check_id = ? AND origin = 'team'", [.text(check)])
  }

  /// False where the result is not in a cell.
  private func destroyResult(_ number: Int64) throws -> Bool {
    let cell = try database.scalar("SELECT cell FROM result WHERE id = ?", [.integer(number)])
    guard let cell, let row = try projector.cells.cell(id: cell) else { return false }
    let commitment = try ResultTable.commitment(of: number, in: database)
    try database.run(
      """
      INSERT INTO fact (id, kind, ms, counter, prev, digest, commitment, saw, body, projected, undone)
      SELECT id, 'result', ms, counter, prev, digest, ?2, saw, '', 1, undone FROM result WHERE id = ?1
      """, [.integer(number), .blob(commitment.bytes)])
    try CellResults.remove(number, from: row, in: database)
    try database.run("DELETE FROM result WHERE id = ?", [.integer(number)])
    projector.cells.markForRefold(row)
    hasDestroyed = true
    return true
  }

  /// Removes what only the destroyed content used: cells, circumstances and names. To be called when all else is
  /// written.
  func sweep() throws {
    try database.execute(
      """
      DELETE FROM cell WHERE last = 0;
      DELETE FROM context WHERE id NOT IN (SELECT context FROM result);
      DELETE FROM term WHERE id <> 0 AND id NOT IN (
        SELECT component FROM cell UNION SELECT check_id FROM cell UNION SELECT condition FROM cell
        UNION SELECT category FROM cell UNION SELECT tester FROM context UNION SELECT device FROM context
        UNION SELECT os FROM context UNION SELECT build FROM context UNION SELECT audit FROM context
        UNION SELECT source FROM context UNION SELECT component FROM note UNION SELECT check_id FROM note
        UNION SELECT tester FROM note UNION SELECT component FROM evidence UNION SELECT check_id FROM evidence
        UNION SELECT condition FROM evidence UNION SELECT tester FROM evidence)
        AND id NOT IN (
          SELECT component FROM signal UNION SELECT check_id FROM signal UNION SELECT condition FROM signal);
      """)
    projector.interner.forget()
    hasDestroyed = false
  }
}
