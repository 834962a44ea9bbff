import AuditModel
import CanonicalJSON
import SQLite

/// Results as rows of typed columns, and back as facts, byte for byte.
enum ResultTable {
  /// A result's columns beside those of its cell and context.
  struct Row {
    var number: Int64
    var cell: Int64
    /// The one stored before it in its cell.
    var earlier: Int64
    var context: Int64
    var clock: HybridTime
    var previous: FactReference?
    var digest: Digest
    var salt: FactSalt
    var time: Int64?
    var outcome: Outcome
    var severity: Severity?
    var text: UInt32?
    var value: String?
    /// The same as UTF-8, where it need not become a String; valid while the row is stored.
    var valueBytes: UnsafeBufferPointer<UInt8>?
    /// UTF-8, valid while the row is stored.
    var note: UnsafeBufferPointer<UInt8>?
    var isRetest = false
    var saw: [FactReference] = []
    /// The canonical body, where the columns cannot hold all of it.
    var body: String?
  }

  /// The texts behind the numbers of `cell`.
  static let cellNames = """
    JOIN term AS component ON component.id = cell.component
    JOIN term AS check_term ON check_term.id = cell.check_id
    JOIN term AS condition ON condition.id = cell.condition
    """
  /// The texts behind the numbers of `context`.
  static let contextNames = """
    JOIN term AS tester ON tester.id = context.tester
    JOIN term AS device ON device.id = context.device
    JOIN term AS os ON os.id = context.os
    JOIN term AS build ON build.id = context.build
    JOIN term AS audit ON audit.id = context.audit
    JOIN term AS source ON source.id = context.source
    """

  static let bodyColumns = """
    result.time, result.outcome, result.severity, result.text, result.value, result.note, result.retest, result.body,
    component.text, check_term.text, condition.text, tester.text, device.text, os.text, build.text, audit.text,
    source.text
    """
  static let bodyJoins = """
    FROM result
    JOIN cell ON cell.id = result.cell
    JOIN context ON context.id = result.context
    \(cellNames)
    \(contextNames)
    """

  /// Reads the body from `bodyColumns`, which begin at column `start`.
  static func body(_ row: Statement, from start: Int32) -> JSONObject {
    if let stored = row.optionalText(start + 7).flatMap(RecordJSON.object) { return stored }
    var body = ResultBody()
    body.time = row.optionalInt64(start)
    body.outcome = Codes.outcome(row.int64(start + 1)) ?? .cantTell
    body.severity = row.optionalInt64(start + 2).flatMap(Codes.severity)
    body.text = row.optionalInt64(start + 3).flatMap { UInt32(exactly: $0) }
    body.value = row.optionalText(start + 4).flatMap { RecordJSON.value($0) }.flatMap(ValueJSON.decode)
    body.note = row.optionalText(start + 5)
    body.isRetest = row.int64(start + 6) == 1
    body.component = row.text(start + 8)
    body.check = row.text(start + 9)
    body.condition = row.text(start + 10)
    body.tester = row.text(start + 11)
    body.device = row.text(start + 12)
    body.os = row.text(start + 13)
    body.build = row.text(start + 14)
    body.audit = row.text(start + 15)
    body.source = row.text(start + 16)
    return body.json
  }

  /// What a result's header says of its content, worked out from the row.
  static func commitment(of number: Int64, in database: Connection) throws -> Digest {
    let sql = "SELECT \(bodyColumns), result.salt \(bodyJoins) WHERE result.id = ?"
    let found = try database.first(sql, [.integer(number)]) { row in
      (body: body(row, from: 0), stored: row.optionalText(7), salt: FactSalt(bytes: row.blob(17)))
    }
    guard let found else { throw StoreError.damaged(path: database.path, detail: "a result has no item") }
    let bytes = try found.stored.map { Array($0.utf8) } ?? CanonicalWriter.bytes(of: .object(found.body))
    return bytes.withUnsafeBytes { FactSeal.commitment(salt: found.salt, body: $0) }
  }
}
