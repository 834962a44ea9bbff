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
