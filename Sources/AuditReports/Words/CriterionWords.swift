import AuditCatalog
import AuditFigures
package import AuditModel

/// Criteria and source conflicts in words and members.
package enum CriterionWords {
  /// Name, level, and mapping to other standards.
  static func phrases(_ criterion: Criterion) -> [String] {
    [criterion.name, level(criterion), european(criterion), "Section 508: \(Catalog.federalWords(of: criterion))"]
  }

  static func level(_ criterion: Criterion) -> String {
    if let level = criterion.level { return "level \(level.rawValue)" }
    let former = criterion.formerLevel.map { ", formerly level \($0.rawValue)" } ?? ""
    return "obsolete since WCAG \(criterion.removedIn ?? "2.2")\(former)"
  }

  static func european(_ criterion: Criterion) -> String {
    let row = criterion.european
    let clause = row.clause.map { "clause \($0)" } ?? "no clause"
    let status =
      switch row.status {
      case .applies: "applies"
      case .void: "void for software"
      case .notRequired: "not required"
      case .tooNew: "newer than the standard"
      case .legacy: "kept although removed from WCAG"
      }
    return "\(row.version): \(clause), \(status)"
  }

  /// `applies`, `exempt` or `outside`.
  static func federal(_ criterion: Criterion) -> String {
    switch criterion.federalDuty {
    case .applies: "applies"
    case .exempt: "exempt"
    case .outside: "outside"
    }
  }

  /// Its test results; empty without a tracker.
  static func standing(_ standing: CriterionRollUp?) -> [PageItem] {
    guard let standing else { return [] }
    let cells = ([StandardsWords.phrase(standing.cells)] + StandardsWords.remarks(standing.cells))
    return [
      .fact("Status", OutcomeWords.word(standing.state.rawValue)), .fact("So far", standing.progress ?? ""),
      .fact("Items", standing.testing.isEmpty ? "" : cells.joined(separator: "; ")),
      .fact("Related items", standing.related.isEmpty ? "" : StandardsWords.phrase(standing.relatedCells)),
      .text(StandardsRollUp.noClaim),
    ]
  }

  package static func members(_ criterion: Criterion) -> [(String, JSONText)] {
    [
      ("name", .string(criterion.name)), ("level", .string(orNull: criterion.level?.rawValue)),
      ("en_clause", .string(orNull: criterion.european.clause)),
      ("en_status", .string(criterion.european.status.rawValue)),
      ("en_version", .string(criterion.european.version)), ("section508", .string(federal(criterion))),
    ]
  }

  package static func members(_ conflict: SourceConflict) -> [(String, JSONText)] {
    [
      ("id", .string(conflict.id)), ("title", .string(conflict.title)), ("place", .string(conflict.place)),
      ("sources_say", .string(conflict.sourcesSay)), ("fact", .string(conflict.fact)),
      ("evidence", .string(conflict.evidence)), ("reading", .string(conflict.reading)),
      ("checks", .strings(conflict.checks)),
    ]
  }
}
