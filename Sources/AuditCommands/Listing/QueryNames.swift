import Arguments
import AuditCatalog
import AuditModel
import AuditStore
import Terminal
import TrackerAccess

/// Looks up the names in a query before its rows: an unknown name is probably a typo, so an empty list would mislead.
struct QueryNames {
  /// Nil if only the catalog is listed.
  private let reader: Reader?
  private let known: NameIndex

  init(reader: Reader?) {
    self.reader = reader
    known = NameIndex(reader)
  }

  /// Reports names that match nothing.
  ///
  /// - Throws: usage for a kind, category or criterion that does not exist; with `--exit-code` not found for a check,
  ///   component, or audit that is required and does not exist.
  func examine(_ request: ListRequest, _ context: Context) throws {
    for term in request.filter.terms {
      guard let what = Self.nouns[term.field] else { continue }
      for value in term.values where try !isKnown(value, term.field, request.kind) {
        let problem = try problem(value, term.field, what)
        if problem.kind == .usage { throw problem }
        let isPlace = [.check, .component, .audit].contains(term.field)
        if isPlace, !term.isNegated, context.arguments.has(.exitCode) { throw problem }
        context.remark(([problem.message] + problem.hints).joined(separator: ". ").asNote)
      }
    }
  }

  private static let nouns: [Filter.Field: String] = [
    .kind: "kind", .category: "category", .criterion: "criterion", .check: "check", .component: "component",
    .audit: "audit", .owner: "owner", .tester: "tester", .screen: "screen", .tag: "tag", .build: "build",
    .condition: "condition", .ticket: "ticket",
  ]

  private func isKnown(_ value: String, _ field: Filter.Field, _ kind: ListKind) throws -> Bool {
    // Verdicts are also on requirements besides WCAG.
    if field == .criterion, kind == .verdicts, Catalog.verdictSubject(value) != nil { return true }
    // Notes, waivers, and audits have their own testers, conditions, and builds, which are not looked up.
    if [.tester, .condition, .build].contains(field), !kind.takesAudit { return true }
    return try known.contains(value, field)
  }

  private func problem(_ value: String, _ field: Filter.Field, _ what: String) throws -> Problem {
    let alike = suggestions(for: value, among: try known.all(field))
    var hints = alike.isEmpty ? [] : ["Did you mean \(Suggestion.alternatives(alike))?"]
    switch field {
    case .kind, .category, .criterion:
      if alike.isEmpty, field == .kind { hints = ["Use one of: \(Catalog.componentKinds.joined(separator: ", "))."] }
      return .usage("query.invalid", "unknown \(what) \(MessageText.quoted(value))", hints: hints)
    case .check, .component, .audit:
      if let reader, let record = try reader.record(what, value), record.isDeleted {
        return Refusal.recordDeleted(kind: what, key: value).problem
      }
    default: break
    }
    return Problem(
      .notFound, code: "\(what).unknown", "no \(what) matches \(MessageText.quoted(value))", hints: hints)
  }
}

extension String {
  fileprivate var asNote: String { "a11y: note: " + self }
}
