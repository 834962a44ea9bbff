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
    var rollUp = try counted(filter, of: audit, in: table, links)
    (rollUp.byOthers, rollUp.held) = (table.testedByOthers.cells, table.held)
    rollUp.set(try unanswered(in: table, of: closed?.scope ?? everything(), links))
    return rollUp
  }

  private func counted(
    _ filter: Filter, of audit: AuditRound?, in table: CellTable, _ links: [StandardsRollUp.CheckLinks]
  ) throws -> StandardsRollUp {
    let ledger = StandardsLedger(links, self)
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
    let builtIn = try then.otherEdition().map { Catalog.checks(of: $0).map(StandardsRollUp.CheckLinks.init) }
    var links = Dictionary(firstOf: try (builtIn ?? checkLinks()).map { (ExactText($0.check), $0) })
    try visitTeamChecks(then) { id, check in links[ExactText(id)] = check.map(StandardsRollUp.CheckLinks.init) }
    return links.values.sorted { CellTable.precedes($0.check, $1.check) }
  }

  /// What each check is to the criteria, as it reads now; a small part of the cost of the checks.
  private func checkLinks() throws -> [StandardsRollUp.CheckLinks] {
    let sql = """
      SELECT check_id, json_extract(doc, '$.method', '$.wcag', '$.measurement') FROM check_text WHERE current = 1 ORDER BY check_id
      """
    return try database.all(sql) { row in
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
  private let links: [StandardsRollUp.CheckLinks]
  private let linksByCheck: [ExactText: StandardsRollUp.CheckLinks]
  private var components: [ExactText: Int] = [:]
  private var checks: [ExactText: Int] = [:]
  private lazy var told = Result { [reader] in try reader.database.cached("SELECT value FROM result WHERE id = ?") }
  private var componentTerms = ByTerm<Int>()
  private var checkTerms = ByTerm<Int>()
  /// By the number of the check.
  private var counts: [Count] = []

  init(_ links: [StandardsRollUp.CheckLinks], _ reader: Reader) {
    (self.reader, self.links) = (reader, links)
    linksByCheck = Dictionary(firstOf: links.map { (ExactText($0.check), $0) })
  }

  /// - Parameter isAsked: it is among those that are added as untested.
  func add(
    _ component: Int64, _ check: Int64, _ state: CellState?, of result: Int64, isStale: Bool, isWaived: Bool,
    isAsked: Bool
  ) throws {
    let check = try checkTerms.value(check) { place(ofCheck: try reader.text(check)) }
    let links = counts[check].links
    let cell = CellGroup.Cell(
      component: try componentTerms.value(component) { place(ofComponent: try reader.text(component)) }, state: state,
      isStale: isStale, isWaived: isWaived)
    var isMeasured: Bool?
    if let links, links.statesFigure, state?.outcome == .pass {
      let hasValue = try hasValue(result)
      isMeasured = hasValue || links.isNeeded ? hasValue : nil
    }
    counts[check].group.add(cell, isAutomatic: links?.isAutomatic ?? false, isMeasured: isMeasured)
    if isAsked { counts[check].untested -= 1 }
  }

  func add(_ table: CellTable, areAsked: Bool = true) throws {
    for entry in table.entries {
      try add(
        Int64(entry.component), Int64(entry.check), entry.state, of: entry.shown, isStale: entry.isStale,
        isWaived: entry.isWaived, isAsked: areAsked && entry.isAsked)
    }
  }

  /// Whether a result was measured.
  private func hasValue(_ result: Int64) throws -> Bool {
    let told = try told.get()
    try told.bind(result, at: 1)
    defer { told.reset() }
    return try told.step() && !told.isNull(0)
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
    counts.append(Count(links: linksByCheck[ExactText(id)]))
    return counts.count - 1
  }

  func rollUp() -> StandardsRollUp {
    var rollUp = StandardsRollUp(criteria: Catalog.criteria, checks: links)
    for count in counts {
      var group = count.group
      group.add(untested: count.untested)
      rollUp.add(group, of: count.links)
    }
    return rollUp
  }
}
