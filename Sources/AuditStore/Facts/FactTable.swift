import AuditModel
import CanonicalJSON
import SQLite

/// The two tables that hold the facts.
enum FactTable {
  /// The digest of the fact with a local number; nil when there is none.
  static func digest(_ database: Connection, number: Int64) throws -> Digest? {
    let sql = "SELECT digest FROM result WHERE id = ?1 UNION ALL SELECT digest FROM fact WHERE id = ?1"
    return try database.first(sql, [.integer(number)]) { Digest(bytes: $0.blob(0)) } ?? nil
  }

  /// The last fact of a line.
  struct End {
    var sequence: Int64
    var digest: Digest
    var clock: HybridTime
  }

  static func last(_ database: Connection, line: Int64) throws -> End? {
    let range: [Value] = [
      .integer(FactNumber.make(line: line, sequence: 0)),
      .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
    ]
    var found: End?
    for table in ["result", "fact"] {
      let sql = "SELECT id, digest, ms, counter FROM \(table) WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1"
      try database.rows(sql, range) { row in
        let sequence = FactNumber.sequence(of: row.int64(0))
        guard sequence > found?.sequence ?? 0, let digest = Digest(bytes: row.blob(1)) else { return }
        found = End(
          sequence: sequence, digest: digest, clock: HybridTime(milliseconds: row.int64(2), counter: row.int64(3)))
      }
    }
    return found
  }

  /// The latest reading known of all replicas that is not far ahead of `now`.
  ///
  /// - Parameter own: the line whose last reading is known already.
  static func knownClock(_ database: Connection, now: Int64, own: Int64, _ end: End?) throws -> HybridTime? {
    var known = end?.clock
    if let clock = known, clock.isAhead(of: now) { known = nil }
    for line in try database.all("SELECT id FROM line ORDER BY id", [], { $0.int64(0) }) {
      guard line != own, let clock = try last(database, line: line)?.clock, !clock.isAhead(of: now) else { continue }
      if known.map({ $0 < clock }) ?? true { known = clock }
    }
    return known
  }

  /// Stores what is left of a fact whose content was destroyed, a result included: a row without a body.
  static func insertStub(
    _ row: FactBatch.Row, kind: String, number: Int64, into database: Connection
  ) throws {
    let insert = try database.cached(
      """
      INSERT INTO fact (id, kind, ms, counter, prev, digest, body, projected) VALUES (?, ?, ?, ?, ?, ?, '', 1)
      """)
    try insert.bind(number, at: 1)
    try insert.bind(kind, at: 2)
    try insert.bind(row.clock.milliseconds, at: 3)
    try insert.bind(row.clock.counter, at: 4)
    try insert.bind(row.previous.map(ShortDigest.bytes) ?? [], at: 5)
    try insert.bind(row.digest.withBytes { [UInt8]($0) }, at: 6)
    try insert.run()
  }

  /// Stores any fact but a result.
  static func insert(_ fact: Fact, number: Int64, digest: Digest, body: String, into database: Connection) throws {
    let insert = try database.cached(
      """
      INSERT INTO fact (id, kind, ms, counter, prev, digest, body, projected) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
      """)
    try insert.bind(number, at: 1)
    try insert.bind(fact.kind, at: 2)
    try insert.bind(fact.clock.milliseconds, at: 3)
    try insert.bind(fact.clock.counter, at: 4)
    try insert.bind(ShortDigest.parse(fact.previous).map(ShortDigest.bytes) ?? [], at: 5)
    try insert.bind(digest.withBytes { [UInt8]($0) }, at: 6)
    try insert.bind(body, at: 7)
    try insert.run()
  }
}
