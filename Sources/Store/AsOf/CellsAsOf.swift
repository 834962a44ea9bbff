import Audit
import Base
import SQLite

/// The cells that have changed since a past moment, as they were then.
///
/// ```
///   cells that nothing was observed of since ───────────────────────────> as they are in `cell`
///   others, few results ──────────> each folded until the moment ───────> as they were
///   others, many: of one machine ─> one pass over all results ──────────>
///                 of several ─────> each folded until the moment ───────>
/// ```
struct CellsAsOf {
  let database: Connection
  let observations: Observations

  /// What of a cell does not depend on the moment.
  private struct Found {
    var cell: Int64
    var latestTime: Int64
  }

  /// Those of which something was observed since, by each of some moments, in the order of their numbers; what had no
  /// result by then is left out. Several moments cost little more than one.
  func moved(since moments: [Int64]) throws -> [[(cell: Int64, then: CellAsOf)]] {
    guard let first = moments.min() else { return [] }
    var single: [Found] = []
    var several: [Found] = []
    var (results, all) = (Int64(0), Int64(0))
    let sql = "SELECT id, branch, results, latest_time FROM cell WHERE outcome <> 0 ORDER BY id"
    try database.rows(sql) { row in
      all += row.int64(2)
      guard row.int64(3) > first else { return }
      results += row.int64(2)
      let found = Found(cell: row.int64(0), latestTime: row.int64(3))
      if row.int64(1) > 0 { single.append(found) } else { several.append(found) }
    }
    // Going through the results of a cell costs a few times what a pass over all of them costs for each.
    guard results > 2_000, results > all / 3 else {
      return try folded((single + several).sorted { $0.cell < $1.cell }, at: moments)
    }
    let others = try folded(several, at: moments)
    let pass = try ObservedPass(database: database, cells: single.map(\.cell))
    return try pass.cells(at: moments).enumerated().map { number, seen in
      let moved = zip(single, seen).compactMap { found, then in
        found.latestTime > moments[number] ? then.map { (cell: found.cell, then: $0) } : nil
      }
      return others[number].isEmpty ? moved : (moved + others[number]).sorted { $0.cell < $1.cell }
    }
  }

  private func folded(_ cells: [Found], at moments: [Int64]) throws -> [[(cell: Int64, then: CellAsOf)]] {
    var moved = moments.map { _ in [(cell: Int64, then: CellAsOf)]() }
    for found in cells {
      let results = try observations.load(cell: found.cell)
      let triage = try observations.triage(ofCell: found.cell)
      for (number, moment) in moments.enumerated() where found.latestTime > moment {
        if let then = try cell(results, triage, at: moment) { moved[number].append((found.cell, then)) }
      }
    }
    return moved
  }

  private func cell(_ results: [Observation], _ triage: Triage?, at moment: Int64) throws -> CellAsOf? {
    let fold = try observations.fold(results, until: moment, triage: triage)
    guard let state = fold.state, let shown = fold.shown, let latest = fold.latest else { return nil }
    let told = try database.first("SELECT context, text FROM result WHERE id = ?", [.integer(shown)]) { row in
      (context: row.int64(0), text: row.optionalInt64(1))
    }
    return CellAsOf(
      state: state, shown: shown, latest: latest, latestTime: fold.latestTime, seen: fold.seen, since: fold.since,
      results: Int64(fold.count), context: told?.context ?? 0, text: told?.text, isBetterByRetest: fold.isRetest,
      othersMarks: Codes.others(fold))
  }
}

/// The fold of one cell until a moment.
struct CellAsOf: Equatable {
  var state: CellState
  var shown: Int64
  var latest: Int64
  var latestTime: Int64
  var seen: Int64
  var since: Int64
  var results: Int64
  /// Of the result that is shown.
  var context: Int64
  var text: Int64?
  var isBetterByRetest = false
  /// As in `CellRow`.
  var othersMarks: Int64 = 0
}

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

/// When components were registered, retired, deleted and brought back.
struct ComponentLives {
  private var made: [ExactText: Int64] = [:]
  private var changes: [ExactText: [(from: Int64, isInUse: Bool)]] = [:]

  init(database: Connection) throws {
    // What anyone may write of a component that is there does not make it older.
    let describing = DecidingFields.of("component").harmless.sorted().map { "'\($0)'" }.joined(separator: ", ")
    let sql = """
      SELECT register.key, coalesce(min(iif(register.field IN (\(describing)), NULL, fact.ms)), min(fact.ms))
      FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = 'component' AND register.field <> '\(RecordProjector.deletedField)'
        AND register.live < \(RegisterState.waits)
        AND NOT EXISTS (SELECT 1 FROM retraction WHERE target = substr(fact.digest, 1, 16) AND standing = 0)
      GROUP BY register.key
      """
    try database.rows(sql) { made[ExactText($0.text(0))] = $0.int64(1) }
    var fields: [ExactText: [RecordWrites.Field]] = [:]
    try RecordWrites.visit("component", fields: ["retired", RecordProjector.deletedField], from: database) { field in
      fields[ExactText(field.key), default: []].append(field)
    }
    for (key, fields) in fields {
      // A component without further facts cannot be out of use.
      guard let made = made[key] else { continue }
      var isInUse = true
      for time in Set(fields.flatMap(\.writes).map(\.clock.milliseconds) + [made]).sorted() where time >= made {
        let isOut = try fields.contains { try $0.value(at: time)?.boolValue ?? false }
        guard isOut == isInUse else { continue }
        isInUse = !isOut
        changes[key, default: []].append((time, isInUse))
      }
    }
  }

  /// When a component was first written of, ms UTC; nil for an unregistered one.
  func made(_ key: String) -> Int64? { made[ExactText(key)] }

  /// The moments at which a component went out of use or came back, in their order.
  func changes(_ key: String) -> [(from: Int64, isInUse: Bool)] { changes[ExactText(key)] ?? [] }
}

extension BidirectionalCollection where Element == (from: Int64, isInUse: Bool) {
  /// Whether a component with these changes was in use at a moment.
  func isInUse(at moment: Int64) -> Bool { last { $0.from <= moment }?.isInUse ?? true }
}

/// When which waivers were in force.
struct WaiverSpans {
  /// A waiver, as it was written, while it was in force.
  struct Span {
    var waiver: Waiver
    /// The first and the last millisecond, UTC.
    var from: Int64
    var to: Int64
  }

  private(set) var spans: [Span] = []

  init(database: Connection) throws {
    var fields: [ExactText: [RecordWrites.Field]] = [:]
    try RecordWrites.visit("waiver", from: database) { fields[ExactText($0.key), default: []].append($0) }
    for (key, fields) in fields {
      let times = Set(fields.flatMap(\.writes).map(\.clock.milliseconds)).sorted()
      for (place, time) in times.enumerated() {
        var record = Reader.Record(
          key: key.text, fields: JSONObject(), isDeleted: false, conflicts: 0, changed: time)
        for field in fields where field.field != RecordProjector.deletedField {
          record.fields[field.field] = try field.value(at: time)
        }
        let isDeleted = try fields.contains {
          try $0.field == RecordProjector.deletedField && $0.value(at: time)?.boolValue ?? false
        }
        let waiver = Reader.waiver(record)
        guard !isDeleted, !record.fields.isEmpty, let day = try? Timestamp.span(waiver.until, localOffset: { _ in 0 })
        else { continue }
        let end = place + 1 < times.count ? times[place + 1] - 1 : Int64.max
        let span = Span(waiver: waiver, from: time, to: min(end, day.upperBound))
        if span.from <= span.to { spans.append(span) }
      }
    }
    spans.sort { ($0.waiver.component, $0.waiver.check, $0.from) < ($1.waiver.component, $1.waiver.check, $1.from) }
  }
}
