package import AuditModel
import SQLite

extension FactPlace {
  /// Whether the fact is a record of free words by its nature: a waiver's reason, a question, a task.
  package var isRemark: Bool { recordKind.map { ["waiver", "question", "task"].contains($0) } ?? false }
}

extension Reader {
  /// The results that a query asks for, taken back or not, and the notes on what they are about.
  package func matchingFacts(_ filter: Filter) throws -> Set<Int64> {
    var matching: Set<Int64> = []
    var components: Set<ExactText> = []
    try results(filter, includingRetracted: true) { row in
      matching.insert(row.number)
      components.insert(ExactText(row.component))
    }
    try database.rows("SELECT fact, term.text FROM note JOIN term ON term.id = note.component") { row in
      if components.contains(ExactText(row.text(1))) { matching.insert(row.int64(0)) }
    }
    return matching
  }
}
