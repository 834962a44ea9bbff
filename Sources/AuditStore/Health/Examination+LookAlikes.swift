import AuditModel
import SQLite

/// Names that look like other names.
extension Examination {
  /// All of them: whoever wants to mend it has to know each.
  func lookAlikeFindings() throws -> [HealthFinding] {
    try Reader(database: database, now: environment.now()).lookAlikes().map { pair in
      HealthFinding(
        .references, .note, "The \(pair.sentence).",
        advice: "If both mean the same, use one of them from now on. Results stay with the name they were logged under."
      )
    }
  }
}
