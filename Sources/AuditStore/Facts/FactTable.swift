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
    /// When it was made: of the entries of a session with a child the clock tells the day alone.
    var moment: Int64

    fileprivate var reading: HybridTime { HybridTime(milliseconds: moment, counter: clock.counter) }
  }

  static func last(_ database: Connection, line: Int64) throws -> End? {
    // The number alone is looked for at first: most lines end with a result, and then it tells that no fact follows.
    let end = Value.integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence))
    let lastFact = try database.scalar(lastFactSQL, [end]) ?? 0
    let result = try database.first(lastResultSQL, [end]) { (number: $0.int64(0), end: Self.end($0)) }
    if let result, result.number > lastFact || FactNumber.line(of: lastFact) != line {
      return FactNumber.line(of: result.number) == line ? result.end : nil
    }
    guard FactNumber.line(of: lastFact) == line else { return nil }
    let sql = "SELECT id, digest, ms, counter, \(TapMoment.sql) FROM fact WHERE id = ?"
    return try database.first(sql, [.integer(lastFact)], Self.end) ?? nil
  }

  // Without a lower bound, which SQLite would have to compile: what comes before the line is seen by its number.
  static let lastFactSQL = "SELECT id FROM fact WHERE id <= ? ORDER BY id DESC LIMIT 1"
  static let lastResultSQL = "SELECT id, digest, ms, counter, ms FROM result WHERE id <= ? ORDER BY id DESC LIMIT 1"

  private static func end(_ row: Statement) -> End? {
    guard let digest = Digest(bytes: row.blob(1)) else { return nil }
    return End(
      sequence: FactNumber.sequence(of: row.int64(0)), digest: digest,
      clock: HybridTime(milliseconds: row.int64(2), counter: row.int64(3)), moment: row.int64(4))
  }

  /// The latest reading known of all replicas that is not far ahead of `now`.
  ///
  /// - Parameters:
  ///   - own: the line whose last reading is known already.
  ///   - lines: all lines.
  static func knownClock(
    _ database: Connection, now: Int64, own: Int64, _ end: End?, lines: [Int64]
  ) throws -> HybridTime? {
    var known = end?.reading
    if let clock = known, clock.isAhead(of: now) { known = nil }
    for line in lines {
      guard line != own, let clock = try last(database, line: line)?.reading, !clock.isAhead(of: now) else { continue }
      if known.map({ $0 < clock }) ?? true { known = clock }
    }
    return known
  }

  /// Stores the header of a fact whose content is not here, a result's included: a row without a body.
  static func insertHeader(
    _ row: FactBatch.Row, commitment: Digest, kind: String, number: Int64, into database: Connection
  ) throws {
    try insert(
      kind: kind, clock: row.clock, previous: row.previous, number: number, digest: row.digest, salt: nil,
      commitment: commitment, saw: row.saw, body: "", isProjected: true, into: database)
  }

  /// Stores any fact but a result.
  static func insert(_ fact: Fact, number: Int64, digest: Digest, body: String, into database: Connection) throws {
    try insert(
      kind: fact.kind, clock: fact.clock, previous: fact.previous, number: number, digest: digest, salt: fact.salt,
      commitment: nil, saw: fact.saw, body: body, isProjected: false, into: database)
  }

  private static func insert(
    kind: String, clock: HybridTime, previous: FactReference?, number: Int64, digest: Digest, salt: FactSalt?,
    commitment: Digest?, saw: [FactReference], body: String, isProjected: Bool, into database: Connection
  ) throws {
    let insert = try database.cached(
      """
      INSERT INTO fact (id, kind, ms, counter, prev, digest, salt, commitment, saw, body, projected)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    try insert.bind(number, at: 1)
    try insert.bind(kind, at: 2)
    try insert.bind(clock.milliseconds, at: 3)
    try insert.bind(clock.counter, at: 4)
    try insert.bind(previous?.bytes ?? [], at: 5)
    try insert.bind(digest.bytes, at: 6)
    try insert.bind(salt?.bytes, at: 7)
    try insert.bind(commitment?.bytes, at: 8)
    try insert.bind(saw.isEmpty ? nil : saw.flatMap(\.bytes), at: 9)
    try insert.bind(body, at: 10)
    try insert.bind(Int64(isProjected ? 1 : 0), at: 11)
    try insert.run()
  }
}
