import CanonicalJSON
import SQLite

extension Reader {
  /// The entries of the conflict register that a check names, by their numbers, without reading its whole text.
  package func readings(of check: String) throws -> [String] {
    let sql = "SELECT json_extract(doc, '$.conflicts') FROM check_text WHERE check_id = ? AND current = 1"
    let found = try database.first(sql, [.text(check)]) { $0.optionalText(0) } ?? nil
    return found.flatMap { RecordJSON.value($0) }?.arrayValue?.compactMap(\.stringValue) ?? []
  }
}
