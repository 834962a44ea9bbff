import CanonicalJSON
import SQLite

extension Reader {
  /// A file that shows what a result says. Whether it is here is for `EvidenceFolder` to tell.
  package struct EvidenceRow {
    /// `<replica>-<sequence>`.
    package var id: String
    package var component: String
    package var check: String
    package var condition: String
    /// Who attached it.
    package var tester: String
    /// When it was attached, ms UTC.
    package var time: Int64
    package var evidence: NewEvidence
    /// First eight bytes of the digest of the result it shows.
    let result: UInt64
  }

  /// The evidence that stands, oldest first: of everything, of a component, or of a check on it. What was taken back is
  /// left out, by itself or with its result.
  package func evidence(component: String? = nil, check: String? = nil) throws -> [EvidenceRow] {
    var filter: [Value] = [.null, .null]
    for (index, name) in [component, check].enumerated() {
      guard let name else { continue }
      guard let known = try term(name) else { return [] }
      filter[index] = .integer(known)
    }
    let sql = """
      SELECT fact, component, check_id, condition, tester, time, name, type, sha256, size, result FROM evidence
      WHERE retracted = 0 AND component = ifnull(?1, component) AND check_id = ifnull(?2, check_id)
        AND NOT EXISTS (SELECT 1 FROM retraction WHERE target = evidence.result AND void = 0)
      ORDER BY time, fact
      """
    return try database.all(sql, filter) { row -> EvidenceRow? in
      guard let digest = Digest(bytes: row.blob(8)) else { return nil }
      return EvidenceRow(
        id: try name(of: row.int64(0)), component: try text(row.int64(1)), check: try text(row.int64(2)),
        condition: try text(row.int64(3)), tester: try text(row.int64(4)), time: row.int64(5),
        evidence: NewEvidence(name: row.text(6), type: row.text(7), digest: digest, bytes: row.int64(9)),
        result: ShortDigest.value(row.blob(10)))
    }.compactMap { $0 }
  }

  /// The evidence of some rows of `cells`, `results` or `history`, by their `id`.
  package func evidence(of rows: [ResultRow]) throws -> [String: [EvidenceRow]] {
    let byResult = Dictionary(grouping: try evidence(), by: \.result)
    guard !byResult.isEmpty else { return [:] }
    var found: [String: [EvidenceRow]] = [:]
    for row in rows where row.number != 0 {
      guard let digest = try FactTable.digest(database, number: row.number) else { continue }
      found[row.id] = byResult[digest.prefix8]
    }
    return found
  }
}
