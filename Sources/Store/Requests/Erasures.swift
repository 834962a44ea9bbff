import Audit
import Base
import SQLite

extension Reader {
  /// How many results were erased after a moment that were there before it.
  ///
  /// - Parameter isLater: whether a fact, of that time, came after the moment.
  func erasedResults(since isLater: (Int64, Int64) throws -> Bool) throws -> Int {
    let sql = """
      SELECT request.number, target.ms, request.fact, asked.ms FROM request
      JOIN fact AS target ON target.id = request.number JOIN fact AS asked ON asked.id = request.fact
      WHERE request.kind = 'erase' AND request.standing = \(RequestState.inForce) AND target.kind = 'result'
      """
    var found: Set<Int64> = []
    try database.rows(sql) { row in
      let (target, request) = ((row.int64(0), row.int64(1)), (row.int64(2), row.int64(3)))
      if try isLater(request.0, request.1), try !isLater(target.0, target.1) { found.insert(target.0) }
    }
    return found.count
  }

  /// The closed audits that some results were logged for.
  ///
  /// - Parameter ids: names of facts.
  package func closedAudits(ofResults ids: [String]) throws -> [String] {
    let closed = try followedAudits().filter { $0.closed != nil }.map(\.name)
    guard !closed.isEmpty else { return [] }
    let sql = """
      SELECT term.text FROM result JOIN context ON context.id = result.context JOIN term ON term.id = context.audit
      WHERE result.id = ?
      """
    let named = try Set(
      ids.flatMap { try facts(named: $0) }.compactMap { fact in
        try database.first(sql, [.integer(fact.number)]) { ExactText($0.text(0)) }
      })
    return closed.filter { named.contains(ExactText($0)) }
  }
}

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
    (self.database, self.projector) = (database, projector)
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
        plansOfDestroyed.insert(ExactText(object.text("plan")))
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

/// What is left of an erased session with a child: the header of the session and the request behind it. The headers of what
/// followed would tell how many taps there were and in which order, and so would the number of a request behind them.
///
/// ```
///   before   session ── trial ── contact ── trial ── remark
///   after    session ── erase
/// ```
/// Who has the taps as well holds the request beside the first of them until it is followed. That is no fork: no copy
/// went on. A request of an earlier version comes after the last tap. There all headers stay: they link the two.
enum ErasedCourse {
  /// The requests right behind the session that they name, with its replica.
  static func requests(in database: Connection) throws -> [(request: Int64, replica: String)] {
    let sql = """
      SELECT fact.id, branch.replica FROM fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE fact.kind = 'erase' AND fact.body <> '' AND json_extract(fact.body, '$.sitting') = branch.replica AND EXISTS (
        SELECT 1 FROM branch AS line JOIN fact AS session
          ON session.id = (line.id << \(FactNumber.bits)) + (fact.id & \(FactNumber.largestSequence)) - 1
        WHERE line.replica = branch.replica AND session.kind = 'session' AND substr(session.digest, 1, 16) = fact.prev)
      ORDER BY fact.id
      """
    return try database.all(sql, []) { ($0.int64(0), $0.text(1)) }
  }

  /// The replicas of those that were followed here: what comes of their course is not kept.
  static func followed(in database: Connection) throws -> Set<ExactText> {
    Set(
      try requests(in: database).filter { try Decision.about($0.request, in: database) == .follow }
        .map { ExactText($0.replica) })
  }

  /// Whether a fact of a session's replica tells of its course.
  static func holds(kind: String, body: @autoclosure () -> JSONObject?) -> Bool {
    if kind == ControlKind.erase.rawValue { return body()?["sitting"] == nil }
    return kind == ControlKind.retract.rawValue || TapKind(name: kind).map { $0 != .session } ?? false
  }
}

extension Erasures {
  /// Removes the courses of sessions whose erasure is in force. To be called once what they say was destroyed.
  func removeCourses() throws {
    for (request, replica) in try ErasedCourse.requests(in: database) {
      let sql = "SELECT 1 FROM request WHERE fact = ? AND kind = 'erase' AND standing = \(RequestState.inForce) LIMIT 1"
      if try database.scalar(sql, [.integer(request)]) != nil { try removeCourse(of: replica) }
    }
  }

  /// Makes room behind a session for the request to erase it.
  ///
  /// - Parameter line: of the replica, in which the request is going to be.
  /// - Returns: false where the session is not there, or an earlier request comes after its course.
  func endCourse(of replica: String, in line: Int64) throws -> Bool {
    let sql = """
      SELECT 1 FROM fact WHERE id BETWEEN ?1 AND ?2 AND kind = 'session'
        AND id = (SELECT max(id) FROM fact WHERE id BETWEEN ?1 AND ?2 AND kind IN ('session', 'replica'))
      """
    guard try database.scalar(sql, FactNumber.bounds(of: line)) != nil,
      try !Erasures.sessionRecords(database).contains(where: {
        try Lines.replica(database, of: FactNumber.line(of: $0.0)) == replica
      })
    else { return false }
    return try removeCourse(of: replica)
  }

  /// - Returns: false where the replica has other facts than those of a session.
  @discardableResult
  private func removeCourse(of replica: String) throws -> Bool {
    guard try Reader(database: database, now: 0).isSitting(replica) else { return false }
    var isChanged = false
    for line in try Lines.all(database, of: replica) {
      let facts = try database.all(
        "SELECT id, kind, body FROM fact WHERE id BETWEEN ? AND ? ORDER BY id", FactNumber.bounds(of: line)
      ) { (number: $0.int64(0), kind: $0.text(1), body: $0.text(2)) }
      let course = facts.filter { ErasedCourse.holds(kind: $0.kind, body: RecordJSON.object($0.body)) }
      guard !course.isEmpty else { continue }
      try TapMoment.forget(line: line, in: database)
      for fact in course {
        if TapKind(name: fact.kind) != nil { try destroy(fact.number) }
        try remove(fact.number)
      }
      isChanged = true
    }
    if isChanged { try projector.lineage.workOut() }
    return true
  }

  private func remove(_ number: Int64) throws {
    for sql in [
      "DELETE FROM decision WHERE identity = (SELECT digest FROM fact WHERE id = ?1)",
      "UPDATE signed SET number = 0 WHERE number = ?1",
      "DELETE FROM request WHERE fact = ?1 OR number = ?1", "DELETE FROM retraction WHERE fact = ?1 OR number = ?1",
      "DELETE FROM erasure WHERE fact = ?1 OR number = ?1", "DELETE FROM fact WHERE id = ?1",
    ] { try database.run(sql, [.integer(number)]) }
  }
}
