import AuditModel
import CanonicalJSON
import SQLite

/// What erasing did.
package struct ErasingReport: Equatable, Sendable {
  /// The name of the `erase` fact, as `Reader.erasures` shows it.
  package var id: String
  /// By kind: how many facts lost their content.
  package var destroyed: [String: Int]
}

extension Writer {
  /// Destroys what facts say, here at once and elsewhere when the `erase` fact arrives: who said something and when
  /// stays, what was said is gone and does not come back. There is no undo.
  ///
  /// The evidence of a result goes with it.
  ///
  /// - Parameter ids: names of facts, `<replica>-<sequence>`; all branches of a forked one.
  /// - Throws: `Refusal.unknownRecord` for a fact that is not here, `Refusal.invalid` for one without content of its
  ///   own.
  package func erase(_ ids: [String], reason: String, by tester: String) throws -> ErasingReport {
    try erase(ids, participant: nil, reason: reason, by: tester)
  }

  /// Destroys all that is known of a child: sessions, trials, contacts and remarks, whoever recorded them, and what
  /// else is named. What comes later, from whom it may, is destroyed when it comes.
  ///
  /// - Throws: `Refusal.unknownRecord` where no session of the child is here.
  package func erase(
    participant: String, with ids: [String] = [], reason: String, by tester: String
  ) throws -> ErasingReport {
    let sessions = try reader.sessions(of: participant)
    guard !sessions.isEmpty else { throw Refusal.unknownRecord(kind: "participant", key: participant) }
    return try erase(
      sessions + ids, participant: Erasures.token(of: participant), reason: reason, by: tester)
  }

  private func erase(
    _ ids: [String], participant: String?, reason: String, by tester: String
  ) throws -> ErasingReport {
    var targets: [JSONValue] = []
    var kinds: [String: Int] = [:]
    var named: Set<Digest> = []
    for id in ids {
      let found = try facts(named: id)
      guard !found.isEmpty else { throw Refusal.unknownRecord(kind: "fact", key: id) }
      let contents = found.filter { !["erase", "retract", "replica"].contains($0.kind) }
      guard !contents.isEmpty else {
        throw Refusal.invalid("there is nothing to erase in \(id): it takes something back or says who went on")
      }
      for fact in try contents + evidence(of: contents) + belongings(of: contents) where !fact.isErased {
        guard named.insert(fact.digest).inserted else { continue }
        kinds[fact.kind, default: 0] += 1
        targets.append([.string(fact.replica), .integer(fact.sequence), .string(fact.digest.shortHex)])
      }
    }
    guard !targets.isEmpty else { throw Refusal.invalid("their content was erased already") }
    var body: JSONObject = ["targets": .array(targets)]
    if !reason.isEmpty { body["reason"] = .string(reason) }
    if !tester.isEmpty { body["by"] = .string(tester) }
    erasedChildren = nil
    if let participant { body["participants"] = [.string(participant)] }
    let number = try append("erase", body)
    try projector.erasures.accept(fact: number)
    try settle()
    return ErasingReport(id: try reader.name(of: number), destroyed: kinds)
  }

  /// Follows what another machine asks to have erased.
  ///
  /// - Parameters:
  ///   - id: as `Reader.erasures` names it.
  ///   - always: whether later ones of the same machine need not be asked about.
  /// - Throws: `Refusal.unknownRecord` where nothing of that name waits.
  package func follow(erasure id: String, always: Bool) throws {
    guard let waiting = try reader.erasures().first(where: { $0.id == id && $0.waiting > 0 }) else {
      throw Refusal.unknownRecord(kind: "erasure", key: id)
    }
    try projector.erasures.accept(fact: waiting.number)
    if always { try Trust.add(waiting.asker, database) }
    try settle()
  }

  private struct NamedFact {
    var replica: String
    var sequence: Int64
    var kind: String
    var digest: Digest
    var isErased: Bool
  }

  /// The evidence that is here of some results.
  private func evidence(of facts: [NamedFact]) throws -> [NamedFact] {
    try facts.filter { $0.kind == "result" }.flatMap { result in
      let digest = Value.blob(ShortDigest.bytes(result.digest.prefix8))
      let numbers = try database.all("SELECT fact FROM evidence WHERE result = ?", [digest]) { $0.int64(0) }
      return try numbers.flatMap { try self.facts(named: try reader.name(of: $0)) }.filter { $0.kind == "evidence" }
    }
  }

  /// What hangs on sessions.
  private func belongings(of facts: [NamedFact]) throws -> [NamedFact] {
    try facts.filter { $0.kind == TapKind.session.name }.flatMap { session in
      let digest = Value.blob(ShortDigest.bytes(session.digest.prefix8))
      let sql = "SELECT fact FROM tapping WHERE session = ? AND kind <> 1 ORDER BY fact"
      let numbers = try database.all(sql, [digest]) { $0.int64(0) }
      return try numbers.flatMap { try self.facts(named: try reader.name(of: $0)) }.filter {
        TapKind(name: $0.kind) != nil
      }
    }
  }

  private func facts(named id: String) throws -> [NamedFact] {
    guard let dash = id.lastIndex(of: "-"), let sequence = Int64(id[id.index(after: dash)...]),
      (1...FactNumber.largestSequence).contains(sequence)
    else { return [] }
    let replica = String(id[..<dash])
    let sql = """
      SELECT 'result', digest, 0 FROM result WHERE id = ?1
      UNION ALL SELECT kind, digest, body = '' FROM fact WHERE id = ?1
      """
    return try Lines.all(database, of: replica).flatMap { line in
      try database.all(sql, [.integer(FactNumber.make(line: line, sequence: sequence))]) { row in
        Digest(bytes: row.blob(1)).map {
          NamedFact(
            replica: replica, sequence: sequence, kind: row.text(0), digest: $0, isErased: row.int64(2) != 0)
        }
      }.compactMap { $0 }
    }
  }
}
