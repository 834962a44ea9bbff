package import AuditModel
import CanonicalJSON
import SQLite

/// What one command did: the facts of one transaction of this replica.
package struct UndoStep {
  /// When it was done, in ms UTC.
  package var time: Int64
  /// How many things were done, or had been taken back.
  package var actionCount: Int
  /// What was done, in order, at most `UndoStep.shown` of it.
  package var actions: [UndoAction]
  /// Who did it, each once, in the order of their names; edits that nobody signed add no one.
  package var testers: [String]
  /// Local numbers of the facts, oldest first.
  var numbers: [Int64]

  package static let shown = 20
}

/// One fact in words.
package enum UndoAction: Equatable, Sendable {
  case result(cell: Int64, outcome: Outcome, check: String, component: String, condition: String)
  case edit(kind: String, key: String, fields: [String])
  case deletion(kind: String, key: String)
  case restoration(kind: String, key: String)
  case note(component: String)
  case evidence(name: String, check: String, component: String)
  case signal(tool: String, check: String, component: String)
  case session(plan: String, participant: String)
  case trial(number: Int64, outcome: String)
  case remark(code: String)
}

/// The steps of one replica, newest first. Undo and redo are read off the facts; there is no stack beside them.
struct UndoHistory {
  let database: Connection
  let line: Int64

  private struct Entry {
    var number: Int64
    var kind: String
    var isRetracted: Bool
    var author: Author
  }

  private enum Author: Hashable {
    /// The one that a row of `context` names: a million results share a few.
    case context(Int64)
    case name(String)
  }

  /// The latest steps that can be taken back: all, or those in which a tester had a part.
  func undoable(limit: Int, of tester: String? = nil) throws -> [UndoStep] {
    var found: [UndoStep] = []
    try walk { time, entries in
      let live = entries.filter { Self.isAction($0.kind) && !$0.isRetracted }
      if !live.isEmpty, try isPart(tester, of: live) {
        found.append(try step(at: time, numbers: live.map(\.number), named: live))
      }
      return found.count < limit
    }
    return found
  }

  /// The latest undo that stands, unless something else was done after it: its retractions, and what they took back.
  ///
  /// For one tester only that tester's steps count: the undos of them, and what was done after those.
  func redoable(of tester: String? = nil) throws -> UndoStep? {
    var found: UndoStep?
    try walk { time, entries in
      let actions = entries.filter { Self.isAction($0.kind) && !$0.isRetracted }
      if !actions.isEmpty, try isPart(tester, of: actions) { return false }
      let live = entries.filter { $0.kind == "retract" && !$0.isRetracted }
      let undone = try live.flatMap { try targets(of: $0.number) }
      // Where the target is a retraction this was a redo: what stands before it may still wait to be brought back.
      guard !undone.isEmpty, undone.allSatisfy({ $0.kind != "retract" }), try isPart(tester, of: undone) else {
        return true
      }
      found = try step(at: time, numbers: live.map(\.number), named: undone)
      return false
    }
    return found
  }

  private func isPart(_ tester: String?, of entries: [Entry]) throws -> Bool {
    guard let tester else { return true }
    return try testers(of: entries).contains { $0.utf8.elementsEqual(tester.utf8) }
  }

  private func testers(of entries: [Entry]) throws -> [String] {
    let names = try Set(entries.map(\.author)).map { author in
      switch author {
      case .name(let name): return name
      case .context(let context):
        let sql = "SELECT term.text FROM context JOIN term ON term.id = context.tester WHERE context.id = ?"
        return try database.first(sql, [.integer(context)]) { $0.text(0) } ?? ""
      }
    }
    return Set(names.filter { !$0.isEmpty }).sorted()
  }

  /// How facts are named in a retraction.
  func references(to numbers: [Int64]) throws -> [JSONValue] {
    guard let replica = try Lines.replica(database, of: line) else { return [] }
    return try numbers.compactMap { number in
      guard let digest = try FactTable.digest(database, number: number) else { return nil }
      return [.string(replica), .integer(FactNumber.sequence(of: number)), .string(digest.shortHex)]
    }
  }

  /// The kind of a row of `fact`. Taking a note away is a retraction too, but something done and not an undo.
  private static let kind =
    """
    CASE WHEN body = '' THEN 'erased' WHEN kind = 'retract' AND json_extract(body, '$.deletes') THEN 'withdrawal'
      ELSE kind END
    """

  /// Whoever signed a row of `fact`; what was erased says no more who that was.
  private static let author = """
    CASE WHEN body = '' THEN '' ELSE coalesce(json_extract(body, '$.by'), json_extract(body, '$.tester'), '') END
    """

  /// What was erased is gone, and so is its undo.
  private static func isAction(_ kind: String) -> Bool {
    !["retract", "replica", "erase", "erased"].contains(kind)
  }

  /// Newest first, each by its own index; a union of the two would be sorted as a whole before its first row.
  static let resultsSQL = """
    SELECT id, 'result', ms, EXISTS (SELECT 1 FROM retraction WHERE target = substr(digest, 1, 8) AND void = 0),
      context
    FROM result WHERE id BETWEEN ? AND ? ORDER BY id DESC
    """
  static let factsSQL = """
    SELECT id, \(kind), ms, EXISTS (SELECT 1 FROM retraction WHERE target = substr(digest, 1, 8) AND void = 0),
      \(author)
    FROM fact WHERE id BETWEEN ? AND ? ORDER BY id DESC
    """

  /// Calls `visit` with each transaction, newest first, until it returns false.
  private func walk(_ visit: (Int64, [Entry]) throws -> Bool) throws {
    let results = try rows(Self.resultsSQL)
    var sources = [results, try rows(Self.factsSQL)]
    defer { for rows in sources { rows.reset() } }
    sources = try sources.filter { try $0.step() }
    var time: Int64?
    var group: [Entry] = []
    while let rows = sources.max(by: { $0.int64(0) < $1.int64(0) }) {
      let entry = Entry(
        number: rows.int64(0), kind: rows.text(1), isRetracted: rows.int64(3) != 0,
        author: rows === results ? .context(rows.int64(4)) : .name(rows.text(4)))
      let moment = rows.int64(2)
      if let time, time != moment {
        guard try visit(time, group.reversed()) else { return }
        group = []
      }
      time = moment
      group.append(entry)
      if try !rows.step() { sources.removeAll { $0 === rows } }
    }
    if let time { _ = try visit(time, group.reversed()) }
  }

  private func rows(_ sql: String) throws -> Statement {
    let rows = try database.prepare(sql)
    try rows.bind(FactNumber.make(line: line, sequence: 0), at: 1)
    try rows.bind(FactNumber.make(line: line, sequence: FactNumber.largestSequence), at: 2)
    return rows
  }

  private func targets(of number: Int64) throws -> [Entry] {
    let body = try database.first("SELECT body FROM fact WHERE id = ?", [.integer(number)]) { $0.text(0) }
    let targets = body.flatMap(RecordJSON.object).flatMap(RetractionProjector.targets) ?? []
    return try targets.compactMap { target in
      let number = FactNumber.make(line: line, sequence: target.sequence)
      if let context = try database.scalar("SELECT context FROM result WHERE id = ?", [.integer(number)]) {
        return Entry(number: number, kind: "result", isRetracted: true, author: .context(context))
      }
      let sql = "SELECT \(Self.kind), \(Self.author) FROM fact WHERE id = ?"
      return try database.first(sql, [.integer(number)]) {
        Entry(number: number, kind: $0.text(0), isRetracted: true, author: .name($0.text(1)))
      }
    }
  }

  private func step(at time: Int64, numbers: [Int64], named entries: [Entry]) throws -> UndoStep {
    let actions = try entries.prefix(UndoStep.shown).compactMap { try action($0) }
    return UndoStep(
      time: time, actionCount: entries.count, actions: actions, testers: try testers(of: entries), numbers: numbers)
  }

  private func action(_ entry: Entry) throws -> UndoAction? {
    if entry.kind == "result" {
      let sql = """
        SELECT result.cell, result.outcome, check_term.text, component.text, condition.text
        FROM result JOIN cell ON cell.id = result.cell JOIN term AS check_term ON check_term.id = cell.check_id
        JOIN term AS component ON component.id = cell.component JOIN term AS condition ON condition.id = cell.condition
        WHERE result.id = ?
        """
      return try database.first(sql, [.integer(entry.number)]) { row in
        .result(
          cell: row.int64(0), outcome: Codes.outcome(row.int64(1)) ?? .cantTell, check: row.text(2),
          component: row.text(3), condition: row.text(4))
      }
    }
    let body = try database.first("SELECT body FROM fact WHERE id = ?", [.integer(entry.number)]) { $0.text(0) }
    guard let body = body.flatMap(RecordJSON.object) else { return nil }
    let (kind, key) = (body["kind"]?.stringValue ?? "", body["key"]?.stringValue ?? "")
    switch entry.kind {
    case "set": return .edit(kind: kind, key: key, fields: body["fields"]?.objectValue?.members.map(\.key) ?? [])
    case "delete": return .deletion(kind: kind, key: key)
    case "restore": return .restoration(kind: kind, key: key)
    case "note": return .note(component: body["component"]?.stringValue ?? "")
    case "evidence":
      return .evidence(
        name: body["name"]?.stringValue ?? "", check: body["check"]?.stringValue ?? "",
        component: body["component"]?.stringValue ?? "")
    case "signal":
      return .signal(
        tool: body["tool"]?.stringValue ?? "", check: body["check"]?.stringValue ?? "",
        component: body["component"]?.stringValue ?? "")
    case "session":
      return .session(plan: body["plan"]?.stringValue ?? "", participant: body["participant"]?.stringValue ?? "")
    case "trial":
      return .trial(number: body["n"]?.integerValue ?? 0, outcome: body["outcome"]?.stringValue ?? "")
    case "remark": return .remark(code: body["code"]?.stringValue ?? "")
    case "withdrawal":
      let notes = (RetractionProjector.targets(body) ?? []).map { "\($0.replica)-\($0.sequence)" }
      return .deletion(kind: "note", key: notes.joined(separator: ", "))
    default: return nil
    }
  }
}

extension Writer {
  /// The step that `undo` takes back: the latest, or the latest in which a tester had a part.
  package func undoable(of tester: String? = nil) throws -> UndoStep? {
    try settle()
    return try UndoHistory(database: database, line: try ownLine()).undoable(limit: 1, of: tester).first
  }

  /// The undo that `redo` brings back, with what it had taken back; of one tester, where one is named.
  package func redoable(of tester: String? = nil) throws -> UndoStep? {
    try settle()
    return try UndoHistory(database: database, line: try ownLine()).redoable(of: tester)
  }

  /// Takes a step back by appending retractions of its facts; what they wrote is folded anew.
  package func retract(_ step: UndoStep, by tester: String) throws {
    let references = try UndoHistory(database: database, line: try ownLine()).references(to: step.numbers)
    for start in stride(from: 0, to: references.count, by: 100) {
      var body: JSONObject = ["targets": .array(Array(references[start..<min(start + 100, references.count)]))]
      if !tester.isEmpty { body["by"] = .string(tester) }
      try append("retract", body)
    }
    checks = [:]
    components = [:]
    try settle()
  }

  private func ownLine() throws -> Int64 {
    try startChain()
    return chain?.identity.line ?? 0
  }
}
