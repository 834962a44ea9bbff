import AuditModel
import CanonicalJSON
import SQLite

/// Whether every fact follows the one its replica made before: what is missing, and where a replica went on as two.
extension FactExamination {
  /// Follows `facts`, which has read them all.
  func chains() throws -> [HealthFinding] {
    if let failure { throw failure }
    var findings: [HealthFinding] = []
    let twice = Set(try database.all("SELECT fact.id FROM fact CROSS JOIN result USING (id)") { $0.int64(0) })
    let suspects = Dictionary(grouping: twice.union(starts).sorted()) { FactNumber.line(of: $0) }
    let replicas = try database.all("SELECT DISTINCT replica FROM branch ORDER BY replica") { $0.text(0) }
    for replica in replicas {
      let lines = try Lines.all(database, of: replica)
      if let fork = try fork(of: replica, lines) { findings.append(fork) }
      findings += try breaks(in: replica, lines, suspects, twice)
    }
    if findings.isEmpty {
      let count = HealthWords.counted(replicas.count, "replica")
      findings = [HealthFinding(.chains, .ok, "\(count): each entry follows the previous one.")]
    }
    return findings
  }

  /// A replica of which two facts have the same number went on in two places after it was copied.
  private func fork(of replica: String, _ lines: [Int64]) throws -> HealthFinding? {
    guard lines.count > 1, try Reader(database: database, now: 0).isForked(replica) else { return nil }
    let starts = try lines.dropFirst().compactMap { try first(of: $0) }
    guard let start = starts.min() else { return nil }
    return HealthFinding(
      .chains, .note,
      "Replica \(replica) forked: from entry \(start) on, different entries have the same number. All of them are kept "
        + "and counted.",
      advice: "Find the machine that continued from a copied file. Run \"a11y fork list\" to list the branches.")
  }

  private func first(of line: Int64) throws -> Int64? {
    let range: [Value] = [
      .integer(FactNumber.make(line: line, sequence: 0)),
      .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
    ]
    let sql = """
      SELECT min(id) FROM (
        SELECT min(id) AS id FROM result WHERE id BETWEEN ?1 AND ?2
        UNION ALL SELECT min(id) FROM fact WHERE id BETWEEN ?1 AND ?2)
      """
    return try database.scalar(sql, range).map(FactNumber.sequence)
  }

  private func breaks(
    in replica: String, _ lines: [Int64], _ suspects: [Int64: [Int64]], _ twice: Set<Int64>
  ) throws -> [HealthFinding] {
    var broken = NamedCount()
    var holes = NamedCount()
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
        case .missing: holes.add(Self.range(from: before ?? 0, to: sequence))
        }
      }
    }
    var findings: [HealthFinding] = []
    if !broken.isEmpty {
      findings.append(
        HealthFinding(
          .chains, .wrong,
          "\(HealthWords.counted(broken.count, "entry does", "entries do")) not follow the previous one: "
            + "\(broken.list).",
          advice: "Compare with a backup. An earlier entry was changed, or a branch is incomplete."))
    }
    if !loose.isEmpty {
      let words = HealthWords.counted(loose.count, "entry refers", "entries refer")
      findings.append(
        HealthFinding(
          .chains, .note,
          "\(words) to a previous entry that is missing here: \(loose.list). They count, but have no authority over "
            + "earlier entries.",
          advice: replica == own
            ? "Look for a copy of this tracker: the entries have the ID of this machine."
            : "Run \"a11y fork list\" to list the forks."))
    }
    if !holes.isEmpty {
      let isOwn = replica == own
      findings.append(
        HealthFinding(
          .chains, isOwn ? .wrong : .note, "Entries of replica \(replica) are missing: \(holes.list).",
          advice: isOwn
            ? "Restore a backup. Another program has deleted the entries."
            : "Import a complete bundle of that replica."))
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
    let sql = """
      SELECT max(id) FROM (
        SELECT max(id) AS id FROM result WHERE id BETWEEN ?1 AND ?2
        UNION ALL SELECT max(id) FROM fact WHERE id BETWEEN ?1 AND ?2)
      """
    let range: [Value] = [.integer(FactNumber.make(line: line, sequence: 0)), .integer(number - 1)]
    return try database.scalar(sql, range).map(FactNumber.sequence)
  }
}
