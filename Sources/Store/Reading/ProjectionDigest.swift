import Base
import SQLite

/// One projection, as a digest of its rows.
struct ProjectionPart: Equatable {
  /// What the projection holds, in words for people.
  var name: String
  var rows: Int
  var digest: Digest
}

extension Reader {
  /// Each projection by itself, so that one that differs can be named; without cells and transitions, which are many.
  func projectionParts() throws -> [ProjectionPart] {
    try ProjectionDump.records.map { name, sql in
      var hash = SHA256()
      var rows = 0
      try ProjectionDump.lines(of: sql, database) {
        rows += 1
        hash.update($0)
      }
      return ProjectionPart(name: name, rows: rows, digest: hash.finalize())
    }
  }
}

/// The rows of the projections by names: facts by their digests, terms by their texts, never by local numbers.
enum ProjectionDump {
  /// Calls `visit` with one line for each row: its columns as a JSON array.
  static func lines(of sql: String, _ database: Connection, _ visit: ([UInt8]) -> Void) throws {
    var line: [UInt8] = []
    try database.rows(sql) { row in
      line.removeAll(keepingCapacity: true)
      for column in 0..<row.columnCount {
        line.append(column == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
        switch row.value(column) {
        case .integer(let number): CanonicalWriter.append(integer: number, to: &line)
        case .null: line += Array("null".utf8)
        default: CanonicalWriter.append(string: row.text(column), to: &line)
        }
      }
      line += Array("]\n".utf8)
      visit(line)
    }
  }

  /// A fact's name in a query.
  static func name(_ table: String, _ number: String) -> String {
    "(SELECT hex(substr(digest, 1, 16)) FROM \(table) WHERE id = \(number))"
  }

  static var records: [(name: String, sql: String)] {
    [
      ("records", "SELECT kind, key, doc, deleted, conflicts, changed FROM record ORDER BY 1, 2"),
      (
        "fields",
        "SELECT kind, key, field, \(name("fact", "fact")) AS writer, value, live FROM register ORDER BY 1, 2, 3, 4"
      ),
      (
        "requests to retract or erase",
        // What others say of a session is known by its content: once that is destroyed, no rebuild finds it again.
        """
        SELECT hex(target), kind, \(name("fact", "fact")) AS maker, standing FROM request
        WHERE kind = 'undo' OR NOT EXISTS (SELECT 1 FROM fact WHERE id = number AND body = '') ORDER BY 1, 2, 3
        """
      ),
      (
        "retracted entries",
        """
        SELECT hex(digest), undone FROM fact WHERE undone <> 0
        UNION ALL SELECT hex(digest), undone FROM result WHERE undone <> 0 ORDER BY 1
        """
      ),
      (
        "notes",
        """
        SELECT \(name("fact", "fact")) AS maker, component.text, check_term.text, tester.text, time, note.text, retracted
        FROM note JOIN term AS component ON component.id = component JOIN term AS check_term ON check_term.id = check_id
        JOIN term AS tester ON tester.id = tester ORDER BY 1
        """
      ),
      (
        "evidence",
        """
        SELECT \(name("fact", "fact")) AS maker, hex(result), component.text, check_term.text, condition.text,
          tester.text, time, hex(sha256), evidence.name, type, size, retracted
        FROM evidence JOIN term AS component ON component.id = component
        JOIN term AS check_term ON check_term.id = check_id JOIN term AS condition ON condition.id = condition
        JOIN term AS tester ON tester.id = tester ORDER BY 1
        """
      ),
      (
        "signals",
        """
        SELECT \(name("fact", "fact")) AS maker, component.text, check_term.text, condition.text, time, retracted
        FROM signal JOIN term AS component ON component.id = component
        JOIN term AS check_term ON check_term.id = check_id JOIN term AS condition ON condition.id = condition
        ORDER BY 1
        """
      ),
      (
        "first-tap tests",
        """
        SELECT \(name("fact", "fact")) AS maker, kind, hex(session), retracted FROM session_fact ORDER BY 1
        """
      ),
      ("claimed builds", "SELECT text FROM claimed JOIN term ON term.id = claimed.build ORDER BY 1"),
      (
        "check revisions",
        "SELECT check_id, version, category, origin, doc FROM check_text WHERE current = 1 ORDER BY 1, 2, 4"
      ),
      (
        "planned items",
        """
        SELECT 'check', check_id, '' FROM plan_check UNION ALL SELECT 'condition', condition, chosen FROM plan_condition
        UNION ALL SELECT check_id, condition, asked FROM plan_setting
        UNION ALL SELECT alike, check_id, '' FROM applicable
          WHERE alike IN (SELECT \(ScopeTables.alike) FROM record WHERE kind = 'component' AND deleted = 0)
        ORDER BY 1, 2
        """
      ),
      ("supported entries", "SELECT hex(digest) FROM fact WHERE projected = 1 ORDER BY 1"),
    ]
  }
}
