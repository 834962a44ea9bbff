package import AuditCatalog
package import AuditFigures
package import AuditModel
package import AuditStore

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

  /// `A`, `AA`, `AAA`, or `obsolete`.
  var level: String { criterion.level?.rawValue ?? "obsolete" }

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
    let untested = found.count(where: \.links.testing.isEmpty)
    let coverage =
      "\(counted(found.count, "criterion", "criteria")): \(found.count - untested) covered by a check, "
      + "\(untested) not evaluated."
    return Table(
      "criteria", title: standard?.title ?? "WCAG 2.2",
      columns: columns(
        hasStates: rollUp != nil, hasClauses: standard?.requirements.contains { $0.clause != nil } ?? false,
        hasVerdicts: found.contains { !$0.verdicts.isEmpty }),
      rows: TableRows(found), empty: "No matching criteria.",
      summary: rollUp.map { StandardsWords.summary($0, found.map(\.criterion.id)) } ?? [coverage]
    ).inLine(
      "criterion", "en_clause", "name", "level", "state", "verdict", "fail", "pass", "untested", "evaluation",
      "progress")
  }

  /// The checks of each criterion, in the order of their ids.
  private static func links(
    _ rollUp: StandardsRollUp?, _ catalog: CheckCatalog
  ) throws -> [String: CheckCatalog.Links] {
    guard let rollUp else { return try catalog.linkedChecks() }
    return Dictionary(
      rollUp.criteria.map { ($0.criterion.id, ($0.testing, $0.related)) }, uniquingKeysWith: { first, _ in first })
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
        form.isForPeople ? .text(one.level) : .text(orNull: one.criterion.level?.rawValue)
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
    ]
  }
}
