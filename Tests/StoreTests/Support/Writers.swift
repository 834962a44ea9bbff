import Audit
import Base
import SQLite

@testable import Store

extension Writer {
  /// A session that was begun before.
  func resume(_ sessionRecord: SessionRecord) throws -> BegunSession {
    guard let reference = FactReference(hex: sessionRecord.digest), let dash = sessionRecord.id.lastIndex(of: "-")
    else {
      throw Refusal.unknownRecord(kind: "session", key: "")
    }
    return BegunSession(
      id: sessionRecord.id, session: sessionRecord.session, replica: String(sessionRecord.id[..<dash]),
      reference: reference)
  }
}
