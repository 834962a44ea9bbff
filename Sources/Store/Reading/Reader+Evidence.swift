import Audit
import Base
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
    /// What it shows, for people who cannot see it; empty without a description.
    package var words: String
    /// The name of the result it shows, as `Cell.id`; nil where that is not here, or was erased.
    package var result: String?

    package var place: ScopeCell { ScopeCell(component: component, check: check, condition: condition) }
  }

  /// The evidence in effect, oldest first: of everything, of a component, or of a check on it. Evidence that was
  /// retracted, by itself or with its result, is left out.
  package func evidence(component: String? = nil, check: String? = nil) throws -> [EvidenceRow] {
    guard let filter = try terms([component, check]) else { return [] }
    let sql = """
      SELECT fact, evidence.component, evidence.check_id, evidence.condition, tester, time, name, type, sha256, size,
        result, coalesce(cell.last, 0),
        (SELECT CASE WHEN json_valid(fact.body) THEN json_extract(fact.body, '$.alt') END FROM fact WHERE fact.id = evidence.fact)
      FROM evidence
      LEFT JOIN cell ON cell.component = evidence.component AND cell.check_id = evidence.check_id
        AND cell.condition = evidence.condition
      WHERE retracted = 0 AND evidence.component = ifnull(?1, evidence.component)
        AND evidence.check_id = ifnull(?2, evidence.check_id)
        AND NOT EXISTS (SELECT 1 FROM request WHERE target = evidence.result AND kind = 'undo' AND standing = 0)
      ORDER BY time, fact
      """
    let results = ResultNames(database)
    return try database.all(sql, filter) { row -> EvidenceRow? in
      guard let digest = Digest(bytes: row.blob(8)) else { return nil }
      let result = try FactReference(bytes: row.blob(10)).flatMap { try results.number(of: $0, from: row.int64(11)) }
      return EvidenceRow(
        id: try name(of: row.int64(0)), component: try text(row.int64(1)), check: try text(row.int64(2)),
        condition: try text(row.int64(3)), tester: try text(row.int64(4)), time: row.int64(5),
        evidence: NewEvidence(name: row.text(6), type: row.text(7), digest: digest, bytes: row.int64(9)),
        words: row.optionalText(12) ?? "", result: try result.map { try name(of: $0) })
    }.compactMap { $0 }
  }

  /// Every file that any fact names, each once in the order of digests; also one that was retracted: redo brings it
  /// back, and exchange carries it.
  ///
  /// - Parameter facts: local numbers; only what these name.
  package func namedFiles(of facts: Set<Int64>? = nil) throws -> [NewEvidence] {
    var found: [NewEvidence] = []
    try database.rows("SELECT fact, type, sha256, size FROM evidence ORDER BY sha256, size, type") { row in
      guard facts?.contains(row.int64(0)) ?? true, let digest = Digest(bytes: row.blob(2)) else { return }
      let file = NewEvidence(name: "", type: row.text(1), digest: digest, bytes: row.int64(3))
      if found.last != file { found.append(file) }
    }
    return found
  }
}
