package import Audit
import Base
import Children
import SQLite

/// What one command did: the facts of one transaction of this replica.
package struct UndoStep {
  /// When it was done, in ms UTC.
  package var time: Int64
  /// How many things were done, or had been undone.
  package var actionCount: Int
  /// What was done, in order, at most `UndoStep.shown` of it.
  package var actions: [UndoAction]
  /// Who did it, each once, in the order of their names; edits without a name add no one.
  package var testers: [String]
  /// Local numbers of the facts, oldest first.
  package var numbers: [Int64]

  package static let shown = 20

  /// Whether it wrote records, by which a release may be decided.
  package var changesRecords: Bool {
    actions.contains { action in
      switch action {
      case .edit, .deletion, .restoration: true
      default: false
      }
    }
  }
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
  case remark(code: String, isVoid: Bool)
  /// Results of others that were retracted, for a cell that was settled by one of those in view.
  case settlement(cell: Int64, check: String, component: String, condition: String)
}

/// The steps of this machine, newest first. Undo and redo are read off the facts; there is no stack beside them.
struct UndoHistory {
  let database: Connection
  /// The machine's own chain, and those of the sessions with children that were begun here.
  private let lines: [Int64]

  init(database: Connection, line: Int64) throws {
    self.database = database
    lines =
      try [line] + database.all("SELECT id FROM branch WHERE own = 2 AND id <> ?", [.integer(line)]) { $0.int64(0) }
  }

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

  /// The latest steps that can be undone: all, or those in which a tester had a part.
  ///
  /// - Parameter times: those of the only steps that count; behind the last of them nothing is read.
  func undoable(limit: Int, of tester: String? = nil, among times: Set<Int64>? = nil) throws -> [UndoStep] {
    var found: [UndoStep] = []
    var left = times?.count ?? .max
    try walk { time, entries in
      guard times?.contains(time) ?? true else { return left > 0 }
      left -= 1
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
  func redoable(of tester: String? = nil, among times: Set<Int64>? = nil) throws -> UndoStep? {
    var found: UndoStep?
    var left = times?.count ?? .max
    try walk { time, entries in
      guard times?.contains(time) ?? true else { return left > 0 }
      left -= 1
      let actions = entries.filter { Self.isAction($0.kind) && !$0.isRetracted }
      if !actions.isEmpty, try isPart(tester, of: actions) { return false }
      let live = entries.filter { $0.kind == "retract" && !$0.isRetracted }
      let undone = try live.flatMap { try targets(of: $0.number) }
      // Where the target is a retraction this was a redo: an earlier one may still wait to be redone.
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
    return try testers(of: entries).contains { $0.hasSameBytes(as: tester) }
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
  func references(to numbers: [Int64]) throws -> [(reference: FactReference, number: Int64)] {
    try numbers.compactMap { number in
      try FactTable.digest(database, number: number).map { ($0.reference, number) }
    }
  }

  /// The kind of a row of `fact`. Taking away a note, or what others logged, is a retraction too, but something done
  /// and not an undo.
  private static let kind =
    """
    CASE WHEN body = '' THEN 'erased' WHEN kind = 'retract' AND json_extract(body, '$.deletes') THEN 'withdrawal'
      ELSE kind END
    """

  /// The name in a row of `fact`; an erased one no longer has it.
  private static let author = """
    CASE WHEN body = '' THEN '' ELSE coalesce(json_extract(body, '$.by'), json_extract(body, '$.tester'), '') END
    """

  /// What was erased is gone, and so is its undo.
  private static func isAction(_ kind: String) -> Bool {
    !["retract", "replica", "erase", "erased"].contains(kind)
  }

  /// Newest first, each by its own index; a union of the two would be sorted as a whole before its first row.
  static let resultsSQL = """
    SELECT id, 'result', ms, undone & 1, context
    FROM result WHERE id BETWEEN ? AND ? ORDER BY id DESC
    """
  static let factsSQL = """
    SELECT id, \(kind), \(TapMoment.sql), undone & 1, \(author)
    FROM fact WHERE id BETWEEN ? AND ? ORDER BY id DESC
    """

  /// Calls `visit` with each transaction, newest first, until it returns false.
  private func walk(_ visit: (Int64, [Entry]) throws -> Bool) throws {
    let results = try rows(Self.resultsSQL, of: lines[0])
    var sources = try [results] + lines.map { try rows(Self.factsSQL, of: $0) }
    defer { for rows in sources { rows.reset() } }
    sources = try sources.filter { try $0.step() }
    var time: Int64?
    var group: [Entry] = []
    while let rows = latest(of: sources) {
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

  /// Of the machine's own chain, in two tables, the last fact is the latest even if the clock was changed; of
  /// several chains the one that was made last by the clock.
  private func latest(of sources: [Statement]) -> Statement? {
    var (own, other): (Statement?, Statement?) = (nil, nil)
    for rows in sources {
      if FactNumber.line(of: rows.int64(0)) == lines[0] {
        if own.map({ $0.int64(0) < rows.int64(0) }) ?? true { own = rows }
      } else if other.map({ Self.isEarlier($0, rows) }) ?? true {
        other = rows
      }
    }
    guard let own, let other else { return own ?? other }
    return Self.isEarlier(own, other) ? other : own
  }

  private static func isEarlier(_ one: Statement, _ other: Statement) -> Bool {
    (one.int64(2), one.int64(0)) < (other.int64(2), other.int64(0))
  }

  private func rows(_ sql: String, of line: Int64) throws -> Statement {
    let rows = try database.prepare(sql)
    try rows.bind(FactNumber.make(line: line, sequence: 0), at: 1)
    try rows.bind(FactNumber.make(line: line, sequence: FactNumber.largestSequence), at: 2)
    return rows
  }

  private func targets(of number: Int64) throws -> [Entry] {
    let numbers = try database.all(
      "SELECT number FROM request WHERE fact = ? AND number <> 0 ORDER BY number", [.integer(number)]
    ) { $0.int64(0) }
    return try numbers.compactMap { number in
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
    let (kind, key) = (body.text("kind"), body.text("key"))
    switch entry.kind {
    case "set": return .edit(kind: kind, key: key, fields: body["fields"]?.objectValue?.members.map(\.key) ?? [])
    case "delete": return .deletion(kind: kind, key: key)
    case "restore": return .restoration(kind: kind, key: key)
    case "note": return .note(component: body.text("component"))
    case "evidence":
      return .evidence(name: body.text("name"), check: body.text("check"), component: body.text("component"))
    case "signal":
      return .signal(tool: body.text("tool"), check: body.text("check"), component: body.text("component"))
    case "session":
      let subject = body.text("subject")
      return .session(
        plan: body.text("plan"), participant: try Reader(database: database, now: 0).code(of: subject))
    case "trial":
      return .trial(number: body["n"]?.integerValue ?? 0, outcome: body.text("outcome"))
    case "remark":
      return .remark(code: body.text("code"), isVoid: TapRemark(body)?.topic == .void)
    case "withdrawal": return try withdrawal(of: try targets(of: entry.number))
    default: return nil
    }
  }

  private func withdrawal(of targets: [Entry]) throws -> UndoAction {
    if let result = try targets.first(where: { $0.kind == "result" }).flatMap({ try action($0) }),
      case .result(let cell, _, let check, let component, let condition) = result
    {
      return .settlement(cell: cell, check: check, component: component, condition: condition)
    }
    let reader = Reader(database: database, now: 0)
    let notes = try targets.map { try reader.name(of: $0.number) }
    return .deletion(kind: "note", key: notes.joined(separator: ", "))
  }
}

extension Writer {
  /// The step that `undo` takes back: the latest, or the latest in which a tester had a part.
  ///
  /// - Parameter times: those of the only steps that count; nil for all.
  package func undoable(of tester: String? = nil, among times: Set<Int64>? = nil) throws -> UndoStep? {
    try settle()
    return try UndoHistory(database: database, line: try ownLine()).undoable(limit: 1, of: tester, among: times).first
  }

  /// The undo that `redo` brings back, with what it had undone; of one tester, where one is named.
  ///
  /// - Parameter times: those of the only steps that count, undos among them; nil for all.
  package func redoable(of tester: String? = nil, among times: Set<Int64>? = nil) throws -> UndoStep? {
    try settle()
    return try UndoHistory(database: database, line: try ownLine()).redoable(of: tester, among: times)
  }

  /// Whether the transaction stores entries, of this machine or of others.
  var hasAdded: Bool {
    ([chain].compactMap(\.self) + sessionRecords.values).contains(where: \.isGrown) || intake != nil
  }

  /// The time of the step that this transaction makes: no other step of this replica has it. Nil before its first fact.
  package var stepTime: Int64? { chain?.moment }

  /// Undoes a step by appending retractions of its facts; what they wrote is folded again.
  package func retract(_ step: UndoStep, by tester: String) throws {
    let chain = try startChain()
    // Of sessions with children nothing may stand in a chain that others are given. All chains are begun first, so that they
    // have one moment, and one redo brings all back.
    let parts = try Dictionary(grouping: step.numbers, by: FactNumber.line).sorted { $0.key < $1.key }.map {
      line, numbers in
      let replica = try Lines.replica(database, of: line) ?? ""
      return (line, numbers, own: line == chain.identity.line ? chain : try sittingChain(replica))
    }
    for (line, numbers, own) in parts {
      let references = try UndoHistory(database: database, line: line).references(to: numbers)
      for start in stride(from: 0, to: references.count, by: 100) {
        let part = references[start..<min(start + 100, references.count)]
        var body: JSONObject = ["targets": .array(part.map { .string($0.reference.hex) })]
        if !tester.isEmpty { body["by"] = .string(tester) }
        try append(
          "retract", body, targets: Dictionary(part.map { ($0.reference, $0.number) }, uniquingKeysWith: { $1 }),
          to: own)
      }
    }
    try settleAnew()
  }

  private func ownLine() throws -> Int64 {
    try startChain()
    return chain?.identity.line ?? 0
  }
}
