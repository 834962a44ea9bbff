import AuditCatalog
package import AuditModel
import CanonicalJSON
import SQLite

extension Reader {
  /// How the tracker, an audit, or what a query asks for stands towards the criteria of WCAG.
  ///
  /// The cells are those of `cellsWithUntested(_:)`, or of the audit: what was looked at, and what of the scope was
  /// not. A check that applies to a component in use and was never tried there keeps its criterion untested.
  /// A reader of a past moment answers as of then.
  package func standards(_ filter: Filter = Filter(), of audit: AuditRound? = nil) throws -> StandardsRollUp {
    var ledger = StandardsLedger()
    if let audit {
      for row in try cells(of: audit, filter, includingUntested: true).rows { ledger.add(row) }
    } else if filter.isEmpty {
      try addAllCells(to: &ledger)
    } else {
      for row in try cellsWithUntested(filter) { ledger.add(row) }
    }
    return ledger.rollUp(try checkLinks())
  }

  /// The rows of `cellsWithUntested` for no query at all, without making them.
  private func addAllCells(to ledger: inout StandardsLedger) throws {
    let registry = self.registry
    let scope = try registry.scope.get()
    try CellPass(self, registry).visit { cell in
      ledger.add(
        try text(cell.component), try text(cell.check), state: cell.state, isStale: cell.isStale,
        isWaived: cell.isWaived,
        isAsked: cell.isAsked)
    }
    for component in scope.work.components {
      for check in scope.checks(of: component) {
        ledger.addUntested(component.key, scope.work.checks[check].id, asked: scope.work.conditions.count)
      }
    }
  }

  /// By criterion, what keeps the cells of a table from speaking for the whole app: components in use, and checks that
  /// test the criterion and apply to them, without PASS, FAIL or N/A among the cells. None of the plan's choices matters
  /// here.
  package func unanswered(in table: CellTable) throws -> [String: StandardsGap] {
    var terms: [Int32: Set<Int32>] = [:]
    for entry in table.entries where entry.said != .cantTell { terms[entry.check, default: []].insert(entry.component) }
    var answered: [ExactText: Set<ExactText>] = [:]
    for (check, components) in terms {
      answered[ExactText(try table.name(check))] = Set(try components.map { ExactText(try table.name($0)) })
    }
    let whole = try everything()
    let rules = Dictionary(whole.checks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var gaps: [String: StandardsGap] = [:]
    for links in try checkLinks() where !links.tests.isEmpty {
      guard let rules = rules[links.check] else { continue }
      let applying = whole.components.filter { rules.isInScope(for: $0) }.map { ExactText($0.key) }
      let missing = Set(applying).subtracting(answered[ExactText(links.check)] ?? [])
      for criterion in links.tests {
        gaps[criterion, default: StandardsGap()].add(
          cells: missing.count, missing: missing.map(\.text), of: applying.map(\.text))
      }
    }
    return gaps
  }

  /// What each check is to the criteria, as it reads now; a small part of the cost of the checks.
  private func checkLinks() throws -> [StandardsRollUp.CheckLinks] {
    let sql = """
      SELECT check_id, json_extract(doc, '$.method', '$.wcag') FROM check_text WHERE current = 1 ORDER BY check_id
      """
    return try database.all(sql) { row in
      let parts = RecordJSON.value(row.text(1))?.arrayValue ?? []
      let links = (parts.last?.arrayValue ?? []).compactMap { value -> CriterionLink? in
        guard let members = value.objectValue, let criterion = members["criterion"]?.stringValue,
          let relation = members["relation"]?.stringValue.flatMap(CriterionLink.Relation.init(rawValue:))
        else { return nil }
        return CriterionLink(criterion: criterion, relation: relation)
      }
      let method = parts.first?.stringValue.flatMap(Method.init(rawValue:))
      return StandardsRollUp.CheckLinks(check: row.text(0), links: links, method: method)
    }
  }
}

/// Cells gathered by check.
private struct StandardsLedger {
  private struct Place: Hashable {
    var component: Int
    var check: Int
  }

  private var components: [ExactText: Int] = [:]
  private var checks: [ExactText: Int] = [:]
  /// By the number of the check.
  private var cells: [[CellGroup.Cell]] = []
  /// How many cells were looked at that the plan asks for.
  private var tested: [Place: Int] = [:]

  mutating func add(
    _ component: String, _ check: String, state: CellState?, isStale: Bool, isWaived: Bool, isAsked: Bool = false
  ) {
    let place = place(component, check)
    if isAsked { tested[place, default: 0] += 1 }
    cells[place.check].append(
      CellGroup.Cell(component: place.component, state: state, isStale: isStale, isWaived: isWaived))
  }

  mutating func add(_ row: ResultRow) {
    let state = row.outcome.map {
      CellState(outcome: $0, severity: row.severity, isDisputed: row.isDisputed, isContradicted: row.isContradicted)
    }
    add(
      row.component, row.check, state: state, isStale: !row.stale.isEmpty, isWaived: row.waiver != nil)
  }

  /// Adds the cells that the plan asks for and that are not tested.
  mutating func addUntested(_ component: String, _ check: String, asked: Int) {
    let place = place(component, check)
    for _ in (tested[place] ?? 0)..<asked {
      cells[place.check].append(CellGroup.Cell(component: place.component, state: nil))
    }
  }

  private mutating func place(_ component: String, _ check: String) -> Place {
    func number(_ name: String, in numbers: inout [ExactText: Int]) -> Int {
      let name = ExactText(name)
      if let known = numbers[name] { return known }
      numbers[name] = numbers.count
      return numbers.count - 1
    }
    let place = Place(component: number(component, in: &components), check: number(check, in: &checks))
    if place.check == cells.count { cells.append([]) }
    return place
  }

  func rollUp(_ links: [StandardsRollUp.CheckLinks]) -> StandardsRollUp {
    var rollUp = StandardsRollUp(criteria: Catalog.criteria, checks: links)
    let known = Dictionary(links.map { (ExactText($0.check), $0) }, uniquingKeysWith: { first, _ in first })
    for (check, number) in checks { rollUp.add(cells[number], of: known[check]) }
    return rollUp
  }
}
