import AuditModel
import SQLite
package import Tapping

/// A session that was begun: what its trials name, and the replica that it is.
package struct BegunSession: Sendable {
  package let id: String
  package let session: TapSession
  let replica: String
  let reference: FactReference
}

extension Writer {
  /// Begins a session: a replica of its own, so that nothing shows elsewhere that it was.
  ///
  /// - Throws: `Refusal.invalid` without the permission of the guardian and the assent of the child.
  package func begin(_ session: TapSession) throws -> BegunSession {
    guard session.consent.allowsScoring else {
      throw Refusal.invalid(
        "scoring requires the guardian's consent and the child's assent; nothing was recorded")
    }
    let chain = try sittingChain(nil)
    let number = try append(
      TapKind.session.name, session.body(subject: try subject(of: session.participant)), to: chain)
    return BegunSession(
      id: try reader.name(of: number), session: session, replica: chain.identity.replica,
      reference: try reference(of: number))
  }

  /// What stands for a child in facts: 128 random bits, drawn when the code is first used.
  private func subject(of code: String) throws -> String {
    let known = try database.first(
      "SELECT subject FROM participant WHERE code = ? ORDER BY subject LIMIT 1", [.text(code)]
    ) { $0.text(0) }
    if let known { return known }
    let subject = nextSalt().hex
    try know(subject: subject, as: code)
    return subject
  }

  /// Remembers whose code a subject is.
  package func know(subject: String, as code: String) throws {
    try database.run("INSERT OR IGNORE INTO participant (subject, code) VALUES (?, ?)", [.text(subject), .text(code)])
  }

  /// Forgets whose code a subject is where no session of the child is here.
  package func forgetUnlessHere(subject: String) throws {
    try projector.erasures.forgetParticipant(subject: subject)
  }

  /// Keeps a trial, with its contacts where there are any.
  package func add(_ trial: TapTrial, contacts: [TapContact] = [], to session: BegunSession) throws {
    let chain = try sittingChain(session.replica)
    let number = try append(TapKind.trial.name, trial.body(session: session.reference), to: chain)
    guard !contacts.isEmpty else { return }
    let trial = try reference(of: number)
    try append(
      TapKind.contact.name, TapContact.body(contacts, trial: trial, session: session.reference), to: chain)
  }

  package func add(_ remark: TapRemark, to session: BegunSession) throws {
    guard remark.isKnown else { throw Refusal.invalid("unknown \(remark.topic.rawValue) \"\(remark.code)\"") }
    try append(TapKind.remark.name, remark.body(session: session.reference), to: try sittingChain(session.replica))
  }

  /// Takes a session out of all figures. It stays listed, with the reason.
  ///
  /// - Throws: `Refusal.invalid` where another machine recorded it: its chain is that machine's to continue.
  package func void(_ session: SessionRecord, _ reason: VoidCode) throws {
    guard let reference = FactReference(hex: session.digest), let dash = session.id.lastIndex(of: "-"),
      try isOwn(session: reference)
    else {
      throw Refusal.invalid("another machine recorded the session \(session.id), and only it can void the session")
    }
    let remark = TapRemark(topic: .void, code: reason.rawValue)
    try append(
      TapKind.remark.name, remark.body(session: reference), to: try sittingChain(String(session.id[..<dash])))
  }

  /// Whether a session was recorded on this machine or on one of its tap pages.
  private func isOwn(session: FactReference) throws -> Bool {
    let sql = """
      SELECT 1 FROM session_fact JOIN fact ON fact.id = session_fact.fact
      JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      LEFT JOIN decision ON decision.identity = fact.digest AND decision.kind = 'follow'
      WHERE session_fact.kind = 1 AND session_fact.session = ? AND (branch.own <> 0 OR decision.kind IS NOT NULL)
      """
    return try database.scalar(sql, [.blob(session.bytes)]) != nil
  }

  /// The name of a result that was just logged, `<replica>-<sequence>`.
  package func name(of result: LoggedResult) throws -> String { try reader.name(of: result.number) }

  private func reference(of number: Int64) throws -> FactReference {
    guard let digest = try FactTable.digest(database, number: number) else {
      throw Refusal.invalid("the new entry is missing")
    }
    return digest.reference
  }
}
