import Audit
import SQLite

/// All results of the tracker, or all that carry the name of an audit, cell by cell: one scan. To follow the list of a cell
/// (`CellResults`) takes several times as long for each result, so what needs many of them reads them here.
final class ResultHistory {
  /// A result in as few bytes as there may be millions of them.
  private struct Row {
    var number: Int64
    var reference: FactReference
    var milliseconds: Int64
    var counter: Int64
    var time: Int64
    var text: Int64
    var context: Int32
    var outcome: UInt8
    var severity: UInt8
    var flags: Flags
  }

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let measured = Flags(rawValue: 1)
    static let retest = Flags(rawValue: 2)
    static let retracted = Flags(rawValue: 4)
    static let inDoubt = Flags(rawValue: 8)
    static let timed = Flags(rawValue: 16)
    static let worded = Flags(rawValue: 32)
  }

  private struct Circumstances {
    var tester: Int64
    var build: ObservedBuild
    var audit: Int64
  }

  private let database: Connection
  private let circumstances: ByTerm<Circumstances>
  private var cells: [(id: Int64, place: TermCell)] = []
  private var placesOfCells: ByTerm<Int32>
  private var rows: [Row] = []
  /// The rows of each cell one behind the other, in the order of their numbers; those of a cell begin at its `starts`.
  private var order: [Int32] = []
  private var starts: [Int32] = []
  /// The rows of each audit (a term), cell by cell.
  private lazy var byAudit: [Int64: [Int32]] = {
    var found: [Int64: [Int32]] = [:]
    for row in order {
      if let audit = circumstances[rows[Int(row)].context]?.audit, audit != 0 { found[audit, default: []].append(row) }
    }
    return found
  }()
  /// By row, the place of its cell.
  private var cellsOfRows: [Int32] = []

  /// Whether all are here that were asked for.
  private(set) var isWhole = true

  /// - Parameter most: only those that carry the name of an audit, and no more than these; nil for all results.
  init(_ reader: Reader, ofAuditsUpTo most: Int64? = nil) throws {
    database = reader.database
    let lineage = reader.lineage
    try lineage.prepareForMany()
    var (known, builds) = (ByTerm<Circumstances>(), ByTerm<ObservedBuild>())
    try reader.contexts().visit { number, context in
      let build = try builds.value(context.build) {
        try lineage.observed(build: context.build, text: try reader.text(context.build))
      }
      known[number] = Circumstances(tester: context.tester, build: build, audit: context.audit)
    }
    circumstances = known
    let mostCells = try reader.mostCells()
    placesOfCells = ByTerm(largest: mostCells + 1)
    if let most {
      let wanted = "WHERE context IN (SELECT id FROM context WHERE audit <> 0) ORDER BY id LIMIT \(most + 1)"
      isWhole = try scan(wanted, readsCells: true) <= most
    } else {
      // Room for about all of them, so that they are not moved while they become more.
      let count = try Int(reader.countedResults())
      cells.reserveCapacity(mostCells)
      rows.reserveCapacity(count + count / 8)
      cellsOfRows.reserveCapacity(count + count / 8)
      try database.rows("\(Self.columnsOfCell) ORDER BY id") { add($0) }
      _ = try scan("ORDER BY id", readsCells: false)
    }
    group()
  }

  private static let columnsOfCell = "SELECT id, component, check_id, condition FROM cell"

  private func add(_ cell: Statement) {
    placesOfCells[cell.int64(0)] = Int32(truncatingIfNeeded: cells.count)
    cells.append((cell.int64(0), TermCell(component: cell.int64(1), check: cell.int64(2), condition: cell.int64(3))))
  }

  /// - Parameter readsCells: whether a cell is read with its first result.
  /// - Returns: how many results were looked at.
  private func scan(_ wanted: String, readsCells: Bool) throws -> Int64 {
    var count: Int64 = 0
    let sql = """
      SELECT id, cell, ms, counter, digest, time, outcome, severity, value IS NOT NULL, retest, context, text,
        undone
      FROM result \(wanted)
      """
    let cell = try database.cached("\(Self.columnsOfCell) WHERE id = ?")
    try database.rows(sql) { row in
      count += 1
      if readsCells, placesOfCells[row.int64(1)] == nil {
        try cell.bind(row.int64(1), at: 1)
        if try cell.step() { add(cell) }
        cell.reset()
      }
      guard let cell = placesOfCells[row.int64(1)], Codes.outcome(row.int64(6)) != nil,
        let reference = row.withBlob(4, { FactReference(beginning: $0) })
      else { return }
      var flags: Flags = []
      if row.int64(8) != 0 { flags.insert(.measured) }
      if row.int64(9) == 1 { flags.insert(.retest) }
      if !row.isNull(5) { flags.insert(.timed) }
      if !row.isNull(11) { flags.insert(.worded) }
      if row.int64(12) & UndoneMark.inForce != 0 { flags.insert(.retracted) }
      if row.int64(12) & UndoneMark.inDoubt != 0 { flags.insert(.inDoubt) }
      rows.append(
        Row(
          number: row.int64(0), reference: reference, milliseconds: row.int64(2), counter: row.int64(3),
          time: row.int64(5), text: row.int64(11),
          context: Int32(truncatingIfNeeded: row.int64(10)), outcome: UInt8(truncatingIfNeeded: row.int64(6)),
          severity: UInt8(clamping: row.int64(7)), flags: flags))
      cellsOfRows.append(cell)
    }
    return count
  }

  private func group() {
    starts = Array(repeating: 0, count: cells.count + 1)
    for cell in cellsOfRows { starts[Int(cell) + 1] += 1 }
    for cell in cells.indices { starts[cell + 1] += starts[cell] }
    var next = starts
    order = Array(repeating: 0, count: rows.count)
    for (row, cell) in cellsOfRows.enumerated() {
      order[Int(next[Int(cell)])] = Int32(truncatingIfNeeded: row)
      next[Int(cell)] += 1
    }
  }

  /// The results of a cell, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - audit: only those that carry its name (a term).
  ///   - judge: holds values against what counts where they are shown.
  func results(ofCell cell: Int64, audit: Int64?, by judge: Judge) throws -> [Observation] {
    guard let place = placesOfCells[cell].map(Int.init) else { return [] }
    var found: [Observation] = []
    found.reserveCapacity(Int(starts[place + 1] - starts[place]))
    for row in order[Int(starts[place])..<Int(starts[place + 1])] {
      let context = circumstances[rows[Int(row)].context]
      guard audit == nil || context?.audit == audit else { continue }
      if let result = try observation(Int(row), cells[place].place, judge) { found.append(result) }
    }
    return found
  }

  func place(ofCell cell: Int64) -> TermCell? { placesOfCells[cell].map { cells[Int($0)].place } }

  /// Calls `visit` with each cell that has results of an audit (a term), and those results.
  func visit(audit: Int64, by judge: Judge, _ visit: (Int64, TermCell, [Observation]) throws -> Void) throws {
    let all = byAudit[audit] ?? []
    var next = 0
    while next < all.count {
      let cell = cellsOfRows[Int(all[next])]
      let (id, place) = cells[Int(cell)]
      var results: [Observation] = []
      while next < all.count, cellsOfRows[Int(all[next])] == cell {
        if let result = try observation(Int(all[next]), place, judge) { results.append(result) }
        next += 1
      }
      try visit(id, place, results)
    }
  }

  /// Calls `visit` with each result of an audit (a term): its number, and when it was observed, ms UTC.
  func visitResults(ofAudit audit: Int64, _ visit: (Int64, Int64) throws -> Void) rethrows {
    for place in byAudit[audit] ?? [] {
      let row = rows[Int(place)]
      try visit(row.number, row.flags.contains(.timed) ? row.time : row.milliseconds)
    }
  }

  private func observation(_ place: Int, _ cell: TermCell, _ judge: Judge) throws -> Observation? {
    let row = rows[place]
    guard let said = Codes.outcome(Int64(row.outcome)), let known = circumstances[row.context] else { return nil }
    var missesCheck = false
    if row.flags.contains(.measured) {
      let value = try database.first("SELECT value FROM result WHERE id = ?", [.integer(row.number)]) { $0.text(0) }
      missesCheck =
        try value.map {
          try judge.misses($0, component: cell.component, check: cell.check, condition: cell.condition)
        } ?? false
    }
    return Observation(
      id: row.number, reference: row.reference,
      clock: HybridTime(milliseconds: row.milliseconds, counter: row.counter),
      time: row.flags.contains(.timed) ? row.time : nil, said: said, severity: Codes.severity(Int64(row.severity)),
      isMeasured: row.flags.contains(.measured), missesCheck: missesCheck, isRetest: row.flags.contains(.retest),
      tester: known.tester, build: known.build, context: Int64(row.context),
      text: row.flags.contains(.worded) ? row.text : nil, isRetracted: row.flags.contains(.retracted),
      isInDoubt: row.flags.contains(.inDoubt))
  }
}
