import AuditCatalog
import AuditModel
import AuditReports
import AuditStore

/// The criteria of WCAG 2.2 as rows: how they stand, what other standards make of them, and which checks test them.
enum CriterionSheet {
  /// - Parameters:
  ///   - hasStates: whether there is a tracker, whose cells tell how a criterion stands.
  ///   - hasClauses: whether the clauses of EN 301 549 are what is asked for.
  private static func columns(hasStates: Bool, hasClauses: Bool) -> [SheetColumn] {
    let clause = SheetColumn("en_clause", "EN clause", isDefault: hasClauses)
    let states = [
      SheetColumn("state", "State", .outcome, isDefault: hasStates),
      SheetColumn("fail", "Fail", .number, isDefault: hasStates),
      SheetColumn("pass", "Pass", .number, isDefault: hasStates),
      SheetColumn("cant_tell", "Can't tell", .number, isDefault: false),
      SheetColumn("untested", "Untested", .number, isDefault: hasStates),
      SheetColumn("na", "N/A", .number, isDefault: false),
      SheetColumn("automatic_passes", "Passed by tools", .number, isDefault: false),
      SheetColumn("components", "Components", .number, isDefault: false),
      SheetColumn("failing_components", "Failing components", .number, isDefault: false),
      SheetColumn("disputed", "Disputed", .number, isDefault: false),
      SheetColumn("stale", "Stale", .number, isDefault: false),
      SheetColumn("waived", "Waived", .number, isDefault: false),
    ]
    return [SheetColumn("criterion", "Criterion", .identifier)] + (hasClauses ? [clause] : [])
      + [SheetColumn("name", "Name"), SheetColumn("level", "Level", .number)] + states
      + [
        SheetColumn("evaluation", "Tested by", isDefault: !hasStates),
        SheetColumn("handle", "Handle", isDefault: false), SheetColumn("principle", "Principle", isDefault: false),
        SheetColumn("guideline", "Guideline", isDefault: false),
        SheetColumn("added_in", "Since WCAG", isDefault: false),
        SheetColumn("removed_in", "Dropped in WCAG", isDefault: false),
        SheetColumn("former_level", "Former level", isDefault: false),
      ] + (hasClauses ? [] : [clause])
      + [
        SheetColumn("en_status", "EN status", isDefault: false),
        SheetColumn("en_version", "EN version", isDefault: false),
        SheetColumn("section508", "Section 508", isDefault: false),
        SheetColumn("tests", "Checks that test it", isDefault: false),
        SheetColumn("related", "Related checks", isDefault: false),
        SheetColumn("evaluated", "Evaluated", isDefault: false),
      ]
  }

  static func rows(
    _ query: Filter, _ catalog: CheckCatalog, _ form: RowForm, _ scope: CriterionScope
  ) throws -> ListRun.Rows {
    let filter = catalog.filter(query, own: [.criterion, .level, .status, .check, .category])
    let linked = try scope.links(catalog)
    let asked = scope.standard.map { Set($0.requirements.map(\.criterion)) }
    let found = Catalog.criteria.filter { criterion in
      guard asked?.contains(criterion.id) ?? true else { return false }
      let links = linked[criterion.id] ?? ([], [])
      let categories = links.testing.compactMap { $0.split(separator: ".").first.map(String.init) }
      return filter.accepts(.criterion, [criterion.id]) && filter.accepts(.level, [level(criterion)])
        && filter.accepts(.status, states(scope.rollUp?[criterion.id]))
        && filter.accepts(.check, links.testing + links.related) && filter.accepts(.category, categories)
        && filter.accepts(texts: [criterion.id, criterion.name, criterion.principle, criterion.guideline])
    }
    let columns = columns(
      hasStates: scope.rollUp != nil, hasClauses: scope.standard?.requirements.contains { $0.clause != nil } ?? false)
    let values = found.map { criterion in
      let values = Self.values(criterion, linked[criterion.id] ?? ([], []), scope.rollUp?[criterion.id], form)
      return columns.map { values[$0.key] ?? .null }
    }
    let sheet = Sheet(
      schema: "criteria", title: (scope.standard?.title ?? "WCAG 2.2") + scope.suffix, columns: columns,
      emptyMessage: "No criterion matches.")
    let untested = found.count { linked[$0.id]?.testing.isEmpty ?? true }
    let coverage =
      "\(counted(found.count, "criterion", "criteria")): \(found.count - untested) with a check that tests it, "
      + "\(untested) not evaluated."
    return ListRun.Rows(
      sheet: sheet, values: values,
      summary: scope.rollUp.map { StandardsWords.summary($0, found.map(\.id)) } ?? [coverage])
  }

  /// What `status:` may ask for: the state, and beside it whether something in it is disputed or stale.
  private static func states(_ standing: CriterionRollUp?) -> [String] {
    guard let standing else { return [] }
    return [standing.state.rawValue] + (standing.cells.counts.disputed > 0 ? ["disputed"] : [])
      + (standing.cells.stale > 0 ? ["stale"] : [])
  }

  /// `A`, `AA`, `AAA`, or `obsolete`.
  static func level(_ criterion: Criterion) -> String { criterion.level?.rawValue ?? "obsolete" }

  /// `applies`, `exempt` or `outside`.
  static func federal(_ criterion: Criterion) -> String {
    switch criterion.federalDuty {
    case .applies: "applies"
    case .exempt: "exempt"
    case .outside: "outside"
    }
  }

  private static func values(
    _ criterion: Criterion, _ links: (testing: [String], related: [String]), _ standing: CriterionRollUp?,
    _ form: RowForm
  ) -> [String: SheetValue] {
    let cells = standing?.cells
    return [
      "criterion": .text(criterion.id), "name": .text(criterion.name),
      "level": form.isForPeople ? .text(level(criterion)) : .text(orNull: criterion.level?.rawValue),
      "state": standing.map { .outcome($0.state.rawValue) } ?? .null,
      "pass": .integer(orNull: cells?.counts.pass), "fail": .integer(orNull: cells?.counts.fail),
      "cant_tell": .integer(orNull: cells?.counts.cantTell), "untested": .integer(orNull: cells?.counts.untested),
      "na": .integer(orNull: cells?.counts.na), "automatic_passes": .integer(orNull: cells?.automaticPasses),
      "components": .integer(orNull: cells?.components),
      "failing_components": .integer(orNull: cells?.failingComponents),
      "disputed": .integer(orNull: cells?.counts.disputed), "stale": .integer(orNull: cells?.stale),
      "waived": .integer(orNull: cells?.waived),
      "evaluation": .text(links.testing.isEmpty ? "not evaluated" : counted(links.testing.count, "check")),
      "handle": .text(criterion.slug), "principle": .text(criterion.principle),
      "guideline": .text(criterion.guideline), "added_in": .text(criterion.addedIn),
      "removed_in": .text(orNull: criterion.removedIn), "former_level": .text(orNull: criterion.formerLevel?.rawValue),
      "en_clause": .text(orNull: criterion.european.clause), "en_status": .text(criterion.european.status.rawValue),
      "en_version": .text(criterion.european.version), "section508": .text(federal(criterion)),
      "tests": .list(links.testing), "related": .list(links.related), "evaluated": .flag(!links.testing.isEmpty),
    ]
  }
}
