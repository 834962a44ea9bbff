package import Audit

/// The cells that a gate judges, in small numbers.
package struct GateCells {
  private var cells: [GateCell]
  private let names: CellNames
  private let areOrdered: Bool
  /// How many more were not tested.
  private let untested: Int
  /// The tested ones, by `GateCell.row`; numbers beyond it are of untested cells.
  package let table: CellTable
  package fileprivate(set) var byOthers = TestedByOthers()

  fileprivate init(_ cells: [GateCell], _ names: CellNames, _ table: CellTable, areOrdered: Bool, untested: Int) {
    (self.cells, self.names, self.table) = (cells, names, table)
    (self.areOrdered, self.untested) = (areOrdered, untested)
  }

  /// Looks up which of those that fail have a closed ticket.
  package mutating func addTickets(_ reader: Reader) throws {
    let tickets = try TicketIndex(reader)
    for place in cells.indices where cells[place].isOpen {
      cells[place].isTicketClosed = Ticket.state(of: tickets.links(of: names.place(of: cells[place]), [])) == .closed
    }
  }

  /// Holds them against rules; there are none of them afterwards.
  ///
  /// They are sorted where they are, since nothing else holds them.
  package mutating func gate(_ limits: GateLimits, now: Int64) -> Gate {
    let cells = cells
    self.cells = []
    return Gate(consume cells, names, limits, now: now, isOrdered: areOrdered, untested: untested)
  }
}

/// Cells that only people who are not followed have tested, and in which they see no failure; and beside them those that fail
/// by them alone.
package struct TestedByOthers: Equatable, Sendable {
  package var cells = 0
  package var testers: Set<String> = []
  /// How many of them are to be tested now: those with that reason in the retest queue.
  package var toTest = 0
  /// Whose cells they are; nil for those of the tracker.
  package var audit: String?
  /// Which were looked at, as typed; empty for all.
  package var query = ""
  package var fails = 0
  package var failing: Set<String> = []

  package init() {}
}

extension CellNames {
  fileprivate func place(of cell: GateCell) -> ScopeCell {
    ScopeCell(component: component(cell), check: check(cell), condition: condition(cell))
  }
}

/// What cells were at a baseline.
package enum CellsBefore {
  /// What was seen by then, by the numbers of the cells.
  case moment(CellOutcomes)
  /// Nil: untested.
  case named([ScopeCell: Outcome?])

  /// How many were answered.
  package var answered: Int {
    switch self {
    case .moment(let outcomes): outcomes.count
    case .named(let outcomes): outcomes.values.count { $0 != nil }
    }
  }
}

/// What the cells of a table show, by their numbers.
package struct CellOutcomes {
  private var outcomes: ByTerm<Outcome>
  package let count: Int
  /// The moment of which they are, ms UTC.
  let moment: Int64

  package init(_ table: CellTable) {
    (count, moment) = (table.count, table.reader.now)
    outcomes = ByTerm(largest: count * 8)
    for entry in table.entries { outcomes[entry.cell] = entry.said }
  }

  subscript(cell: Int64) -> Outcome? { outcomes[cell] }
}

extension Reader {
  /// What the items of an audit showed, in its scope or not, to be compared with: what those say who are followed, where
  /// others have answered. A failure that only others state excuses none, and their answers alone are no baseline.
  package func outcomesBefore(of audit: AuditRound) throws -> CellsBefore {
    let table = try cellTable(Filter(), of: audit, includingOutside: true)
    let (observations, held) = (Observations(self), try heldCells(of: audit))
    let (late, term) = (try LateEntries(audit, self), try self.term(audit.name) ?? -1)
    var outcomes: [ScopeCell: Outcome?] = [:]
    for entry in table.entries {
      let said =
        try held.mayHaveOthers(entry)
        ? observations.seen(cell: entry.cell, audit: term, without: late, until: LateEntries.limit(late, self))
        : entry.said
      if let said { outcomes[try table.place(of: entry)] = said }
    }
    return .named(outcomes)
  }

  /// The cells of the tracker's scope that a query asks for, or of an audit as its own results give them, tested or not.
  ///
  /// - Parameters:
  ///   - table: the tested ones, where they have been read.
  ///   - withLives: also how the failing went of each that fails, or was fixed since the baseline.
  ///   - withAges: whether it matters when each was seen last.
  ///   - areOrdered: whether they are shown one by one: to put them in order takes a tenth of a release check.
  ///   - listsUntested: whether those that are not tested are among them. Of a whole tracker, to count them takes less.
  ///   - before: what the cells were at the baseline; nil where there is none.
  ///   - areOfEveryone: for figures, which are by the results of everyone. What people say who are not followed is kept
  ///     apart for the release check alone.
  package func gateCells(
    _ filter: Filter, of audit: AuditRound?, in table: CellTable? = nil, withLives: Bool = false,
    withAges: Bool = false, areOrdered: Bool = true, listsUntested: Bool = true, before: CellsBefore? = nil,
    areOfEveryone: Bool = false
  ) throws -> GateCells {
    let table =
      try table ?? audit.map { try cellTable(filter, of: $0) }
      ?? (filter.isEmpty ? scopeCells() : CellTable(self, filter, findings: nil, .plan, .none))
    let (components, checks, conditions) = (NameNumbers(), NameNumbers(), NameNumbers())
    var cells: [GateCell] = []
    let scope = try registry.scope.get()
    let held = try heldCells(of: audit)
    var (byOthers, others, failing) = (TestedByOthers(), Set<Int64>(), Set<Int64>())
    // Room for what the plan asks for: what is not used takes no memory. A plan from elsewhere may ask for any number.
    var untested = 0
    let isCounted = audit == nil && filter.isEmpty && !listsUntested
    if audit == nil, filter.isEmpty {
      let asked = scope.work.components.lazy.map { scope.asked(of: $0) }.reduce(0, +)
      try WorkScope.checkListed(asked)
      if isCounted { untested = asked - table.entries.count(where: \.isAsked) }
      cells.reserveCapacity(min(table.count + (isCounted ? 0 : asked), Self.mostReserved))
    }
    // The names of the plan first: they stand in their order, so that little is left to sort.
    let places =
      audit == nil
      ? (
        scope.work.components.map { components.number(of: $0.key) }, scope.work.checks.map { checks.number(of: $0.id) },
        scope.conditions.all.map { conditions.number(of: $0.text) }
      ) : nil
    // In the order of the gate, for the same reason.
    for row in try areOrdered ? table.rowsWorstFirst() : Array(table.entries.indices.lazy.map(Int32.init)) {
      let entry = table.entries[Int(row)]
      var cell = GateCell(
        component: try components.number(ofTerm: entry.component, self),
        check: try checks.number(ofTerm: entry.check, self),
        condition: try conditions.number(ofTerm: entry.condition, self), row: row)
      cell.seen = entry.seen
      let state = entry.state
      cell.outcome = state?.outcome
      cell.severity = state?.severity
      cell.isUsualSeverity = entry.isUsual
      cell.isDisputed = state?.isDisputed ?? false
      cell.isContradicted = state?.isContradicted ?? false
      cell.isCovered = entry.isWaived
      cell.hasExpired = entry.hasExpired
      if !areOfEveryone, Int64(entry.marks) & Codes.others != 0 { try held.hold(&cell, entry, withAge: withAges) }
      cell.isAsked = entry.isAsked
      if !areOfEveryone, !cell.isHeld, let known = try held.ofOthers(entry) {
        (cell.isOfOthers, cell.known) = (true, known?.outcome)
        if let known, known.outcome == .fail {
          cell.knownSeverity = try known.severity ?? registry.usualSeverity(ofTerm: Int64(entry.check))
        }
        if HeldCells.isUntested(known?.outcome, shown: cell.outcome) {
          byOthers.cells += 1
          if cell.isAsked, past == nil, audit?.closed == nil { byOthers.toTest += 1 }
          others.insert(table.context(of: entry).tester)
          // As it would be without them, but for what they do not agree about.
          guard cell.isAsked || cell.isUnsettled else { continue }
          cell.outcome = nil
        } else if cell.failsByOthersAlone {
          byOthers.fails += 1
          failing.insert(table.context(of: entry).tester)
        }
      }
      cells.append(cell)
    }
    let tested = cells.count
    func add(_ component: Int32, _ check: Int32, _ condition: Int32) {
      let row = Int32(truncatingIfNeeded: table.count + cells.count - tested)
      cells.append(GateCell(component: component, check: check, condition: condition, row: row))
    }
    if isCounted {
      // Their number is all that is asked of them.
    } else if let places {
      try visitUntested(filter, in: table) {
        add(places.0[Int($0.component)], places.1[Int($0.check)], places.2[Int($0.condition)])
      }
    } else {
      for cell in try table.untestedCells(inOrder: areOrdered) {
        add(
          components.number(of: cell.component), checks.number(of: cell.check), conditions.number(of: cell.condition))
      }
    }
    let (byComponent, byCheck, byCondition) = (components.ordered(), checks.ordered(), conditions.ordered())
    let names = CellNames(components: byComponent.names, checks: byCheck.names, conditions: byCondition.names)
    for place in cells.indices {
      cells[place].component = byComponent.ranks[Int(cells[place].component)]
      cells[place].check = byCheck.ranks[Int(cells[place].check)]
      cells[place].condition = byCondition.ranks[Int(cells[place].condition)]
      let cell = cells[place]
      switch before {
      case nil: break
      case .moment(let outcomes):
        // What is not tested now was not tested at any earlier moment; what an audit has not tested may have been.
        let number =
          if place < tested, cell.outcome != nil { table.entries[Int(cell.row)].cell } else if audit == nil {
            Int64?.none
          } else {
            try self.number(of: names.place(of: cell))
          }
        if let then = number.flatMap({ outcomes[$0] }) { cells[place].before = .seen(then) }
      case .named(let outcomes):
        if let then = outcomes[names.place(of: cell)] { cells[place].before = .seen(then) }
      }
    }
    // Once an audit is closed, what came later is no part of what it is compared with, for any time.
    let late = try audit.flatMap { try LateEntries($0, self) }
    if withLives, case .moment(let outcomes) = before {
      let observations = Observations(self)
      for place in cells.indices where cells[place].isCompared {
        let entry = place < tested ? table.entries[Int(cells[place].row)] : nil
        guard let cell = try entry?.cell ?? number(of: names.place(of: cells[place])) else { continue }
        let mayHaveOthers = try entry.map(held.mayHaveOthers) ?? true
        if let late {
          let then = try observations.fold(cell: cell, without: late, until: outcomes.moment)
          cells[place].before = .seen(then.state?.outcome)
        }
        if let entry, cells[place].outcome == .fail, cells[place].before == .seen(.fail) {
          cells[place].isAnewForOne = try (mayHaveOthers ? [false, true] : [false]).contains { areAlone in
            let moment = try audit == nil ? past?.moment : areAlone ? held.seen(cell) : entry.seen
            return try observations.hasRegressed(
              cell: cell, without: late, until: moment ?? .max, since: outcomes.moment, areAlone: areAlone)
          }
        }
        // What only others state for the time before is no baseline, and their failure excuses none.
        if mayHaveOthers {
          let then = try observations.seen(cell: cell, without: late, until: outcomes.moment)
          cells[place].before = then.map { .seen($0) } ?? .ofOthers
        }
      }
    }
    if withLives { try addLives(to: &cells, tested, table, held, of: audit, without: late) }
    var found = GateCells(cells, names, table, areOrdered: areOrdered, untested: untested)
    (byOthers.audit, byOthers.query) = (audit?.name, filter.source)
    (byOthers.testers, byOthers.failing) = (Set(try others.map(text)), Set(try failing.map(text)))
    found.byOthers = byOthers
    return found
  }

  private static let mostReserved = 1 << 22

  /// The tested cells come first.
  private func addLives(
    to cells: inout [GateCell], _ tested: Int, _ table: CellTable, _ held: HeldCells, of audit: AuditRound?,
    without late: LateEntries?
  ) throws {
    let chosen = cells.indices.prefix(tested).filter {
      cells[$0].outcome == .fail || cells[$0].outcome == .pass && cells[$0].before == .seen(.fail)
    }
    func entry(_ place: Int) -> CellTable.Entry { table.entries[Int(cells[place].row)] }
    let lives = try lives(of: chosen.map(entry), of: audit)
    let observations = Observations(self)
    for place in chosen {
      let known = try cells[place].isHeld ? held.life(ofCell: entry(place).cell) : lives[entry(place).cell]
      guard let life = known else { continue }
      cells[place].life = life.state
      cells[place].hasPassed = life.hasPassed
      guard cells[place].outcome == .fail, try held.mayHaveOthers(entry(place)) else { continue }
      // A failure of others on a newer build, stated for the time before, is no excuse, and their pass is not that of the
      // baseline.
      let moment = try audit == nil ? past?.moment : held.seen(entry(place).cell)
      let alone = try observations.life(
        cell: entry(place).cell, without: late, until: moment ?? .max, areAlone: true)
      guard alone.isFinding, alone.isOpen else { continue }
      cells[place].hasPassed = alone.hasPassed
      if alone.state == .regressed { cells[place].life = .regressed }
    }
  }
}

/// Numbers for names, whether a result of this file has them or not.
private final class NameNumbers {
  private var names: [String] = []
  private var numbers: [ExactText: Int32] = [:]
  private var byTerm = ByTerm<Int32>()

  func number(of name: String) -> Int32 {
    if let known = numbers[ExactText(name)] { return known }
    let number = Int32(truncatingIfNeeded: names.count)
    names.append(name)
    numbers[ExactText(name)] = number
    return number
  }

  func number(ofTerm term: Int32, _ reader: Reader) throws -> Int32 {
    try byTerm.value(Int64(term)) { number(of: try reader.text(Int64(term))) }
  }

  /// The names in their order, and the place in it of each number.
  func ordered() -> (names: [String], ranks: [Int32]) {
    let order = names.indices.sorted { CellTable.precedes(names[$0], names[$1]) }
    var ranks = [Int32](repeating: 0, count: names.count)
    for (rank, number) in order.enumerated() { ranks[number] = Int32(truncatingIfNeeded: rank) }
    return (order.map { names[$0] }, ranks)
  }
}
