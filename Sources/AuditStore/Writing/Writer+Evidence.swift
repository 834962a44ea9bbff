import CanonicalJSON
import SQLite

extension Writer {
  /// Attaches a file to a result, in the same transaction as what else is written.
  ///
  /// - Throws: `Refusal.invalid` where the file is not in the evidence folder (any more), or the result is not here.
  package func attach(_ evidence: NewEvidence, to result: LoggedResult, by tester: String) throws {
    try attach(evidence, toResult: result.number, by: tester)
  }

  /// The same for a row of `Reader.cells`, `results` or `history`.
  package func attach(_ evidence: NewEvidence, to result: ResultRow, by tester: String) throws {
    try attach(evidence, toResult: result.number, by: tester)
  }

  private func attach(_ evidence: NewEvidence, toResult number: Int64, by tester: String) throws {
    // Whoever erases the same file elsewhere removes it under the lock that is held here.
    guard EvidenceFolder(beside: path).holds(evidence.digest, bytes: evidence.bytes) else {
      throw Refusal.invalid("the copy of \(evidence.name) is gone from the evidence folder; nothing was recorded")
    }
    let sql = """
      SELECT substr(result.digest, 1, 8), check_term.text, component.text, condition.text
      FROM result JOIN cell ON cell.id = result.cell \(ResultTable.cellNames) WHERE result.id = ?
      """
    let body = try database.first(sql, [.integer(number)]) { row in
      EvidenceBody(
        evidence, result: ShortDigest.value(row.blob(0)), check: row.text(1), component: row.text(2),
        condition: row.text(3), tester: tester)
    }
    guard let body else { throw Refusal.invalid("there is no result to attach \(evidence.name) to") }
    try append("evidence", body.json)
  }
}
