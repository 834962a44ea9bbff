package import AuditModel
import CanonicalJSON
import SQLite

/// A session that was begun: what its trials name.
package struct BegunSession: Sendable {
  package let id: String
  package let session: TapSession
  let digest: UInt64
}

extension Writer {
  /// Begins a session.
  ///
  /// - Throws: `Refusal.invalid` without the permission of the guardian and the assent of the child, and for a child who
  ///   was erased: what is recorded of one would go at once.
  package func begin(_ session: TapSession) throws -> BegunSession {
    guard session.consent.allowsScoring else {
      throw Refusal.invalid(
        "nothing is scored without the permission of the guardian and the assent of the child; nothing was recorded")
    }
    let erased = try erasedChildren ?? reader.erasedChildren()
    erasedChildren = erased
    guard !erased.contains(Erasures.token(of: session.participant)) else {
      throw Refusal.invalid(
        "the child \(session.participant) was erased, so nothing can be recorded under this code; nothing was recorded. "
          + "Without a code a new one is drawn")
    }
    let number = try append(TapKind.session.name, session.body)
    return BegunSession(
      id: try reader.name(of: number), session: session, digest: try digest(of: number))
  }

  /// A session that was begun before.
  package func resume(_ sitting: Sitting) throws -> BegunSession {
    guard let digest = ShortDigest.parse(sitting.digest) else { throw Refusal.unknownRecord(kind: "session", key: "") }
    return BegunSession(id: sitting.id, session: sitting.session, digest: digest)
  }

  /// Keeps a trial, with its contacts where there are any.
  package func add(_ trial: TapTrial, contacts: [TapContact] = [], to session: BegunSession) throws {
    let number = try append(TapKind.trial.name, trial.body(session: session.digest))
    guard !contacts.isEmpty else { return }
    let digest = try digest(of: number)
    try append(TapKind.contact.name, TapContact.body(contacts, trial: digest, session: session.digest))
  }

  package func add(_ remark: TapRemark, to session: BegunSession) throws {
    guard remark.isKnown else { throw Refusal.invalid("\(remark.code) is no word for \(remark.topic.rawValue)") }
    try append(TapKind.remark.name, remark.body(session: session.digest))
  }

  /// The name of a result that was just logged, `<replica>-<sequence>`.
  package func name(of result: LoggedResult) throws -> String { try reader.name(of: result.number) }

  private func digest(of number: Int64) throws -> UInt64 {
    guard let digest = try FactTable.digest(database, number: number) else {
      throw Refusal.invalid("what was just written is not there")
    }
    return digest.prefix8
  }
}
