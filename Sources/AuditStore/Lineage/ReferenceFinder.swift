import AuditModel
import CanonicalJSON
import SQLite

/// Finds facts by the first 16 bytes of their identities. Identities have no index: one would cost each import a third of
/// its time, and hardly any fact is named by another.
enum ReferenceFinder {
  /// The local numbers of those that are here; all facts are read once.
  static func find(_ wanted: Set<FactReference>, in database: Connection) throws -> [FactReference: Int64] {
    var found: [FactReference: Int64] = [:]
    guard !wanted.isEmpty else { return found }
    for table in ["fact", "result"] where found.count < wanted.count {
      try database.rows("SELECT id, digest FROM \(table)") { row in
        guard let reference = row.withBlob(1, { FactReference(bytes: $0.prefix(FactReference.byteCount)) }),
          wanted.contains(reference)
        else { return }
        // Of two facts that begin alike, which takes 2^64 tries to make, every machine takes the same.
        if let other = found[reference], try digest(other, database) <= digest(row.int64(0), database) { return }
        found[reference] = row.int64(0)
      }
    }
    return found
  }

  private static func digest(_ number: Int64, _ database: Connection) throws -> Digest {
    try FactTable.digest(database, number: number) ?? Digest(words: (0, 0, 0, 0))
  }

  /// Looks for results among those of their own cells: that is where an honest result's `saw` leads.
  static func find(
    _ wanted: Set<FactReference>, amongResultsFrom last: Int64, in database: Connection
  ) throws -> [FactReference: Int64] {
    var found: [FactReference: Int64] = [:]
    let row = try database.cached("SELECT earlier, digest FROM result WHERE id = ?")
    try CellResults.walk(from: last) { number in
      try row.bind(number, at: 1)
      defer { row.reset() }
      guard try row.step() else { return nil }
      if let reference = FactReference(bytes: row.blob(1).prefix(FactReference.byteCount)), wanted.contains(reference) {
        found[reference] = number
      }
      return found.count == wanted.count ? nil : row.int64(0)
    }
    return found
  }
}
