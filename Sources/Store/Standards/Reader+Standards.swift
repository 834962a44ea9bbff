package import Audit
import Base
import SQLite

extension Reader {
  /// How the tracker, an audit, or what a query asks for stands towards the criteria of WCAG.
  ///
  /// The cells are those of `cellsWithUntested(_:)`, or of the audit: what was looked at, and what of the scope was
  /// not. A check that applies to a component in use and was never tried there keeps its criterion untested,
  /// whether or not the plan asks for it.
  /// A reader of a past moment answers as of then, and for a closed audit checks have the criteria that its closing had
  /// seen.
  /// - Parameter table: the tested ones, where they have been read.
  package func standards(
    _ filter: Filter = Filter(), of audit: AuditRound? = nil, in table: CellTable? = nil
  ) throws -> StandardsRollUp {
    // A status is a verdict, and the same in a list and in a draft: it goes by what those say who are followed.
    let shown = try table ?? audit.map { try cellTable(filter, of: $0) }
    let table = try (shown ?? (filter.isEmpty ? scopeCells() : cellTable(filter))).followed()
    let closed = try everything(atClosingOf: audit)
    let links = try checkLinks(closed?.then)
    var rollUp = try counted(filter, of: audit, in: table, CriteriaJudge(self, links, closed?.then))
    (rollUp.byOthers, rollUp.held) = (table.testedByOthers.cells, table.held)
    rollUp.set(try unanswered(in: table, of: closed?.scope ?? everything(), links))
    return rollUp
  }

  private func counted(
    _ filter: Filter, of audit: AuditRound?, in table: CellTable, _ judge: CriteriaJudge
  ) throws -> StandardsRollUp {
    let ledger = StandardsLedger(judge, self)
    if audit != nil {
      try ledger.add(table, areAsked: false)
      for cell in try table.untestedCells() {
        ledger.add(untested: 1, ledger.place(ofComponent: cell.component), ledger.place(ofCheck: cell.check))
      }
      return ledger.rollUp()
    }
    let scope = try registry.scope.get()
    let components = scope.work.components.map { ledger.place(ofComponent: $0.key) }
    let checks = scope.work.checks.map { ledger.place(ofCheck: $0.id) }
    if filter.isEmpty {
      try ledger.add(table)
      // What is asked for is counted, and never gone through.
      let conditions = checks.indices.map { scope.conditions.places(of: $0).count }
      for (place, component) in scope.work.components.enumerated() {
        for check in scope.checks(of: component) {
          ledger.add(untested: conditions[check], components[place], checks[check])
        }
      }
    } else {
      try ledger.add(table, areAsked: false)
      try visitUntested(filter, in: table) { slot in
        ledger.add(untested: 1, components[Int(slot.component)], checks[Int(slot.check)])
      }
    }
    return ledger.rollUp()
  }

  /// By criterion, what keeps the cells of a table from speaking for the whole app: components in use, and checks that
  /// test the criterion and apply to them, without PASS, FAIL or N/A among the cells. None of the plan's choices matters
  /// here.
  private func unanswered(
    in table: CellTable, of whole: WorkScope, _ links: [StandardsRollUp.CheckLinks]
  ) throws -> [String: StandardsGap] {
    // Components by their places: there are as many pairs of one and a check as items.
    let places = Dictionary(firstOf: whole.components.indices.map { (ExactText(whole.components[$0].key), $0) })
    let none = Array(repeating: false, count: whole.components.count)
    var (placeOf, byTerm) = (ByTerm<Int>(), [Int32: [Bool]]())
    for entry in table.entries where entry.said != .cantTell {
      let place = try placeOf.value(Int64(entry.component)) {
        places[ExactText(try table.name(entry.component))] ?? none.count
      }
      if place < none.count { byTerm[entry.check, default: none][place] = true }
    }
    let answered = Dictionary(firstOf: try byTerm.map { (ExactText(try table.name($0)), $1) })
    let rules = Dictionary(firstOf: whole.checks.map { ($0.id, $0) })
    var gaps: [String: StandardsGap] = [:]
    for links in links where !links.tests.isEmpty && links.isNeeded {
      guard let rules = rules[links.check] else { continue }
      let answers = answered[ExactText(links.check)] ?? none
      // An answer where the check was not expected to apply is one of those that were given.
      let applying = answers.indices.filter { answers[$0] || rules.isInScope(for: whole.components[$0]) }
      let missing = applying.filter { !answers[$0] }
      for criterion in links.tests { gaps[criterion, default: StandardsGap()].add(missing: missing, of: applying) }
    }
    return gaps
  }

  /// What each check is to the criteria as it read then, or reads now.
  fileprivate func checkLinks(_ then: RecordsAsOf?) throws -> [StandardsRollUp.CheckLinks] {
    var links = try then.map(linksOfThen) ?? checkLinks()
    // From the third edition on the essentials are what decides; other built-in checks ask for the same in another way.
    let edition = try then?.otherEdition() ?? self.edition
    guard let deciding = edition.usualChecklist.flatMap(Catalog.checklist) else { return links }
    let beside = Set(Catalog.checklists.flatMap(\.checks)).subtracting(deciding.checks)
    for place in links.indices where beside.contains(links[place].check) { links[place].isNeeded = false }
    return links
  }

  private func linksOfThen(_ then: RecordsAsOf) throws -> [StandardsRollUp.CheckLinks] {
    let other = try then.otherEdition()
    let builtIn = other.map { Catalog.checks(of: $0).map { StandardsRollUp.CheckLinks($0) } }
    let edition = try other ?? self.edition
    var links = Dictionary(firstOf: try (builtIn ?? checkLinks()).map { (ExactText($0.check), $0) })
    try visitTeamChecks(then) { id, check in links[ExactText(id)] = check.map { self.links(of: $0, edition) } }
    return links.values.sorted { CellTable.precedes($0.check, $1.check) }
  }

  /// What a check that a team may have changed is to the criteria.
  private func links(of check: Check, _ edition: CatalogEdition) -> StandardsRollUp.CheckLinks {
    var links = StandardsRollUp.CheckLinks(check)
    links.adjusted = AdjustedFigure(check, builtIn: Catalog.checks(of: edition)[id: check.id])
    if links.adjusted != nil { links.isMeasured = true }
    return links
  }

  /// What each check is to the criteria, as it reads now; a small part of the cost of the checks.
  private func checkLinks() throws -> [StandardsRollUp.CheckLinks] {
    let sql = """
      SELECT check_id, json_extract(doc, '$.method', '$.wcag', '$.measurement') FROM check_text WHERE current = 1 ORDER BY check_id
      """
    let (edition, adjusted) = (try self.edition, Set(try adjustedChecks()))
    var all = try database.all(sql) { row in
      let parts = RecordJSON.value(row.text(1))?.arrayValue ?? []
      let links = ((parts.count > 1 ? parts[1].arrayValue : nil) ?? []).compactMap { value -> CriterionLink? in
        guard let members = value.objectValue, let criterion = members["criterion"]?.stringValue,
          let relation = members["relation"]?.stringValue.flatMap(CriterionLink.Relation.init(rawValue:))
        else { return nil }
        return CriterionLink(criterion: criterion, relation: relation)
      }
      let method = parts.first?.stringValue.flatMap(Method.init(rawValue:))
      return StandardsRollUp.CheckLinks(
        check: row.text(0), links: links, method: method, isMeasured: parts.last?.objectValue != nil)
    }
    for place in all.indices where adjusted.contains(all[place].check) {
      guard let check = try check(all[place].check)?.check else { continue }
      all[place] = links(of: check, edition)
    }
    return all
  }
}

/// What items say of the criteria that their checks test. The figures are those of the built-in checks: a team's own,
/// looser or stricter, is what it asks of itself, and no standard.
package final class CriteriaJudge {
  private let reader: Reader
  private let then: RecordsAsOf?
  let links: [StandardsRollUp.CheckLinks]
  private let linksByCheck: [ExactText: StandardsRollUp.CheckLinks]
  private var components: [ExactText: Component?] = [:]
  private lazy var told = Result { [reader] in
    try reader.database.cached("SELECT outcome, value, text FROM result WHERE id = ?")
  }

  init(_ reader: Reader, _ links: [StandardsRollUp.CheckLinks], _ then: RecordsAsOf?) {
    (self.reader, self.links, self.then) = (reader, links, then)
    linksByCheck = Dictionary(firstOf: links.map { (ExactText($0.check), $0) })
  }

  package func links(ofCheck id: String) -> StandardsRollUp.CheckLinks? { linksByCheck[ExactText(id)] }

  /// Whether the criteria of a check go by another figure than the team does.
  package func isAdjusted(_ check: String) -> Bool { links(ofCheck: check)?.adjusted != nil }

  /// What an item says of the criteria of its check.
  package func outcome(_ row: Cell) throws -> Outcome? {
    guard let outcome = row.outcome, let links = links(ofCheck: row.check) else { return row.outcome }
    return try says(outcome, by: row.number, links, row.place).outcome
  }

  /// The rows of a table that fail the criteria of their checks.
  package func failing(in table: CellTable) throws -> [Cell] {
    let adjusted = Set(try Set(table.entries.map(\.check)).filter { try isAdjusted(table.name($0)) })
    return try table.rows { $0.isFailing || adjusted.contains($0.check) }.filter { try outcome($0) == .fail }
  }

  /// What an item says of them, and whether by a measured value; nil where none is needed.
  ///
  /// - Parameter outcome: as it counts for the team.
  func says(
    _ outcome: Outcome, by result: Int64, _ links: StandardsRollUp.CheckLinks,
    _ place: @autoclosure () throws -> ScopeCell
  ) throws -> (outcome: Outcome, isMeasured: Bool?) {
    guard links.adjusted != nil || links.statesFigure && outcome == .pass else { return (outcome, nil) }
    let told = try told.get()
    try told.bind(result, at: 1)
    defer { told.reset() }
    guard try told.step() else { return (outcome, nil) }
    let hasValue = !told.isNull(1)
    let isMeasured = !links.statesFigure || !hasValue && !links.isNeeded ? nil : hasValue
    guard let adjusted = links.adjusted, let said = Codes.outcome(told.int64(0)) else { return (outcome, isMeasured) }
    let value = RowSource.value(told.optionalText(1))
    let text = told.optionalInt64(2).flatMap { UInt32(exactly: $0) }.map(TextVersion.hex)
    let place = try place()
    return (
      adjusted.outcome(
        said, value: value, text: text, condition: place.condition, on: try component(place.component)), isMeasured
    )
  }

  private func component(_ key: String) throws -> Component? {
    if let known = components[ExactText(key)] { return known }
    let found = try then.map { try reader.component(key, $0) } ?? reader.component(key)
    components[ExactText(key)] = .some(found)
    return found
  }
}

extension Reader {
  /// The built-in checks that the team has changed, in the order of the ids; cheaper than the checks.
  package func adjustedChecks() throws -> [String] {
    let sql = """
      SELECT check_id FROM check_text WHERE current = 1 AND origin = 'team' AND EXISTS (
        SELECT 1 FROM check_text AS base WHERE base.check_id = check_text.check_id AND base.origin = 'built-in')
      ORDER BY check_id
      """
    return try database.all(sql, []) { $0.text(0) }
  }

  /// Whether anything was ever tested by a check and counts.
  package func hasResults(ofCheck id: String) throws -> Bool {
    let sql = "SELECT 1 FROM cell JOIN term ON term.id = check_id WHERE term.text = ? AND outcome > 0 LIMIT 1"
    return try database.first(sql, [.text(id)]) { _ in true } ?? false
  }

  /// What items say of the criteria, of the tracker or an audit.
  package func criteriaJudge(of audit: AuditRound?) throws -> CriteriaJudge {
    let then = try everything(atClosingOf: audit)?.then
    return CriteriaJudge(self, try checkLinks(then), then)
  }
}

/// Cells counted by check.
private final class StandardsLedger {
  private struct Count {
    let links: StandardsRollUp.CheckLinks?
    var group = CellGroup()
    /// Asked for less those of them that are tested.
    var untested = 0
  }

  private let reader: Reader
  private let judge: CriteriaJudge
  private var components: [ExactText: Int] = [:]
  private var checks: [ExactText: Int] = [:]
  private var componentTerms = ByTerm<Int>()
  private var checkTerms = ByTerm<Int>()
  /// By the number of the check.
  private var counts: [Count] = []

  init(_ judge: CriteriaJudge, _ reader: Reader) { (self.reader, self.judge) = (reader, judge) }

  /// - Parameter isAsked: it is among those that are added as untested.
  func add(_ entry: CellTable.Entry, in table: CellTable, isAsked: Bool) throws {
    let check = try checkTerms.value(Int64(entry.check)) { place(ofCheck: try table.name(entry.check)) }
    let links = counts[check].links
    var (state, isMeasured) = (entry.state, Bool?.none)
    if let links, let outcome = state?.outcome {
      let said = try judge.says(outcome, by: entry.shown, links, table.place(of: entry))
      state?.outcome = said.outcome
      isMeasured = said.isMeasured
    }
    let cell = CellGroup.Cell(
      component: try componentTerms.value(Int64(entry.component)) {
        place(ofComponent: try table.name(entry.component))
      }, state: state, isStale: entry.isStale, isWaived: entry.isWaived)
    counts[check].group.add(cell, isAutomatic: links?.isAutomatic ?? false, isMeasured: isMeasured)
    if isAsked { counts[check].untested -= 1 }
  }

  func add(_ table: CellTable, areAsked: Bool = true) throws {
    for entry in table.entries {
      try add(entry, in: table, isAsked: areAsked && entry.isAsked)
    }
  }

  /// Adds cells that the plan asks for, of a component and a check by their places.
  func add(untested count: Int, _ component: Int, _ check: Int) {
    guard count > 0 else { return }
    counts[check].group.add(component: component)
    counts[check].untested += count
  }

  func place(ofComponent key: String) -> Int {
    if let known = components[ExactText(key)] { return known }
    components[ExactText(key)] = components.count
    return components.count - 1
  }

  func place(ofCheck id: String) -> Int {
    if let known = checks[ExactText(id)] { return known }
    checks[ExactText(id)] = counts.count
    counts.append(Count(links: judge.links(ofCheck: id)))
    return counts.count - 1
  }

  func rollUp() -> StandardsRollUp {
    var rollUp = StandardsRollUp(criteria: Catalog.criteria, checks: judge.links)
    for count in counts {
      var group = count.group
      group.add(untested: count.untested)
      rollUp.add(group, of: count.links)
    }
    return rollUp
  }
}
