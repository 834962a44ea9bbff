package import AuditModel
import SQLite

/// A finding with the result behind what its cell shows now.
package struct FindingRow {
  package var row: ResultRow
  package var finding: Finding

  package init(row: ResultRow, finding: Finding) {
    self.row = row
    self.finding = finding
  }
}

extension Reader {
  /// The findings that a query asks for: what fails, or also what has failed.
  ///
  /// Open ones first, worst first, the longest open first. `since:` and `until:` of the query speak of when the present
  /// or last stretch of failing began, `severity:` of the severity it had, `status:` of what the cell shows now.
  /// - Parameter audit: the findings that the results of this audit alone give, in its scope.
  package func findings(
    _ filter: Filter = Filter(), of audit: AuditRound? = nil, _ choice: FindingChoice = .open
  ) throws -> [Finding] {
    try findingRows(filter, of: audit, choice).rows.map(\.finding)
  }

  /// As above, with the results; and how many cells carry the audit's name outside its scope.
  package func findingRows(
    _ filter: Filter = Filter(), of audit: AuditRound? = nil, _ choice: FindingChoice = .open,
    _ reach: CellReach = .plan
  ) throws -> (rows: [FindingRow], outside: Int) {
    // A finding may have an owner of its own, so it answers that word itself.
    let owners = filter.terms(on: [.owner])
    var filter = filter
    filter.terms.removeAll { $0.field == .owner }
    let found =
      try audit.map { try cells(of: $0, filter, findings: choice) }
      ?? AuditCells(rows: cells(filter, findings: choice, reach), outside: 0)
    let rows = try findings(found.rows)
    return (
      rows.filter { row in
        owners.allSatisfy { term in
          term.values.contains { Glob($0).matches(row.finding.owner) } != term.isNegated
        }
      }, found.outside
    )
  }

  /// The open findings among some cells of the tracker, worst first: no second reading.
  package func findingRows(in rows: [ResultRow]) throws -> [FindingRow] {
    let lives = try FindingLives(self, failingIn: cells, until: past?.moment ?? .max).lives
    let registry = self.registry
    return try findings(
      rows.compactMap { row in
        guard row.outcome == .fail, let life = lives[row.cell] else { return nil }
        var row = row
        row.tell(life)
        row.isUsualSeverity = row.severity == nil
        if row.severity == nil { row.severity = try registry.usualSeverity(row.check) }
        return row
      })
  }

  /// What findings say beyond their cells, read once.
  package func findingSource() throws -> FindingSource { try FindingSource(self) }

  private func findings(_ rows: [ResultRow]) throws -> [FindingRow] {
    let source = try FindingSource(self)
    return try rows.map { FindingRow(row: $0, finding: try source.finding($0)) }
      .sorted { Self.isWorse($0.finding, $1.finding) }
  }

  private static func isWorse(_ left: Finding, _ right: Finding) -> Bool {
    if left.isOpen != right.isOpen { return left.isOpen }
    let (one, other) = (Severity.place(left.severity), Severity.place(right.severity))
    if one != other { return one < other }
    if left.life.since != right.life.since { return left.life.since < right.life.since }
    return (left.component, left.check, left.condition) < (right.component, right.check, right.condition)
  }
}

/// What findings say beyond their cells: components, criteria, tickets, remarks.
package final class FindingSource {
  private struct Place: Hashable {
    var component: ExactText
    var check: ExactText
    /// Nil for every condition.
    var condition: ExactText?
  }

  private let reader: Reader
  private let registry: Registry
  private var patterns: [ExactText: FindingPattern] = [:]
  private let records: [Place: Reader.Record]
  private let tickets: [Place: [String]]
  private let notes: [Place: [FindingNote]]
  private var criteria: [ExactText: [String]] = [:]

  fileprivate init(_ reader: Reader) throws {
    self.reader = reader
    registry = reader.registry
    var records: [Place: Reader.Record] = [:]
    for record in try reader.recordsOfMoment("finding") {
      records[Self.place(record, record.text("condition"))] = record
    }
    self.records = records
    var tickets: [Place: [String]] = [:]
    for record in try reader.recordsOfMoment("task") + reader.recordsOfMoment("question") {
      let ticket = record.text("ticket")
      if !ticket.isEmpty { tickets[Self.place(record, nil), default: []].append(ticket) }
    }
    self.tickets = tickets
    var notes: [Place: [FindingNote]] = [:]
    for note in try reader.notes() where note.time <= reader.now || reader.past == nil {
      guard let check = note.check else { continue }
      let place = Place(component: ExactText(note.component), check: ExactText(check), condition: nil)
      notes[place, default: []].append(FindingNote(by: note.tester, time: note.time, text: note.text))
    }
    self.notes = notes
  }

  private static func place(_ record: Reader.Record, _ condition: String?) -> Place {
    Place(
      component: ExactText(record.text("component")), check: ExactText(record.text("check")),
      condition: condition.map(ExactText.init))
  }

  package func finding(_ row: ResultRow) throws -> Finding {
    var finding = Finding(
      component: row.component, check: row.check, condition: row.condition, category: row.category,
      outcome: row.outcome, isDisputed: row.isUnsettled, life: row.life ?? FindingLife())
    finding.severity = row.severity
    finding.waiver = row.waiver
    finding.expired = row.expired
    if let component = try registry.component(row.component) {
      finding.kind = component.kind
      finding.source = component.source
      finding.screens = component.screens
      finding.owner = component.owner
    }
    finding.criteria = try criteria(of: row.check)
    if !row.pattern.isEmpty { finding.pattern = try pattern(row.pattern) }
    var place = Place(
      component: ExactText(row.component), check: ExactText(row.check), condition: ExactText(row.condition))
    var named: [String] = []
    if let record = records[place] {
      let owner = record.text("owner")
      if !owner.isEmpty { finding.owner = owner }
      finding.remark = record.text("note")
      named.append(record.text("ticket"))
    }
    place.condition = nil
    named += [row.waiver?.ticket ?? "", row.expired?.ticket ?? ""] + (tickets[place] ?? [])
    var seen: Set<ExactText> = []
    finding.tickets = named.filter { !$0.isEmpty && seen.insert(ExactText($0)).inserted }
    finding.notes = notes[place] ?? []
    return finding
  }

  private func pattern(_ name: String) throws -> FindingPattern {
    if let known = patterns[ExactText(name)] { return known }
    let found = FindingPattern(name, try reader.pattern(name))
    patterns[ExactText(name)] = found
    return found
  }

  private func criteria(of check: String) throws -> [String] {
    if let known = criteria[ExactText(check)] { return known }
    let links = try registry.check(check)?.check.wcag ?? []
    let found = links.filter { $0.relation == .tests }.map(\.criterion)
    criteria[ExactText(check)] = found
    return found
  }
}
