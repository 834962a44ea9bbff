package import Audit
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
  ///
  /// - Parameter kind: of the record; nil for all.
  package func proposals(of kind: String? = nil) throws -> [Proposal] {
    let sql = """
      SELECT fact.id, branch.replica, json_extract(fact.body, '$.by'), fact.ms, fact.digest, register.kind, register.key,
        register.field, register.value
      FROM register INDEXED BY register_waiting JOIN fact ON fact.id = register.fact
      JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      WHERE live = \(RegisterState.waits) AND (?1 IS NULL OR register.kind = ?1)
      ORDER BY branch.replica, fact.id & \(FactNumber.largestSequence), fact.digest, register.field
      """
    var found: [Proposal] = []
    try database.rows(sql, [kind.map { .text($0) } ?? .null]) { row in
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
    return try !writes.contains { try following.counts($0.fact) }
  }

  /// The audits but those that people alone made who are not followed: no name, moment, or build of one stands for another.
  package func followedAudits() throws -> [AuditRound] {
    let following = try Following(database, lineage)
    var followed: Set<ExactText> = []
    let sql = "SELECT key, fact FROM register WHERE kind = 'audit' AND live = \(RegisterState.live)"
    try database.rows(sql) { row in
      if try following.counts(row.int64(1)) { followed.insert(ExactText(row.text(0))) }
    }
    return try audits().filter { followed.contains(ExactText($0.name)) }
  }

  /// The keys of the records of a kind that are there by the writes alone of people who are not followed.
  package func ofOthersAlone(_ kind: String) throws -> Set<ExactText> {
    guard try !Following(database, lineage).countsAll() else { return [] }
    var (others, followed): (Set<ExactText>, Set<ExactText>) = ([], [])
    let sql = "SELECT DISTINCT key, fact FROM register WHERE kind = ? AND live = \(RegisterState.live)"
    try database.rows(sql, [.text(kind)]) { row in
      if try lineage.follows(row.int64(1)) {
        followed.insert(ExactText(row.text(0)))
      } else {
        others.insert(ExactText(row.text(0)))
      }
    }
    return others.subtracting(followed)
  }

  /// The components with the titles that those gave them who are followed: a title is harmless, so anyone may write one, and
  /// must not decide where a finding goes. `others` are theirs whole.
  package func componentsTitledByFollowed(without others: Set<ExactText>) throws -> [Component] {
    let titles = try beforeOthers("title", without: others)
    guard !titles.isEmpty else { return try components() }
    return try components().map { component in
      var titled = component
      if let title = titles[ExactText(component.key)] { titled.title = title }
      return titled
    }
  }

  /// The values of a field that those had given components who are followed, where others have given another one since.
  func beforeOthers(_ field: String, without others: Set<ExactText> = []) throws -> [ExactText: String] {
    let following = try Following(database, lineage)
    var found: [ExactText: String] = [:]
    for key in try notOfFollowed("component", field: field).subtracting(others) {
      let writes = try RecordWrites.read(
        field, of: RecordProjector.Key(kind: "component", key: key.text), from: database
      )
      .filter { try following.follows($0.id) || following.accepts($0.id) }
      found[key] =
        try FieldFold(writes, lineage, of: field, "component").value.flatMap(RecordJSON.value)?.stringValue ?? ""
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

/// Names among which another is found, those first that people gave who are followed: no name of others, even in full, takes
/// the place of what it was short for before. Else they would say where the results of this machine go.
package struct RankedNames {
  private let own: NameTable
  /// Nil where none is of others.
  private let all: NameTable?
  private let others: Set<ExactText>

  package init(_ names: [String], ofOthers others: Set<ExactText> = [], isForMany: Bool = false) {
    self.others = others
    let own = others.isEmpty ? names : names.filter { !others.contains(ExactText($0)) }
    self.own = NameTable(own, isForMany: isForMany)
    all = own.count < names.count ? NameTable(names, isForMany: isForMany) : nil
  }

  package func resolve(_ typed: String) -> Resolution {
    guard let all else { return own.resolve(typed) }
    switch own.resolve(typed) {
    case .one(let name): return .one(others.contains(ExactText(typed)) && !Self.isEnd(typed, of: name) ? typed : name)
    // Nothing was meant by it before.
    case .several(let names): return others.contains(ExactText(typed)) ? .one(typed) : .several(names)
    case .none: return all.resolve(typed)
    }
  }

  /// What a name that something of others has was short for before; nil where it was for nothing.
  ///
  /// - Parameter orBeginning: also what begins with it.
  package func before(_ typed: String, orBeginning: Bool = false) -> String? {
    guard case .one(let name) = own.resolve(typed), orBeginning || Self.isEnd(typed, of: name) else { return nil }
    return name
  }

  /// Whether a name is that of a place or a group, and then what was typed or begins with it. What begins with it as a whole,
  /// as all of a screen does, may be something else.
  private static func isEnd(_ typed: String, of name: String) -> Bool {
    guard let mark = name.lastIndex(where: { $0 == "/" || $0 == "." }) else { return false }
    return name[name.index(after: mark)...].lowercased().hasPrefix(typed.lowercased())
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
