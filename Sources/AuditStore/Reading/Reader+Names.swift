import SQLite

/// Names that are in use, for completion.
extension Reader {
  package enum NameKind: String, CaseIterable, Sendable {
    case tester, device, build, audit, condition, component, check, category, owner, screen, tag, kind
  }

  /// The distinct names of a kind that results and records use, in order.
  package func names(_ kind: NameKind) throws -> [String] {
    let sql =
      switch kind {
      case .tester, .device, .build, .audit:
        "SELECT DISTINCT term.text FROM context JOIN term ON term.id = context.\(kind.rawValue) WHERE term.id <> 0"
      case .condition, .component, .category:
        "SELECT DISTINCT term.text FROM cell JOIN term ON term.id = cell.\(kind.rawValue) WHERE term.id <> 0"
      case .check: "SELECT DISTINCT term.text FROM cell JOIN term ON term.id = cell.check_id WHERE term.id <> 0"
      case .owner, .kind:
        """
        SELECT DISTINCT json_extract(doc, '$.\(kind.rawValue)') FROM record
        WHERE deleted = 0 AND json_type(doc, '$.\(kind.rawValue)') = 'text'
        """
      case .screen, .tag:
        """
        SELECT DISTINCT json_each.value FROM record, json_each(record.doc, '$.\(kind.rawValue)s')
        WHERE deleted = 0 AND json_each.type = 'text'
        """
      }
    return try database.all(sql + " ORDER BY 1", []) { $0.text(0) }
  }

  /// The keys of the records of a kind, in order; deleted ones not.
  package func recordKeys(_ kind: String) throws -> [String] {
    try database.all("SELECT key FROM record WHERE kind = ? AND deleted = 0 ORDER BY key", [.text(kind)]) { $0.text(0) }
  }
}

extension Reader {
  /// How many results the tracker holds, retracted ones included.
  package func resultCount() throws -> Int {
    Int(try database.scalar("SELECT count(*) FROM result") ?? 0)
  }
}
