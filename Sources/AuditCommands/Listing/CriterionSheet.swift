import AuditCatalog
import AuditModel
import AuditReports
import AuditStore

/// The criteria of WCAG 2.2 as rows, with what other standards make of them and which checks test them.
enum CriterionSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("criterion", "Criterion", .identifier), SheetColumn("name", "Name"),
    SheetColumn("level", "Level", .number), SheetColumn("evaluation", "Tested by"),
    SheetColumn("handle", "Handle", isDefault: false), SheetColumn("principle", "Principle", isDefault: false),
    SheetColumn("guideline", "Guideline", isDefault: false), SheetColumn("added_in", "Since WCAG", isDefault: false),
    SheetColumn("removed_in", "Dropped in WCAG", isDefault: false),
    SheetColumn("former_level", "Former level", isDefault: false),
    SheetColumn("en_clause", "EN clause", isDefault: false), SheetColumn("en_status", "EN status", isDefault: false),
    SheetColumn("en_version", "EN version", isDefault: false),
    SheetColumn("section508", "Section 508", isDefault: false),
    SheetColumn("tests", "Checks that test it", isDefault: false),
    SheetColumn("related", "Related checks", isDefault: false),
    SheetColumn("evaluated", "Evaluated", isDefault: false),
  ]

  static func rows(_ query: Filter, _ shelf: Shelf, _ form: RowForm) throws -> ListRun.Rows {
    let filter = shelf.filter(query, own: [.criterion, .level, .check, .category])
    let linked = try shelf.linkedChecks()
    let found = Catalog.criteria.filter { criterion in
      let links = linked[criterion.id] ?? ([], [])
      let categories = links.testing.compactMap { $0.split(separator: ".").first.map(String.init) }
      return filter.accepts(.criterion, [criterion.id]) && filter.accepts(.level, [level(criterion)])
        && filter.accepts(.check, links.testing + links.related) && filter.accepts(.category, categories)
        && filter.accepts(texts: [criterion.id, criterion.name, criterion.principle, criterion.guideline])
    }
    let values = found.map { row($0, linked[$0.id] ?? ([], []), form) }
    let untested = found.count { linked[$0.id]?.testing.isEmpty ?? true }
    let sheet = Sheet(
      schema: "criteria", title: "WCAG 2.2", columns: columns, emptyMessage: "No criterion matches.")
    return ListRun.Rows(
      sheet: sheet, values: values,
      summary: [
        "\(counted(found.count, "criterion", "criteria")): \(found.count - untested) with a check that tests it, "
          + "\(untested) not evaluated."
      ])
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

  private static func row(
    _ criterion: Criterion, _ links: (testing: [String], related: [String]), _ form: RowForm
  ) -> [SheetValue] {
    let level: SheetValue =
      form.isForPeople ? .text(level(criterion)) : .text(orNull: criterion.level?.rawValue)
    return [
      .text(criterion.id), .text(criterion.name), level,
      .text(links.testing.isEmpty ? "not evaluated" : counted(links.testing.count, "check")), .text(criterion.slug),
      .text(criterion.principle), .text(criterion.guideline), .text(criterion.addedIn),
      .text(orNull: criterion.removedIn), .text(orNull: criterion.formerLevel?.rawValue),
      .text(orNull: criterion.european.clause), .text(criterion.european.status.rawValue),
      .text(criterion.european.version), .text(federal(criterion)), .list(links.testing), .list(links.related),
      .flag(!links.testing.isEmpty),
    ]
  }
}
