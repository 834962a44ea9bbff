import AuditModel
import SQLite

/// One pass over all cells that have a result and belong to the scope of the tracker: small integers only, so that
/// figures over all of them cost a fraction of the rows.
struct CellPass {
  /// The current state of a cell.
  struct Cell {
    /// Terms.
    var component: Int64
    var check: Int64
    var condition: Int64
    var state: CellState?
    /// As in `cell`.
    var marks: Int64
    /// The plan asks for it, tested or not.
    var isAsked: Bool
    /// When what it shows was last observed, ms UTC.
    var time: Int64
    /// A term; 0 for none.
    var build: Int64
    var isStale: Bool
    /// It fails, and a waiver covers it.
    var isWaived: Bool
    /// It is not applicable now, and failed since it last passed; false where that was not asked for.
    var hasDropped: Bool
  }

  private let reader: Reader
  private let registry: Registry
  private let staleness: StaleTerms
  private let waivers: WaiverTerms

  init(_ reader: Reader, _ registry: Registry) throws {
    self.reader = reader
    self.registry = registry
    staleness = try StaleTerms(reader, registry)
    waivers = try WaiverTerms(reader, registry)
  }

  /// Calls `body` with each cell.
  ///
  /// - Parameter outside: is called with the outcome of each that the plan does not ask for; then the cells have
  ///   `hasDropped`, too.
  func visit(outside: ((Outcome?) -> Void)? = nil, _ body: (Cell) throws -> Void) throws {
    let scope = try registry.scope.get()
    let contexts = try reader.contexts()
    let columns: [CellColumn] = [
      .component, .check, .condition, .outcome, .severity, .marks, .seen, .text, .context, .id, .changes,
    ]
    let dropped = try outside.map { _ in try DroppedCells(reader) }
    // How often a cell had changed by a past moment is not known.
    let isPast = reader.past != nil
    try reader.visitCells(columns) { row in
      let component = row[0]
      let place = try scope.place(component: component, check: row[1], condition: row[2])
      switch place {
      case .outOfUse: return
      case .outside:
        outside?(Codes.outcome(row[3]))
        return
      case .asked, .tested: break
      }
      var state = Codes.state(outcome: row[3], severity: row[4], marks: row[5])
      if state?.outcome == .fail, state?.severity == nil {
        state?.severity = try registry.usualSeverity(ofTerm: row[1])
      }
      let context = contexts[row[8]] ?? ResultContext()
      var cell = Cell(
        component: component, check: row[1], condition: row[2], state: state, marks: row[5], isAsked: place == .asked,
        time: row[6], build: context.build, isStale: false, isWaived: false, hasDropped: false)
      if let dropped, state?.outcome == .na, isPast || row[10] > 1 {
        cell.hasDropped = try dropped.contains(row[9])
      }
      cell.isStale = staleness.isStale(
        component: component, check: cell.check, time: cell.time, text: row.text,
        source: context.source, build: context.build, isPass: state?.outcome == .pass)
      cell.isWaived =
        try state?.outcome == .fail
        && waivers.isWaived(component: component, check: cell.check, condition: cell.condition)
      try body(cell)
    }
  }
}
