import Audit
import Base
import SQLite

/// How a request to take a fact back or to destroy it stands on this machine: `standing` of `request`.
enum RequestState {
  static let inForce: Int64 = 0
  /// The request was itself retracted.
  static let takenBack: Int64 = 1
  /// What it names is not here.
  static let absent: Int64 = 2
  /// It is another's to ask: it waits for a decision here.
  static let waits: Int64 = 3
  static let refused: Int64 = 4
  /// It would be in force but for an undecided fork.
  static let forked: Int64 = 5
  /// It waits, and what it names is not shown until then.
  static let withheld: Int64 = 6
  /// Who asks is not followed and undoes what they wrote to a record themselves: in force, since that counts for nothing.
  static let byAuthor: Int64 = 7
  /// The same of what counts: it waits, and what it names stays.
  static let againstCounted: Int64 = 8

  /// What is open until it is decided.
  static let open = "standing IN (\(waits), \(forked), \(withheld), \(againstCounted))"
}

/// Bits of `fact.undone` and `result.undone`.
enum UndoneMark {
  static let inForce: Int64 = 1
  /// An undecided fork leaves open whether it is retracted.
  static let inDoubt: Int64 = 2
  /// Of a write to a record: its author alone retracted it, who is not followed. It stays where it counts.
  static let byAuthor: Int64 = 4
}

/// What this machine decided about a request.
package enum Decision: String, Sendable {
  case follow, refuse

  static func about(_ request: Int64, in database: Connection) throws -> Decision? {
    let sql = """
      SELECT decision.kind FROM fact JOIN decision ON decision.identity = fact.digest
      WHERE fact.id = ? AND decision.kind IN ('follow', 'refuse') ORDER BY decision.kind LIMIT 1
      """
    return try database.first(sql, [.integer(request)]) { Decision(rawValue: $0.text(0)) } ?? nil
  }

  static func about(_ identity: Digest, in database: Connection) throws -> Decision? {
    let sql = "SELECT kind FROM decision WHERE identity = ? AND kind IN ('follow', 'refuse') ORDER BY kind LIMIT 1"
    return try database.first(sql, [.blob(identity.bytes)]) { Decision(rawValue: $0.text(0)) } ?? nil
  }

  func store(about request: Digest, in database: Connection) throws {
    let other: Decision = self == .follow ? .refuse : .follow
    try database.run(
      "DELETE FROM decision WHERE kind = ? AND identity = ?", [.text(other.rawValue), .blob(request.bytes)])
    try database.run(
      "INSERT OR IGNORE INTO decision (kind, identity) VALUES (?, ?)", [.text(rawValue), .blob(request.bytes)])
  }
}

/// A request to destroy what facts say, or to retract facts, by an author without authority over them, or by this
/// machine.
package struct FactRequest: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case erase
    case undo

    /// That of a fact; nil where the fact asks for nothing.
    init?(control kind: String) {
      switch ControlKind(rawValue: kind) {
      case .erase: self = .erase
      case .retract: self = .undo
      default: return nil
      }
    }
  }

  /// `<replica>-<sequence>` of the request.
  package var id: String
  package var kind: Kind
  /// When it was made, ms UTC.
  package var time: Int64
  /// The replica that asks.
  package var asker: String
  /// This file made it, under this name or one that it had before.
  package var isOwn: Bool
  /// Why: for an erasure a word of `ErasingReason`; for a choice between results what its author said.
  package var reason: String
  package var tester: String
  /// By kind: how many facts it names that are here.
  package var targets: [String: Int]
  /// How many of them wait for a decision on this machine, and how many of those are withheld until then.
  package var waiting: Int
  package var withheld: Int
  /// How many of them are in force.
  package var inForce: Int
  package var refused: Int
  /// How many facts it names that are not here: what is decided holds for them when they come.
  package var absent: Int
  /// It was followed by a decision here; else what is in force is so because its author asks.
  package var isFollowed: Bool
  /// It is in force about what its author has no authority over because that author is followed.
  package var isByFollowed = false
  /// Only an undecided fork keeps some from being in force.
  package var isForked: Bool
  /// Identity of the request, 64 hex digits.
  package var identity: String
  var number: Int64

  /// How many facts it names that are here.
  package var count: Int { targets.values.reduce(0, +) }

  /// Whether it is about a session with a child: then only its day is known.
  package var isOfSession: Bool { targets.keys.contains { TapKind(name: $0) != nil } }
}

extension Reader {
  /// All requests that are known here and name a fact that is here, oldest first. Undos of this machine's own facts,
  /// and of others by their own authors, are among them; `waiting` says which need a decision.
  package func requests() throws -> [FactRequest] {
    try FactRequest.Kind.allCases.flatMap(requests)
  }

  /// Those that wait for a decision here.
  package func waitingRequests() throws -> [FactRequest] { try requests().filter { $0.waiting > 0 } }

  /// Those of them that name a result of an audit, or a write to its record or to that of one of its checklists.
  package func waitingRequests(aboutAudit name: String) throws -> [FactRequest] {
    let sql = """
      SELECT DISTINCT request.fact FROM request JOIN result ON result.id = request.number
      JOIN context ON context.id = result.context WHERE context.audit = ?1 AND request.\(RequestState.open)
      UNION SELECT request.fact FROM request JOIN fact ON fact.id = request.number
      WHERE request.\(RequestState.open) AND fact.kind IN (\(RecordProjector.factKindsSQL)) AND json_valid(fact.body)
        AND (json_extract(fact.body, '$.kind', '$.key') = json_array('audit', ?2)
          OR json_extract(fact.body, '$.kind') = 'checklist' AND json_extract(fact.body, '$.key') IN (
            SELECT value FROM json_each(?3)))
      """
    let lists = JSONValue.array(try audit(name)?.checklists.map { .string($0) } ?? [])
    let values: [Value] = [
      .integer(try term(name) ?? -1), .text(name),
      .text(try RecordJSON.text(lists)),
    ]
    let numbers = Set(try database.all(sql, values) { $0.int64(0) })
    return numbers.isEmpty ? [] : try waitingRequests().filter { numbers.contains($0.number) }
  }

  /// What others took back that is here: their own, and what was followed here. `undo refuse` brings it back.
  package func undoneByOthers() throws -> [FactRequest] {
    try requests(.undo).filter { !$0.isOwn && $0.inForce > 0 }
  }

  private func requests(_ kind: FactRequest.Kind) throws -> [FactRequest] {
    // What is named is counted before the requests join: a body that names n facts would be sorted n times.
    let sql = """
      SELECT fact.id, fact.ms, branch.replica, fact.body, named.standing, named.kind, named.count, fact.digest,
        branch.own, named.absent, EXISTS (SELECT 1 FROM decision WHERE identity = fact.digest AND kind = 'follow')
      FROM (
        SELECT fact, standing, coalesce((SELECT kind FROM fact AS target WHERE target.id = number), 'result') AS kind,
          number = 0 AS absent, count(*) AS count
        FROM request WHERE kind = ? GROUP BY 1, 2, 3, 4) AS named
      JOIN fact ON fact.id = named.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      ORDER BY fact.ms, fact.counter, branch.replica, fact.digest, named.standing, named.kind, named.absent
      """
    var found: [FactRequest] = []
    try database.rows(sql, [.text(kind.rawValue)]) { row in
      let number = row.int64(0)
      if found.last?.number != number {
        let body = RecordJSON.object(row.text(3)) ?? JSONObject()
        found.append(
          FactRequest(
            id: "\(row.text(2))-\(FactNumber.sequence(of: number))", kind: kind, time: row.int64(1),
            asker: row.text(2), isOwn: row.int64(8) != 0, reason: body.text("reason"),
            tester: body.text("by"),
            targets: [:], waiting: 0, withheld: 0, inForce: 0, refused: 0, absent: 0,
            isFollowed: row.int64(10) != 0, isForked: false,
            identity: Digest(bytes: row.blob(7))?.hex ?? "",
            number: number))
      }
      let (standing, kind, count) = (row.int64(4), row.text(5), row.int(6))
      guard row.int64(9) == 0 else {
        found[found.count - 1].absent += count
        return
      }
      guard !ControlKind.isControl(kind) || found[found.count - 1].kind == .undo else { return }
      found[found.count - 1].targets[kind, default: 0] += count
      switch standing {
      case RequestState.inForce, RequestState.byAuthor: found[found.count - 1].inForce += count
      case RequestState.waits, RequestState.againstCounted: found[found.count - 1].waiting += count
      case RequestState.withheld:
        found[found.count - 1].waiting += count
        found[found.count - 1].withheld += count
      case RequestState.forked:
        found[found.count - 1].waiting += count
        found[found.count - 1].isForked = true
      case RequestState.refused: found[found.count - 1].refused += count
      default: break
      }
    }
    for index in found.indices where kind == .undo && found[index].reason.isEmpty {
      found[index].reason = try reason(ofChoice: found[index].number) ?? ""
    }
    let following = found.isEmpty ? nil : try Following(database, lineage)
    for index in found.indices where kind == .undo && found[index].inForce > 0 && !found[index].isFollowed {
      found[index].isByFollowed =
        try !ownsTargets(found[index].number)
        && following?.followsByName(found[index].number) ?? false
    }
    return found.filter { !$0.targets.isEmpty }
  }

  /// Whether the author of a request has authority over what it names: all is in its own chain, and back to the first of it
  /// no entry is missing.
  private func ownsTargets(_ number: Int64) throws -> Bool {
    let sql = "SELECT min(number), max(number) FROM request WHERE fact = ? AND number <> 0"
    guard let named = try database.first(sql, [.integer(number)], { (first: $0.int64(0), last: $0.int64(1)) }) else {
      return true
    }
    let own = number >> FactNumber.bits
    guard named.first >> FactNumber.bits == own, named.last >> FactNumber.bits == own else { return false }
    return try lineage.owns(number, named.first)
  }

  /// The reason of a retraction that chose between results: the note right after it.
  private func reason(ofChoice number: Int64) throws -> String? {
    let sql = """
      SELECT fact.body, said.body FROM fact JOIN fact AS said ON said.id = fact.id + 1
      WHERE fact.id = ? AND said.kind = 'note' AND said.body <> '' AND substr(fact.digest, 1, 16) = said.prev
      """
    let bodies = try database.first(sql, [.integer(number)]) { ($0.text(0), $0.text(1)) }
    guard let bodies, let request = RecordJSON.object(bodies.0), let note = RecordJSON.object(bodies.1),
      let undone = note[NoteMember.undone], let targets = request["targets"], undone == targets
    else { return nil }
    return note["text"]?.stringValue
  }

  /// The cells that a request names results of, in order, at most `limit`.
  package func cells(of request: FactRequest, limit: Int) throws -> [ScopeCell] {
    let sql = """
      SELECT DISTINCT component.text, check_term.text, condition.text
      FROM request JOIN result ON result.id = request.number JOIN cell ON cell.id = result.cell
      \(ResultTable.cellNames) WHERE request.fact = ? ORDER BY 1, 2, 3 LIMIT ?
      """
    return try database.all(sql, [.integer(request.number), .integer(Int64(limit))]) { row in
      ScopeCell(component: row.text(0), check: row.text(1), condition: row.text(2))
    }
  }
}

extension Reader {
  /// The records that a request names writes to, under the names that they have now, at most `limit`: `checklist release`.
  package func records(of request: FactRequest, limit: Int) throws -> [String] {
    let sql = """
      SELECT DISTINCT json_extract(fact.body, '$.kind'), json_extract(fact.body, '$.key')
      FROM request JOIN fact ON fact.id = request.number
      WHERE request.fact = ? AND fact.kind IN (\(RecordProjector.factKindsSQL)) AND json_valid(fact.body)
      ORDER BY 1, 2 LIMIT ?
      """
    let names = try names
    return try database.all(sql, [.integer(request.number), .integer(Int64(limit))]) { row in
      "\(row.text(0)) \(names.key(row.text(0), row.text(1)))"
    }
  }
}

/// Members of a note that is the reason of a choice between results: the references of those that stay, and of those that
/// are retracted.
enum NoteMember {
  static let kept = "kept"
  static let undone = "undone"
}

extension Reader {
  /// Whether what a fact decides takes effect here by itself: this file wrote the chain that it stands in. Where this is
  /// asked, what others write is a proposal.
  func isFollowed(_ number: Int64) throws -> Bool {
    try database.scalar("SELECT own FROM branch WHERE id = ?", [.integer(FactNumber.line(of: number))]) == 1
  }

  /// The components whose source file was named by others alone.
  package func componentsWithForeignSource() throws -> Set<String> {
    let sql = """
      SELECT register.key, register.fact FROM register
      WHERE register.kind = 'component' AND register.field = 'source' AND register.live = 1
      """
    var (own, all): (Set<String>, Set<String>) = ([], [])
    for (key, fact) in try database.all(sql, [], { ($0.text(0), $0.int64(1)) }) {
      all.insert(key)
      if try isFollowed(fact) { own.insert(key) }
    }
    return all.subtracting(own)
  }
}
