import CanonicalJSON
import SQLite

/// Evidence files whose content is to be gone: rows of `exchange` of kind `erased`, named by their digest.
///
/// A file can only be removed once the transaction that says so is durable, and a process may be killed in between; so
/// it is remembered there, and the next process checks it again. The rows stay: files come back with old bundles,
/// and are in shared folders.
enum ErasedFiles {
  static func add(ofFact number: Int64, _ database: Connection) throws {
    try database.run(
      """
      INSERT OR IGNORE INTO exchange (kind, place, name, doc)
      SELECT 'erased', 'evidence', lower(hex(sha256)), '{}' FROM evidence WHERE fact = ?
      """, [.integer(number)])
  }

  /// The digests of files that nothing here refers to any more.
  static func digests(_ database: Connection) throws -> [Digest] {
    let sql = """
      SELECT name FROM exchange WHERE kind = 'erased' AND place = 'evidence'
        AND NOT EXISTS (SELECT 1 FROM evidence WHERE lower(hex(sha256)) = exchange.name) ORDER BY name
      """
    return try database.all(sql, []) { Digest(hex: $0.text(0)) }.compactMap { $0 }
  }

  /// Removes those files. To be called with the lock for writing, so that no process attaches one of them then.
  static func remove(_ database: Connection, path: String) throws {
    let folder = EvidenceFolder(beside: path)
    for digest in try digests(database) { folder.remove(digest) }
  }
}
