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

extension Reader {
  /// Whether all who gave these fields of a record their values are this machine or someone whom it follows.
  package func isOfFollowed(_ kind: String, _ key: String, fields: [String]) throws -> Bool {
    let following = try Following(database, lineage)
    let sql = "SELECT fact FROM register WHERE kind = ? AND key = ? AND field = ? AND live = \(RegisterState.live)"
    return try fields.allSatisfy { field in
      try database.all(sql, [.text(kind), .text(key), .text(field)]) { $0.int64(0) }.allSatisfy(following.follows)
    }
  }
}

extension Reader {
  /// Whether a record is there by the writes alone of people whom this machine does not follow.
  package func isOfOthersAlone(_ kind: String, _ key: String) throws -> Bool {
    let sql = """
      SELECT DISTINCT fact, branch.own FROM register JOIN branch ON branch.id = fact >> \(FactNumber.bits)
      WHERE kind = ? AND key = ? AND live = \(RegisterState.live)
      """
    let writes = try database.all(sql, [.text(kind), .text(key)]) { (fact: $0.int64(0), isOwn: $0.int64(1) != 0) }
    // Most are of this machine: then nothing else has to be asked.
    guard !writes.isEmpty, !writes.contains(where: \.isOwn) else { return false }
    let following = try Following(database, lineage)
    return try writes.allSatisfy { try !following.follows($0.fact) && !following.accepts($0.fact) }
  }

  /// The owners whom those had named for components who are followed, where others have named another one since.
  func ownersBeforeOthers() throws -> [ExactText: String] {
    let following = try Following(database, lineage)
    var found: [ExactText: String] = [:]
    for key in try notOfFollowed("component", field: "owner") {
      let writes = try RecordWrites.read(
        "owner", of: RecordProjector.Key(kind: "component", key: key.text), from: database
      )
      .filter { try following.follows($0.id) || following.accepts($0.id) }
      found[key] =
        try FieldFold(writes, lineage, of: "owner", "component").value.flatMap(RecordJSON.value)?.stringValue ?? ""
    }
    return found
  }

  /// The keys of the records of a kind to which someone gave a field whom this machine does not follow.
  func notOfFollowed(_ kind: String, field: String) throws -> Set<ExactText> {
    let following = try Following(database, lineage)
    guard try !following.countsAll() else { return [] }
    var found: Set<ExactText> = []
    let sql = "SELECT key, fact FROM register WHERE kind = ? AND field = ? AND live = \(RegisterState.live)"
    try database.rows(sql, [.text(kind), .text(field)]) { row in
      if try !following.follows(row.int64(1)) { found.insert(ExactText(row.text(0))) }
    }
    return found
  }
}

/// A setting of the tracker that others made and that counts.
package struct SettingOfOthers: Equatable, Sendable {
  package var field: String
  package var value: JSONValue
  /// Who says so; the ID of the machine where it names no tester.
  package var by: String
}

extension Reader {
  /// The settings of the tracker that others made and that count, in the order of their names.
  package func settingsOfOthers() throws -> [SettingOfOthers] {
    let sql = """
      SELECT register.field, register.value, coalesce(nullif(json_extract(fact.body, '$.by'), ''), branch.replica)
      FROM register JOIN fact ON fact.id = register.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE register.kind = 'setting' AND register.key = 'tracker' AND live = \(RegisterState.live) AND branch.own = 0
      ORDER BY register.field, fact.ms DESC, fact.digest
      """
    let rules = DecidingFields.of("setting")
    return try database.all(sql, []) { row in
      SettingOfOthers(field: row.text(0), value: RecordJSON.value(row.text(1)) ?? .null, by: row.text(2))
    }.filter { rules.decides($0.field) && $0.field != RecordProjector.deletedField && !$0.value.isNull }
  }
}
