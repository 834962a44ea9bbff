import AuditModel
import CanonicalJSON
import SQLite

/// Whether every fact is what it was when it was made: its header gives its identity.
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
    total = results + Int(try database.scalar("SELECT count(*) FROM fact") ?? 0)
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
      SELECT fact.id, branch.replica, ms, counter, prev, digest, salt, saw, kind, body, commitment
      FROM fact LEFT JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE fact.id > ? ORDER BY fact.id LIMIT \(Self.piece)
      """
    try pieces(sql, progress) { examination, row in
      let isHeader = row.withText(9) { $0.isEmpty }
      examination.check(row, kind: row.text(8), commitment: isHeader ? Digest(bytes: row.blob(10)) : nil) { buffer in
        row.withText(9) { buffer.append(contentsOf: $0) }
      }
    }
  }

  /// - Returns: how many results could be read whole.
  private mutating func readResults(_ progress: (Int, Int) throws -> Void) throws -> Int {
    let sql = """
      SELECT result.id, branch.replica, result.ms, result.counter, result.prev, result.digest,
        result.salt, result.saw, \(ResultTable.bodyColumns)
      \(ResultTable.bodyJoins)
      LEFT JOIN branch ON branch.id = result.id >> \(FactNumber.bits)
      WHERE result.id > ? ORDER BY result.id LIMIT \(Self.piece)
      """
    let before = done
    try pieces(sql, progress) { examination, row in
      examination.check(row, kind: "result") { buffer in
        if !row.isNull(15) {
          row.withText(15) { buffer.append(contentsOf: $0) }
        } else if let body = try? CanonicalWriter.bytes(of: .object(ResultTable.body(row, from: 8))) {
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

  /// Columns: number, replica, ms, counter, prev, digest, salt, saw.
  private mutating func check(
    _ row: Statement, kind: String, commitment stored: Digest? = nil, body: (inout [UInt8]) -> Void
  ) {
    let (number, replica) = (row.int64(0), row.text(1))
    buffer.removeAll(keepingCapacity: true)
    if stored == nil { body(&buffer) }
    let commitment =
      stored ?? buffer.withUnsafeBytes { FactSeal.commitment(salt: FactSalt(bytes: row.blob(6)), body: $0) }
    buffer.removeAll(keepingCapacity: true)
    FactSeal.append(
      header: commitment, clock: HybridTime(milliseconds: row.int64(2), counter: row.int64(3)), kind: kind,
      sequence: FactNumber.sequence(of: number), previous: FactReference(bytes: row.blob(4)), replica: replica,
      saw: FactReference.list(row.blob(7)), to: &buffer)
    guard Digest(bytes: row.blob(5)) == SHA256.digest(of: buffer) else {
      forged.add("\(replica.isEmpty ? "?" : replica)-\(FactNumber.sequence(of: number))")
      return
    }
  }
}
