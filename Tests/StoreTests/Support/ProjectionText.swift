import Audit
import Base
import SQLite

@testable import Store

/// All projections of a tracker as text, by names instead of local numbers: equal facts, equal text.
enum ProjectionText {
  /// - Parameter withSight: also of each fact whom it had seen and whom it speaks for; that takes its time.
  static func lines(_ tracker: Tracker, withSight: Bool = false) throws -> [String] {
    try tracker.database.read { try lines(tracker.database, withSight) }
  }

  private static func lines(_ database: Connection, _ withSight: Bool) throws -> [String] {
    let terms = try names(database, "SELECT id, text FROM term")
    let facts = try names(
      database,
      """
      SELECT f.id, branch.replica || '-' || (f.id & \(FactNumber.largestSequence)) || '-' || hex(substr(digest, 1, 8))
      FROM (SELECT id, digest FROM result UNION ALL SELECT id, digest FROM fact) AS f
      JOIN branch ON branch.id = f.id >> \(FactNumber.bits)
      """)
    let cells = try names(
      database,
      """
      SELECT cell.id, a.text || ' ' || b.text || ' ' || c.text FROM cell JOIN term AS a ON a.id = component
      JOIN term AS b ON b.id = check_id JOIN term AS c ON c.id = condition
      """)
    var lines: [String] = []
    func add(_ name: String, _ sql: String, _ namings: [Int32: [Int64: String]] = [:]) throws {
      try database.rows(sql) { row in
        let columns = (0..<row.columnCount).map { index -> String in
          if let naming = namings[index] { return naming[row.int64(index)] ?? "-" }
          return "\(row.value(index))"
        }
        lines.append(name + ": " + columns.joined(separator: " | "))
      }
    }
    try add(
      "cell",
      """
      SELECT id, category, outcome, severity, marks, shown, latest, latest_time, since, results, changes, measured,
        seen, text
      FROM cell
      """, [0: cells, 1: terms, 5: facts, 6: facts])
    try add(
      "transition", "SELECT cell, ordinal, time, result, outcome, severity, marks FROM transition",
      [
        0: cells, 3: facts,
      ])
    try add("record", "SELECT kind, key, doc, deleted, conflicts, changed FROM record")
    try add("register", "SELECT kind, key, field, fact, value, live FROM register", [3: facts])
    try add("request", "SELECT hex(target), fact, number, kind, standing FROM request", [1: facts, 2: facts])
    for table in ["retraction", "erasure"] {
      try add(table, "SELECT hex(target), fact, number, standing FROM \(table)", [1: facts, 2: facts])
    }
    try add("retracted", "SELECT id, undone FROM result WHERE undone <> 0", [0: facts])
    try add("missing", "SELECT hex(reference), saw FROM missing")
    try add("decision", "SELECT hex(identity), number FROM decision WHERE kind = 'branch'", [1: facts])
    try add("signed", "SELECT hex(identity), number FROM signed", [1: facts])
    try add(
      "note", "SELECT fact, component, check_id, tester, time, text, retracted FROM note",
      [
        0: facts, 1: terms, 2: terms, 3: terms,
      ])
    try add("session", "SELECT fact, kind, hex(session), retracted FROM session_fact", [0: facts])
    try add("text", "SELECT check_id, version, category, origin, severity, doc FROM check_text WHERE current = 1")
    try add("fact", "SELECT id, kind, body = '', projected, undone FROM fact", [0: facts])
    lines += try merged(database)
    if withSight { lines += try sight(database, facts) }
    return lines.map(ascii).sorted()
  }

  /// All that merging decides.
  private static func merged(_ database: Connection) throws -> [String] {
    var lines: [String] = []
    for member in try Reader(database: database, now: 0).mergeState().objectValue?.members ?? [] {
      let entries = member.value.objectValue?.members.map { JSONValue.array([.string($0.key), $0.value]) }
      for value in member.value.arrayValue ?? entries ?? [] {
        lines.append("\(member.key): \(String(decoding: try CanonicalWriter.bytes(of: value), as: UTF8.self))")
      }
    }
    return lines
  }

  /// Who had seen whom, who speaks for whom, who signed what, and which forks nobody has settled.
  static func sight(_ tracker: Tracker) throws -> [String] {
    let sql = """
      SELECT f.id, branch.replica || '-' || (f.id & \(FactNumber.largestSequence)) || '-' || hex(substr(digest, 1, 8))
      FROM (SELECT id, digest FROM result UNION ALL SELECT id, digest FROM fact) AS f
      JOIN branch ON branch.id = f.id >> \(FactNumber.bits)
      """
    return try tracker.database.read { try sight(tracker.database, names(tracker.database, sql)) }
  }

  private static func sight(_ database: Connection, _ names: [Int64: String]) throws -> [String] {
    let graph = FactGraph(database)
    func list(_ numbers: some Sequence<Int64>) -> String {
      numbers.compactMap { names[$0] }.sorted().joined(separator: " ")
    }
    var lines = try graph.forks().map { "fork: " + list($0) }
    lines.append("unsettled: " + list(try graph.unsettled.get()))
    let all = names.keys.sorted()
    let place = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
    let table = try SightTable(all, graph)
    for (later, name) in names {
      let seen = all.indices.filter { all[$0] != later && table.saw(place[later] ?? 0, $0) }.map { all[$0] }
      lines.append("saw: \(name) " + list(seen))
      let alone = try all.filter { try graph.saw(later, $0) }
      if alone != seen { lines.append("saw: \(name) of two alone " + list(alone)) }
      lines.append("owns: \(name) " + list(try names.keys.filter { try graph.owns(later, $0) }))
      if let signer = try graph.signer(of: later) { lines.append("signer: \(name) \(signer)") }
    }
    return lines.sorted()
  }

  /// Swift's own equality folds composed and decomposed letters; what is compared here must not.
  private static func ascii(_ line: String) -> String {
    var line = line
    if line.withUTF8({ !$0.contains { $0 >= 0x80 } }) { return line }
    return String(
      decoding: line.utf8.flatMap { $0 < 0x80 ? [$0] : Array("<\(String($0, radix: 16))>".utf8) }, as: UTF8.self)
  }

  private static func names(_ database: Connection, _ sql: String) throws -> [Int64: String] {
    Dictionary(uniqueKeysWithValues: try database.all(sql) { ($0.int64(0), $0.text(1)) })
  }

  /// The lines that only one of the two has, for a failure's message.
  static func difference(_ left: [String], _ right: [String]) -> String {
    let (first, second) = (Set(left), Set(right))
    let gone = left.filter { !second.contains($0) }.map { "- " + $0 }
    let come = right.filter { !first.contains($0) }.map { "+ " + $0 }
    return (gone + come).prefix(12).joined(separator: "\n")
  }
}
