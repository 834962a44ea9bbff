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
    let isRetracted = try isRetracted(reference)
    try database.run(
      "INSERT OR REPLACE INTO session_fact (fact, kind, session, retracted) VALUES (?, ?, ?, ?)",
      [
        .integer(number), .integer(kind.rawValue), .blob(session.bytes),
        .integer(isRetracted ? 1 : 0),
      ])
    // What belongs to an erased session is erased too, whenever it comes.
    erasures.isTouched = true
    return true
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
