import Audit
package import Base
import SQLite

/// What someone whom this machine does not follow wrote to a record, and what waits of it.
package struct Proposal: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    /// `@deleted` for deleting (true) and restoring (false).
    package var name: String
    package var value: JSONValue
  }

  /// `<replica>-<sequence>` of the entry.
  package var id: String
  /// Of the entry, 64 hex digits.
  package var identity: String
  /// The machine that asks.
  package var replica: String
  /// Who it says asks; empty where it says nothing.
  package var tester: String
  /// When it was made, ms UTC.
  package var time: Int64
  package var kind: String
  package var key: String
  /// In the order of their names.
  package var fields: [Field]
  var number: Int64
}

extension Reader {
  /// What waits, author by author and in the order in which each made it.
  package func proposals() throws -> [Proposal] {
    let sql = """
      SELECT fact.id, branch.replica, json_extract(fact.body, '$.by'), fact.ms, fact.digest, register.kind, register.key,
        register.field, register.value
      FROM register INDEXED BY register_waiting JOIN fact ON fact.id = register.fact
      JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE live = \(RegisterState.waits)
      ORDER BY branch.replica, fact.id & \(FactNumber.largestSequence), fact.digest, register.field
      """
    var found: [Proposal] = []
    try database.rows(sql) { row in
      let number = row.int64(0)
      if found.last?.number != number {
        found.append(
          Proposal(
            id: "\(row.text(1))-\(FactNumber.sequence(of: number))", identity: Digest(bytes: row.blob(4))?.hex ?? "",
            replica: row.text(1), tester: row.optionalText(2) ?? "", time: row.int64(3),
            kind: ComponentNames.shown(row.text(5)),
            key: row.text(6), fields: [], number: number))
      }
      found[found.count - 1].fields.append(
        Proposal.Field(name: row.text(7), value: RecordJSON.value(row.text(8)) ?? .null))
    }
    return found
  }

  /// How many entries wait.
  package func proposalCount() throws -> Int {
    Int(
      try database.scalar(
        "SELECT count(DISTINCT fact) FROM register INDEXED BY register_waiting WHERE live = \(RegisterState.waits)")
        ?? 0)
  }
}
