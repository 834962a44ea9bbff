import Audit
import Base
import SQLite

@testable import Store

extension Writer {
  /// Whether a record stands: it was made and is not deleted.
  func exists(kind: String, key: String) throws -> Bool {
    try projector.flushRecords()
    return try database.scalar(
      "SELECT 1 FROM record WHERE kind = ? AND key = ? AND deleted = 0", [.text(kind), .text(key)]) != nil
  }

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
