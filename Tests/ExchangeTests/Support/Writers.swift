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
}
