package import AuditModel
import SQLite

extension FactPlace {
  /// Whether the fact by its nature has text or images by people: a waiver's reason, a question, a task, remarks on a
  /// finding or of a verdict, what a shortcut or a gesture does, evidence.
  package var isRemark: Bool {
    recordKind.map { ["waiver", "question", "task", "finding", "shortcut", "gesture", "verdict"].contains($0) }
      ?? (kind == "evidence" && !isStub)
  }

  /// Whether a query decides about it: a result, or what hangs on results.
  package var isQueried: Bool { ["result", "note", "evidence", "signal"].contains(kind) && !isStub }
}

extension Reader {
  /// The results that a query asks for, retracted or not, their evidence, and the notes and signals on what they are
  /// about.
  package func matchingFacts(_ filter: Filter) throws -> Set<Int64> {
    var matching: Set<Int64> = []
    var components: Set<ExactText> = []
    try results(filter, includingRetracted: true) { row in
      matching.insert(row.number)
      components.insert(ExactText(row.component))
    }
    let evidence = """
      SELECT fact, result, cell.last FROM evidence
      JOIN cell ON cell.component = evidence.component AND cell.check_id = evidence.check_id
        AND cell.condition = evidence.condition
      """
    let results = ResultNames(database)
    try database.rows(evidence) { row in
      let result = try FactReference(bytes: row.blob(1)).flatMap { try results.number(of: $0, from: row.int64(2)) }
      if let result, matching.contains(result) { matching.insert(row.int64(0)) }
    }
    for table in ["note", "signal"] {
      try database.rows("SELECT fact, term.text FROM \(table) JOIN term ON term.id = component") { row in
        if components.contains(ExactText(row.text(1))) { matching.insert(row.int64(0)) }
      }
    }
    return matching
  }
}
