import AuditModel
import SQLite

extension Writer {
  /// Attaches a file to a result that was just logged, in the same transaction.
  ///
  /// - Throws: `Refusal.invalid` where the file is not in the evidence folder (any more).
  package func attach(_ evidence: NewEvidence, to result: LoggedResult, by tester: String) throws {
    _ = try attach(evidence, toResult: result.number, by: tester)
  }

  /// Attaches a file to a result that is there: a row of `Reader.cells`, `results` or `history`.
  ///
  /// - Returns: its name, `<replica>-<sequence>`.
  /// - Throws: `Refusal.invalid` where the file is not in the evidence folder (any more), or the result is not here.
  package func attach(_ evidence: NewEvidence, to result: Cell, by tester: String) throws -> String {
    try attach(evidence, toResult: result.number, by: tester)
  }

  private func attach(_ evidence: NewEvidence, toResult number: Int64, by tester: String) throws -> String {
    // Another process that erases the same file removes it under the lock that is held here.
    guard EvidenceFolder(beside: path).holds(evidence.digest, bytes: evidence.bytes) else {
      throw Refusal.invalid("the copy of \(evidence.name) is missing from the evidence folder; nothing was recorded")
    }
    let sql = """
      SELECT substr(result.digest, 1, 16), check_term.text, component.text, condition.text
      FROM result JOIN cell ON cell.id = result.cell \(ResultTable.cellNames) WHERE result.id = ?
      """
    let body = try database.first(sql, [.integer(number)]) { row in
      EvidenceBody(
        evidence, result: FactReference(bytes: row.blob(0)) ?? FactReference(high: 0, low: 0), check: row.text(1),
        component: row.text(2),
        condition: row.text(3), tester: tester)
    }
    guard let body else { throw Refusal.invalid("no result to attach \(evidence.name) to") }
    return try reader.name(of: try append("evidence", body.json))
  }
}
