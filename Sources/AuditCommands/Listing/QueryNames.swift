import AuditCatalog
import AuditModel
import AuditStore

/// The names in a query, looked up before its rows are: a name that nothing bears is a slip, and no rows are then no
/// answer.
struct QueryNames {
  /// Nil where the catalogue alone is asked.
  let reader: Reader?

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

  // MARK: Known

  private func isKnown(_ value: String, _ field: Filter.Field, _ kind: ListKind) throws -> Bool {
    // A note, a waiver and an audit have testers, conditions and builds of their own, which are not looked up.
    if [.tester, .condition, .build].contains(field), !kind.takesAudit { return true }
    if try isExactly(value, field) { return true }
    let names = try names(field)
    guard field == .condition else { return names.contains { Glob(value).matches($0) } }
    let tokens = value.split(separator: "+").map(String.init)
    return value == "default"
      || names.contains { name in
        let seen = name.split(separator: ",").map(String.init)
        return tokens.allSatisfy(seen.contains)
      }
  }

  /// The quick answer for a name in full.
  private func isExactly(_ value: String, _ field: Filter.Field) throws -> Bool {
    guard let reader else { return false }
    return switch field {
    case .check: try reader.check(value) != nil
    case .component: try reader.component(value) != nil || reader.isNamedComponent(value)
    case .audit: try reader.audit(value) != nil
    default: false
    }
  }

  /// Every name there is, also of what other machines have logged and nobody registered here.
  private func names(_ field: Filter.Field) throws -> [String] {
    switch field {
    case .kind: return try Catalog.componentKinds + (reader?.names(.kind) ?? [])
    case .criterion: return Catalog.criteria.map(\.id)
    case .category:
      let own = try reader?.checkIDs().compactMap { $0.split(separator: ".").first.map(String.init) } ?? []
      return try Catalog.categories.map(\.id) + own + (reader?.names(.category) ?? [])
    case .check: return try (reader?.checkIDs() ?? Catalog.checks.map(\.id)) + (reader?.names(.check) ?? [])
    case .component: return try (reader?.componentKeys() ?? []) + (reader?.names(.component) ?? [])
    case .audit: return try (reader?.recordKeys("audit") ?? []) + (reader?.names(.audit) ?? [])
    case .owner: return try reader?.names(.owner) ?? []
    case .screen: return try reader?.names(.screen) ?? []
    case .tag: return try reader?.names(.tag) ?? []
    case .tester: return try reader?.names(.tester) ?? []
    case .build: return try (reader?.names(.build) ?? []) + (reader?.audits().map(\.build) ?? [])
    case .condition:
      return try (reader?.names(.condition) ?? []) + (reader?.audits().flatMap(\.conditions).map(\.text) ?? [])
    default: return []
    }
  }

  // MARK: Unknown

  private func problem(_ value: String, _ field: Filter.Field, _ what: String) throws -> Problem {
    let alike = suggestions(for: value, among: try names(field))
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
