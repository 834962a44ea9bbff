import AuditModel
import SQLite

@testable import AuditStore

extension Writer {
  /// Whether a record stands: it was made and is not deleted.
  func exists(kind: String, key: String) throws -> Bool {
    try projector.flushRecords()
    return try database.scalar(
      "SELECT 1 FROM record WHERE kind = ? AND key = ? AND deleted = 0", [.text(kind), .text(key)]) != nil
  }

  /// A session that was begun before.
  func resume(_ sitting: Sitting) throws -> BegunSession {
    guard let reference = FactReference(hex: sitting.digest), let dash = sitting.id.lastIndex(of: "-") else {
      throw Refusal.unknownRecord(kind: "session", key: "")
    }
    return BegunSession(
      id: sitting.id, session: sitting.session, replica: String(sitting.id[..<dash]), reference: reference)
  }
}
