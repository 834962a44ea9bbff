package import AuditModel
import CanonicalJSON
import SQLite

/// A session with what belongs to it.
package struct Sitting: Sendable {
  /// `<replica>-<sequence>` of the session.
  package var id: String
  /// The first 16 hex digits of its digest: what its trials name.
  package var digest: String
  package var session: TapSession
  /// When it was recorded, ms UTC. It is never shown: the week is.
  package var time: Int64
  /// By number; those that were taken back are not among them.
  package var trials: [SeenTrial]
  package var remarks: [TapRemark]

  /// How it ended, if someone said so.
  package var end: EndCode? {
    remarks.last { $0.topic == .end }.flatMap { EndCode(rawValue: $0.code) }
  }

  /// A session without consent and assent scores nothing.
  package var scored: [SeenTrial] {
    session.consent.allowsScoring ? trials.filter { $0.trial.kind == .scored } : []
  }
}

package struct SeenTrial: Sendable {
  /// `<replica>-<sequence>`.
  package var id: String
  package var trial: TapTrial
  /// What the page saw; nil where nothing was recorded or it is gone by now.
  package var contacts: [TapContact]?
}

extension Reader {
  /// The plan with a key; nil where there is none or it is not of the form this version knows.
  package func plan(_ key: String) throws -> TapPlan? {
    guard let record = try record(TapPlan.recordKind, key), !record.isDeleted else { return nil }
    return TapPlan(record)
  }

  /// Every plan, in the order of the keys.
  package func plans() throws -> [TapPlan] { try recordsOfMoment(TapPlan.recordKind).compactMap(TapPlan.init) }

  /// The sessions that stand, in the order in which they were recorded; of one plan, where one is named.
  package func sittings(plan: String? = nil) throws -> [Sitting] {
    let sql = """
      SELECT tapping.fact, tapping.session, fact.ms, fact.body FROM tapping JOIN fact ON fact.id = tapping.fact
      JOIN line ON line.id = tapping.fact >> \(FactNumber.bits)
      WHERE tapping.kind = 1 AND tapping.retracted = 0 AND fact.ms <= ?
      ORDER BY fact.ms, fact.counter, line.replica, fact.id
      """
    let last = past == nil ? Int64.max : now
    let rows = try database.all(sql, [.integer(last)]) { row in
      (row.int64(0), ShortDigest.value(row.blob(1)), row.int64(2), RecordJSON.object(row.text(3)))
    }
    var sittings: [Sitting] = []
    var places: [UInt64: Int] = [:]
    for (number, digest, time, body) in rows {
      guard let session = body.flatMap(TapSession.init), places[digest] == nil,
        plan.map({ ExactText($0) == ExactText(session.plan) }) ?? true
      else { continue }
      places[digest] = sittings.count
      sittings.append(
        Sitting(
          id: try name(of: number), digest: ShortDigest.hex(digest), session: session, time: time, trials: [],
          remarks: []))
    }
    guard !sittings.isEmpty else { return [] }
    try fill(&sittings, places, until: last)
    return sittings
  }

  /// The codes of all children who are known here, each once.
  package func participants() throws -> [String] {
    let sql = """
      SELECT DISTINCT json_extract(fact.body, '$.participant') FROM tapping JOIN fact ON fact.id = tapping.fact
      WHERE tapping.kind = 1 ORDER BY 1
      """
    return try database.all(sql) { $0.text(0) }
  }

  /// How `erase` facts name children (`Erasures.token`).
  func erasedChildren() throws -> Set<String> {
    let sql = """
      SELECT json_each.value FROM fact, json_each(fact.body, '$.participants')
      WHERE fact.kind = 'erase' AND json_type(fact.body, '$.participants') = 'array'
      """
    return Set(try database.all(sql, []) { $0.text(0) })
  }

  /// When a child was last erased, ms UTC; nil where none ever was.
  package func lastErasureOfChild() throws -> Int64? {
    let sql = "SELECT max(ms) FROM fact WHERE kind = 'erase' AND json_type(body, '$.participants') = 'array'"
    return try database.first(sql, []) { $0.isNull(0) ? nil : $0.int64(0) } ?? nil
  }

  /// The results that were logged when a plan was closed, as far as they are here and say something.
  package func resultsOfPlan(_ key: String) throws -> [String] {
    guard let names = try record(TapPlan.recordKind, key)?.list("results"), !names.isEmpty else { return [] }
    return try names.filter { id in
      guard let dash = id.lastIndex(of: "-"), let sequence = Int64(id[id.index(after: dash)...]),
        (1...FactNumber.largestSequence).contains(sequence)
      else { return false }
      return try Lines.all(database, of: String(id[..<dash])).contains { line in
        let number = FactNumber.make(line: line, sequence: sequence)
        return try database.scalar("SELECT 1 FROM result WHERE id = ?", [.integer(number)]) != nil
      }
    }
  }

  /// The names of all sessions of a child, those that were taken back too.
  func sessions(of participant: String) throws -> [String] {
    let sql = """
      SELECT tapping.fact FROM tapping JOIN fact ON fact.id = tapping.fact
      WHERE tapping.kind = 1 AND json_extract(fact.body, '$.participant') = ? ORDER BY tapping.fact
      """
    return try database.all(sql, [.text(participant)]) { $0.int64(0) }.map { try name(of: $0) }
  }

  /// Reads what hangs on sessions.
  private func fill(_ sittings: inout [Sitting], _ places: [UInt64: Int], until last: Int64) throws {
    let sql = """
      SELECT tapping.fact, tapping.session, tapping.kind, fact.body, substr(fact.digest, 1, 8)
      FROM tapping JOIN fact ON fact.id = tapping.fact JOIN line ON line.id = tapping.fact >> \(FactNumber.bits)
      WHERE tapping.kind <> 1 AND tapping.retracted = 0 AND fact.ms <= ?
      ORDER BY fact.ms, fact.counter, line.replica, fact.id
      """
    let rows = try database.all(sql, [.integer(last)]) { row in
      (
        row.int64(0), ShortDigest.value(row.blob(1)), TapKind(rawValue: row.int64(2)), RecordJSON.object(row.text(3)),
        ShortDigest.value(row.blob(4))
      )
    }
    var contacts: [UInt64: [TapContact]] = [:]
    for (_, _, kind, body, _) in rows where kind == .contact {
      guard let body, let trial = body["trial"]?.stringValue.flatMap(ShortDigest.parse) else { continue }
      contacts[trial, default: []] += TapContact.read(body) ?? []
    }
    for (number, session, kind, body, digest) in rows {
      guard let place = places[session], let body else { continue }
      if kind == .trial, let trial = TapTrial(body) {
        sittings[place].trials.append(
          SeenTrial(id: try name(of: number), trial: trial, contacts: contacts[digest]))
      }
      if kind == .remark, let remark = TapRemark(body) { sittings[place].remarks.append(remark) }
    }
    for place in sittings.indices {
      sittings[place].trials.sort { ($0.trial.number, $0.id) < ($1.trial.number, $1.id) }
    }
  }
}
