import AuditModel
import SQLite

/// Entries under a name that nothing proves to be their author's: what to decide about before the figures are relied on.
package struct Imposture: Equatable, Sendable {
  /// Entries with the ID of this machine that it did not make, while no branch was decided for.
  package var underOwnName = 0
  /// Entries of chains that name a key which did not sign them, where signatures play a part on this machine.
  package var notSigned = 0
  /// Who made those, as they say; the IDs of their machines where they say nothing.
  package var claimed: [String] = []

  package init() {}
}

extension Reader {
  package func imposture() throws -> Imposture {
    var imposture = Imposture()
    imposture.underOwnName = try strangersUnderOwnName()
    guard try unsignedPolicy() != .accept || database.scalar("SELECT 1 FROM signed LIMIT 1") != nil else {
      return imposture
    }
    var replicas: Set<String> = []
    let lines = try database.all("SELECT id, replica FROM branch WHERE own = 0", []) { ($0.int64(0), $0.text(1)) }
    for (line, replica) in lines {
      let count = try notSigned(line)
      guard count > 0 else { continue }
      imposture.notSigned += count
      replicas.insert(replica)
    }
    guard !replicas.isEmpty else { return imposture }
    imposture.claimed = Set(try machines(replicas).map { $0.tester.isEmpty ? $0.replica : $0.tester }).sorted()
    return imposture
  }

  /// What this machine made is in the first line of its replica, and what others made under its ID is in further ones.
  private func strangersUnderOwnName() throws -> Int {
    let lines = try database.all(
      "SELECT id FROM branch WHERE own = 0 AND replica = (SELECT value FROM local WHERE name = 'replica')", []
    ) { $0.int64(0) }
    guard !lines.isEmpty else { return 0 }
    let open = try lineage.unsettled()
    let decided = try lineage.forks().filter { rivals in rivals.contains { !open.contains($0) } }
    let settled = Set(decided.joined().map(FactNumber.line))
    return try lines.filter { !settled.contains($0) }.reduce(0) { try $0 + count(of: $1, after: 0) }
  }

  /// How many entries of a line are of a chain that names a key, and not signed by it.
  private func notSigned(_ line: Int64) throws -> Int {
    let first = FactNumber.make(line: line, sequence: 1)
    guard let end = try FactTable.last(database, line: line), let key = try lineage.root(of: first).signer,
      try lineage.signer(of: FactNumber.make(line: line, sequence: end.sequence)) == nil
    else { return 0 }
    let signed = try database.scalar(
      "SELECT max(number) FROM signed WHERE key = ? AND number BETWEEN ? AND ?",
      [.text(key), .integer(first), .integer(FactNumber.make(line: line, sequence: end.sequence))])
    return try count(of: line, after: signed.map(FactNumber.sequence) ?? 0)
  }

  private func count(of line: Int64, after sequence: Int64) throws -> Int {
    let sql = """
      SELECT (SELECT count(*) FROM result WHERE id > ?1 AND id <= ?2) + (SELECT count(*) FROM fact WHERE id > ?1 AND id <= ?2)
      """
    let range: [Value] = [
      .integer(FactNumber.make(line: line, sequence: sequence)),
      .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
    ]
    return CellCounts.bounded(try database.scalar(sql, range) ?? 0)
  }
}
