package import AuditModel
package import CanonicalJSON
import SQLite

extension Reader {
  /// Every fact that is stored here, stubs included.
  package func storedRuns() throws -> FactRuns {
    FactRuns(
      unionOf: try database.all("SELECT id FROM branch ORDER BY id", []) { $0.int64(0) }.map { try runs(of: $0) })
  }

  /// The facts among `runs` by their replicas, in the order of their bytes.
  package func replicas(of runs: FactRuns) throws -> [(replica: String, runs: FactRuns)] {
    var replicas: [Int64: String] = [:]
    var found: [String: [ClosedRange<Int64>]] = [:]
    for run in runs.runs {
      let line = FactNumber.line(of: run.lowerBound)
      let replica = try replicas[line] ?? Lines.replica(database, of: line) ?? ""
      replicas[line] = replica
      found[replica, default: []].append(run)
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, FactRuns($0.value)) }
  }

  /// The least and the greatest sequence among facts of one replica.
  package func sequences(of runs: FactRuns) -> (first: Int64, last: Int64) {
    let first = runs.runs.map { FactNumber.sequence(of: $0.lowerBound) }.min() ?? 0
    return (first, runs.runs.map { FactNumber.sequence(of: $0.upperBound) }.max() ?? 0)
  }

  /// Facts of which only the header is here: their content was destroyed, or has not come.
  package func erasedRuns() throws -> FactRuns {
    FactRuns(try database.all("SELECT id FROM fact WHERE body = '' ORDER BY id", []) { $0.int64(0)...$0.int64(0) })
  }

  private func runs(of line: Int64) throws -> FactRuns {
    let range: [Value] = [
      .integer(FactNumber.make(line: line, sequence: 0)),
      .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
    ]
    let sql = """
      SELECT min(first), max(last), sum(rows) FROM (
        SELECT min(id) AS first, max(id) AS last, count(*) AS rows FROM result WHERE id BETWEEN ?1 AND ?2
        UNION ALL SELECT min(id), max(id), count(*) FROM fact WHERE id BETWEEN ?1 AND ?2)
      """
    let bounds = try database.first(sql, range) { row in
      row.isNull(0) ? nil : (first: row.int64(0), last: row.int64(1), rows: row.int64(2))
    }
    guard let bounds, let bounds else { return FactRuns() }
    // Nearly always there is no hole.
    if bounds.last - bounds.first + 1 == bounds.rows { return FactRuns([bounds.first...bounds.last]) }
    var runs = FactRuns()
    let numbers = """
      SELECT id FROM result WHERE id BETWEEN ?1 AND ?2 UNION ALL SELECT id FROM fact WHERE id BETWEEN ?1 AND ?2
      ORDER BY id
      """
    try database.rows(numbers, range) { runs.insert($0.int64(0)) }
    return runs
  }
}

/// How far a replica is known without a hole: the last fact of the run from 1, and its digest.
package struct ReplicaEnd: Equatable, Sendable {
  package var replica: String
  package var sequence: Int64
  package var digest: Digest
}

extension Reader {
  /// The replicas that are known from their first fact on and did not fork, in the order of their bytes.
  ///
  /// - Parameter withheld: facts that are passed over: the end is one before them.
  package func replicaEnds(without withheld: FactRuns = FactRuns()) throws -> [ReplicaEnd] {
    try factReplicas().compactMap { replica in
      let lines = try Lines.all(database, of: replica)
      let facts = FactRuns(unionOf: try lines.map(runs(of:)))
      guard !Self.isForked(facts), let start = Self.stretches(of: facts).first, start.first == 1 else { return nil }
      for sequence in (1...start.last).reversed() {
        let numbers = lines.map { FactNumber.make(line: $0, sequence: sequence) }
        guard let number = numbers.first(where: facts.contains), !withheld.contains(number) else { continue }
        return try FactTable.digest(database, number: number).map {
          ReplicaEnd(replica: replica, sequence: sequence, digest: $0)
        }
      }
      return nil
    }
  }

  /// Facts of one replica that stand one behind the other, as sequences; `end` is the number of the last.
  struct Stretch {
    var first: Int64
    var last: Int64
    var end: Int64
  }

  /// The facts of one replica as the fewest stretches: what others said under our name stands in a line of its own, and
  /// may go on from there.
  static func stretches(of runs: FactRuns) -> [Stretch] {
    let found = runs.runs.map {
      Stretch(
        first: FactNumber.sequence(of: $0.lowerBound), last: FactNumber.sequence(of: $0.upperBound),
        end: $0.upperBound)
    }
    return found.sorted { $0.first < $1.first }.reduce(into: []) { joined, next in
      if let last = joined.last, last.last + 1 == next.first {
        joined[joined.count - 1] = Stretch(first: last.first, last: next.last, end: next.end)
      } else {
        joined.append(next)
      }
    }
  }

  func isForked(_ replica: String) throws -> Bool {
    Self.isForked(FactRuns(unionOf: try Lines.all(database, of: replica).map(runs(of:))))
  }

  /// Whether two facts of one replica have the same sequence.
  static func isForked(_ runs: FactRuns) -> Bool {
    let found = stretches(of: runs)
    return zip(found, found.dropFirst()).contains { $0.last >= $1.first }
  }

  /// Whether a fact stands here under a replica and sequence.
  package func holds(replica: String, sequence: Int64, _ reference: FactReference) throws -> Bool {
    guard (1...FactNumber.largestSequence).contains(sequence) else { return false }
    return try Lines.all(database, of: replica).contains { line in
      let number = FactNumber.make(line: line, sequence: sequence)
      return try FactTable.digest(database, number: number)?.reference == reference
    }
  }

  /// The digest of a fact of a replica that did not fork; nil where it is not here.
  package func digest(replica: String, sequence: Int64) throws -> Digest? {
    guard (1...FactNumber.largestSequence).contains(sequence) else { return nil }
    let lines = try Lines.all(database, of: replica)
    if try lines.count > 1 && isForked(replica) { return nil }
    for line in lines {
      let digest = try FactTable.digest(database, number: FactNumber.make(line: line, sequence: sequence))
      if let digest { return digest }
    }
    return nil
  }

  /// What must be read to get the facts in `runs`.
  package func selection(of runs: FactRuns) throws -> FactSelection {
    var selection = FactSelection { runs.contains($0.number) }
    for replica in try factReplicas() { selection.after[replica] = FactNumber.largestSequence }
    for (replica, runs) in try replicas(of: runs) {
      selection.after[replica] = runs.runs.map { FactNumber.sequence(of: $0.lowerBound) - 1 }.min() ?? 0
    }
    return selection
  }
}
