package import AuditModel
import CanonicalJSON
import SQLite

/// What is known here of one replica.
package struct ReplicaState: Sendable {
  package var replica: String
  /// The replica that it says it went on from, after a copy or a restore; empty where it began by itself. It proves
  /// nothing and gives no right.
  package var parent: String
  /// Who logged the last result there; empty without one.
  package var tester: String
  package var facts: Int
  package var last: Int64
  /// The latest reading of its clock.
  package var clock: HybridTime
  /// Facts from a clock far ahead of ours.
  package var aheadOfClock: Int
  package var keptForNewer: Int
  /// Facts before `last` that are not here.
  package var missing: Int
  package var isForked: Bool
  package var runs: FactRuns
}

extension Reader {
  private func lastTester(of lines: [Int64]) throws -> String {
    let sql = """
      SELECT term.text FROM result JOIN context ON context.id = result.context JOIN term ON term.id = context.tester
      WHERE result.id <= ? AND result.id >= ? ORDER BY result.id DESC LIMIT 1
      """
    for line in lines.reversed() {
      let (first, last) = (
        FactNumber.make(line: line, sequence: 0), FactNumber.make(line: line, sequence: FactNumber.largestSequence)
      )
      let found = try database.first(sql, [.integer(last), .integer(first)]) { $0.text(0) }
      if let found { return found }
    }
    return ""
  }

  /// Every replica that facts came from, in the order of their bytes.
  package func replicaStates() throws -> [ReplicaState] {
    let stored = Dictionary(
      try replicas(of: try storedRuns()).map { ($0.replica, $0.runs) }, uniquingKeysWith: { $0.union($1) })
    return try factReplicas().map { replica in
      let lines = try Lines.all(database, of: replica)
      let ends = try lines.compactMap { try FactTable.last(database, line: $0) }
      let runs = stored[replica] ?? FactRuns()
      let last = ends.map(\.sequence).max() ?? 0
      return ReplicaState(
        replica: replica, parent: try parent(of: replica, lines), tester: try lastTester(of: lines), facts: runs.count,
        last: last,
        clock: ends.map(\.clock).max() ?? HybridTime(milliseconds: 0),
        aheadOfClock: try count(lines, "ms > \(now + HybridTime.tolerance)", results: true),
        keptForNewer: try count(lines, "projected = 0", results: false),
        missing: Self.isForked(runs) ? 0 : max(0, Int(clamping: last) - runs.count), isForked: Self.isForked(runs),
        runs: runs)
    }
  }

  /// The names that this file had before, the latest first. What others say of their kinship counts for nothing.
  package func formerNames() throws -> [String] {
    let names = try LocalTable.get(database, "former")?.split(separator: " ").map(String.init) ?? []
    return names.reversed()
  }

  private func parent(of replica: String, _ lines: [Int64]) throws -> String {
    for line in lines {
      let sql = """
        SELECT json_extract(body, '$.parent') FROM fact
        WHERE id BETWEEN ? AND ? AND kind = 'replica' AND body <> '' ORDER BY id LIMIT 1
        """
      let range: [Value] = [
        .integer(FactNumber.make(line: line, sequence: 0)),
        .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
      ]
      if let parent = try database.first(sql, range, { $0.text(0) }) { return parent }
    }
    return ""
  }

  private func count(_ lines: [Int64], _ condition: String, results: Bool) throws -> Int {
    try lines.reduce(0) { sum, line in
      let range: [Value] = [
        .integer(FactNumber.make(line: line, sequence: 0)),
        .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
      ]
      let tables = results ? ["fact", "result"] : ["fact"]
      return try tables.reduce(sum) { sum, table in
        sum
          + Int(
            try database.scalar("SELECT count(*) FROM \(table) WHERE id BETWEEN ? AND ? AND \(condition)", range) ?? 0)
      }
    }
  }
}
