import CanonicalJSON
import SQLite

/// Whether every fact is what it was when it was made: its canonical bytes give its digest.
struct FactExamination {
  /// Facts read by one statement: nobody can commit while it runs.
  private static let piece = 20_000

  let database: Connection
  let own: String
  private var done = 0
  private var total = 0
  private var forged = NamedCount()
  private var buffer: [UInt8] = []

  init(database: Connection) {
    self.database = database
    own = (try? LocalTable.get(database, "replica")) ?? ""
  }

  mutating func facts(_ progress: (Int, Int) throws -> Void) throws -> [HealthFinding] {
    let results = Int(try database.scalar("SELECT count(*) FROM result") ?? 0)
    total = results + Int(try database.scalar("SELECT count(*) FROM fact WHERE body <> ''") ?? 0)
    try readFacts(progress)
    let whole = try readResults(progress)
    var findings: [HealthFinding] = []
    if whole < results {
      findings.append(
        HealthFinding(
          .facts, .wrong,
          "\(HealthWords.counted(results - whole, "result points", "results point")) to a cell or circumstances that "
            + "are not there.", advice: Self.advice))
    }
    if forged.isEmpty, findings.isEmpty {
      return [HealthFinding(.facts, .ok, "\(HealthWords.counted(total, "fact")): each gives its digest.")]
    }
    if !forged.isEmpty {
      findings.append(
        HealthFinding(
          .facts, .wrong,
          "\(HealthWords.counted(forged.count, "fact does", "facts do")) not give the stored digest: \(forged.list). "
            + "Another program has changed what was recorded.", advice: Self.advice))
    }
    return findings
  }

  private static let advice = "Go on from a backup, or from the facts that other machines have."

  private mutating func readFacts(_ progress: (Int, Int) throws -> Void) throws {
    let sql = """
      SELECT fact.id, line.replica, ms, counter, prev, digest, kind, body
      FROM fact LEFT JOIN line ON line.id = fact.id >> \(FactNumber.bits)
      WHERE fact.id > ? AND body <> '' ORDER BY fact.id LIMIT \(Self.piece)
      """
    try pieces(sql, progress) { examination, row in
      let kind = row.text(6)
      examination.check(row, kind: kind) { buffer in
        row.withText(7) { buffer.append(contentsOf: $0) }
      }
    }
  }

  /// - Returns: how many results could be read whole.
  private mutating func readResults(_ progress: (Int, Int) throws -> Void) throws -> Int {
    let sql = """
      SELECT result.id, line.replica, result.ms, result.counter, result.prev, result.digest, \(ResultTable.bodyColumns)
      \(ResultTable.bodyJoins)
      LEFT JOIN line ON line.id = result.id >> \(FactNumber.bits)
      WHERE result.id > ? ORDER BY result.id LIMIT \(Self.piece)
      """
    let before = done
    try pieces(sql, progress) { examination, row in
      examination.check(row, kind: "result") { buffer in
        if !row.isNull(13) {
          row.withText(13) { buffer.append(contentsOf: $0) }
        } else if let body = try? CanonicalWriter.bytes(of: .object(ResultTable.body(row, from: 6))) {
          buffer += body
        }
      }
    }
    return done - before
  }

  private mutating func pieces(
    _ sql: String, _ progress: (Int, Int) throws -> Void, _ visit: (inout FactExamination, Statement) -> Void
  ) throws {
    var last = Int64.min
    var count = Self.piece
    while count == Self.piece {
      count = 0
      try database.rows(sql, [.integer(last)]) { row in
        count += 1
        done += 1
        last = row.int64(0)
        visit(&self, row)
      }
      try progress(done, total)
    }
  }

  /// Columns: number, replica, ms, counter, prev, digest.
  private mutating func check(_ row: Statement, kind: String, body: (inout [UInt8]) -> Void) {
    let (number, replica) = (row.int64(0), row.text(1))
    let previous = row.blob(4)
    buffer.removeAll(keepingCapacity: true)
    CanonicalWriter.append(literal: "{\"at\":[", to: &buffer)
    CanonicalWriter.append(integer: row.int64(2), to: &buffer)
    CanonicalWriter.append(literal: ",", to: &buffer)
    CanonicalWriter.append(integer: row.int64(3), to: &buffer)
    CanonicalWriter.append(literal: "],\"body\":", to: &buffer)
    body(&buffer)
    CanonicalWriter.append(literal: ",\"kind\":", to: &buffer)
    CanonicalWriter.append(string: kind, to: &buffer)
    CanonicalWriter.append(literal: ",\"n\":", to: &buffer)
    CanonicalWriter.append(integer: FactNumber.sequence(of: number), to: &buffer)
    CanonicalWriter.append(literal: ",\"prev\":", to: &buffer)
    CanonicalWriter.append(string: previous.isEmpty ? "" : ShortDigest.hex(ShortDigest.value(previous)), to: &buffer)
    CanonicalWriter.append(literal: ",\"r\":", to: &buffer)
    CanonicalWriter.append(string: replica, to: &buffer)
    CanonicalWriter.append(literal: "}", to: &buffer)
    guard Digest(bytes: row.blob(5)) == SHA256.digest(of: buffer) else {
      forged.add("\(replica.isEmpty ? "?" : replica)-\(FactNumber.sequence(of: number))")
      return
    }
  }
}
