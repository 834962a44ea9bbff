import Audit
import Base
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
      findings.add(
        .facts, .wrong, "\(counted(pointless, "result points", "results point")) to a missing item or context.",
        advice: Self.advice)
    }
    if forged.isEmpty, findings.isEmpty {
      let words = counted(total, "entry matches its digest", "entries match their digests")
      return [.init(.facts, .ok, "\(words).")]
    }
    if !forged.isEmpty {
      findings.add(
        .facts, .wrong,
        "\(counted(forged.count, "entry does", "entries do")) not match the stored digest: "
          + "\(forged.list). Another program has changed the data.", advice: Self.advice)
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
    last = (number, row.withBlob(4) { FactReference(beginning: $0) })
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

/// What is known of forks before each replica is looked at.
private struct KnownForks {
  /// Where a request to erase a session may be beside its course, which is no fork.
  let ended: Set<ExactText>
  let lines: Set<Int64>
  let ofSessions: Set<ExactText>

  init(_ database: Connection) throws {
    ended = Set(try ErasedCourse.requests(in: database).map { ExactText($0.replica) })
    lines = Set(try FactGraph(database).forks().joined().map(FactNumber.line))
    ofSessions = try SessionForks.replicas(database)
  }
}

/// Whether every fact follows the one its replica made before: what is missing, and where a replica went on as two.
extension FactExamination {
  /// Follows `facts`, which has read them all.
  func chains() throws -> [HealthFinding] {
    if let failure { throw failure }
    var findings: [HealthFinding] = []
    let twice = Set(try database.all("SELECT fact.id FROM fact CROSS JOIN result USING (id)") { $0.int64(0) })
    let suspects = Dictionary(grouping: twice.union(starts).sorted()) { FactNumber.line(of: $0) }
    let replicas = try database.all("SELECT DISTINCT replica FROM branch ORDER BY replica") { $0.text(0) }
    let forks = try KnownForks(database)
    for replica in replicas {
      let lines = try Lines.all(database, of: replica)
      if let fork = try fork(of: replica, lines, forks) { findings.append(fork) }
      findings += try breaks(in: replica, lines, suspects, twice)
    }
    if findings.isEmpty {
      let count = counted(replicas.count, "replica")
      findings = [.init(.chains, .ok, "\(count): each entry follows the previous one.")]
    }
    return findings
  }

  /// A replica of which two facts have the same number went on in two places after it was copied.
  private func fork(of replica: String, _ lines: [Int64], _ forks: KnownForks) throws -> HealthFinding? {
    guard lines.count > 1, try Reader(database: database, now: 0).isForked(replica),
      !forks.ended.contains(ExactText(replica)) || lines.contains(where: forks.lines.contains)
    else { return nil }
    let starts = try lines.dropFirst().compactMap { try first(of: $0) }
    guard let start = starts.min() else { return nil }
    // Behind a gap entries are in the place of others, and of no fork.
    guard replica == own || lines.contains(where: forks.lines.contains) else {
      return .init(
        .chains, .note,
        "Entries of replica \(replica) from \(start) on have the same number as others. All of them are kept; all of them count.",
        advice: "Run \"a11y fork list\" to list forks and gaps.")
    }
    return .init(
      .chains, .note,
      "Replica \(replica) forked: from entry \(start) on, different entries have the same number. All of them are kept; "
        + (forks.ofSessions.contains(ExactText(replica))
          ? "of a session with a child, those count that were here first." : "all of them count."),
      advice: "Find the machine that continued from a copied file. Run \"a11y fork list\" to list the branches.")
  }

  private func first(of line: Int64) throws -> Int64? {
    try FactTable.number(in: FactNumber.bounds(of: line), database).map(FactNumber.sequence)
  }

  private func breaks(
    in replica: String, _ lines: [Int64], _ suspects: [Int64: [Int64]], _ twice: Set<Int64>
  ) throws -> [HealthFinding] {
    var broken = NamedCount()
    var holes = NamedCount()
    var ownHoles = NamedCount()
    var loose = NamedCount()
    for line in lines {
      for number in suspects[line] ?? [] {
        let sequence = FactNumber.sequence(of: number)
        if twice.contains(number) { broken.add("\(replica)-\(sequence) (stored twice)") }
        let previous = try previous(of: number)
        if sequence == 1 {
          if previous != nil { loose.add("\(replica)-1") }
          continue
        }
        let before = try end(of: line, before: number)
        switch try predecessor(of: sequence, lines, previous: previous) {
        case .found: continue
        // This machine has written its own chain in one piece: then something in it was changed.
        case .another where replica == own && line == lines.first && before == sequence - 1:
          broken.add("\(replica)-\(sequence)")
        // It names a fact that is not here; the one of that number is on another branch.
        case .another: loose.add("\(replica)-\(sequence)")
        // What others wrote under the ID of this machine is in further lines: nothing of its own is missing there.
        case .missing where replica == own && line == lines.first:
          ownHoles.add(Self.range(from: before ?? 0, to: sequence))
        case .missing: holes.add(Self.range(from: before ?? 0, to: sequence))
        }
      }
    }
    var findings: [HealthFinding] = []
    if !broken.isEmpty {
      findings.add(
        .chains, .wrong,
        "\(counted(broken.count, "entry does", "entries do")) not follow the previous one: "
          + "\(broken.list).",
        advice: "Compare with a backup. An earlier entry was changed, or a branch is incomplete.")
    }
    if !loose.isEmpty {
      let words = counted(loose.count, "entry refers", "entries refer")
      findings.add(
        .chains, .note,
        "\(words) to a previous entry that is missing here: \(loose.list). They count, but have no authority over "
          + "earlier entries.",
        advice: replica == own
          ? "Look for a copy of this tracker: the entries have the ID of this machine."
          : "Run \"a11y fork list\" to list forks and gaps.")
    }
    if !ownHoles.isEmpty {
      findings.add(
        .chains, .wrong, "Entries of replica \(replica) are missing: \(ownHoles.list).",
        advice: "Restore a backup. Another program has deleted the entries.")
    }
    if !holes.isEmpty {
      findings.add(
        .chains, .note, "Entries of replica \(replica) are missing: \(holes.list).",
        advice: replica == own
          ? "Run \"a11y fork list\" to list entries with the ID of this machine that were not made on it."
          : "Import a complete bundle of that replica.")
    }
    return findings
  }

  private static func range(from last: Int64, to next: Int64) -> String {
    last + 1 == next - 1 ? "number \(next - 1)" : "numbers \(last + 1) to \(next - 1)"
  }

  private enum Predecessor {
    case found
    /// There is a fact of that number, but it is not the one that was meant.
    case another
    case missing
  }

  /// Facts of two branches may lie in each other's lines, so every line of the replica is asked.
  private func predecessor(of sequence: Int64, _ lines: [Int64], previous: FactReference?) throws -> Predecessor {
    var sawAny = false
    for line in lines {
      let number = FactNumber.make(line: line, sequence: sequence - 1)
      guard let digest = try FactTable.digest(database, number: number) else { continue }
      if digest.reference == previous { return .found }
      sawAny = true
    }
    return sawAny ? .another : .missing
  }

  /// The fact that a fact says it follows.
  private func previous(of number: Int64) throws -> FactReference? {
    let sql = "SELECT prev FROM result WHERE id = ?1 UNION ALL SELECT prev FROM fact WHERE id = ?1"
    return try database.first(sql, [.integer(number)]) { FactReference(bytes: $0.blob(0)) } ?? nil
  }

  /// The sequence of the last fact of a line before one of its facts.
  private func end(of line: Int64, before number: Int64) throws -> Int64? {
    let range: [Value] = [.integer(FactNumber.make(line: line, sequence: 0)), .integer(number - 1)]
    return try FactTable.number("max", in: range, database).map(FactNumber.sequence)
  }
}

/// One thing that an examination of a tracker has to say.
///
/// Message and advice are whole sentences; names in them may be foreign and have to be escaped where they are shown.
package struct HealthFinding: Equatable, Sendable {
  package enum Grade: String, CaseIterable, Sendable {
    /// Looked at and sound.
    case ok
    /// Worth knowing; nothing is broken.
    case note
    /// Broken: what is stored is not what it should be.
    case wrong
  }

  /// What was looked at; stable words for scripts.
  package enum Area: String, CaseIterable, Sendable {
    case file, schema, folder, facts, chains, projections, newer, clock, replica, conflicts, references, evidence
    case retention
  }

  package var area: Area
  package var grade: Grade
  package var message: String
  /// What to do about it; nil where nothing has to be done.
  package var advice: String?

  package init(_ area: Area, _ grade: Grade, _ message: String, advice: String? = nil) {
    (self.area, self.grade, self.message, self.advice) = (area, grade, message, advice)
  }
}

extension [HealthFinding] {
  mutating func add(
    _ area: HealthFinding.Area, _ grade: HealthFinding.Grade, _ message: String, advice: String? = nil
  ) {
    append(HealthFinding(area, grade, message, advice: advice))
  }
}

/// A few names and the count of all of them.
struct NamedCount {
  /// How many names a sentence has.
  private static let shown = 5

  private(set) var names: [String] = []
  private(set) var count = 0

  init(_ names: some Collection<String> = []) {
    self.names = Array(names.prefix(Self.shown))
    count = names.count
  }

  mutating func add(_ name: @autoclosure () throws -> String) rethrows {
    count += 1
    if names.count < Self.shown { names.append(try name()) }
  }

  var isEmpty: Bool { count == 0 }
  var list: String { firstNamed(names, Self.shown, of: count) }
}
