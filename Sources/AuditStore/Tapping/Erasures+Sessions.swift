import CanonicalJSON
import SQLite

extension Erasures {
  /// How a child is named in an `erase` fact: not by the code, but by its digest.
  static func token(of participant: String) -> String {
    SHA256.digest(of: Array("participant \(participant)".utf8)).hex
  }

  /// Has what belongs to a session go with it, and every session of a child with the child, whoever recorded it and
  /// whenever it arrives. Whether that is followed is decided as for what the `erase` fact names itself.
  func nameWhatBelongsToSessions() throws {
    try nameSessions()
    try database.run(
      """
      INSERT OR IGNORE INTO erasure (target, fact, replica, sequence, accepted)
      SELECT substr(fact.digest, 1, 8), erasure.fact, line.replica, fact.id & \(FactNumber.largestSequence), 0
      FROM erasure JOIN tapping ON tapping.session = erasure.target JOIN fact ON fact.id = tapping.fact
      JOIN line ON line.id = fact.id >> \(FactNumber.bits)
      """)
    try dropWhatLostItsSession()
  }

  /// Where only the stub of a session ever came, nobody here can tell whose it was: the stub itself asks for the rest.
  private func dropWhatLostItsSession() throws {
    try database.run(
      """
      INSERT OR IGNORE INTO erasure (target, fact, replica, sequence, accepted)
      SELECT substr(fact.digest, 1, 8), stub.id, line.replica, fact.id & \(FactNumber.largestSequence), 1
      FROM tapping JOIN fact ON fact.id = tapping.fact JOIN line ON line.id = fact.id >> \(FactNumber.bits)
      JOIN (
        SELECT id, substr(digest, 1, 8) AS prefix FROM fact WHERE kind = 'session' AND body = ''
      ) AS stub ON stub.prefix = tapping.session
      WHERE tapping.kind <> 1 AND tapping.session NOT IN (SELECT session FROM tapping WHERE kind = 1)
      """)
  }

  /// The sessions of children whom an `erase` fact names.
  private func nameSessions() throws {
    let asked = try database.all(
      """
      SELECT id, json_extract(body, '$.participants') FROM fact
      WHERE kind = 'erase' AND json_type(body, '$.participants') = 'array'
      """
    ) { ($0.int64(0), RecordJSON.value($0.text(1))?.arrayValue?.compactMap(\.stringValue) ?? []) }
    guard !asked.isEmpty else { return }
    let sessions = try database.all(
      """
      SELECT tapping.session, line.replica, fact.id, json_extract(fact.body, '$.participant')
      FROM tapping JOIN fact ON fact.id = tapping.fact JOIN line ON line.id = fact.id >> \(FactNumber.bits)
      WHERE tapping.kind = 1
      """
    ) { ($0.blob(0), $0.text(1), FactNumber.sequence(of: $0.int64(2)), Self.token(of: $0.text(3))) }
    for (fact, tokens) in asked {
      for (digest, replica, sequence, token) in sessions where tokens.contains(token) {
        try database.run(
          "INSERT OR IGNORE INTO erasure (target, fact, replica, sequence, accepted) VALUES (?, ?, ?, ?, 0)",
          [.blob(digest), .integer(fact), .text(replica), .integer(sequence)])
      }
    }
  }
}
