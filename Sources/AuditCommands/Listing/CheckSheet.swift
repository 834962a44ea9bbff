import AuditCatalog
import AuditModel
import AuditReports
import AuditStore

/// Checks and checklists as rows.
enum CheckSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("id", "Check", .identifier), SheetColumn("version", "Text version", .identifier, isDefault: false),
    SheetColumn("category", "Category", isDefault: false), SheetColumn("title", "Title"),
    SheetColumn("method", "Method", isDefault: false), SheetColumn("impact", "Impact"),
    SheetColumn("wcag", "WCAG", isDefault: false),
    SheetColumn("platforms", "Platforms", isDefault: false), SheetColumn("origin", "Origin", isDefault: false),
    SheetColumn("adjusted", "Changed by the team", isDefault: false), SheetColumn("level", "Level"),
    SheetColumn("how", "How to test", isDefault: false), SheetColumn("expected", "Expected", isDefault: false),
    SheetColumn("applies_to", "Kinds", isDefault: false), SheetColumn("profiles", "Profiles", isDefault: false),
    SheetColumn("measurement", "Measurement", isDefault: false),
    SheetColumn("conflicts", "Source conflicts", isDefault: false),
    SheetColumn("checklists", "Checklists", isDefault: false),
  ]

  static func rows(_ query: Filter, _ catalog: CheckCatalog, _ form: RowForm) throws -> ListRun.Rows {
    let filter = catalog.filter(query, own: [.kind, .profile])
    let found = try catalog.checks().filter { current in
      let check = current.check
      return try filter.accepts(check) && suits(check, query)
        && filter.accepts(texts: [check.id, check.title, check.how, check.expected, check.note ?? ""])
    }
    let sheet = Sheet(
      schema: "checks", title: "Checks", columns: columns, emptyMessage: "No check matches. a11y list checks has all.")
    let lists = try catalog.checklists()
    let own = found.count { $0.check.origin == .team }
    let adjusted = found.count(where: \.isAdjusted)
    var words = counted(found.count, "check")
    if own > adjusted { words += ", \(own - adjusted) of your own" }
    if adjusted > 0 { words += ", \(adjusted) built in and changed by you" }
    return ListRun.Rows(sheet: sheet, values: found.map { row($0, lists, form) }, summary: [words + "."])
  }

  /// A kind and a profile are those that a check applies to; one that names none applies to all.
  private static func suits(_ check: Check, _ query: Filter) -> Bool {
    query.terms(on: [.kind, .profile]).allSatisfy { term in
      let names = term.field == .kind ? check.appliesTo : check.profiles.map(\.rawValue)
      let holds = names.isEmpty || term.values.contains { wanted in names.contains { Glob(wanted).matches($0) } }
      return holds != term.isNegated
    }
  }

  private static func row(_ current: Reader.CurrentCheck, _ lists: [Checklist], _ form: RowForm) -> [SheetValue] {
    let check = current.check
    let links = check.wcag.map { link -> JSONText in
      .object([
        ("criterion", .string(link.criterion)), ("relation", .string(link.relation.rawValue)),
        ("level", .string(orNull: Catalog.criterion(link.criterion)?.level?.rawValue)),
      ])
    }
    let wcag: SheetValue =
      form.isForPeople
      ? .list(check.wcag.map { "\($0.criterion) (\($0.relation.rawValue))" }) : .json(.array(links))
    return [
      .text(check.id), .text(TextVersion.hex(current.text)), .text(check.category), .text(check.title),
      .text(check.method.rawValue), .text(check.impact.rawValue), wcag, .list(check.platforms.map(\.rawValue)),
      .text(check.origin.rawValue), form.flag(current.isAdjusted), .text(Catalog.levelLabel(for: check)),
      .text(check.how), .text(check.expected), .list(check.appliesTo), .list(check.profiles.map(\.rawValue)),
      check.measurement.map { form.isForPeople ? .text($0.wording()) : .json(json($0)) } ?? .null,
      .list(Catalog.conflicts(for: check).map(\.id)), .list(lists.filter { $0.checks.contains(check.id) }.map(\.id)),
    ]
  }

  /// `{"type":"number","unit":"pt","comparison":">=","threshold":[44],"wording":"at least 44 pt"}`.
  static func json(_ measurement: Measurement) -> JSONText {
    .object([
      ("type", .string(measurement.type)), ("unit", .string(measurement.valueUnit)),
      ("comparison", .string(measurement.comparison.rawValue)),
      ("threshold", .array(measurement.threshold.map { RowForm.number($0) })),
      ("wording", .string(measurement.wording())), ("note", .string(orNull: measurement.note)),
      ("formula", .string(orNull: measurement.formula)), ("parts", measurement.parts.map { json($0) } ?? .null),
      ("inputs", .strings(measurement.inputs)),
    ])
  }

  private static func json(_ rule: PartRule) -> JSONText {
    .object([
      ("of", .string(rule.noun)), ("members", .strings(rule.members)), ("wording", .string(rule.wording)),
      ("example", .string(rule.example)),
    ])
  }
}

/// Checklists as rows.
enum ChecklistSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("id", "Checklist", .identifier), SheetColumn("title", "Title"),
    SheetColumn("document", "Document", isDefault: false), SheetColumn("count", "Checks", .number),
    SheetColumn("checks", "Ids of the checks", isDefault: false), SheetColumn("origin", "Origin"),
  ]

  static func rows(_ query: Filter, _ catalog: CheckCatalog, _ form: RowForm) throws -> ListRun.Rows {
    let filter = catalog.filter(query, own: [.check, .category])
    let found = try catalog.checklists().filter { list in
      let categories = Set(list.checks.compactMap { $0.split(separator: ".").first.map(String.init) })
      return filter.accepts(.check, list.checks) && filter.accepts(.category, Array(categories))
        && filter.accepts(texts: [list.id, list.title, list.document ?? ""])
    }
    let values = try found.map { list -> [SheetValue] in
      [
        .text(list.id), .text(list.title), .text(orNull: list.document), .integer(list.checks.count),
        .list(list.checks), .text(try catalog.isOwn(list) ? "team" : "built-in"),
      ]
    }
    let sheet = Sheet(
      schema: "checklists", title: "Checklists", columns: columns, emptyMessage: "No checklist matches.")
    return ListRun.Rows(sheet: sheet, values: values, summary: [counted(found.count, "checklist") + "."])
  }
}
