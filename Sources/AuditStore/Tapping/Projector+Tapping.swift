import AuditModel
import CanonicalJSON
import SQLite
import Tapping

/// The facts of tests with children, and their numbers in `session_fact.kind`.
package enum TapKind: Int64, CaseIterable, Sendable {
  case session = 1
  case trial
  case contact
  case remark

  /// The kind of the fact.
  package var name: String {
    switch self {
    case .session: "session"
    case .trial: "trial"
    case .contact: "contact"
    case .remark: "remark"
    }
  }

  package init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

extension Projector {
  /// Adds a stored fact of a test with a child; false where its body is not understood.
  func addTapping(_ fact: Fact, _ kind: TapKind, number: Int64, _ reference: FactReference) throws -> Bool {
    guard let session = Self.session(of: fact, kind, reference) else { return false }
    // What belongs to an erased session is erased too, whenever and wherever it comes.
    erasures.isTouched = true
    if kind == .session {
      try refuseStrangers(to: session, of: fact.replica)
    } else if let owner = try replica(ofSession: session), owner != ExactText(fact.replica) {
      return false
    }
    let isRetracted = try isRetracted(reference)
    try database.run(
      "INSERT OR REPLACE INTO session_fact (fact, kind, session, retracted) VALUES (?, ?, ?, ?)",
      [
        .integer(number), .integer(kind.rawValue), .blob(session.bytes),
        .integer(isRetracted ? 1 : 0),
      ])
    return true
  }

  /// The replica of a session that is here.
  private func replica(ofSession session: FactReference) throws -> ExactText? {
    let sql = """
      SELECT branch.replica FROM session_fact JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      WHERE session_fact.kind = 1 AND session_fact.session = ? LIMIT 1
      """
    return try database.first(sql, [.blob(session.bytes)]) { ExactText($0.text(0)) }
  }

  /// What another chain says of a session is no part of it, also where that came first.
  private func refuseStrangers(to session: FactReference, of replica: String) throws {
    let sql = """
      SELECT session_fact.fact FROM session_fact JOIN branch ON branch.id = session_fact.fact >> \(FactNumber.bits)
      WHERE session_fact.session = ? AND session_fact.kind <> 1 AND branch.replica <> ?
      """
    for number in try database.all(sql, [.blob(session.bytes), .text(replica)], { $0.int64(0) }) {
      try database.run("DELETE FROM session_fact WHERE fact = ?", [.integer(number)])
      try database.run("UPDATE fact SET projected = 0 WHERE id = ?", [.integer(number)])
    }
  }

  private static func session(of fact: Fact, _ kind: TapKind, _ reference: FactReference) -> FactReference? {
    let isUnderstood =
      switch kind {
      case .session: TapSession(fact.body) { $0 } != nil
      case .trial: TapTrial(fact.body) != nil
      case .contact: TapContact.read(fact.body) != nil
      case .remark: TapRemark(fact.body) != nil
      }
    guard isUnderstood else { return nil }
    return kind == .session ? reference : fact.body["session"]?.stringValue.flatMap { FactReference(hex: $0) }
  }
}
