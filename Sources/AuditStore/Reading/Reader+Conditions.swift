package import AuditModel
import SQLite

extension Reader {
  /// The conditions under which something in use was seen, in order; the default one is the empty string.
  ///
  /// - Parameter audit: only what results that carry its name saw.
  package func conditionsSeen(audit: AuditRound? = nil) throws -> [String] {
    if let audit { return Set(try auditResults(audit).keys.map(\.condition)).sorted() }
    let registry = self.registry
    var seen: Set<String> = []
    try database.rows("SELECT DISTINCT condition, component FROM cell WHERE outcome <> 0") { row in
      let condition = try text(row.int64(0))
      guard !seen.contains(condition) else { return }
      if try registry.isInUse(try text(row.int64(1))) { seen.insert(condition) }
    }
    return seen.sorted()
  }
}
