import Audit
import Base
import SQLite

/// A fact by the name that people have for it: all branches of a forked machine share their names.
struct NamedFact {
  var replica: String
  var number: Int64
  var kind: String
  var digest: Digest
  var isErased: Bool
}

extension Reader {
  /// - Parameter id: `<replica>-<sequence>`.
  func facts(named id: String) throws -> [NamedFact] {
    guard let dash = id.lastIndex(of: "-"), let sequence = Int64(id[id.index(after: dash)...]),
      (1...FactNumber.largestSequence).contains(sequence)
    else { return [] }
    let replica = String(id[..<dash])
    let sql = """
      SELECT 'result', digest, 0, id FROM result WHERE id = ?1
      UNION ALL SELECT kind, digest, body = '', id FROM fact WHERE id = ?1
      """
    return try Lines.all(database, of: replica).flatMap { line in
      try database.all(sql, [.integer(FactNumber.make(line: line, sequence: sequence))]) { row in
        Digest(bytes: row.blob(1)).map {
          NamedFact(
            replica: replica, number: row.int64(3), kind: row.text(0), digest: $0, isErased: row.int64(2) != 0)
        }
      }.compactMap { $0 }
    }
  }
}

/// A change of a record, a result or a session of others about which this machine decided by itself, and may decide
/// otherwise.
package struct DecidedEntry: Equatable, Sendable {
  package enum Kind: Sendable {
    case change, result, session
  }

  /// `<replica>-<sequence>`.
  package var id: String
  package var kind: Kind
  let identity: Digest
  let number: Int64
}

extension Reader {
  /// What was decided so under an ID. Requests are decided about by commands of their own.
  package func decided(_ decision: Decision, _ id: String) throws -> [DecidedEntry] {
    try facts(named: id).compactMap { fact in
      guard try Decision.about(fact.digest, in: database) == decision else { return nil }
      let kind: DecidedEntry.Kind? =
        switch fact.kind {
        case "result": .result
        case "set", "delete", "restore": .change
        case TapKind.session.name, TapKind.remark.name: .session
        default: nil
        }
      return kind.map { DecidedEntry(id: id, kind: $0, identity: fact.digest, number: fact.number) }
    }
  }
}

extension Writer {
  /// Has single results of others count for the release check as those do of people who are followed, or no longer
  /// wait.
  package func decide(_ decision: Decision, about results: [HeldFinding]) throws {
    for result in results {
      guard let digest = try FactTable.digest(database, number: result.number) else { continue }
      try store(decision, about: digest, ofResult: result.number)
    }
    projector.lineage.forgetFollowed()
    try settle()
  }

  /// Decides otherwise than before.
  package func decide(_ decision: Decision, about entries: [DecidedEntry]) throws {
    guard !entries.isEmpty else { return }
    for entry in entries {
      try store(decision, about: entry.identity, ofResult: entry.kind == .result ? entry.number : nil)
    }
    projector.lineage.forgetFollowed()
    try markFollowed()
  }

  private func store(_ decision: Decision, about digest: Digest, ofResult number: Int64?) throws {
    try decision.store(about: digest, in: database)
    guard let number, let cell = try database.scalar("SELECT cell FROM result WHERE id = ?", [.integer(number)]),
      let row = try projector.cells.cell(id: cell)
    else { return }
    projector.cells.markForRefold(row)
  }
}
