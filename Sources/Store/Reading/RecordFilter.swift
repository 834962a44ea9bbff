package import Audit

/// A query over things that are no cells: components, checks, waivers, tasks, notes and so on.
///
/// What a query says about a component and a check is asked of the component and the check that a record is about;
/// the fields that a record answers itself (the owner of a task, say) are named when the filter is made.
package final class RecordFilter {
  private let registry: Registry?
  private let filter: Filter
  private let localOffset: (Int64) -> Int
  private let componentTerms: [Filter.Term]
  private let checkTerms: [Filter.Term]
  private var components: [String: Bool] = [:]
  private var checks: [String: Bool] = [:]

  private static let componentFields: Set<Filter.Field> = [.component, .kind, .profile, .screen, .source, .owner, .tag]
  private static let checkFields: Set<Filter.Field> = [
    .check, .category, .impact, .criterion, .level, .method, .platform,
  ]

  /// - Parameters:
  ///   - reader: knows the components and checks that records name; nil where only the catalog is asked.
  ///   - own: fields that the record answers itself, through `accepts(_:_:)`.
  package init(_ filter: Filter, reader: Reader?, own: Set<Filter.Field> = []) {
    self.filter = filter
    registry = reader.map { $0.registry }
    localOffset = reader?.localOffset ?? { _ in 0 }
    componentTerms = filter.terms(on: Self.componentFields.subtracting(own))
    checkTerms = filter.terms(on: Self.checkFields.subtracting(own))
  }

  /// Whether what is about this component and this check is asked for; empty strings are "about none".
  package func accepts(component: String, check: String) throws -> Bool {
    if components[component] == nil {
      components[component] = try ComponentMatch.matches(
        component, try registry?.component(component), componentTerms)
    }
    if checks[check] == nil {
      checks[check] = try CheckMatch.matches(check, try registry?.check(check)?.check, checkTerms)
    }
    return components[component] == true && checks[check] == true
  }

  /// Whether this check is asked for.
  package func accepts(_ check: Check) throws -> Bool {
    try CheckMatch.matches(check.id, check, checkTerms)
  }

  /// Whether a field that the record answers itself has a value that is asked for; patterns are understood.
  package func accepts(_ field: Filter.Field, _ values: [String]) -> Bool {
    filter.terms(on: [field]).allSatisfy { term in
      term.values.contains { wanted in values.contains { Glob(wanted).matches($0) } } != term.isNegated
    }
  }

  /// Whether the free words of the query stand in one of these texts, or, as patterns, match one.
  package func accepts(texts: [String]) -> Bool {
    filter.terms(on: [.text]).allSatisfy { term in
      term.values.contains { word in
        texts.contains { RowFilter.contains($0, word) || Glob(word).matches($0) }
      } != term.isNegated
    }
  }

  /// Whether `since:` and `until:` let a moment (ms UTC) through.
  ///
  /// - Throws: `Refusal.invalid` for a text that is no date.
  package func accepts(time: Int64) throws -> Bool {
    for term in filter.terms(on: [.since, .until]) {
      let holds = try term.values.contains { value in
        let moment = try RowFilter.moment(value, localOffset)
        return term.field == .since ? time >= moment.start : time <= moment.end
      }
      if holds == term.isNegated { return false }
    }
    return true
  }
}

extension RecordFilter {
  /// Whether a record is asked for.
  ///
  /// - Parameters:
  ///   - component: what it is about; empty for none, as `check`.
  ///   - own: the fields that it answers itself, with its values.
  ///   - time: when it was made, ms UTC; nil where that is not asked.
  ///   - texts: where free words are looked for.
  /// - Throws: `Refusal.invalid` for a text of the query that is no date.
  package func accepts(
    component: String = "", check: String = "", _ own: [Filter.Field: [String]] = [:], time: Int64? = nil,
    texts: [String] = []
  ) throws -> Bool {
    try accepts(component: component, check: check) && own.allSatisfy { accepts($0.key, $0.value) }
      && (time.map { try accepts(time: $0) } ?? true) && accepts(texts: texts)
  }
}
