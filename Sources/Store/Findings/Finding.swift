package import Audit
import Base

/// A cell that fails or has failed, with everything a lead wants to know of it.
@dynamicMemberLookup
package struct Finding: Sendable {
  /// What it shows now.
  package var cell: Cell
  /// Of the component.
  package var kind = ""
  /// The name of which its ID is made, where the component was renamed.
  package var markedAs = ""
  package var source = ""
  package var screens: [String] = []
  /// The owner: named for the finding, else the component's owner; empty where there is none.
  package var owner = ""
  /// The criteria that the check tests.
  package var criteria: [String] = []
  /// Its own, then those of its waiver, tasks and questions, each once. Foreign text: `Ticket.link` says what is a
  /// link.
  package var links: [Ticket.Link] = []
  /// The anti-pattern that it was filed as.
  @Rare package var pattern: FindingPattern? = nil
  /// The remark on the finding itself.
  package var remark = ""
  /// Remarks on this check of this component, oldest first.
  package var notes: [FindingNote] = []

  package init(_ cell: Cell) { self.cell = cell }

  package subscript<Value>(dynamicMember path: WritableKeyPath<Cell, Value>) -> Value {
    get { cell[keyPath: path] }
    set { cell[keyPath: path] = newValue }
  }

  package var tickets: [String] { links.map(\.name) }
  package var ticketState: Ticket.State? { Ticket.state(of: links) }
  /// The screens with which it is counted, a screen's own among them.
  package var countedOn: [String] { Component.countedOn(screens, kind: kind, key: cell.component) }
  package var place: ScopeCell { cell.place }
  /// The letters that name it in every list, page, ticket and workbook.
  package var findingID: String { TicketMark.id(of: markedPlace) }
  package var markedPlace: ScopeCell {
    ScopeCell(component: markedAs.isEmpty ? place.component : markedAs, check: place.check, condition: place.condition)
  }
  package var isUnsettled: Bool { cell.isUnsettled }
  package var life: FindingLife { cell.life ?? FindingLife() }
  package var state: FindingLife.State { life.state }
  package var isOpen: Bool { life.isOpen }
}

/// An anti-pattern that a failure was filed as, with what the reference says of it.
package struct FindingPattern: Equatable, Sendable {
  package var name: String
  package var title: String
  /// Empty where the reference does not know it.
  package var problem: String
  package var remedy: String

  package init(name: String, title: String = "", problem: String = "", remedy: String = "") {
    self.name = name
    self.title = title.isEmpty ? name : title
    (self.problem, self.remedy) = (problem, remedy)
  }

  package init(_ name: String, _ entry: ReferenceEntry?) {
    self.init(
      name: name, title: entry?.title ?? "", problem: entry?.meaning ?? "", remedy: entry?.useWhen ?? "")
  }
}

package struct FindingNote: Equatable, Sendable {
  package var by: String
  /// ms UTC.
  package var time: Int64
  package var text: String
}

/// Which cells count as findings.
package enum FindingChoice: Sendable {
  /// Those that fail.
  case open
  /// Those that fail or have failed.
  case all
}

extension CellTable {
  /// What one change, or one owner, could remove of its findings; those that a waiver covers or that are over do not
  /// count.
  ///
  /// - Parameter blockers: the findings that keep the release.
  package func fixes(_ source: FindingSource, blockers: Set<ScopeCell>) throws -> FixTally {
    var tally = FixTally()
    var components: [Int32: (number: FixTally.Number, owner: FixTally.Number)] = [:]
    var checks: [Int32: FixTally.Number] = [:]
    func blocks(_ entry: Entry) throws -> Bool {
      guard !blockers.isEmpty else { return false }
      return blockers.contains(
        ScopeCell(
          component: try name(entry.component), check: try name(entry.check), condition: try name(entry.condition)))
    }
    func add(_ entry: Entry, _ pattern: String) throws {
      if components[entry.component] == nil {
        let name = try name(entry.component)
        let found = try source.component(name)
        let number = tally.component(
          name, kind: found?.kind ?? "", source: found?.source ?? "", screens: found?.screens ?? [])
        components[entry.component] = (number, tally.name(found?.owner ?? ""))
      }
      if checks[entry.check] == nil {
        let id = try name(entry.check)
        checks[entry.check] = tally.check(id, criteria: try source.criteria(of: id))
      }
      guard let component = components[entry.component], let check = checks[entry.check] else { return }
      let own = try source.ownOwner(of: entry, in: self)
      let remedy = try pattern.isEmpty ? "" : source.pattern(pattern).remedy
      tally.add(
        component.number, check, severity: Codes.severity(Int64(entry.severity)),
        owner: own.isEmpty ? component.owner : tally.name(own),
        pattern: pattern.isEmpty ? nil : tally.name(pattern, remedy: remedy),
        isBlocker: try blocks(entry))
    }
    try patterns(where: { $0.isFailing && !$0.isWaived }, add)
    return tally
  }
}

extension Reader {
  /// The findings that a query asks for: what fails, or also what has failed, of which rows are made one by one.
  ///
  /// Open ones first, worst first, the longest open first. `since:` and `until:` of the query speak of when the present
  /// or last stretch of failing began, `severity:` of the severity it had, `status:` of what the cell shows now.
  /// - Parameter audit: the findings that the results of this audit alone give, in its scope.
  package func findingTable(
    _ filter: Filter = Filter(), of audit: AuditRound? = nil, _ choice: FindingChoice = .open,
    _ reach: CellReach = .plan
  ) throws -> CellTable {
    // A finding may have an owner of its own, so it answers that word itself.
    let owners = filter.terms(on: [.owner])
    var filter = filter
    let states = filter.terms(on: [.state])
    filter.terms.removeAll { $0.field == .owner || $0.field == .state }
    // What is over is asked for by its state.
    let choice = states.isEmpty ? choice : .all
    let isKept = filter.isEmpty && choice == .open && reach == .plan && keptCells != nil
    let table =
      try audit.map { try cellTable(filter, of: $0, findings: choice) }
      ?? (isKept ? scopeCells().findings() : cellTable(filter, findings: choice, reach))
    table.keep { entry in
      let state = table.life(of: entry)?.state.rawValue ?? ""
      return states.allSatisfy { term in
        term.values.contains { $0 == state || $0 == Filter.waived && entry.isWaived } != term.isNegated
      }
    }
    guard !owners.isEmpty else { return table }
    let source = try findingSource()
    try table.keep { entry in
      let owner = try source.owner(of: entry, in: table)
      return owners.allSatisfy { term in term.values.contains { Glob($0).matchesText(owner) } != term.isNegated }
    }
    return table
  }

  /// The findings, open or not, of the ticket or the mark of a ticket that a text names.
  package func findings(ofTicket typed: String) throws -> [Finding] {
    guard !typed.isEmpty, !Glob(typed).isPattern, !Filter.ticketStates.contains(typed) else { return [] }
    let table = try findingTable(Filter(terms: [Filter.Term(.ticket, [typed])]), of: nil, .all, .all)
    let source = try findingSource()
    return try (0..<table.count).map { try source.finding(at: $0, in: table) }
  }

  package func item(ofResult name: String) throws -> ScopeCell? {
    guard RowFilter.isNameOfResult(name) else { return nil }
    var found: ScopeCell?
    try results(Filter(terms: [Filter.Term(.text, [name])]), includingRetracted: true) { _, row in
      let row = try row()
      if row.id == name { found = row.place }
    }
    return found
  }

  /// What findings say beyond their cells, read once.
  package func findingSource() throws -> FindingSource { try FindingSource(self) }
}

extension CellTable {
  /// What is open in a table of the tracker, worst first, without a second reading of its cells.
  package func findings() throws -> CellTable {
    let lives = try FindingLives(reader, areOpen: true).lives
    try rank()
    let open = CellTable(like: self, lives: lives)
    open.entries = entries.compactMap { entry in
      guard entry.isFailing, let life = lives[entry.cell] else { return nil }
      var entry = entry
      entry.since = life.since
      return entry
    }
    open.entries.sort(by: Self.isWorse)
    return open
  }
}

extension ScopeCell {
  /// The item of a record about a finding.
  fileprivate init(_ record: Reader.Record) {
    self.init(component: record.text("component"), check: record.text("check"), condition: record.text("condition"))
  }
}

extension Reader {
  /// The owners that findings have themselves, by the numbers of their cells.
  func ownersOfFindings() throws -> [Int64: String] {
    var owners: [Int64: String] = [:]
    for record in try recordsOfMoment("finding") where !record.text("owner").isEmpty {
      if let cell = try number(of: ScopeCell(record)) { owners[cell] = record.text("owner") }
    }
    return owners
  }

  /// The remarks on findings themselves, by their items.
  func remarks() throws -> [ScopeCell: String] {
    var remarks: [ScopeCell: String] = [:]
    for record in try recordsOfMoment("finding") where !record.text("note").isEmpty {
      remarks[ScopeCell(record)] = record.text("note")
    }
    return remarks
  }
}

/// What findings say beyond their cells: components, criteria, tickets, remarks.
package final class FindingSource {
  private let reader: Reader
  private let registry: Registry
  private var patterns: [ExactText: FindingPattern] = [:]
  private let records: [RecordPlace: Reader.Record]
  private let tickets: TicketIndex
  private let notes: [RecordPlace: [FindingNote]]
  private var criteria: [ExactText: [String]] = [:]
  /// The questions and tasks that are open, by what they are about.
  private var work: [RecordPlace: (questions: [Reader.Record], tasks: [Reader.Record])]?

  fileprivate init(_ reader: Reader) throws {
    self.reader = reader
    registry = reader.registry
    records = Dictionary(
      try reader.recordsOfMoment("finding").map { (RecordPlace($0, hasCondition: true), $0) },
      uniquingKeysWith: { _, last in last })
    tickets = try TicketIndex(reader)
    var notes: [RecordPlace: [FindingNote]] = [:]
    for note in try reader.notes() where note.time <= reader.now || reader.past == nil {
      guard let check = note.check else { continue }
      notes[RecordPlace(note.component, check, nil), default: []].append(
        FindingNote(by: note.tester, time: note.time, text: note.text))
    }
    self.notes = notes
  }

  /// A finding, with the result behind what its cell shows now.
  package func finding(at place: Int, in table: CellTable) throws -> Finding {
    let row = try table.row(at: place)
    var finding = Finding(row)
    if try !reader.names.isEmpty { finding.markedAs = try reader.firstName(of: row.component) }
    if let component = try registry.component(row.component) {
      finding.kind = component.kind
      finding.source = component.source
      finding.screens = component.screens
      finding.owner = component.owner
    }
    finding.criteria = try criteria(of: row.check)
    if !row.pattern.isEmpty { finding.pattern = try pattern(row.pattern) }
    var place = RecordPlace(row.place)
    if let record = records[place] {
      let owner = record.text("owner")
      if !owner.isEmpty { finding.owner = owner }
      finding.remark = record.text("note")
    }
    finding.links = tickets.links(of: row.place, [row.waiver, row.expired])
    place.condition = nil
    finding.notes = notes[place] ?? []
    return finding
  }

  /// What the check asks of the value that was measured, under its settings and on the platforms of its component; nil
  /// where nothing was.
  package func required(_ finding: Finding) throws -> String? {
    guard finding.value != nil, let measurement = try registry.check(finding.place.check)?.check.measurement else {
      return nil
    }
    return measurement.under(finding.condition).wording(on: try registry.component(finding.place.component))
  }

  /// What is asked and what is to be done about the check of a finding on its component, as long as it is open.
  package func openWork(_ finding: Finding) throws -> (questions: [Reader.Record], tasks: [Reader.Record]) {
    if work == nil {
      var found: [RecordPlace: (questions: [Reader.Record], tasks: [Reader.Record])] = [:]
      for record in try reader.recordsOfMoment("question") where record.workState == "open" {
        found[RecordPlace(record, hasCondition: false), default: ([], [])].questions.append(record)
      }
      for record in try reader.recordsOfMoment("task") where record.workState == "open" {
        found[RecordPlace(record, hasCondition: false), default: ([], [])].tasks.append(record)
      }
      work = found
    }
    return work?[RecordPlace(finding.place.component, finding.place.check, nil)] ?? ([], [])
  }

  func component(_ key: String) throws -> Component? { try registry.component(key) }

  /// The owner of the finding in a row of the table; empty where none is named.
  package func owner(ofRow row: Int, in table: CellTable) throws -> String {
    try owner(of: table.entries[row], in: table)
  }

  /// The owner of a finding; empty where none is named.
  func owner(of entry: CellTable.Entry, in table: CellTable) throws -> String {
    let own = try ownOwner(of: entry, in: table)
    return try own.isEmpty ? registry.component(table.name(entry.component))?.owner ?? "" : own
  }

  /// The owner named for the finding itself; empty where none was.
  func ownOwner(of entry: CellTable.Entry, in table: CellTable) throws -> String {
    guard !records.isEmpty else { return "" }
    let place = try RecordPlace(table.name(entry.component), table.name(entry.check), table.name(entry.condition))
    return records[place]?.text("owner") ?? ""
  }

  /// Everyone who saw a finding last or remarked on it.
  package func testers(of table: CellTable) throws -> Set<String> {
    var testers = try table.testers()
    guard !notes.isEmpty else { return testers }
    let noted = Set(notes.keys.map(\.component))
    for entry in table.entries {
      let component = try table.name(entry.component)
      guard noted.contains(ExactText(component)) else { continue }
      let place = RecordPlace(component, try table.name(entry.check), nil)
      for note in notes[place] ?? [] { testers.insert(note.by) }
    }
    return testers
  }

  func pattern(_ name: String) throws -> FindingPattern {
    try patterns.value(ExactText(name)) { FindingPattern(name, try reader.pattern(name)) }
  }

  func criteria(of check: String) throws -> [String] {
    try criteria.value(ExactText(check)) {
      let links = try registry.check(check)?.check.wcag ?? []
      return links.filter { $0.relation == .tests }.map(\.criterion)
    }
  }
}
