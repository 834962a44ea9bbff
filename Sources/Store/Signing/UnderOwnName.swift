import Audit
import Base
import SQLite

/// Entries under the ID of this machine that it did not make. What it made is in the first line of its replica, and what
/// others made under its ID is in further ones.
///
/// Where this machine has made others in their place they are a fork, and a branch is chosen. Until then, or where they
/// go on from nothing that is here, there is no fork: then they are decided about by themselves.
struct LinesUnderOwnName {
  /// What was decided so about the last entry of a line and all before it.
  static let decision = "beside"

  private let reader: Reader
  private var database: Connection { reader.database }
  let lines: [Int64]

  init(_ reader: Reader) throws {
    self.reader = reader
    lines = try reader.database.all(
      "SELECT id FROM branch WHERE own = 0 AND replica = (SELECT value FROM local WHERE name = 'replica') ORDER BY id",
      []
    ) { $0.int64(0) }
  }

  /// How many entries are not decided about.
  func undecided() throws -> Int {
    guard !lines.isEmpty else { return 0 }
    let open = try reader.lineage.unsettled()
    let decided = try reader.lineage.forks().filter { rivals in rivals.contains { !open.contains($0) } }
    let settled = Set(decided.joined().map(FactNumber.line))
    return try lines.filter { !settled.contains($0) }.reduce(0) {
      try $0 + reader.count(of: $1, after: decidedUpTo($1))
    }
  }

  /// The lines that are in no fork and not decided about.
  func lone() throws -> [Int64] {
    guard !lines.isEmpty else { return [] }
    let forked = Set(try reader.lineage.forks().joined().map(FactNumber.line))
    return try lines.filter { try !forked.contains($0) && reader.count(of: $0, after: decidedUpTo($0)) > 0 }
  }

  private func decidedUpTo(_ line: Int64) throws -> Int64 {
    let sql = """
      SELECT max(id) FROM (
        SELECT result.id FROM result JOIN decision ON decision.identity = result.digest AND decision.kind = ?3
        WHERE result.id BETWEEN ?1 AND ?2
        UNION ALL SELECT fact.id FROM fact JOIN decision ON decision.identity = fact.digest AND decision.kind = ?3
        WHERE fact.id BETWEEN ?1 AND ?2
        UNION ALL SELECT number FROM decision WHERE kind = 'branch' AND number BETWEEN ?1 AND ?2)
      """
    let range = FactNumber.bounds(of: line)
    return try database.scalar(sql, range + [.text(Self.decision)]).map(FactNumber.sequence) ?? 0
  }
}

extension Reader {
  /// Entries under the ID of this machine that it did not make and that are in no fork: as branches, beside that of this
  /// machine itself; nil where there are none to decide about.
  package func branchesBesideOwn() throws -> Fork? {
    let lone = try LinesUnderOwnName(self).lone()
    let replica = try identity().replica
    guard !lone.isEmpty, let own = try Lines.all(database, first: replica).first else { return nil }
    func head(_ line: Int64) throws -> Fork.Branch? {
      guard let end = try FactTable.last(database, line: line) else { return nil }
      let number = FactNumber.make(line: line, sequence: end.sequence)
      let sql = "SELECT ms FROM result WHERE id = ?1 UNION ALL SELECT ms FROM fact WHERE id = ?1"
      return Fork.Branch(
        last: end.sequence, time: try database.scalar(sql, [.integer(number)]) ?? 0, isKept: false,
        identity: end.digest,
        number: number)
    }
    let first = try lone.compactMap { line in
      let sql = """
        SELECT min(id) FROM (
          SELECT min(id) AS id FROM result WHERE id BETWEEN ?1 AND ?2
          UNION ALL SELECT min(id) FROM fact WHERE id BETWEEN ?1 AND ?2)
        """
      return try database.scalar(sql, FactNumber.bounds(of: line)).map(FactNumber.sequence)
    }.min()
    var fork = Fork(replica: replica, sequence: first ?? 0, branches: try ([own] + lone).compactMap(head))
    fork.own = fork.branches.first
    return fork
  }
}

extension Writer {
  /// Decides that entries under the ID of this machine are not its own.
  package func decide(beside fork: Fork) throws {
    for branch in fork.branches where branch.number != fork.own?.number {
      try database.run(
        "INSERT OR REPLACE INTO decision (kind, identity, number) VALUES (?, ?, 0)",
        [.text(LinesUnderOwnName.decision), .blob(branch.identity.bytes)])
    }
    try settle()
  }
}
