import AuditModel
import CanonicalJSON
import SQLite

/// Whose decisions count on this machine: its own, and those of the machines and signers that it follows.
///
/// What was asked is remembered: to be used within one pass over records, and thrown away afterwards.
final class Following {
  private enum Side {
    /// All of the line counts: this machine made it.
    case all
    /// It counts unless its chain names a key that did not sign it.
    case machine
    case stranger
  }

  private let database: Connection
  private let graph: FactGraph
  private let machines: Set<ExactText>
  private let signers: Set<ExactText>
  private let isOfEveryone: Bool
  private var sides: [Int64: Side] = [:]
  /// What was decided here about single facts.
  private let decisions: [FactReference: Decision]

  init(_ database: Connection, _ graph: FactGraph) throws {
    self.database = database
    self.graph = graph
    let kinds = [Followed.Kind.machine, .signer, .everyone].map(\.rawValue) + ["joining"]
    let sql = "SELECT kind, name FROM following WHERE kind IN (\(kinds.map { "'\($0)'" }.joined(separator: ", ")))"
    let rows = try database.all(sql, []) { ($0.text(0), $0.text(1)) }
    func names(_ kind: Followed.Kind) -> Set<ExactText> {
      Set(rows.filter { $0.0 == kind.rawValue }.map { ExactText($0.1) })
    }
    (machines, signers) = (names(.machine), names(.signer))
    isOfEveryone = rows.contains { [Followed.Kind.everyone.rawValue, "joining"].contains($0.0) }
    var decisions: [FactReference: Decision] = [:]
    try database.rows("SELECT identity, kind FROM decision WHERE kind IN ('follow', 'refuse')") { row in
      guard let digest = Digest(bytes: row.blob(0)) else { return }
      decisions[digest.reference] = Decision(rawValue: row.text(1))
    }
    self.decisions = decisions
  }

  /// Whether all that is here counts, so that nothing need be asked of single facts.
  func countsAll() throws -> Bool {
    guard !decisions.values.contains(.refuse) else { return false }
    if isOfEveryone { return true }
    return try database.all("SELECT id FROM branch WHERE own = 0", [], { $0.int64(0) }).allSatisfy { line in
      let number = FactNumber.make(line: line, sequence: 1)
      return try side(of: number) == .machine && graph.root(of: number).signer == nil
    }
  }

  /// What was decided here about a fact; nil where its author decides whether it counts.
  func decision(about fact: FactReference) -> Decision? { decisions[fact] }

  /// Whether this machine follows the author of a fact.
  func follows(_ number: Int64) throws -> Bool {
    try isOfEveryone || side(of: number) == .all || followsByName(number)
  }

  /// Whether this machine follows another one, or a signer, that made a fact. To take back what others said asks for
  /// that: who follows everyone follows what they add.
  func followsByName(_ number: Int64) throws -> Bool {
    let side = try side(of: number)
    if side == .all { return false }
    if side == .machine, try graph.root(of: number).signer == nil { return true }
    guard side == .machine || !signers.isEmpty, let signer = try graph.signer(of: number) else { return false }
    return side == .machine || signers.contains(ExactText(signer))
  }

  private func side(of number: Int64) throws -> Side {
    let line = FactNumber.line(of: number)
    if let known = sides[line] { return known }
    let row = try database.first("SELECT replica, own FROM branch WHERE id = ?", [.integer(line)]) {
      ($0.text(0), $0.int64(1) != 0)
    }
    let side: Side = row.map { $0.1 ? .all : machines.contains(ExactText($0.0)) ? .machine : .stranger } ?? .stranger
    sides[line] = side
    return side
  }
}

/// Someone whom this machine follows.
package struct Followed: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case machine, signer
    /// Also machines that come later.
    case everyone
  }

  package var kind: Kind
  /// The ID of the machine, or the name of the signer in `allowed_signers`; empty for everyone.
  package var name: String

  package init(_ kind: Kind, _ name: String = "") {
    (self.kind, self.name) = (kind, name)
  }
}

extension Reader {
  /// Whom this machine follows, in order.
  package func followed() throws -> [Followed] {
    try database.all("SELECT kind, name FROM following ORDER BY kind, name", []) { row in
      Followed.Kind(rawValue: row.text(0)).map { Followed($0, row.text(1)) }
    }.compactMap { $0 }
  }
}

extension Writer {
  /// From now on what others decided counts here.
  package func follow(_ followed: [Followed]) throws {
    for one in followed {
      try database.run(
        "INSERT OR IGNORE INTO following (kind, name, since) VALUES (?, ?, ?)",
        [.text(one.kind.rawValue), .text(one.name), .integer(now)])
    }
    try showAgain(followed)
    try markFollowed()
  }

  /// What they decided waits again.
  package func unfollow(_ followed: [Followed]) throws {
    for one in followed {
      try database.run(
        "DELETE FROM following WHERE kind = ? AND name = ?", [.text(one.kind.rawValue), .text(one.name)])
    }
    try showAgain(followed)
    try markFollowed()
  }

  /// Of results that agree those of authors who are followed are shown.
  private func showAgain(_ followed: [Followed]) throws {
    projector.lineage.forgetFollowed()
    let lines =
      try followed.contains { $0.kind != .machine }
      ? database.all("SELECT id FROM branch WHERE own = 0", []) { $0.int64(0) }
      : followed.flatMap { try Lines.all(database, of: $0.name) }
    for line in lines {
      let cells = try database.all(
        """
        SELECT DISTINCT cell FROM result WHERE id BETWEEN ? AND ?
          AND cell IN (SELECT id FROM cell WHERE branch = \(CellRow.mixed))
        """,
        [
          .integer(FactNumber.make(line: line, sequence: 0)),
          .integer(FactNumber.make(line: line, sequence: FactNumber.largestSequence)),
        ]
      ) { $0.int64(0) }
      for id in cells { if let row = try projector.cells.cell(id: id) { projector.cells.markForRefold(row) } }
    }
  }

  /// Decides about single proposals of any author.
  package func decide(_ decision: Decision, about proposals: [Proposal]) throws {
    for proposal in proposals {
      if let digest = Digest(hex: proposal.identity) { try decision.store(about: digest, in: database) }
    }
    try markFollowed()
  }

  private func markFollowed() throws {
    projector.hasNewBuilds = true
    try projector.records.touchOthers()
    try projector.retraction.touchAll()
    checks = [:]
    components = [:]
    try settle()
  }
}
