import AuditModel
import SQLite

/// A machine of which entries came here.
package struct Machine: Equatable, Sendable {
  package var replica: String
  /// Who logged its last result, or else its last change; empty where it says nothing. It proves nothing.
  package var tester: String
  /// How many results of it are here.
  package var results: Int
  package var isFollowed: Bool
}

extension Reader {
  /// The other machines of which entries are here, in the order of their IDs.
  ///
  /// - Parameter replicas: only these; nil for all.
  package func machines(_ replicas: Set<String>? = nil) throws -> [Machine] {
    let following = try Following(database, lineage)
    let lines = try database.all(
      "SELECT id, replica FROM branch WHERE own = 0 AND fork = 0 ORDER BY replica", []
    ) { (id: $0.int64(0), replica: $0.text(1)) }
    return try lines.compactMap { line in
      guard replicas?.contains(line.replica) ?? true else { return nil }
      let range: [Value] = [
        .integer(FactNumber.make(line: line.id, sequence: 0)),
        .integer(FactNumber.make(line: line.id, sequence: FactNumber.largestSequence)),
      ]
      let results = try database.scalar("SELECT count(*) FROM result WHERE id BETWEEN ? AND ?", range) ?? 0
      return Machine(
        replica: line.replica, tester: try tester(range), results: CellCounts.bounded(results),
        isFollowed: try following.follows(FactNumber.make(line: line.id, sequence: 1)))
    }
  }

  private func tester(_ range: [Value]) throws -> String {
    let asked = [
      """
      SELECT term.text FROM result JOIN context ON context.id = result.context JOIN term ON term.id = context.tester
      WHERE result.id BETWEEN ? AND ? ORDER BY result.id DESC LIMIT 1
      """,
      """
      SELECT json_extract(body, '$.by') FROM fact
      WHERE id BETWEEN ? AND ? AND kind IN ('set', 'delete', 'restore') AND body <> '' ORDER BY id DESC LIMIT 1
      """,
    ]
    for sql in asked {
      if let name = try database.first(sql, range, { $0.optionalText(0) ?? "" }), !name.isEmpty { return name }
    }
    return ""
  }

  /// The names of the signers whose keys signed entries that are here.
  package func signerNames() throws -> Set<String> {
    Set(try database.all("SELECT DISTINCT name FROM signed", []) { $0.text(0) })
  }

  /// Components that are out of use while an item of theirs fails, and who retired them: nothing else tells a machine
  /// that has just joined that failures were taken out of the figures.
  package func failingOutOfUse() throws -> [(component: String, failing: Int, by: String, since: Int64)] {
    let sql = """
      SELECT record.key, count(DISTINCT cell.id), max(coalesce(json_extract(fact.body, '$.by'), branch.replica)),
        max(fact.ms)
      FROM record JOIN term ON term.text = record.key JOIN cell ON cell.component = term.id AND cell.outcome = 2
      JOIN register ON register.kind = record.kind AND register.key = record.key AND register.live = \(RegisterState.live)
        AND register.field IN ('retired', '\(RecordProjector.deletedField)') AND register.value = 'true'
      JOIN fact ON fact.id = register.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE record.kind = 'component' AND (record.deleted = 1 OR coalesce(json_extract(record.doc, '$.retired'), 0) <> 0)
      GROUP BY record.key ORDER BY record.key
      """
    return try database.all(sql, []) { ($0.text(0), CellCounts.bounded($0.int64(1)), $0.text(2), $0.int64(3)) }
  }
}

extension Writer {
  /// Until `endJoining` everyone is followed: what stands in a team's folder is where this machine begins.
  package func beginJoining() throws {
    try database.run("INSERT OR IGNORE INTO following (kind, name, since) VALUES ('joining', '', ?)", [.integer(now)])
  }

  /// From now on the machines of which entries are here are followed, and none that comes later.
  ///
  /// - Returns: those machines; nil where nothing had begun.
  package func endJoining() throws -> [Machine]? {
    let begun = try database.scalar("SELECT 1 FROM following WHERE kind = 'joining'") != nil
    guard begun else { return nil }
    let machines = try reader.machines()
    try database.run("DELETE FROM following WHERE kind = 'joining'")
    try follow(machines.map { Followed(.machine, $0.replica) })
    return machines
  }

  /// Whether the tracker was upgraded by this version and goes on with the machines that it had entries of, which is
  /// shown once.
  package func takeUpgradeNotice() throws -> Bool {
    guard try LocalTable.get(database, "following") != nil else { return false }
    try database.run("DELETE FROM local WHERE name = 'following'")
    return true
  }
}
