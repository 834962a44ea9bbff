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
    try CellPass(self, Registry(self)).visit { cell in
      ledger.add(
        try text(cell.component), try text(cell.check), isDefault: cell.condition == 0, state: cell.state,
        isStale: cell.isStale, isWaived: cell.isWaived)
    }
    let scope = try workScope(of: nil)
    for component in scope.components {
      for check in scope.checks where check.isInScope(for: component) {
        ledger.addUntested(component.key, check.id)
      }
    }
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
  /// Those looked at under the default condition.
  private var tested: Set<Place> = []

  mutating func add(
    _ component: String, _ check: String, isDefault: Bool, state: CellState?, isStale: Bool, isWaived: Bool
  ) {
    let place = place(component, check)
    if isDefault { tested.insert(place) }
    cells[place.check].append(
      CellGroup.Cell(component: place.component, state: state, isStale: isStale, isWaived: isWaived))
  }

  mutating func add(_ row: ResultRow) {
    let state = row.outcome.map {
      CellState(outcome: $0, severity: row.severity, isDisputed: row.isDisputed, isContradicted: row.isContradicted)
    }
    add(
      row.component, row.check, isDefault: row.condition.isEmpty, state: state, isStale: !row.stale.isEmpty,
      isWaived: row.waiver != nil)
  }

  /// Adds a cell of the scope under the default condition, unless it was looked at.
  mutating func addUntested(_ component: String, _ check: String) {
    let place = place(component, check)
    guard !tested.contains(place) else { return }
    cells[place.check].append(CellGroup.Cell(component: place.component, state: nil))
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
