import AuditCatalog
package import AuditModel
package import AuditStore
import Measuring

extension Table<Reader.CurrentCheck> {
  package static func checks(_ query: Filter, _ catalog: CheckCatalog) throws -> Table {
    let filter = RecordFilter(query, reader: catalog.reader, own: [.kind, .profile])
    let found = try catalog.checks().filter { current in
      let check = current.check
      return try filter.accepts(check) && suits(check, query)
        && filter.accepts(texts: [check.id, check.title, check.how, check.expected, check.note ?? ""])
    }
    let own = found.count { $0.check.origin == .team }
    let adjusted = found.count(where: \.isAdjusted)
    var words = counted(found.count, "check")
    if own > adjusted { words += ", \(own - adjusted) custom" }
    if adjusted > 0 { words += ", \(adjusted) built in and modified" }
    return Table(
      "checks", title: "Checks", columns: columns(try catalog.checklists().filter { !$0.isOfAll }),
      rows: TableRows(found),
      empty: "No matching checks. Run \"a11y list checks\" to list all.", summary: [words + "."]
    ).inLine("id", "title", "impact", "level")
  }

  /// A kind and a profile are those that a check applies to; one without any applies to all.
  private static func suits(_ check: Check, _ query: Filter) -> Bool {
    query.terms(on: [.kind, .profile]).allSatisfy { term in
      let names = term.field == .kind ? check.appliesTo : check.profiles.map(\.rawValue)
      let holds = names.isEmpty || term.values.contains { wanted in names.contains { Glob(wanted).matches($0) } }
      return holds != term.isNegated
    }
  }

  private static func columns(_ lists: [Checklist]) -> [Column<Row>] {
    [
      Column("id", "Check", .identifier, \.check.id),
      Column("version", "Text version", .identifier) { TextVersion.hex($0.text) }.extra,
      Column("category", "Category", \.check.category).extra, Column("title", "Title", .title, \.check.title),
      Column("fails", "Failure") { $0.check.fails }.extra,
      Column("method", "Method", \.check.method.rawValue).extra, Column("impact", "Impact", \.check.impact.rawValue),
      .told("wcag", "WCAG") { row, form in
        form.isForPeople
          ? .list(row.check.wcag.map { "\($0.criterion) (\($0.relation.rawValue))" })
          : .json(.array(row.check.wcag.map { .object(CheckWords.members($0)) }))
      }.extra, Column("platforms", "Platforms") { $0.check.platforms.map(\.rawValue) }.extra,
      Column("origin", "Origin", \.check.origin.rawValue).extra,
      .mark("adjusted", "Modified", \.isAdjusted).extra,
      Column("level", "Level") { Catalog.levelLabel(for: $0.check) }, Column("how", "How to test", \.check.how).extra,
      Column("expected", "Expected", \.check.expected).extra, Column("applies_to", "Kinds", \.check.appliesTo).extra,
      Column("profiles", "Profiles") { $0.check.profiles.map(\.rawValue) }.extra,
      .told("measurement", "Measurement") { row, form in
        guard let measurement = row.check.measurement else { return .null }
        return form.isForPeople ? .text(measurement.wording()) : .json(CheckWords.json(measurement))
      }.extra, Column("conflicts", "Source conflicts") { Catalog.conflicts(for: $0.check).map(\.id) }.extra,
      Column("unit", "Asked once per", \.check.unit.rawValue).extra,
      Column("checklists", "Checklists") { row in
        lists.filter { $0.checks.contains(row.check.id) }.map(\.id)
      }.extra,
    ]
  }
}

extension Table<Checklist> {
  package static func checklists(_ query: Filter, _ catalog: CheckCatalog) throws -> Table {
    let filter = RecordFilter(query, reader: catalog.reader, own: [.check, .category])
    let found = try catalog.checklists().filter { list in
      // Each check is on the list of all, which is not what is looked for.
      let checks = list.isOfAll ? [] : list.checks
      let categories = Set(checks.compactMap { $0.split(separator: ".").first.map(String.init) })
      return try filter.accepts(
        [.check: checks, .category: Array(categories)], texts: [list.id, list.title, list.document ?? ""])
    }
    return Table(
      "checklists", title: "Checklists",
      columns: [
        Column("id", "Checklist", .identifier, \.id), Column("title", "Title", .title, \.title),
        Column("document", "Document", \.document).extra, Column("count", "Checks", .number, \.checks.count),
        Column("checks", "Check IDs", \.checks).extra,
        Column("origin", "Origin") { try catalog.isOwn($0) ? "team" : "built-in" },
      ], rows: TableRows(found), empty: "No matching checklists.", summary: [counted(found.count, "checklist") + "."]
    ).inLine("id", "title", "count", "origin")
  }
}
