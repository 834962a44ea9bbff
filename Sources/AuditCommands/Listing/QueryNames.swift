import Arguments
import AuditCatalog
import AuditModel
import AuditStore
import Terminal
import TrackerAccess

/// The names in a query, looked up before its rows are: a name that nothing bears is a slip, and no rows are then no
/// answer.
struct QueryNames {
  /// Nil where the catalogue alone is asked.
  private let reader: Reader?
  private let known: NameIndex

  init(reader: Reader?) {
    self.reader = reader
    known = NameIndex(reader)
  }

  /// Says what names nothing bears.
  ///
  /// - Throws: usage for a kind, category or criterion that does not exist; with `--exit-code` not found for a check,
  ///   component or audit that is asked for and does not exist.
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
    .condition: "condition",
  ]

  private func isKnown(_ value: String, _ field: Filter.Field, _ kind: ListKind) throws -> Bool {
    // A note, a waiver and an audit have testers, conditions and builds of their own, which are not looked up.
    if [.tester, .condition, .build].contains(field), !kind.takesAudit { return true }
    return try known.contains(value, field)
  }

  private func problem(_ value: String, _ field: Filter.Field, _ what: String) throws -> Problem {
    let alike = suggestions(for: value, among: try known.all(field))
    var hints = alike.isEmpty ? [] : ["Did you mean \(Suggestion.alternatives(alike))?"]
    switch field {
    case .kind, .category, .criterion:
      if alike.isEmpty, field == .kind { hints = ["Kinds are \(Catalog.componentKinds.joined(separator: ", "))."] }
      return .usage("query.invalid", "there is no \(what) \(MessageText.quoted(value))", hints: hints)
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
