package import Audit
package import Base
package import Store

extension Table<Reader.CurrentCheck> {
  package static func checks(_ query: Filter, _ catalog: CheckCatalog) throws -> Table {
    let filter = RecordFilter(query, reader: catalog.reader, own: [.kind, .profile])
    let found = try catalog.checks().filter { current in
      let check = current.check
      return try filter.accepts(check) && suits(check, query)
        && filter.accepts(texts: check.searched)
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
      Column("method", "Method", \.check.method.rawValue).extra, Column("impact", "Impact", \.check.impact.word),
      .told("wcag", "WCAG") { row, form in
        form.isForPeople
          ? .list(row.check.wcag.map { "\($0.criterion) (\($0.relation.rawValue))" })
          : .json(.objects(row.check.wcag) { CheckWords.members($0) })
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

extension Table<Component> {
  package static func components(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader, own: [.platform])
    return components(
      try reader.components().filter {
        try filter.accepts(
          component: $0.key, [.platform: $0.platforms.map(\.rawValue)], texts: $0.allKeys + [$0.title, $0.source])
      })
  }

  static func components(_ found: [Component]) -> Table {
    let retired = found.count(where: \.isRetired)
    return Table(
      "components", title: "Components",
      columns: [
        Column("key", "Component", .identifier, \.key), Column("kind", "Kind", \.kind),
        Column("profile", "Profile", \.profile.rawValue), Column("title", "Title", \.title.filled),
        Column("source", "Source", \.source.filled).extra, Column("owner", "Owner", \.owner.filled),
        Column("screens", "Screens", \.screens), Column("tags", "Tags", \.tags).extra,
        Column("size", "Size", .number, \.size.filled), Column("hit_area", "Hit area", .number, \.hitArea.filled).extra,
        Column("target_tier", "Target", .number, \.targetTier).extra,
        Column("style", "Style", \.style.filled).extra, .mark("retired", "Retired", \.isRetired),
        Column("platforms", "Platforms") { $0.platforms.map(\.rawValue) }.extra,
        Column("has", "Features", \.features).extra,
        Column("source_digest", "Source digest", .identifier, \.sourceDigest.filled).extra,
        Column("conflicts", "Conflicts", .number, \.conflicts).extra,
      ], rows: TableRows(found.filter { !$0.isRetired } + found.filter(\.isRetired)),
      empty: "No matching components. Run \"a11y new component KEY --kind KIND\" to add one.",
      summary: [counted(found.count, "component") + (retired > 0 ? ", \(retired) retired." : ".")]
    ).inLine("key", "title", "kind", "retired", "owner", "screens", "target_tier", "size", "profile")
  }

  package static func members(of component: Component, _ form: RowForm) throws -> JSONMembers {
    try components([component]).members(of: component, form)
  }
}

/// A criterion with its checks and its status.
package struct ListedCriterion {
  let criterion: Criterion
  let links: CheckCatalog.Links
  /// Nil where there is no tracker.
  let standing: CriterionRollUp?
  /// What people say; it changes nothing of the status.
  var verdicts = VerdictStanding()

  /// `supports (lead-1)`, `disputed`.
  var verdict: String? {
    guard !verdicts.isEmpty else { return nil }
    guard let term = verdicts.term else { return "disputed" }
    return "\(term.rawValue) (\(verdicts.verdicts.map(\.person).joined(separator: ", ")))"
  }

  var level: String { criterion.levelWord }

  /// Why no check covers it, of those that an app is asked for.
  var noCheck: String? { links.testing.isEmpty ? criterion.noCheck : nil }

  /// The values for `status:`: the state, and whether something in it is disputed or stale.
  var states: [String] {
    guard let standing else { return [] }
    return [standing.state.rawValue] + (standing.cells.counts.disputed > 0 ? ["disputed"] : [])
      + (standing.cells.stale > 0 ? ["stale"] : [])
  }
}

extension Table<ListedCriterion> {
  /// The criteria of WCAG 2.2: status, mapping to other standards, and checks that cover them.
  ///
  /// - Parameters:
  ///   - rollUp: their status; nil without a tracker, when only the checks are known.
  ///   - standard: only its criteria; nil for all.
  ///   - verdicts: of people, at the same moment.
  package static func criteria(
    _ query: Filter, _ catalog: CheckCatalog, _ rollUp: StandardsRollUp?, _ standard: Standard?,
    _ verdicts: VerdictBook = VerdictBook()
  ) throws -> Table {
    let filter = RecordFilter(query, reader: catalog.reader, own: [.criterion, .level, .status, .check, .category])
    let linked = try links(rollUp, catalog)
    let asked = standard.map { Set($0.requirements.map(\.criterion)) }
    let found = try Catalog.criteria.filter { asked?.contains($0.id) ?? true }.map { criterion in
      ListedCriterion(
        criterion: criterion, links: linked[criterion.id] ?? ([], []), standing: rollUp?[criterion.id],
        verdicts: verdicts.standing(criterion.id))
    }.filter { one in
      let categories = one.links.testing.compactMap { $0.split(separator: ".").first.map(String.init) }
      return try filter.accepts(
        [
          .criterion: [one.criterion.id], .level: [one.level], .status: one.states,
          .check: one.links.testing + one.links.related, .category: categories,
        ],
        texts: [one.criterion.id, one.criterion.name, one.criterion.principle, one.criterion.guideline])
    }
    // WCAG 2.2 has removed one, which other standards keep.
    let current = found.filter { !$0.criterion.isObsolete }
    let own = standard != nil || current.isEmpty ? found : current
    let removed = found.count - own.count
    let left =
      removed > 0
      ? ["Not counted: \(counted(removed, "criterion", "criteria")) that WCAG 2.2 has removed."] : []
    let untested = own.count(where: \.links.testing.isEmpty)
    let coverage =
      "\(counted(own.count, "criterion", "criteria")): \(counted(own.count - untested)) covered by a check, "
      + "\(counted(untested)) not evaluated."
    return Table(
      "criteria", title: standard?.title ?? "WCAG 2.2",
      columns: columns(
        hasStates: rollUp != nil, hasClauses: standard?.requirements.contains { $0.clause != nil } ?? false,
        hasVerdicts: found.contains { !$0.verdicts.isEmpty }),
      rows: TableRows(found), empty: "No matching criteria.",
      summary: (rollUp.map { StandardsWords.summary($0, own.map(\.criterion.id)) } ?? [coverage]) + left
    ).inLine(
      "criterion", "en_clause", "name", "level", "state", "verdict", "fail", "pass", "untested", "evaluation",
      "progress")
  }

  /// The checks of each criterion, in the order of their ids.
  private static func links(
    _ rollUp: StandardsRollUp?, _ catalog: CheckCatalog
  ) throws -> [String: CheckCatalog.Links] {
    guard let rollUp else { return try catalog.linkedChecks() }
    return Dictionary(firstOf: rollUp.criteria.map { ($0.criterion.id, ($0.testing, $0.related)) })
  }

  /// - Parameters:
  ///   - hasStates: whether there is a tracker, whose cells give the status of a criterion.
  ///   - hasClauses: whether the clauses of EN 301 549 are requested.
  ///   - hasVerdicts: whether anybody gave a verdict.
  private static func columns(hasStates: Bool, hasClauses: Bool, hasVerdicts: Bool) -> [Column<Row>] {
    let clause = Column<Row>("en_clause", "EN clause", \.criterion.european.clause).extra(!hasClauses)
    let head: [Column<Row>] = [Column("criterion", "Criterion", .identifier, \.criterion.id)]
    let names: [Column<Row>] = [
      Column("name", "Name", .title, \.criterion.name),
      .told("level", "Level", .number) { one, form in
        form.isForPeople ? .text(one.level) : (one.criterion.level?.rawValue).sheetValue
      },
    ]
    return head + (hasClauses ? [clause] : []) + names + states(hasStates) + texts(hasStates)
      + (hasClauses ? [] : [clause]) + standards + [Column("verdict", "Verdict", \.verdict).extra(!hasVerdicts)]
  }

  private static func states(_ hasStates: Bool) -> [Column<Row>] {
    func count(_ key: String, _ title: String, _ value: @escaping (CellGroup) -> Int) -> Column<Row> {
      Column(key, title, .number) { $0.standing.map { value($0.cells) } }
    }
    return [
      Column("state", "Status", .outcome) { $0.standing.map { SheetValue.outcome($0.state.rawValue) } }.extra(
        !hasStates),
      Column("progress", "So far") { $0.standing?.progress }.spare.extra(!hasStates),
      count("fail", "Fail", \.counts.fail).extra(!hasStates), count("pass", "Pass", \.counts.pass).extra(!hasStates),
      count("cant_tell", "Can't tell", \.counts.cantTell).extra,
      count("untested", "Untested", \.counts.untested).extra(!hasStates), count("na", "N/A", \.counts.na).extra,
      count("automatic_passes", "Passed by tools only", \.automaticPasses).extra,
      count("components", "Components", \.components).extra,
      count("failing_components", "Failing components", \.failingComponents).extra,
      count("disputed", "Disputed", \.counts.disputed).extra, count("stale", "Stale", \.stale).extra,
      count("waived", "Waived", \.waived).extra,
    ]
  }

  private static func texts(_ hasStates: Bool) -> [Column<Row>] {
    [
      Column("evaluation", "Covered by") { one in
        one.links.testing.isEmpty ? "not evaluated" : counted(one.links.testing.count, "check")
      }.extra(hasStates), Column("handle", "Handle", \.criterion.slug).extra,
      Column("principle", "Principle", \.criterion.principle).extra,
      Column("guideline", "Guideline", \.criterion.guideline).extra,
      Column("added_in", "Since WCAG", \.criterion.addedIn).extra,
      Column("removed_in", "Removed in WCAG", \.criterion.removedIn).extra,
      Column("former_level", "Former level", \.criterion.formerLevel?.rawValue).extra,
    ]
  }

  private static var standards: [Column<Row>] {
    [
      Column("en_status", "EN status", \.criterion.european.status.rawValue).extra,
      Column("en_version", "EN version", \.criterion.european.version).extra,
      Column("section508", "Section 508") { CriterionWords.federal($0.criterion) }.extra,
      Column("tests", "Covering checks", \.links.testing).extra,
      Column("related", "Related checks", \.links.related).extra,
      Column("evaluated", "Evaluated") { !$0.links.testing.isEmpty }.extra,
      Column("no_check", "Reason for no check", \.noCheck).extra,
    ]
  }
}
