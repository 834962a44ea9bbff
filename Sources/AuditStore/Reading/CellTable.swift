package import AuditModel
import SQLite

/// The cells that a query asks for, in small numbers: names, notes and values are fetched only for those that are shown.
///
/// ```
///   cell ──one pass──> entries ──query, scope──> kept ──ranks of names──> ordered ──row(at:)──> rows
///                      64 bytes each                                              those that are shown
/// ```
package final class CellTable {
  /// One cell. Component, check, condition and context are local numbers, as in the file.
  struct Entry {
    var cell: Int64
    var shown: Int64
    /// When what it shows was last observed, and when that began; ms UTC.
    var seen: Int64
    var since: Int64
    var component: Int32
    var check: Int32
    var condition: Int32
    var category: Int32
    var context: Int32
    /// Place in the order of names.
    var rank: Int32 = 0
    var outcome: UInt8
    var severity: UInt8
    var marks: UInt8
    /// The severity is that of its check.
    var isUsual = false
    var isStale = false
    var isWaived = false
    var hasExpired = false

    var isFailing: Bool { outcome == CellTable.fail }
    /// Results differ that no rule decides between.
    var isUnsettled: Bool { Int64(marks) & (Codes.disputed | Codes.contradicted) != 0 }
  }

  private let reader: Reader
  private let lives: FindingLives?
  private(set) var entries: [Entry] = []
  private var contexts: [Int32: Context] = [:]

  /// - Parameters:
  ///   - findings: only what fails, or has failed, worst first; otherwise by component, check and condition.
  ///   - reach: those that count, unless said otherwise.
  init(_ reader: Reader, _ filter: Filter, findings: FindingChoice?, _ reach: CellReach) throws {
    self.reader = reader
    lives = try findings.map { choice in
      try FindingLives(reader, failingIn: choice == .open ? reader.cells : nil, until: reader.past?.moment ?? .max)
    }
    try fill(filter, findings, reach)
    try rank()
    if findings != nil { entries.sort(by: isWorse) } else { entries.sort { $0.rank < $1.rank } }
  }

  package var count: Int { entries.count }

  /// One cell with everything that is told of it.
  package func row(at place: Int) throws -> ResultRow { try row(of: entries[place]) }

  /// All of them, or those that are wanted, each with everything.
  func rows(where isWanted: (Entry) -> Bool = { _ in true }) throws -> [ResultRow] {
    // By the place of their results in the file, which is read from one end to the other then.
    let order = entries.indices.filter { isWanted(entries[$0]) }.sorted { entries[$0].shown < entries[$1].shown }
    var found: [ResultRow?] = Array(repeating: nil, count: entries.count)
    for place in order { found[place] = try row(of: entries[place]) }
    return found.compactMap { $0 }
  }

  // MARK: Figures

  /// What lists say of all their cells.
  package struct Figures {
    package var counts = CellCounts()
    package var stale = 0
    package var waived = 0
    package var expired = 0
    /// Observed ahead of this machine's clock.
    package var ahead = 0
    package var states: [FindingLife.State: Int] = [:]

    package init() {}
  }

  package var figures: Figures {
    var figures = Figures()
    for entry in entries {
      figures.counts.add(
        Codes.state(outcome: Int64(entry.outcome), severity: Int64(entry.severity), marks: Int64(entry.marks)))
      if entry.isStale { figures.stale += 1 }
      if entry.isWaived { figures.waived += 1 }
      if entry.hasExpired { figures.expired += 1 }
      if HybridTime(milliseconds: entry.seen).isAhead(of: reader.now) { figures.ahead += 1 }
      if let life = lives?[entry.cell] { figures.states[life.state, default: 0] += 1 }
    }
    return figures
  }

  // MARK: Filling

  private func fill(_ filter: Filter, _ findings: FindingChoice?, _ reach: CellReach) throws {
    let registry = reader.registry
    let matching = try RowFilter(
      filter, reader: reader, registry: registry, timeField: findings == nil ? .observed : .began)
    let scope = try registry.scope.get()
    let staleness = try StaleTerms(reader, registry)
    let waivers = try WaiverTerms(reader, registry)
    try readContexts()
    let wanted = try matching.fewComponents()
    let sql = """
      SELECT cell.component, cell.check_id, cell.condition, cell.outcome, cell.severity, cell.marks, cell.seen, cell.since,
        cell.text, cell.context, cell.shown, cell.id, cell.category
      FROM \(reader.cells)
      WHERE cell.outcome \(findings == .open ? "= 2" : "<> 0") \(matching.wantsDisputed ? "AND cell.marks & 3 <> 0" : "")
        \(wanted == nil ? "" : "AND cell.component IN (SELECT value FROM json_each(?))")
      """
    try reader.database.rows(sql, wanted.map { [.text($0)] } ?? []) { row in
      let (component, check, condition) = (row.int64(0), row.int64(1), row.int64(2))
      let context = contexts[Int32(truncatingIfNeeded: row.int64(9))] ?? Context()
      let life = lives?[row.int64(11)]
      guard findings == nil || life != nil else { return }
      guard try matching.accepts(component: component), try matching.accepts(check: check),
        try matching.accepts(
          condition: condition, tester: context.tester, build: context.build, audit: context.audit),
        reach.includes(try scope.place(component: component, check: check, condition: condition))
      else { return }
      var facts = RowFacts()
      facts.outcome = Codes.outcome(row.int64(3))
      facts.severity = life.map(\.severity) ?? Codes.severity(row.int64(4))
      facts.isFinding = life != nil
      facts.take(marks: row.int64(5))
      facts.time = row.int64(6)
      facts.since = life?.since ?? row.int64(7)
      let isFailing = facts.outcome == .fail
      if facts.severity == nil, isFailing || life != nil {
        facts.severity = try registry.usualSeverity(reader.text(check))
        facts.isUsualSeverity = true
      }
      facts.stale = staleness.reasons(
        component: component, check: check, time: row.int64(6), text: row.optionalInt64(8), source: context.source,
        build: context.build, isPass: facts.outcome == .pass)
      if isFailing {
        facts.isWaived = try waivers.isWaived(component: component, check: check, condition: condition)
      }
      guard try matching.accepts(facts, note: { try self.reader.note(of: row.int64(10)) }) else { return }
      var entry = Entry(
        cell: row.int64(11), shown: row.int64(10), seen: facts.time, since: facts.since,
        component: Int32(truncatingIfNeeded: component), check: Int32(truncatingIfNeeded: check),
        condition: Int32(truncatingIfNeeded: condition), category: Int32(truncatingIfNeeded: row.int64(12)),
        context: Int32(truncatingIfNeeded: row.int64(9)), outcome: UInt8(truncatingIfNeeded: row.int64(3)),
        severity: UInt8(clamping: facts.severity?.rawValue ?? 0), marks: UInt8(truncatingIfNeeded: row.int64(5)))
      entry.isUsual = facts.isUsualSeverity
      entry.isStale = !facts.stale.isEmpty
      entry.isWaived = facts.isWaived
      if isFailing, !facts.isWaived {
        entry.hasExpired = try waivers.hasExpired(component: component, check: check, condition: condition)
      }
      entries.append(entry)
    }
  }

  /// Who saw something, and on what: local numbers of names.
  private struct Context {
    var tester: Int64 = 0
    var device: Int64 = 0
    var os: Int64 = 0
    var build: Int64 = 0
    var audit: Int64 = 0
    var source: Int64 = 0
  }

  private func readContexts() throws {
    try reader.database.rows("SELECT id, tester, device, os, build, audit, source FROM context") { row in
      contexts[Int32(truncatingIfNeeded: row.int64(0))] = Context(
        tester: row.int64(1), device: row.int64(2), os: row.int64(3), build: row.int64(4), audit: row.int64(5),
        source: row.int64(6))
    }
  }

  // MARK: Order

  /// Each name is compared with each other once, and not the cells.
  private func rank() throws {
    let components = try ranks(\.component)
    let checks = try ranks(\.check)
    let conditions = try ranks(\.condition)
    // Two numbers instead of three names: 32 bits of component, 32 of check; condition and place.
    var keys = entries.enumerated().map { place, entry in
      (
        UInt64(components[entry.component] ?? 0) << 32 | UInt64(checks[entry.check] ?? 0),
        UInt64(conditions[entry.condition] ?? 0) << 32 | UInt64(truncatingIfNeeded: place)
      )
    }
    keys.sort { $0 < $1 }
    for (rank, key) in keys.enumerated() { entries[Int(key.1 & 0xFFFF_FFFF)].rank = Int32(truncatingIfNeeded: rank) }
  }

  private func ranks(_ name: KeyPath<Entry, Int32>) throws -> [Int32: UInt32] {
    let names = try Set(entries.map { $0[keyPath: name] }).map { (number: $0, text: try text($0)) }
    // Names that Swift takes for one are told apart by their bytes, so that the order is the same in every run.
    let ordered = names.sorted { left, right in
      left.text == right.text
        ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : left.text < right.text
    }
    var ranks: [Int32: UInt32] = [:]
    for (rank, name) in ordered.enumerated() { ranks[name.number] = UInt32(truncatingIfNeeded: rank) }
    return ranks
  }

  /// Open ones first, then by severity, then those that have been failing longest.
  private func isWorse(_ left: Entry, _ right: Entry) -> Bool {
    if left.isFailing != right.isFailing { return left.isFailing }
    let (one, other) = (left.severity, right.severity)
    // 0 is none, which comes last.
    if one != other { return one &- 1 < other &- 1 }
    if left.since != right.since { return left.since < right.since }
    return left.rank < right.rank
  }

  static let fail = UInt8(Codes.code(.fail))

  // MARK: Rows

  private lazy var source = RowSource(reader: reader, registry: reader.registry)

  private func row(of entry: Entry) throws -> ResultRow {
    let context = contexts[entry.context] ?? Context()
    let told = try reader.database.cached("SELECT text, value, note, body FROM result WHERE id = ?")
    try told.bind(entry.shown, at: 1)
    defer { told.reset() }
    guard try told.step() else { throw Refusal.invalid("the result that a cell shows is missing: a11y doctor") }
    var row = ResultRow(
      component: try text(entry.component), check: try text(entry.check), condition: try text(entry.condition),
      category: try text(entry.category), outcome: Codes.outcome(Int64(entry.outcome)),
      severity: entry.isUsual ? nil : Codes.severity(Int64(entry.severity)),
      value: RowSource.value(told.optionalText(1)),
      note: told.optionalText(2), tester: try reader.text(context.tester), time: entry.seen,
      device: try reader.text(context.device), os: try reader.text(context.os), build: try reader.text(context.build),
      audit: try reader.text(context.audit), source: try reader.text(context.source),
      text: told.optionalInt64(0).flatMap { UInt32(exactly: $0) }, id: try reader.name(of: entry.shown),
      number: entry.shown)
    row.pattern = told.optionalText(3).map(ResultPattern.read) ?? ""
    row.take(marks: Int64(entry.marks))
    row.since = entry.since
    row.cell = entry.cell
    row.tell(lives?[entry.cell])
    try source.complete(&row, isCell: true)
    return row
  }

  private func text(_ number: Int32) throws -> String { try reader.text(Int64(number)) }
}
