import Audit
import SQLite

/// The results of a cell as a list: `cell.last` names one, and each names in `earlier` the one stored before it.
///
/// It stands for an index on `result.cell`, which a large import would spend a third of its time on. Nothing follows
/// from its order but this: where all results of a cell are of one line, `last` is the greatest number.
enum CellResults {
  /// Goes through the numbers of a list.
  ///
  /// - Parameter last: where the list begins; 0 is the empty one.
  /// - Parameter visit: looks at a result, and returns its `earlier`, or nil to stop.
  static func walk(from last: Int64, _ visit: (Int64) throws -> Int64?) throws {
    var seen: Set<Int64> = []
    var next = last
    // A damaged list may lead back to itself.
    while next != 0, seen.insert(next).inserted {
      guard let earlier = try visit(next) else { return }
      next = earlier
    }
  }

  /// Goes through the results of a list.
  ///
  /// - Parameters:
  ///   - columns: what is read of each, from column 1 on.
  ///   - visit: is called with the number and the row; false to stop.
  static func visit(
    from last: Int64, _ columns: String, in database: Connection, _ visit: (Int64, Statement) throws -> Bool
  ) throws {
    let row = try database.cached("SELECT earlier, \(columns) FROM result WHERE id = ?")
    try walk(from: last) { number in
      try row.bind(number, at: 1)
      defer { row.reset() }
      guard try row.step() else { return nil }
      return try visit(number, row) ? row.int64(0) : nil
    }
  }

  static let earlierSQL = "SELECT earlier FROM result WHERE id = ?"

  /// Takes a result out of its cell's list, before its row goes.
  static func remove(_ number: Int64, from row: CellRow, in database: Connection) throws {
    func earlier(_ number: Int64) throws -> Int64? { try database.scalar(earlierSQL, [.integer(number)]) }
    let rest = try earlier(number) ?? 0
    if row.last == number {
      row.last = rest
      return
    }
    try walk(from: row.last) { later in
      let next = try earlier(later)
      guard next == number else { return next }
      try link(later, to: rest, in: database)
      return nil
    }
  }

  /// Puts the results of a cell in the order of their numbers.
  static func sort(_ numbers: [Int64], of row: CellRow, in database: Connection) throws {
    var earlier: Int64 = 0
    for number in numbers.sorted() {
      try link(number, to: earlier, in: database)
      earlier = number
    }
    row.last = earlier
  }

  private static func link(_ number: Int64, to earlier: Int64, in database: Connection) throws {
    try database.run("UPDATE result SET earlier = ? WHERE id = ?", [.integer(earlier), .integer(number)])
  }

  /// Rebuilds all lists from the cells that the results name.
  static func linkAll(in database: Connection) throws {
    try database.execute(
      """
      UPDATE result SET earlier = link.earlier
      FROM (SELECT id, lag(id, 1, 0) OVER (PARTITION BY cell ORDER BY id) AS earlier FROM result) AS link
      WHERE link.id = result.id AND result.earlier <> link.earlier;
      UPDATE cell SET last = coalesce(
        (SELECT last FROM (SELECT cell, max(id) AS last FROM result GROUP BY cell) AS list WHERE list.cell = cell.id), 0);
      """)
  }
}

/// Every cell as it is stored and as the fold of its results has it, in the order of the cells: one pass over all
/// results, which SQLite sorts, in a file where they do not fit into memory.
struct FoldedCells {
  /// A result in the list of its cell (`CellResults`).
  struct Link {
    var number: Int64
    var earlier: Int64
  }

  private static let sql = """
    SELECT cell, id, earlier, ms, counter, digest, time, outcome, severity, value, retest, context, text, undone
    FROM result ORDER BY cell, id
    """

  private let database: Connection
  private let projector: Projector
  private let results: Statement

  init(_ projector: Projector) throws {
    self.projector = projector
    database = projector.database
    results = try database.prepare(Self.sql)
    try projector.lineage.graph.prepareForMany()
    projector.cells.judge.forget()
    projector.cells.triages.forget()
  }

  /// Calls `visit` with the row of each cell (its columns are those of `CellRow`), with what it should be, transitions
  /// that are still to be written included, and with its results in the order of their numbers.
  func visit(_ visit: (Statement, CellRow, [Link]) throws -> Void) throws {
    var categories: [Int64: Int64] = [:]
    var hasResult = try results.step()
    var links: [Link] = []
    var observations: [Observation] = []
    try database.rows("SELECT \(CellRow.columns), component, check_id, condition FROM cell ORDER BY id") { row in
      let check = row.int64(18)
      if categories[check] == nil { categories[check] = try projector.category(ofTerm: check) }
      let cell = CellRow(
        id: row.int64(0), component: row.int64(17), check: check, condition: row.int64(19),
        category: categories[check] ?? 0)
      links.removeAll(keepingCapacity: true)
      observations.removeAll(keepingCapacity: true)
      while hasResult, results.int64(0) <= cell.id {
        if results.int64(0) == cell.id {
          links.append(Link(number: results.int64(1), earlier: results.int64(2)))
          if let observation = try observation(cell) { observations.append(observation) }
        }
        hasResult = try results.step()
      }
      let fold = try CellFold(
        observations, projector.lineage.graph, triage: projector.cells.triages.triage(of: cell))
      cell.take(fold, of: observations)
      cell.last = links.last?.number ?? 0
      try visit(row, cell, links)
    }
  }

  /// The result in view, as `Observations` has it.
  private func observation(_ cell: CellRow) throws -> Observation? {
    let digest = results.withBlob(5) { FactReference(beginning: $0) }
    let context = results.int64(11)
    guard let said = Codes.outcome(results.int64(7)), let reference = digest,
      let circumstances = try projector.cells.circumstances(context)
    else { return nil }
    let value = results.optionalText(9)
    return Observation(
      id: results.int64(1), reference: reference,
      clock: HybridTime(milliseconds: results.int64(3), counter: results.int64(4)), time: results.optionalInt64(6),
      said: said, severity: Codes.severity(results.int64(8)), isMeasured: value != nil,
      missesCheck: try value.map {
        try projector.cells.judge.misses(
          $0, component: cell.component, check: cell.check, condition: cell.condition)
      } ?? false,
      isRetest: results.int64(10) == 1, tester: circumstances.tester, build: circumstances.build, context: context,
      text: results.optionalInt64(12), isRetracted: results.int64(13) & UndoneMark.inForce != 0,
      isInDoubt: results.int64(13) & UndoneMark.inDoubt != 0)
  }
}
