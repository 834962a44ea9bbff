import AuditModel
import SQLite

/// One pass over all results for cells whose results are of one machine.
///
/// There every result has seen those before it, so nothing is disputed, and when each counts as observed follows from
/// those before it: what is `CellFold` for any cell is a running maximum here.
struct ObservedPass {
  /// One result that counts.
  struct Seen {
    /// When it counts as observed, ms UTC.
    var time: Int64
    var clock: HybridTime
    var number: Int64
    var context: Int64
    var text: Int64?
    var state: CellState

    /// Whether it comes after another in observed order.
    func follows(_ other: Seen) -> Bool {
      if time != other.time { return time > other.time }
      if clock != other.clock { return clock > other.clock }
      return number > other.number
    }
  }

  private let database: Connection
  private var places: ByTerm<Int32>
  private let cells: [Int64]

  /// - Parameter cells: the cells to read; of each all results are of one line.
  init(database: Connection, cells: [Int64]) throws {
    self.database = database
    self.cells = cells
    // There are that many cells in the file, so that many places are no more than it has itself.
    places = ByTerm(largest: cells.count * 8)
    for (place, cell) in cells.enumerated() { places[cell] = Int32(truncatingIfNeeded: place) }
  }

  /// Calls `visit` with the place of a cell and a result of it, in the order of their numbers.
  func visit(_ visit: (Int, Seen) -> Void) throws {
    var retracted: Set<FactReference> = []
    try database.rows("SELECT target FROM retraction WHERE standing = 0") { row in
      if let reference = FactReference(bytes: row.blob(0)) { retracted.insert(reference) }
    }
    var latestSeen = Array(repeating: Int64.min, count: cells.count)
    let sql = """
      SELECT cell, id, ms, counter, time, outcome, severity, context, text\(retracted.isEmpty ? "" : ", substr(digest, 1, 16)")
      FROM result ORDER BY id
      """
    try database.rows(sql) { row in
      guard let place = places[row.int64(0)].map(Int.init),
        var state = Codes.state(outcome: row.int64(5), severity: row.int64(6), marks: 0)
      else { return }
      if state.outcome != .fail { state.severity = nil }
      let clock = HybridTime(milliseconds: row.int64(2), counter: row.int64(3))
      let before = latestSeen[place]
      var time = clock.milliseconds
      if let said = row.optionalInt64(4) {
        time = said
      } else if before >= time, before < Int64.max {
        time = before + 1
      }
      if !retracted.isEmpty, FactReference(bytes: row.blob(9)).map(retracted.contains) ?? false { return }
      latestSeen[place] = max(before, time)
      visit(
        place,
        Seen(
          time: time, clock: clock, number: row.int64(1), context: row.int64(7), text: row.optionalInt64(8),
          state: state))
    }
  }

  /// What the cells were at each of some moments, by their places; nil for one without a result by then.
  func cells(at moments: [Int64]) throws -> [[CellAsOf?]] {
    var latest = Array(repeating: Array(repeating: Seen?.none, count: cells.count), count: moments.count)
    var counts = Array(repeating: Array(repeating: Int64(0), count: cells.count), count: moments.count)
    try visit { place, seen in
      for (number, moment) in moments.enumerated() where seen.time <= moment {
        counts[number][place] += 1
        if latest[number][place].map({ seen.follows($0) }) ?? true { latest[number][place] = seen }
      }
    }
    let began = try began(at: moments)
    return moments.indices.map { number in
      cells.indices.map { place in
        latest[number][place].map { seen in
          CellAsOf(
            state: seen.state, shown: seen.number, latest: seen.number, latestTime: seen.time, seen: seen.time,
            since: began[number][place], results: counts[number][place], context: seen.context, text: seen.text)
        }
      }
    }
  }

  /// When the outcome that each cell showed at each moment began.
  private func began(at moments: [Int64]) throws -> [[Int64]] {
    var began = Array(repeating: Array(repeating: Int64(0), count: cells.count), count: moments.count)
    var last: (place: Int, outcome: Int64)?
    var start: Int64 = 0
    let sql = "SELECT cell, time, outcome FROM transition WHERE time <= ? ORDER BY cell, ordinal"
    try database.rows(sql, [.integer(moments.max() ?? .min)]) { row in
      guard let place = places[row.int64(0)].map(Int.init) else { return }
      let (time, outcome) = (row.int64(1), row.int64(2))
      if last?.place != place || last?.outcome != outcome { start = time }
      last = (place, outcome)
      for (number, moment) in moments.enumerated() where time <= moment { began[number][place] = start }
    }
    return began
  }
}
