import AuditModel
import CanonicalJSON
import SQLite

/// Whether every fact is what it was when it was made: its header gives its identity. The same pass notes which facts
/// do not follow the one stored before them.
struct FactExamination {
  /// Facts read by one statement: no other process can commit while it runs.
  private static let piece = 20_000

  let database: Connection
  let own: String
  /// The numbers of facts that do not name the one before them in their table, in rising order once all were read.
  private(set) var starts: [Int64] = []
  /// Why not all facts could be read.
  private(set) var failure: (any Error)?
  private var last: (number: Int64, reference: FactReference?) = (0, nil)
  private var line: (number: Int64, replica: String) = (0, "")
  private var done = 0
  private var total = 0
  private var pointless = 0
  private var forged = NamedCount()
  private var buffer: [UInt8] = []

  init(database: Connection) {
    self.database = database
    own = (try? LocalTable.get(database, "replica")) ?? ""
  }

  mutating func facts(_ progress: (Int, Int) throws -> Void) throws -> [HealthFinding] {
    do {
      total = Int(try database.scalar("SELECT (SELECT count(*) FROM result) + (SELECT count(*) FROM fact)") ?? 0)
      try readFacts(progress)
      try readResults(progress)
    } catch {
      failure = error
      throw error
    }
    starts.sort()
    var findings: [HealthFinding] = []
    if pointless > 0 {
      findings.append(
        HealthFinding(
          .facts, .wrong,
          "\(HealthWords.counted(pointless, "result points", "results point")) to a missing item or context.",
          advice: Self.advice))
    }
    if forged.isEmpty, findings.isEmpty {
      let words = HealthWords.counted(total, "entry matches its digest", "entries match their digests")
      return [HealthFinding(.facts, .ok, "\(words).")]
    }
    if !forged.isEmpty {
      findings.append(
        HealthFinding(
          .facts, .wrong,
          "\(HealthWords.counted(forged.count, "entry does", "entries do")) not match the stored digest: "
            + "\(forged.list). Another program has changed the data.", advice: Self.advice))
    }
    return findings
  }

  private static let advice = "Restore a backup, or start again from the entries of other machines."

  private mutating func readFacts(_ progress: (Int, Int) throws -> Void) throws {
    let sql = """
      SELECT id, ms, counter, prev, digest, kind, body, commitment, saw, salt
      FROM fact WHERE id > ? ORDER BY id LIMIT \(Self.piece)
      """
    try pieces(sql, progress) { examination, row in
      row.withText(6) { examination.buffer.append(contentsOf: $0) }
      let commitment = examination.buffer.isEmpty ? row.withBlob(7) { Digest(bytes: UnsafeRawBufferPointer($0)) } : nil
      examination.check(row, kind: row.text(5), commitment: commitment, saw: 8, salt: 9)
    }
  }

  private mutating func readResults(_ progress: (Int, Int) throws -> Void) throws {
    let lines = ResultLines(database)
    let sql = "SELECT \(ResultLines.columns) FROM result WHERE id > ? ORDER BY id LIMIT \(Self.piece)"
    try pieces(sql, progress) { examination, row in
      guard try lines.append(row, to: &examination.buffer) else {
        examination.pointless += 1
        return
      }
      examination.check(row, kind: "result", saw: 15, salt: 16)
    }
  }

  /// Goes through the rows of a table, with an empty buffer for each. Columns: number, ms, counter, prev, digest.
  private mutating func pieces(
    _ sql: String, _ progress: (Int, Int) throws -> Void, _ visit: (inout FactExamination, Statement) throws -> Void
  ) throws {
    last = (Int64.min, nil)
    var count = Self.piece
    while count == Self.piece {
      count = 0
      try database.rows(sql, [.integer(last.number)]) { row in
        count += 1
        done += 1
        follow(row)
        buffer.removeAll(keepingCapacity: true)
        try visit(&self, row)
      }
      try progress(done, total)
    }
  }

  private mutating func follow(_ row: Statement) {
    let number = row.int64(0)
    let previous = row.withBlob(3) { FactReference(bytes: $0) }
    if last.number != number - 1 || previous == nil || last.reference != previous { starts.append(number) }
    last = (number, row.withBlob(4) { FactReference(bytes: $0.prefix(FactReference.byteCount)) })
  }

  /// Looks at a row whose body is in the buffer, unless only a commitment to it is stored.
  private mutating func check(
    _ row: Statement, kind: String, commitment stored: Digest? = nil, saw: Int32, salt: Int32
  ) {
    let (number, replica) = (row.int64(0), replica(of: row.int64(0)))
    let commitment =
      stored
      ?? buffer.withUnsafeBytes { body in
        FactSeal.commitment(salt: row.withBlob(salt) { FactSalt(bytes: $0) }, body: body)
      }
    buffer.removeAll(keepingCapacity: true)
    FactSeal.append(
      header: commitment, clock: HybridTime(milliseconds: row.int64(1), counter: row.int64(2)), kind: kind,
      sequence: FactNumber.sequence(of: number), previous: row.withBlob(3) { FactReference(bytes: $0) },
      replica: replica, saw: FactReference.list(row.blob(saw)), to: &buffer)
    guard row.withBlob(4, { Digest(bytes: UnsafeRawBufferPointer($0)) }) == SHA256.digest(of: buffer) else {
      forged.add("\(replica.isEmpty ? "?" : replica)-\(FactNumber.sequence(of: number))")
      return
    }
  }

  private mutating func replica(of number: Int64) -> String {
    let wanted = FactNumber.line(of: number)
    if line.number != wanted { line = (wanted, (try? Lines.replica(database, of: wanted)) ?? "") }
    return line.replica
  }
}
