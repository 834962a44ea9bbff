import AuditModel
import SQLite

/// Reads the results of a cell as its fold sees them.
enum Observations {
  static let sql = """
    SELECT earlier, ms, counter, substr(digest, 1, 8), time, outcome, severity, saw, tester, build, source,
      (?2 IS NOT NULL AND context.audit <> ?2)
        OR EXISTS (SELECT 1 FROM retraction WHERE target = substr(result.digest, 1, 8) AND void = 0)
    FROM result JOIN context ON context.id = result.context
    WHERE result.id = ?1
    """

  /// The results of a cell. Where an audit's term is given the results of others count as taken back: they are left
  /// out of the fold, but who had seen whom through them stays true.
  static func load(cell: Int64, audit: Int64? = nil, from database: Connection) throws -> [Observation] {
    let last = try database.scalar("SELECT last FROM cell WHERE id = ?", [.integer(cell)])
    return try load(from: last ?? 0, audit: audit, in: database)
  }

  /// The results of a list (`CellResults`) that begins with `last`, by their numbers.
  static func load(from last: Int64, audit: Int64? = nil, in database: Connection) throws -> [Observation] {
    var replicas: [Int64: String] = [:]
    var observations: [Observation] = []
    let row = try database.cached(sql)
    try row.bind(audit, at: 2)
    try CellResults.walk(from: last) { number in
      try row.bind(number, at: 1)
      defer { row.reset() }
      guard try row.step() else { return nil }
      let line = FactNumber.line(of: number)
      if replicas[line] == nil { replicas[line] = try Lines.replica(database, of: line) }
      if let outcome = Codes.outcome(row.int64(5)) {
        observations.append(
          Observation(
            id: number, replica: replicas[line] ?? "", sequence: FactNumber.sequence(of: number),
            digest: ShortDigest.value(row.blob(3)),
            clock: HybridTime(milliseconds: row.int64(1), counter: row.int64(2)), time: row.optionalInt64(4),
            outcome: outcome, severity: Codes.severity(row.int64(6)), tester: row.int64(8), build: row.int64(9),
            source: row.int64(10), saw: digests(row.blob(7)), isRetracted: row.int64(11) != 0))
      }
      return row.int64(0)
    }
    return observations.sorted { $0.id < $1.id }
  }

  /// Splits a column of eight bytes per digest.
  static func digests(_ bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { ShortDigest.value(bytes[$0..<($0 + 8)]) }
  }
}

/// The branches of replicas that facts came from.
enum Lines {
  static func replica(_ database: Connection, of line: Int64) throws -> String? {
    try database.first("SELECT replica FROM line WHERE id = ?", [.integer(line)]) { $0.text(0) }
  }

  /// The numbers of all lines, and the one of a replica's first branch.
  static func all(_ database: Connection, first replica: String) throws -> (lines: [Int64], first: Int64?) {
    var lines: [Int64] = []
    var first: Int64?
    try database.rows("SELECT id, replica, fork FROM line", []) { row in
      lines.append(row.int64(0))
      guard row.int64(2) == 0 else { return }
      if row.withText(1, { $0.elementsEqual(replica.utf8) }) { first = row.int64(0) }
    }
    return (lines, first)
  }

  /// All lines of a replica, the first branch first.
  static func all(_ database: Connection, of replica: String) throws -> [Int64] {
    try database.all("SELECT id FROM line WHERE replica = ? ORDER BY fork", [.text(replica)]) { $0.int64(0) }
  }
}
