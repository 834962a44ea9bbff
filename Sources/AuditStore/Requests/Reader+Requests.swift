import CanonicalJSON
import SQLite

/// A request to destroy what facts say, or to retract facts, by an author without authority over them, or by this
/// machine.
package struct FactRequest: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case erase
    case undo
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
    try requests(.erase, table: "erasure") + requests(.undo, table: "retraction")
  }

  /// Those that wait for a decision here.
  package func waitingRequests() throws -> [FactRequest] { try requests().filter { $0.waiting > 0 } }

  /// What others took back that is here: their own, and what was followed here. `undo refuse` brings it back.
  package func undoneByOthers() throws -> [FactRequest] {
    try requests(.undo, table: "retraction").filter { !$0.isOwn && $0.inForce > 0 }
  }

  private func requests(_ kind: FactRequest.Kind, table: String) throws -> [FactRequest] {
    // What is named is counted before the requests join: a body that names n facts would be sorted n times.
    let sql = """
      SELECT fact.id, fact.ms, branch.replica, fact.body, named.standing, named.kind, named.count, fact.digest,
        branch.own, named.absent, EXISTS (SELECT 1 FROM decision WHERE identity = fact.digest AND kind = 'follow')
      FROM (
        SELECT fact, standing, coalesce((SELECT kind FROM fact AS target WHERE target.id = number), 'result') AS kind,
          number = 0 AS absent, count(*) AS count
        FROM \(table) GROUP BY 1, 2, 3, 4) AS named
      JOIN fact ON fact.id = named.fact JOIN branch ON branch.id = fact.id >> \(FactNumber.bits)
      ORDER BY fact.ms, fact.counter, branch.replica, fact.id, named.standing, named.kind, named.absent
      """
    var found: [FactRequest] = []
    try database.rows(sql) { row in
      let number = row.int64(0)
      if found.last?.number != number {
        let body = RecordJSON.object(row.text(3)) ?? JSONObject()
        found.append(
          FactRequest(
            id: "\(row.text(2))-\(FactNumber.sequence(of: number))", kind: kind, time: row.int64(1),
            asker: row.text(2), isOwn: row.int64(8) != 0, reason: body["reason"]?.stringValue ?? "",
            tester: body["by"]?.stringValue ?? "",
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
      case RequestState.inForce: found[found.count - 1].inForce += count
      case RequestState.waits: found[found.count - 1].waiting += count
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
    return found.filter { !$0.targets.isEmpty }
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
    let table = request.kind == .erase ? "erasure" : "retraction"
    let sql = """
      SELECT DISTINCT component.text, check_term.text, condition.text
      FROM \(table) JOIN result ON result.id = \(table).number JOIN cell ON cell.id = result.cell
      \(ResultTable.cellNames) WHERE \(table).fact = ? ORDER BY 1, 2, 3 LIMIT ?
      """
    return try database.all(sql, [.integer(request.number), .integer(Int64(limit))]) { row in
      ScopeCell(component: row.text(0), check: row.text(1), condition: row.text(2))
    }
  }
}

/// Members of a note that is the reason of a choice between results: the references of those that stay, and of those that
/// are retracted.
enum NoteMember {
  static let kept = "kept"
  static let undone = "undone"
}
