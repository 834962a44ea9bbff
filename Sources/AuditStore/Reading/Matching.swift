import AuditCatalog
package import AuditModel
import Measuring

/// The words of a query that speak of a component.
enum ComponentMatch {
  /// An unregistered component has its key and nothing else.
  static func matches(_ key: String, _ component: Component?, _ terms: [Filter.Term]) throws -> Bool {
    terms.allSatisfy { term in
      term.values.contains { value in
        switch term.field {
        case .component: component?.matches(Glob(value)) ?? Glob(value).matches(key)
        case .kind: component.map { Glob(value).matches($0.kind) } ?? false
        case .profile: component?.profile.rawValue == value
        case .screen: component?.screens.contains { Glob(value).matchesText($0) } ?? false
        case .source: component.map { matches(Glob(value), source: $0.source) } ?? false
        case .owner: Glob(value).matchesText(component?.owner ?? "")
        case .tag: component?.tags.contains { Glob(value).matchesText($0) } ?? false
        default: true
        }
      } != term.isNegated
    }
  }

  /// A file is named without the line that its component has in it.
  private static func matches(_ glob: Glob, source: String) -> Bool {
    glob.matchesText(source) || glob.matchesText(SourceLocation(source: source).file)
  }
}

/// The words of a query that speak of a check.
package enum CheckMatch {
  /// A check whose text is unknown here has its id and the category that the id names.
  static func matches(_ id: String, _ check: Check?, _ terms: [Filter.Term]) throws -> Bool {
    terms.allSatisfy { term in
      term.values.contains { value in
        switch term.field {
        case .check: Glob(value).matches(id)
        case .category:
          Glob(value).matches(check?.category ?? id.split(separator: ".").first.map(String.init) ?? "")
        case .impact: check?.impact.rawValue == value
        // Related is not tested: a check of 44 pt does not cover 2.5.8.
        case .criterion:
          check?.wcag.contains { $0.relation == .tests && Glob(value).matches($0.criterion) } ?? false
        case .level: check.map { levels(of: $0).contains(value) } ?? false
        case .method: check?.method.rawValue == value
        case .platform: check?.platforms.contains { $0.rawValue == value } ?? false
        default: true
        }
      } != term.isNegated
    }
  }

  /// The levels of the criteria that a check tests; `house` where it tests none.
  package static func levels(of check: Check) -> Set<String> {
    let claims = Catalog.claims(of: check)
    return claims.isEmpty ? ["house"] : Set(claims.compactMap { $0.level?.rawValue })
  }
}
