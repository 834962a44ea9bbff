import AuditModel
import CanonicalJSON
import SQLite

@testable import AuditStore

/// All projections of a tracker as text, by names instead of local numbers: equal facts, equal text.
enum ProjectionText {
  static func lines(_ tracker: Tracker) throws -> [String] {
    try tracker.database.read { try lines(tracker.database) }
  }

  private static func lines(_ database: Connection) throws -> [String] {
    let terms = try names(database, "SELECT id, text FROM term")
    let facts = try names(
      database,
      """
      SELECT f.id, line.replica || '-' || (f.id & \(FactNumber.largestSequence)) || '-' || hex(substr(digest, 1, 8))
      FROM (SELECT id, digest FROM result UNION ALL SELECT id, digest FROM fact) AS f
      JOIN line ON line.id = f.id >> \(FactNumber.bits)
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
      SELECT id, category, outcome, severity, disputed, shown, latest, latest_time, since, results, changes FROM cell
      """, [0: cells, 1: terms, 5: facts, 6: facts])
    try add(
      "transition", "SELECT cell, ordinal, time, result, outcome, severity, disputed FROM transition",
      [
        0: cells, 3: facts,
      ])
    let counts = Counts.columns.joined(separator: ", ")
    try add("tally", "SELECT component, category, \(counts) FROM tally", [0: terms, 1: terms])
    try add("day", "SELECT day, category, \(counts) FROM day_delta", [1: terms])
    try add("record", "SELECT kind, key, doc, deleted, conflicts, changed FROM record")
    try add("register", "SELECT kind, key, field, fact, value, live FROM register", [3: facts])
    try add("retraction", "SELECT hex(target), fact, void FROM retraction", [1: facts])
    try add(
      "note", "SELECT fact, component, check_id, tester, time, text, retracted FROM note",
      [
        0: facts, 1: terms, 2: terms, 3: terms,
      ])
    try add("tapping", "SELECT fact, kind, hex(session), retracted FROM tapping", [0: facts])
    try add("text", "SELECT check_id, version, category, origin, doc FROM check_text WHERE current = 1")
    try add("fact", "SELECT id, kind, projected FROM fact", [0: facts])
    return lines.map(ascii).sorted()
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
