import AuditModel
import SQLite

/// One pass over all cells that have a result, of components in use: small integers only, so that figures over all of
/// them cost a fraction of the rows.
struct CellPass {
  /// A cell as it stands.
  struct Cell {
    /// Terms.
    var component: Int64
    var check: Int64
    var condition: Int64
    var state: CellState?
    /// When it was last observed, ms UTC.
    var time: Int64
    var isStale: Bool
    /// It fails, and a waiver covers it.
    var isWaived: Bool
  }

  private let reader: Reader
  private let registry: Registry
  private let staleness: StaleTerms
  /// Components with a waiver of whatever age; nil where one is a pattern.
  private let waived: Set<Int64>?

  init(_ reader: Reader, _ registry: Registry) throws {
    self.reader = reader
    self.registry = registry
    staleness = try StaleTerms(reader, registry)
    let isExact = try registry.waivers.get().isExact
    waived = try isExact ? Set(reader.waivers().compactMap { try reader.term($0.component) }) : nil
  }

  func visit(_ body: (Cell) throws -> Void) throws {
    var inUse: [Int64: Bool] = [:]
    let sql = """
      SELECT cell.component, cell.check_id, cell.condition, cell.outcome, cell.severity, cell.marks,
        cell.latest_time, result.text, context.source, context.build
      FROM \(reader.cells) JOIN result ON result.id = cell.shown JOIN context ON context.id = result.context
      WHERE cell.outcome <> 0
      """
    try reader.database.rows(sql) { row in
      let component = row.int64(0)
      if inUse[component] == nil { inUse[component] = try registry.isInUse(try reader.text(component)) }
      guard inUse[component] == true else { return }
      let state = Codes.state(outcome: row.int64(3), severity: row.int64(4), marks: row.int64(5))
      var cell = Cell(
        component: component, check: row.int64(1), condition: row.int64(2), state: state, time: row.int64(6),
        isStale: false, isWaived: false)
      cell.isStale = staleness.isStale(
        component: component, check: cell.check, time: cell.time, text: row.optionalInt64(7), source: row.int64(8),
        build: row.int64(9))
      cell.isWaived = try state?.outcome == .fail && isWaived(cell)
      try body(cell)
    }
  }

  private func isWaived(_ cell: Cell) throws -> Bool {
    guard waived?.contains(cell.component) ?? true else { return false }
    return try registry.waiver(
      component: try reader.text(cell.component), check: try reader.text(cell.check),
      condition: try reader.text(cell.condition)) != nil
  }
}
