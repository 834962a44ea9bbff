import CanonicalJSON
import SQLite

/// A replica that went on in two or more places from one fact.
package struct Fork: Equatable, Sendable {
  package struct Branch: Equatable, Sendable {
    /// Identity of the last fact of the branch, 64 hex digits.
    package var head: String { identity.hex }
    /// Its number in the replica.
    package var last: Int64
    /// When it was made, ms UTC.
    package var time: Int64
    /// Whether it was chosen here.
    package var isKept: Bool
    var identity: Digest
    var number: Int64
  }

  package var replica: String
  /// The number of the first facts that were made in the place of one another.
  package var sequence: Int64
  /// In the order of their heads.
  package var branches: [Branch]

  /// Whether a branch was chosen here.
  package var isSettled: Bool { branches.contains(where: \.isKept) }
}

extension Reader {
  /// Every fork that is known here, in the order of replica and number.
  package func forks() throws -> [Fork] {
    let chosen = try database.all("SELECT number FROM decision WHERE kind = 'branch' AND number <> 0", []) {
      $0.int64(0)
    }
    let next = try runsByParent()
    let kept = try Set(chosen.flatMap { try lineage.chain(of: $0).map(\.first) })
    let forks = try lineage.forks().map { rivals in
      let first = rivals.first ?? 0
      return Fork(
        replica: try Lines.replica(database, of: FactNumber.line(of: first)) ?? "",
        sequence: FactNumber.sequence(of: first),
        branches: try rivals.compactMap { try branch(from: $0, next, isKept: kept.contains($0)) }.sorted {
          $0.identity < $1.identity
        })
    }
    return forks.sorted { ($0.replica, $0.sequence) < ($1.replica, $1.sequence) }
  }

  /// The first facts of the runs that go on from a fact in another one. Read once: a fork may have as many branches as
  /// there are facts.
  private func runsByParent() throws -> [Int64: [Int64]] {
    Dictionary(
      grouping: try database.all("SELECT first, parent FROM run WHERE parent <> 0 ORDER BY first", []) {
        (first: $0.int64(0), parent: $0.int64(1))
      }, by: \.parent
    ).mapValues { $0.map(\.first) }
  }

  private func branch(from rival: Int64, _ next: [Int64: [Int64]], isKept: Bool) throws -> Fork.Branch? {
    let number = try head(from: rival, next)
    let sql = """
      SELECT digest, ms FROM result WHERE id = ?1 UNION ALL SELECT digest, ms FROM fact WHERE id = ?1
      """
    return try database.first(sql, [.integer(number)]) { row in
      Digest(bytes: row.blob(0)).map {
        Fork.Branch(
          last: FactNumber.sequence(of: number), time: row.int64(1), isKept: isKept, identity: $0, number: number)
      }
    } ?? nil
  }

  /// The last fact of a chain, as far as it goes on in one place.
  private func head(from rival: Int64, _ following: [Int64: [Int64]]) throws -> Int64 {
    var run = rival
    var visited: Set<Int64> = []
    while true {
      let last = try end(of: run)
      let next = following[last] ?? []
      guard next.count == 1, visited.insert(run).inserted else { return last }
      run = next[0]
    }
  }

  private func end(of run: Int64) throws -> Int64 {
    let limit = FactNumber.make(line: FactNumber.line(of: run), sequence: FactNumber.largestSequence)
    let next = try database.scalar(
      "SELECT min(first) FROM run WHERE first > ? AND first <= ?",
      [
        .integer(run), .integer(limit),
      ])
    let before = next.map { $0 - 1 } ?? limit
    let sql = """
      SELECT max(id) FROM (
        SELECT max(id) AS id FROM result WHERE id BETWEEN ?1 AND ?2
        UNION ALL SELECT max(id) FROM fact WHERE id BETWEEN ?1 AND ?2)
      """
    return try database.scalar(sql, [.integer(run), .integer(before)]) ?? run
  }
}

extension Writer {
  /// Decides for a branch of a fork: from now on it has authority over what is older.
  ///
  /// - Throws: `Refusal.unknownRecord` where no such head is here.
  package func keep(_ branch: Fork.Branch) throws {
    try database.run(
      "INSERT OR REPLACE INTO decision (kind, identity, number) VALUES ('branch', ?, ?)",
      [.blob(branch.identity.bytes), .integer(branch.number)])
    try projector.markDecided()
    checks = [:]
    components = [:]
    try settle()
  }
}
