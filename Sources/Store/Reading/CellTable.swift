package import Audit
import SQLite

/// The cells that a query asks for, in small numbers: names, notes and values are fetched only for those that are
/// shown.
///
/// ```
///   cell ──one pass──> entries ──query, scope──> kept ──ranks of names──> ordered ──row(at:)──> rows
///                      72 bytes each                                              those that are shown
/// ```
package final class CellTable {
  /// One cell. Component, check, condition and context are local numbers, as in the file.
  package struct Entry {
    var cell: Int64
    var shown: Int64
    /// When what it shows was last observed, and when that began; ms UTC.
    package var seen: Int64
    var since: Int64
    package var component: Int32
    package var check: Int32
    package var condition: Int32
    var category: Int32
    var context: Int32
    /// Place in the order of names, where the table is ranked.
    var rank: Int32 = 0
    var outcome: UInt8
    var severity: UInt8
    var marks: UInt8
    var stale: StaleMarks
    /// The severity is that of its check.
    var isUsual = false
    package var isWaived = false
    var hasExpired = false
    /// The plan of the tracker, or the scope of the audit, asks for it.
    var isAsked = false
    /// It has shown something else before, or may have at a past moment: how often it had changed by then is not known.
    var hasChanged = true
    /// Of several chains of results, or of some that do not supersede one another: else one result alone is open.
    var isMixed = true
    /// Those differ who are followed, and what others say hides it.
    var isHidden = false

    package var isStale: Bool { !stale.isEmpty }
    package var isFailing: Bool { outcome == CellTable.fail }
    /// Results differ that no rule decides between.
    package var isUnsettled: Bool { Int64(marks) & Codes.unsettled != 0 }
    var isDisputed: Bool { Int64(marks) & Codes.disputed != 0 }
    package var staleReasons: [StaleReason] { stale.reasons }
    package var said: Outcome? { Codes.outcome(Int64(outcome)) }
    package var state: CellState? {
      Codes.state(outcome: Int64(outcome), severity: Int64(severity), marks: Int64(marks))
    }
  }

  let reader: Reader
  /// The history of failing cells, by their ids; nil where findings are not requested.
  let lives: [Int64: FindingLife]?
  package internal(set) var entries: [Entry] = []
  var isRanked = false
  /// Cells that carry the audit's name and are outside its scope; they are among the entries only where that was asked.
  package private(set) var outside = 0
  /// Cells of components in use that the plan of the tracker does not ask for, and how many of them fail; nil where not
  /// all cells were looked at.
  private(set) var outsideOfPlan: (cells: Int, fails: Int)?
  private let contexts: ByTerm<ResultContext>
  let filter: Filter
  /// Whose cells these are; nil for those of the tracker.
  let audit: AuditRound?
  /// Those of the audit that were not tested in its name; nil where the table is of the tracker.
  var untestedOfAudit: Set<ScopeCell>?
  /// Of a table by those who are followed: the cells that are tested by others alone.
  var unsaid: Set<Int64> = []
  /// Of a table whose rows say what those say who are followed.
  var sayings: HeldCells?

  /// The cells of the tracker.
  ///
  /// - Parameters:
  ///   - findings: only what fails, or has failed, worst first.
  ///   - reach: those that count, unless said otherwise.
  ///   - order: that of cells which are no findings. `.none` is for callers with an order of their own: moving them
  ///     takes as long as half of reading them.
  ///   - isOfFollowed: what those say who are followed here, where others say something milder.
  init(
    _ reader: Reader, _ filter: Filter, findings: FindingChoice?, _ reach: CellReach, _ order: Order = .byName,
    isOfFollowed: Bool = false
  ) throws {
    self.reader = reader
    (self.filter, audit) = (filter, nil)
    contexts = try reader.contexts()
    untestedOfAudit = nil
    lives = try findings.map { choice in
      try FindingLives(reader, areOpen: choice == .open).lives
    }
    try fill(filter, findings, reach, isOfFollowed ? reader.heldCells() : nil)
    try put(in: findings == nil ? order : .worstFirst)
  }

  /// The cells of an audit as the results that carry its name alone give them.
  ///
  /// - Parameter includingOutside: also the cells outside its scope that have one.
  init(
    _ reader: Reader, _ filter: Filter, of audit: AuditRound, findings: FindingChoice?, includingOutside: Bool,
    isOfFollowed: Bool = false
  ) throws {
    self.reader = reader
    let seen = try AuditFolds(reader, audit, findings)
    (self.filter, self.audit) = (filter, audit)
    contexts = try reader.contexts()
    untestedOfAudit = seen.untested
    lives = findings == nil ? nil : seen.lives
    outside = seen.others.count
    try fill(seen, includingOutside: includingOutside, isOfFollowed ? reader.heldCells(of: audit) : nil)
    try put(in: findings == nil ? .byName : .worstFirst)
  }

  /// The cells that the query asks for and that are not tested, of the tracker's scope or of the audit's, by component,
  /// check and condition; of an audit in no order where that is not asked for.
  package func untestedCells(inOrder: Bool = true) throws -> [ScopeCell] {
    guard let untestedOfAudit else { return try reader.untestedCells(filter, in: unsaid.isEmpty ? nil : self) }
    let matching = try RowFilter(filter, reader: reader, registry: reader.registry, timeField: .observed)
    guard matching.acceptsUntested else { return [] }
    let found: [ScopeCell] = try untestedOfAudit.filter {
      try matching.accepts(component: $0.component, check: $0.check, condition: $0.condition)
    }
    return inOrder ? found.sorted { $0.precedes($1) } : found
  }

  /// For cells of another one, or for all of them as someone shows them: they are not read again.
  init(like table: CellTable, lives: [Int64: FindingLife]?) {
    (reader, filter, audit, contexts) = (table.reader, table.filter, table.audit, table.contexts)
    (isRanked, self.lives) = (table.isRanked, lives)
    guard lives == nil else { return }
    (outside, outsideOfPlan) = (table.outside, table.outsideOfPlan)
    (untestedOfAudit, unsaid) = (table.untestedOfAudit, table.unsaid)
  }

  package var count: Int { entries.count }

  /// The name behind a number of an entry: of a component, a check or a condition.
  package func name(_ number: Int32) throws -> String { try reader.text(Int64(number)) }

  /// The names behind an entry.
  package func place(of entry: Entry) throws -> ScopeCell {
    try ScopeCell(component: name(entry.component), check: name(entry.check), condition: name(entry.condition))
  }

  /// Keeps only the entries that the closure accepts.
  func keep(where isWanted: (Entry) throws -> Bool) rethrows { entries = try entries.filter(isWanted) }

  /// Those who saw its cells last.
  package func testers() throws -> Set<String> {
    Set(try Set(entries.map(\.context)).map { try reader.text(contexts[$0]?.tester ?? 0) })
  }

  /// What its cells were tested on, where that is known: `device (system)`.
  package func devices() throws -> Set<String> {
    Set(
      try Set(entries.map(\.context)).compactMap { number in
        let context = contexts[number] ?? ResultContext()
        let (device, os) = (try reader.text(context.device), try reader.text(context.os))
        return device.isEmpty ? nil : os.isEmpty ? device : "\(device) (\(os))"
      })
  }

  package func categories() throws -> Set<String> { Set(try Set(entries.map(\.category)).map(name)) }

  /// The device it was tested on; empty where not given.
  package func device(_ entry: Entry) throws -> String { try reader.text(context(of: entry).device) }

  /// How its failing went; nil where findings were not requested.
  func life(of entry: Entry) -> FindingLife? { lives?[entry.cell] }

  /// Who saw the cell of a row last, apart from the person of the name where they did not sign it.
  package func tester(ofRow row: Int) throws -> String {
    try reader.marked(reader.text(context(of: entries[row]).tester), of: entries[row].shown)
  }

  /// Who saw a cell, and on what.
  func context(of entry: Entry) -> ResultContext { context(ofNumber: Int64(entry.context)) }

  func context(ofNumber number: Int64) -> ResultContext { contexts[number] ?? ResultContext() }

  /// One cell with everything that a row shows.
  package func row(at place: Int) throws -> Cell { try row(of: entries[place]) }

  /// All of them, or those that the closure accepts, each with everything.
  package func rows(where isWanted: (Entry) -> Bool = { _ in true }) throws -> [Cell] {
    let wanted = entries.indices.filter { isWanted(entries[$0]) }
    // By the place of their results in the file, which is read from one end to the other then.
    let order = wanted.indices.sorted { entries[wanted[$0]].shown < entries[wanted[$1]].shown }
    var found: [Cell?] = Array(repeating: nil, count: wanted.count)
    for place in order { found[place] = try row(of: entries[wanted[place]]) }
    return found.compactMap { $0 }
  }

  // MARK: Filling

  /// What a cell shows, before it is known whether it is asked for.
  struct Shown {
    var cell: Int64
    var result: Int64
    var component: Int64
    var check: Int64
    var condition: Int64
    var category: Int64
    var context: Int64
    var text: Int64?
    var outcome: Int64
    var severity: Int64
    var marks: Int64
    var seen: Int64
    var since: Int64
    var isMixed: Bool
  }

  private func fill(_ filter: Filter, _ findings: FindingChoice?, _ reach: CellReach, _ held: HeldCells?) throws {
    let choosing = try Choosing(self, filter, areFindings: findings != nil)
    let scope = try reader.registry.scope.get()
    let wanted = try choosing.matching.fewComponents()
    var outside = (cells: 0, fails: 0)
    // Room for all of them, so that they are not moved while they become more; what is not used takes no memory.
    if filter.isEmpty, findings == nil { entries.reserveCapacity(try reader.mostCells()) }
    let columns: [CellColumn] = [
      .component, .check, .condition, .outcome, .severity, .marks, .seen, .since, .text, .context, .shown, .id,
      .category, .changes, .branch,
    ]
    let unsettled = "marks & \(Codes.unsettled | Codes.held) <> 0"
    let shortcuts =
      (findings == .open ? ["outcome = 2"] : []) + (choosing.matching.wantsDisputed ? [unsettled] : [])
    func count(_ place: TrackerScope.Place, _ outcome: Int64) {
      guard place == .outside else { return }
      outside.cells += 1
      if outcome == Int64(Self.fail) { outside.fails += 1 }
    }
    try reader.visitCells(columns, shortcut: shortcuts.joined(separator: " AND "), components: wanted) { cell in
      let place = try scope.place(component: cell[0], check: cell[1], condition: cell[2])
      let isReached = reach.includes(place)
      // What is not is counted at most.
      if !isReached, held == nil { return count(place, cell[3]) }
      var shown = Shown(
        cell: cell[11], result: cell[10], component: cell[0], check: cell[1], condition: cell[2], category: cell[12],
        context: cell[9], text: cell.text, outcome: cell[3], severity: cell[4], marks: cell[5], seen: cell[6],
        since: cell[7], isMixed: cell[14] == CellRow.mixed)
      let isTested = try held?.show(&shown) != .untested
      if !isTested { unsaid.insert(shown.cell) }
      count(place, shown.outcome)
      let context = contexts[shown.context] ?? ResultContext()
      guard isReached, isTested, try choosing.areNamesWanted(shown, context),
        var entry = try choosing.entry(shown, context)
      else { return }
      entry.isAsked = place == .asked
      entry.hasChanged = reader.past != nil || cell[13] > 1
      entries.append(entry)
    }
    if filter.isEmpty, findings == nil { outsideOfPlan = outside }
  }

  private func fill(_ seen: AuditFolds, includingOutside: Bool, _ held: HeldCells?) throws {
    let choosing = try Choosing(self, filter, areFindings: lives != nil)
    let category = try reader.database.cached("SELECT category, branch FROM cell WHERE id = ?")
    for seen in includingOutside ? seen.inside + seen.others : seen.inside {
      guard let state = seen.fold.state else { continue }
      try category.bind(seen.cell, at: 1)
      defer { category.reset() }
      guard try category.step() else { continue }
      var shown = Shown(
        cell: seen.cell, result: seen.shown.id, component: seen.place.component, check: seen.place.check,
        condition: seen.place.condition, category: category.int64(0), context: seen.shown.context,
        text: seen.shown.text, outcome: Codes.code(state.outcome), severity: Int64(state.severity?.rawValue ?? 0),
        marks: Codes.marks(state) | Codes.others(seen.fold), seen: seen.fold.seen, since: seen.fold.since,
        isMixed: category.int64(1) == CellRow.mixed)
      guard try held?.show(&shown) != .untested else {
        if seen.isAsked { untestedOfAudit?.insert(try reader.names(of: seen.place)) }
        continue
      }
      let context = contexts[shown.context] ?? ResultContext()
      if try choosing.areNamesWanted(shown, context), var entry = try choosing.entry(shown, context) {
        entry.isAsked = seen.isAsked
        entries.append(entry)
      }
    }
  }

  /// A query, made ready for a pass over cells, and what is computed of each.
  struct Choosing {
    let table: CellTable
    let matching: RowFilter
    let acceptsAllNames: Bool
    let registry: Registry
    let staleness: StaleTerms
    let waivers: WaiverTerms

    init(_ table: CellTable, _ filter: Filter, areFindings: Bool) throws {
      let reader = table.reader
      self.table = table
      registry = reader.registry
      matching = try RowFilter(
        filter, reader: reader, registry: registry, timeField: areFindings ? .began : .observed)
      acceptsAllNames = matching.acceptsAllNames
      staleness = try StaleTerms(reader, registry)
      waivers = WaiverTerms(reader, registry)
    }

    /// Whether the names of a cell are asked for, and it is a finding where those are.
    func areNamesWanted(_ shown: Shown, _ context: ResultContext) throws -> Bool {
      guard table.lives == nil || table.lives?[shown.cell] != nil else { return false }
      if acceptsAllNames { return true }
      return try matching.accepts(component: shown.component) && matching.accepts(check: shown.check)
        && matching.accepts(
          condition: shown.condition, of: shown.check, tester: context.tester, build: context.build,
          audit: context.audit)
    }

    /// Nil where the query does not ask for what it shows.
    func entry(_ shown: Shown, _ context: ResultContext) throws -> Entry? {
      let (component, check, condition) = (shown.component, shown.check, shown.condition)
      let hidden =
        try shown.marks & Codes.held == 0 ? 0 : table.alone.get().hidden(cell: shown.cell, marks: shown.marks)
      let marks = shown.marks | hidden
      var facts = RowFacts()
      facts.outcome = Codes.outcome(shown.outcome)
      if let lives = table.lives, let life = lives[shown.cell] {
        (facts.isFinding, facts.severity, facts.since) = (true, life.severity, life.since)
      } else {
        (facts.severity, facts.since) = (Codes.severity(shown.severity), shown.since)
      }
      facts.take(marks: marks)
      facts.time = shown.seen
      let isFailing = facts.outcome == .fail
      if facts.severity == nil, isFailing || facts.isFinding {
        facts.severity = try registry.usualSeverity(ofTerm: check)
        facts.isUsualSeverity = true
      }
      facts.stale = staleness.reasons(
        component: component, check: check, time: shown.seen, text: shown.text, source: context.source,
        build: context.build, isPass: facts.outcome == .pass)
      if isFailing {
        facts.isWaived = try waivers.isWaived(component: component, check: check, condition: condition)
      }
      func told() throws -> RowFilter.Told {
        try RowFilter.Told(
          table.reader, component, check, condition, shown.result, isFailing ? shown.cell : nil, since: shown.since)
      }
      guard try table.filter.isEmpty || matching.accepts(facts, told: told) else { return nil }
      var entry = Entry(
        cell: shown.cell, shown: shown.result, seen: facts.time, since: facts.since,
        component: Int32(truncatingIfNeeded: component), check: Int32(truncatingIfNeeded: check),
        condition: Int32(truncatingIfNeeded: condition), category: Int32(truncatingIfNeeded: shown.category),
        context: Int32(truncatingIfNeeded: shown.context), outcome: UInt8(truncatingIfNeeded: shown.outcome),
        severity: UInt8(clamping: facts.severity?.rawValue ?? 0), marks: UInt8(truncatingIfNeeded: marks),
        stale: facts.stale)
      (entry.isUsual, entry.isWaived, entry.isMixed) = (facts.isUsualSeverity, facts.isWaived, shown.isMixed)
      entry.isHidden = hidden != 0
      if isFailing, !facts.isWaived {
        entry.hasExpired = try waivers.hasExpired(component: component, check: check, condition: condition)
      }
      return entry
    }
  }

  static let fail = UInt8(Codes.code(.fail))

  /// What those say who are followed, for those cells in which it may differ.
  private lazy var alone = Result { try reader.heldCells(of: audit) }
  private lazy var source = RowSource(reader: reader, registry: reader.registry)
  /// Kept: to look for it by its text for each row takes as long as to read the row.
  private lazy var told = Result {
    try reader.database.cached("SELECT text, value, note, body FROM result WHERE id = ?")
  }

  private func row(of entry: Entry) throws -> Cell {
    let context = context(of: entry)
    let told = try told.get()
    try told.bind(entry.shown, at: 1)
    defer { told.reset() }
    guard try told.step() else { throw Refusal.invalid("the result of an item is missing; run \"a11y doctor\"") }
    var row = Cell(
      component: try name(entry.component), check: try name(entry.check), condition: try name(entry.condition),
      category: try name(entry.category), outcome: Codes.outcome(Int64(entry.outcome)),
      severity: entry.isUsual ? nil : Codes.severity(Int64(entry.severity)),
      value: RowSource.value(told.optionalText(1)),
      note: told.optionalText(2), tester: try reader.text(context.tester), time: entry.seen,
      device: try reader.text(context.device), os: try reader.text(context.os), build: try reader.text(context.build),
      audit: try reader.text(context.audit), source: try reader.text(context.source),
      text: told.optionalInt64(0).flatMap { UInt32(exactly: $0) }, id: try reader.name(of: entry.shown),
      number: entry.shown)
    row.take(RareMembers(body: told.optionalText(3)), try reader.names)
    row.take(marks: Int64(entry.marks))
    (row.isHidden, row.since, row.cell) = (entry.isHidden, entry.since, entry.cell)
    row.claim = try reader.holders.get()?.claim(of: entry.shown, by: row.tester)
    row.tell(lives?[entry.cell])
    row.followed = try sayings?.otherwise(entry)
    try source.complete(&row, isCell: true, stale: entry.staleReasons)
    return row
  }
}
