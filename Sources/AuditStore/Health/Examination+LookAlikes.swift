import AuditModel
import SQLite

/// Names that look like other names.
extension Examination {
  /// All of them: a repair requires each name.
  func lookAlikeFindings() throws -> [HealthFinding] {
    try Reader(database: database, now: environment.now()).lookAlikes().map { pair in
      HealthFinding(
        .references, .note, "The \(pair.sentence).",
        advice: "Use one of them from now on if both mean the same. Results keep the name they were logged under."
      )
    }
  }
}
