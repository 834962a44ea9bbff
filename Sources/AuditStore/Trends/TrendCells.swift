import AuditModel
import SQLite

/// A cell as far as a trend is concerned.
struct TrendCell {
  var id: Int64
  /// Place of its component in `TrendCells.components`.
  var component: Int
  /// Place of its groups in `TrendGroups.sets`; of no use where groups follow results.
  var groups: Int
  /// When it was first observed, ms UTC.
  var first: Int64
  /// When it was last observed, ms UTC.
  var latest: Int64
  /// All its results are of one line.
  var isSingle: Bool
  /// Terms.
  var names: (component: Int64, check: Int64, condition: Int64)
  var category: Int64
  /// When a waiver covered it.
  var waived: [WaiverSpans.Span] = []
}

/// A component with cells in the trend.
struct TrendComponent {
  /// When it was registered or first observed, ms UTC.
  var begins: Int64
  var changes: [(from: Int64, isInUse: Bool)]
}

/// The cells of a trend: those of the query that were observed by its end.
struct TrendCells {
  private(set) var cells: [TrendCell] = []
  private(set) var components: [TrendComponent] = []

  init(_ request: TrendRequest, until end: Int64, _ groups: TrendGroups, _ reader: Reader, _ registry: Registry) throws
  {
    let lives = try ComponentLives(database: reader.database)
    let spans = try WaiverSpans(database: reader.database).spans
    let waivers = WaiverIndex(spans.map(\.waiver))
    let matching = try RowFilter(request.filter, reader: reader, registry: registry, timeField: .observed)
    var places: [Int64: Int] = [:]
    // In this order both tables are read from front to back.
    let sql = """
      SELECT cell.id, cell.component, cell.check_id, cell.condition, cell.category, cell.latest_time, transition.time,
        cell.branch
      FROM cell CROSS JOIN transition ON transition.cell = cell.id AND transition.ordinal = 0
      WHERE cell.outcome <> 0 ORDER BY cell.id
      """
    try reader.database.rows(sql) { row in
      let (component, check, condition, first) = (row.int64(1), row.int64(2), row.int64(3), row.int64(6))
      let place: Int
      if let known = places[component] {
        place = known
        components[place].begins = min(components[place].begins, first)
      } else {
        place = components.count
        places[component] = place
        let key = try reader.text(component)
        components.append(TrendComponent(begins: min(first, lives.made(key) ?? first), changes: lives.changes(key)))
      }
      guard first <= end, try matching.accepts(component: component), try matching.accepts(check: check),
        try matching.accepts(condition: condition, tester: 0, build: 0, audit: 0)
      else { return }
      var cell = TrendCell(
        id: row.int64(0), component: place,
        groups: try groups.set(component: component, check: check, category: row.int64(4)), first: first,
        latest: row.int64(5), isSingle: row.int64(7) > 0,
        names: (component, check, condition), category: row.int64(4))
      if !waivers.isEmpty {
        cell.waived = waivers.places(
          component: try reader.text(component), check: try reader.text(check), condition: try reader.text(condition)
        ).map { spans[$0] }
      }
      cells.append(cell)
    }
  }

  /// Whether more than its results decide how a cell counts: its component came and went, or a waiver covers it.
  func isSpecial(_ cell: TrendCell) -> Bool { !cell.waived.isEmpty || !components[cell.component].changes.isEmpty }
}
