package import Audit
package import Base
import SQLite

/// An immutable record of something said: who made it (replica and sequence), when (hybrid clock), after what (`prev`),
/// with what in view (`saw`), and what (kind and body). Its identity is the SHA-256 of its canonical header
/// (`FactSeal`):
///
///     {"at":[ms,counter],"body":{...},"kind":"result","n":119,"prev":"77d0...","r":"<replica>","salt":"...","saw":[]}
package struct Fact: Sendable {
  package var replica: String
  package var sequence: Int64
  package var clock: HybridTime
  /// The identity of the same replica's previous fact, shortened; nil for its first.
  package var previous: FactReference?
  package var kind: String
  package var body: JSONObject
  /// 16 random bytes, so that an erased body cannot be guessed; nil for a control kind.
  package var salt: FactSalt?
  /// Facts of other chains that were in view.
  package var saw: [FactReference] = []

  /// The identity that the fact has, and the canonical bytes of its body.
  package func sealed() throws(CanonicalError) -> (identity: Digest, body: [UInt8]) {
    let bytes = try CanonicalWriter.bytes(of: .object(body))
    let commitment = bytes.withUnsafeBytes { FactSeal.commitment(salt: salt, body: $0) }
    var header: [UInt8] = []
    FactSeal.append(
      header: commitment, clock: clock, kind: kind, sequence: sequence, previous: previous, replica: replica, saw: saw,
      to: &header)
    return (SHA256.digest(of: header), bytes)
  }
}

/// The kinds of facts that act on other facts. They have no salt and are never passed on without their content.
package enum ControlKind: String, CaseIterable, Sendable {
  case erase, retract, replica

  package static func isControl(_ kind: String) -> Bool { ControlKind(rawValue: kind) != nil }
}

/// A fact's local number: the line (an interned branch of a replica) and its sequence, in one integer that SQLite keeps
/// in order. It never leaves the file; outside, a fact is its replica, sequence and digest.
enum FactNumber {
  static let bits: Int64 = 40
  static let largestSequence: Int64 = (1 << bits) - 1
  static let largestLine: Int64 = (1 << 22) - 1

  static func make(line: Int64, sequence: Int64) -> Int64 { line << bits | sequence }
  static func line(of number: Int64) -> Int64 { number >> bits }
  /// The least and the greatest number of a line, to be bound.
  static func bounds(of line: Int64) -> [Value] {
    [.integer(make(line: line, sequence: 0)), .integer(make(line: line, sequence: largestSequence))]
  }
  static func sequence(of number: Int64) -> Int64 { number & largestSequence }
}

/// Some thousand facts on their way into the store, their texts as slices of one buffer: the hot path of import makes
/// no String and no dictionary for a fact.
///
/// ```
///   bytes  ┌── canonical bytes of fact 1 ──┬── of fact 2 ──┬ …
///   rows   └ replica, n, clock, prev, kind, identity, salt, saw, body, columns of a result
/// ```
package final class FactBatch {
  /// A text inside `bytes`: well-formed UTF-8 without escapes.
  package struct Slice: Equatable, Sendable {
    package var start: Int32
    package var count: Int32

    package static let none = Slice(start: 0, count: 0)

    package init(start: Int32, count: Int32) { (self.start, self.count) = (start, count) }
  }

  package struct Row {
    /// The identity.
    package var digest: Digest
    package var replica: Slice
    package var sequence: Int64
    package var clock: HybridTime
    /// Identity of the fact before, shortened; nil for the first of a replica.
    package var previous: FactReference?
    package var kind: Slice
    /// The whole fact, or the header alone, in canonical bytes.
    package var fact: Slice
    /// The value of `body` in canonical bytes; none for a header alone.
    package var body: Slice
    /// Nil for a control kind, and for a header alone.
    package var salt: FactSalt?
    /// Of a header alone: what it says of the content that is not here.
    package var commitment: Digest?
    package var saw: [FactReference]
    /// Whether `columns` holds all of the body: of a result of which this version understands every member, and of
    /// which no text has escapes. Otherwise the store reads `body` itself.
    package var isResult: Bool
    package var columns: ResultColumns

    /// Whether only the header is here.
    package var isStub: Bool { commitment != nil }

    package init(
      digest: Digest, replica: Slice, sequence: Int64, clock: HybridTime, previous: FactReference?, kind: Slice,
      fact: Slice, body: Slice, salt: FactSalt?, commitment: Digest? = nil, saw: [FactReference],
      result: ResultColumns?
    ) {
      (self.digest, self.replica, self.sequence) = (digest, replica, sequence)
      (self.clock, self.previous, self.kind, self.fact) = (clock, previous, kind, fact)
      (self.body, self.salt, self.commitment, self.saw) = (body, salt, commitment, saw)
      isResult = result != nil
      columns = result ?? ResultColumns()
    }
  }

  /// The members of a result's body. A slice of no bytes is a member that is not there.
  package struct ResultColumns {
    package var audit = Slice.none
    package var build = Slice.none
    package var check = Slice.none
    package var component = Slice.none
    package var condition = Slice.none
    package var device = Slice.none
    /// A note may be there and empty.
    package var hasNote = false
    package var note = Slice.none
    package var os = Slice.none
    package var outcome = Outcome.pass
    package var isRetest = false
    package var severity: Severity?
    package var source = Slice.none
    package var tester = Slice.none
    package var text: UInt32?
    package var time: Int64?
    /// Canonical JSON.
    package var value = Slice.none

    package init() {}
  }

  /// What the slices point into.
  package var bytes: [UInt8] = []
  package var rows: [Row] = []

  package init() {}
}

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

  /// The first number of a range that a fact has, results included, or the last one (`max`).
  static func number(_ end: String = "min", in range: [Value], _ database: Connection) throws -> Int64? {
    try database.scalar(
      """
      SELECT \(end)(id) FROM (
        SELECT \(end)(id) AS id FROM result WHERE id BETWEEN ?1 AND ?2
        UNION ALL SELECT \(end)(id) FROM fact WHERE id BETWEEN ?1 AND ?2)
      """, range)
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

/// JSON that this program wrote into its own tables; anything unreadable is treated as absent, never trapped on.
enum RecordJSON {
  /// Each entry is within the limits of bundles. What is put together from many of them may not be.
  private static let options = {
    var options = JSONOptions()
    (options.members, options.openKeyBytes) = (.max, .max)
    return options
  }()

  static func value(_ text: String) -> JSONValue? { try? JSONReader.parse(Array(text.utf8), options: options) }

  static func text(_ value: JSONValue) throws(CanonicalError) -> String {
    String(decoding: try CanonicalWriter.bytes(of: value, options: options), as: UTF8.self)
  }

  static func object(_ text: String) -> JSONObject? { value(text)?.objectValue }
}
