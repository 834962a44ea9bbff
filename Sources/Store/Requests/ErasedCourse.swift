import Audit
import Base
import SQLite

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
