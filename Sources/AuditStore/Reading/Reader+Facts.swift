import AuditModel
package import CanonicalJSON
import SQLite

/// A fact as it is stored and as it travels.
package struct StoredFact: Sendable {
  package var fact: Fact
  package var digest: Digest
  /// The canonical bytes, proved to hash to `digest`.
  package var bytes: [UInt8]
}

extension Reader {
  /// The replicas that facts came from, in the order of their bytes.
  package func factReplicas() throws -> [String] {
    let all = try database.all("SELECT DISTINCT replica FROM line ORDER BY replica", []) { $0.text(0) }
    return try all.filter { replica in
      try Lines.all(database, of: replica).contains { try FactTable.last(database, line: $0) != nil }
    }
  }

  /// Calls `visit` with every fact, in the order of replica, sequence and digest: the same facts, the same order,
  /// wherever and however they arrived.
  ///
  /// - Throws: `StoreError.damaged` for a fact that no longer hashes to its digest.
  package func facts(_ visit: (StoredFact) throws -> Void) throws {
    for replica in try factReplicas() { try facts(of: replica, visit) }
  }

  /// Calls `visit` with the facts of one replica whose sequence is greater than `sequence`, in the order of sequence
  /// and digest; one that was forked has several facts of one sequence.
  package func facts(
    of replica: String, after sequence: Int64 = 0, _ visit: (StoredFact) throws -> Void
  ) throws {
    let lines = try Lines.all(database, of: replica)
    let cursors = try lines.flatMap { line in
      [
        try FactCursor(database, line: line, after: sequence, isResult: true),
        try FactCursor(database, line: line, after: sequence, isResult: false),
      ]
    }
    while let next = cursors.filter({ $0.place != nil }).min(by: FactCursor.stands) {
      try visit(try next.fact(of: replica))
      try next.advance()
    }
  }
}

/// Walks the results, or the other facts, of one line in their order.
final class FactCursor {
  /// Where the row in view belongs; nil at the end.
  private(set) var place: (sequence: Int64, digest: Digest)?
  private let database: Connection
  private let rows: Statement
  private let isResult: Bool

  init(_ database: Connection, line: Int64, after sequence: Int64, isResult: Bool) throws {
    self.database = database
    self.isResult = isResult
    rows = try database.prepare(isResult ? Self.resultSQL : Self.factSQL)
    let first = min(max(sequence, 0), FactNumber.largestSequence - 1) + 1
    try rows.bind(FactNumber.make(line: line, sequence: first), at: 1)
    try rows.bind(FactNumber.make(line: line, sequence: FactNumber.largestSequence), at: 2)
    try advance()
  }

  static let resultSQL = """
    SELECT result.id, result.ms, result.counter, result.prev, result.digest, 'result', \(ResultTable.bodyColumns)
    \(ResultTable.bodyJoins)
    WHERE result.id BETWEEN ?1 AND ?2 ORDER BY result.id
    """
  static let factSQL = """
    SELECT id, ms, counter, prev, digest, kind, body FROM fact WHERE id BETWEEN ?1 AND ?2 ORDER BY id
    """

  static func stands(_ left: FactCursor, before right: FactCursor) -> Bool {
    guard let left = left.place, let right = right.place else { return left.place != nil }
    return left < right
  }

  func advance() throws {
    place = nil
    guard try rows.step() else { return }
    let sequence = FactNumber.sequence(of: rows.int64(0))
    guard let digest = Digest(bytes: rows.blob(4)) else { throw damage(sequence, "has no digest") }
    place = (sequence, digest)
  }

  /// The row in view; its canonical bytes are made again and compared with what was hashed when it came.
  func fact(of replica: String) throws -> StoredFact {
    guard let (sequence, digest) = place else { throw damage(0, "is not there") }
    let body = isResult ? ResultTable.body(rows, from: 6) : RecordJSON.object(rows.text(6))
    guard let body else { throw damage(sequence, "is unreadable") }
    let previous = rows.blob(3)
    let fact = Fact(
      replica: replica, sequence: sequence,
      clock: HybridTime(milliseconds: rows.int64(1), counter: rows.int64(2)),
      previous: previous.isEmpty ? "" : ShortDigest.hex(ShortDigest.value(previous)), kind: rows.text(5), body: body)
    let bytes = try CanonicalWriter.bytes(of: fact.json)
    guard SHA256.digest(of: bytes) == digest else { throw damage(sequence, "does not hash to its digest") }
    return StoredFact(fact: fact, digest: digest, bytes: bytes)
  }

  private func damage(_ sequence: Int64, _ what: String) -> StoreError {
    .damaged(path: database.path, detail: "the fact with number \(sequence) of a replica \(what)")
  }
}
