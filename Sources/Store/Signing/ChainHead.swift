package import Base
import SQLite

/// A fact of a chain that a key signs for, and with it for all facts before it.
package struct ChainHead: Equatable, Sendable {
  package var replica: String
  package var sequence: Int64
  /// Of the fact.
  package var identity: Digest

  package init(replica: String, sequence: Int64, identity: Digest) {
    (self.replica, self.sequence, self.identity) = (replica, sequence, identity)
  }
}

/// A signed text with its signature, as it was verified here.
package struct KeptSignature: Equatable, Sendable {
  package var message: String
  package var signature: String

  package init(message: String, signature: String) {
    (self.message, self.signature) = (message, signature)
  }
}

/// What happens to unsigned facts.
package enum UnsignedPolicy: String, CaseIterable, Sendable {
  /// They are stored.
  case accept
  /// The user is asked each time.
  case ask
  /// Only what the pages of this program wrote is stored, and the user has to vouch for it.
  case refuse
}

extension Reader {
  /// The fingerprint of the key that this machine's chain names; nil where it names none.
  package func ownSigner() throws -> String? {
    guard let key = try LocalTable.get(database, "signer"), !key.isEmpty else { return nil }
    return key
  }

  /// What this machine does with unsigned facts; no bundle changes it.
  package func unsignedPolicy() throws -> UnsignedPolicy {
    try LocalTable.get(database, "unsigned").flatMap(UnsignedPolicy.init) ?? .accept
  }

  /// The ends of chains that this machine writes and its key signs for: its own, and those of sessions with children
  /// that are named.
  ///
  /// - Parameter sequence: of its own chain, where only a part of it is handed out.
  package func ownHeads(sessions: [String] = [], upTo sequence: Int64? = nil) throws -> [ChainHead] {
    guard let key = try ownSigner() else { return [] }
    var heads: [ChainHead] = []
    let own = try identity().replica
    for replica in [own] + sessions.sorted() {
      for line in try Lines.all(database, of: replica).prefix(1) {
        let isOwn = try database.scalar("SELECT own FROM branch WHERE id = ?", [.integer(line)]) ?? 0
        guard isOwn != 0, try named(line) == key else { continue }
        let end = try FactTable.last(database, line: line)
        guard let end else { continue }
        let last = replica == own ? min(sequence ?? end.sequence, end.sequence) : end.sequence
        let number = FactNumber.make(line: line, sequence: last)
        guard let identity = try FactTable.digest(database, number: number) else { continue }
        heads.append(ChainHead(replica: replica, sequence: last, identity: identity))
      }
    }
    return heads
  }

  /// The key that a line's first fact names.
  private func named(_ line: Int64) throws -> String? {
    let sql = "SELECT json_extract(body, '$.signer') FROM fact WHERE id = ? AND kind = 'replica' AND body <> ''"
    return try database.first(sql, [.integer(FactNumber.make(line: line, sequence: 1))]) { $0.optionalText(0) } ?? nil
  }

  /// The signatures by which other chains were verified here, to be passed on with their facts.
  ///
  /// - Parameters:
  ///   - replica: of one machine alone.
  ///   - withheld: facts that are not passed on; a text that names a chain of theirs is not either.
  package func keptSignatures(of replica: String? = nil, without withheld: FactRuns) throws -> [KeptSignature] {
    let sql = """
      SELECT message, signature, min(branch.replica = ?1), group_concat(number, ' ') FROM signed
      JOIN branch ON branch.id = signed.number >> \(FactNumber.bits)
      WHERE message <> '' AND signature <> '' GROUP BY message ORDER BY message
      """
    return try database.all(sql, [.text(replica ?? "")]) { row -> KeptSignature? in
      let numbers = row.text(3).split(separator: " ").compactMap { Int64($0) }
      guard replica == nil || row.int64(2) != 0, !numbers.contains(where: withheld.contains) else { return nil }
      return KeptSignature(message: row.text(0), signature: row.text(1))
    }.compactMap { $0 }
  }

  /// The replicas whose chains a kept signature names.
  package func replicasWithSignatures() throws -> Set<String> {
    let sql = """
      SELECT DISTINCT branch.replica FROM signed JOIN branch ON branch.id = signed.number >> \(FactNumber.bits)
      WHERE message <> '' AND signature <> ''
      """
    return Set(try database.all(sql, []) { $0.text(0) })
  }

  /// Whether a text of heads was verified here already.
  package func isKept(_ signature: KeptSignature) throws -> Bool {
    try database.scalar(
      "SELECT 1 FROM signed WHERE message = ? AND signature = ?",
      [.text(signature.message), .text(signature.signature)]) != nil
  }
}

extension Writer {
  /// From the next fact on this machine's chain is one that a key signs for, or none. A chain names its key in its
  /// first fact, so a new one begins.
  ///
  /// - Parameters:
  ///   - key: a fingerprint; nil for none.
  ///   - name: whose key it is, where `allowed_signers` says so.
  package func sign(with key: String?, name: String = "") throws {
    try LocalTable.set(database, "signer-name", name.isEmpty ? key ?? "" : name)
    guard try reader.ownSigner() != key else { return }
    try LocalTable.set(database, "signer", key ?? "")
    try Identity.doubt(database)
    try startChain()
    try projector.markDecided()
    try settle()
  }

  /// Sets what this machine does with unsigned facts.
  package func set(_ policy: UnsignedPolicy) throws {
    try LocalTable.set(database, "unsigned", policy.rawValue)
  }

  /// Remembers that a key has signed for a chain. Heads of facts that are not here say nothing, and neither do those of
  /// a chain that names another key, or none.
  ///
  /// - Parameters:
  ///   - key: the fingerprint.
  ///   - name: of the signer in `allowed_signers`.
  ///   - kept: the text and its signature, which were verified.
  /// - Returns: how many heads are of chains that name another key, or none.
  package func accept(_ heads: [ChainHead], key: String, name: String, _ kept: KeptSignature) throws -> Int {
    var strange = 0
    for head in heads {
      let found = try reader.facts(named: "\(head.replica)-\(head.sequence)").first { $0.digest == head.identity }
      guard let found else { continue }
      let root = try projector.lineage.graph.root(of: found.number)
      guard !root.isHere || root.signer == key else {
        strange += 1
        continue
      }
      // The later head of a chain says all that the earlier one said.
      let start = FactNumber.make(line: FactNumber.line(of: found.number), sequence: 0)
      try database.run(
        "UPDATE signed SET message = '', signature = '' WHERE number BETWEEN ? AND ? AND key = ?",
        [.integer(start), .integer(found.number - 1), .text(key)])
      try database.run(
        """
        INSERT INTO signed (identity, key, name, number, message, signature) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET key = excluded.key, name = excluded.name, number = excluded.number,
          message = excluded.message, signature = excluded.signature
        WHERE key = excluded.key OR \(root.isHere)
        """,
        [
          .blob(head.identity.bytes), .text(key), .text(name), .integer(found.number), .text(kept.message),
          .text(kept.signature),
        ])
    }
    try projector.markDecided()
    try settleAnew()
    return strange
  }

  /// Takes back that a key was ever believed here.
  ///
  /// - Parameter key: its fingerprint.
  /// - Returns: how many heads it had signed for.
  package func withdraw(key: String) throws -> Int {
    let count = try database.scalar("SELECT count(*) FROM signed WHERE key = ?", [.text(key)]) ?? 0
    try database.run("DELETE FROM signed WHERE key = ?", [.text(key)])
    try projector.markDecided()
    try settle()
    return Int(count)
  }
}

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
    let open = try reader.lineage.unsettled.get()
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
      try FactTable.number(in: FactNumber.bounds(of: line), database).map(FactNumber.sequence)
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
