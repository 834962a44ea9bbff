import Audit
import Base
import SQLite

extension Reader {
  /// The cells that something was observed of since a past moment, or whose finding got a severity since, as they were
  /// then, in the order of their numbers: each the fold of its results until the moment. What had no result by then is
  /// left out.
  func cells(movedSince moment: Int64) throws -> [(cell: Int64, then: CellAsOf)] {
    let observations = Observations(self)
    let rated = try observations.triages.places(since: moment).compactMap(number(of:))
    let sql = """
      SELECT id, results FROM cell
      WHERE outcome <> 0 AND (latest_time > ? OR id IN (SELECT value FROM json_each(?))) ORDER BY id
      """
    let moved = try database.all(sql, [.integer(moment), .text("\(rated)")]) {
      (cell: $0.int64(0), results: $0.int64(1))
    }
    // Told before, so that what is too many for the lists is not begun by them.
    try count(listed: 0, coming: moved.reduce(0) { CellCounts.bounded(Int64($0 + CellCounts.bounded($1.results))) })
    return try moved.map(\.cell).compactMap { cell in
      let results = try observations.load(cell: cell)
      let fold = try observations.fold(results, until: moment, triage: observations.triage(ofCell: cell))
      guard let state = fold.state, let latest = fold.latest, let shown = results.first(where: { $0.id == fold.shown })
      else { return nil }
      let then = CellAsOf(
        state: state, shown: shown.id, latest: latest, latestTime: fold.latestTime, seen: fold.seen, since: fold.since,
        results: Int64(fold.count), context: shown.context, text: shown.text, isBetterByRetest: fold.isRetest,
        othersMarks: Codes.others(fold))
      return (cell, then)
    }
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
        AND fact.undone & 1 = 0
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
