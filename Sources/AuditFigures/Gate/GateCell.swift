package import AuditModel

/// A cell before the gate, in small numbers: there may be very many, of which few are named.
package struct GateCell: Equatable, Sendable {
  /// Places in the names of the gate (`CellNames`).
  package var component: Int32
  package var check: Int32
  package var condition: Int32
  /// The caller's number for it.
  package var row: Int32
  /// When it was last tested, ms UTC; 0 where it is not tested.
  package var seen: Int64 = 0
  /// Nil: not tested.
  package var outcome: Outcome?
  /// As the tester said, else as the check does.
  package var severity: Severity?
  package var isUsualSeverity = false
  package var isDisputed = false
  package var isContradicted = false
  /// A waiver covers it.
  package var isCovered = false
  /// A waiver covered it and has run out, and none is in force.
  package var hasExpired = false
  /// It has tickets of which one is closed and none is open; false where that was not asked for.
  package var isTicketClosed = false
  /// The history of its failing; nil where it never failed, or where it is not requested.
  package var life: FindingLife.State?
  package var hasPassed = false
  /// A chain that said PASS at the baseline has failed since, even if others said FAIL then.
  package var isAnewForOne = false
  /// What it was at the baseline.
  package var before = Before.unknown

  package enum Before: Equatable, Sendable {
    /// There is no baseline, or it does not hold the cell.
    case unknown
    /// Nil: untested.
    case seen(Outcome?)
  }

  package init(component: Int32, check: Int32, condition: Int32, row: Int32) {
    self.component = component
    self.check = check
    self.condition = condition
    self.row = row
  }

  package var time: Int64? { outcome == nil ? nil : seen }
  /// The baseline saw it answered. An untested cell of an audit and a cell that a date does not have are the same.
  package var isCompared: Bool {
    if case .seen(.some) = before { true } else { false }
  }
  /// It fails, and no waiver lets it.
  package var isOpen: Bool { outcome == .fail && !isCovered }
  package var isWaived: Bool { outcome == .fail && isCovered }
  /// Results differ that no rule decides between; no waiver is a decision about that.
  package var isUnsettled: Bool { isDisputed || isContradicted }
  /// It fails unwaived, and had passed.
  package var isRegressed: Bool { isOpen && hasFailedAnew }
  /// It did not fail at the baseline, and an older build had passed; where no pass is known here, the baseline's
  /// counts.
  package var hasFailedAnew: Bool {
    isAnewForOne || before != .seen(.fail) && (life == .regressed || before == .seen(.pass) && !hasPassed)
  }
  /// It failed at the baseline, and has been fixed since.
  package var isFixed: Bool { before == .seen(.fail) && outcome == .pass && life == .fixed }

  /// Failures by severity, then everything else; then by name.
  static func isBefore(_ left: GateCell, _ right: GateCell) -> Bool {
    let (one, other) = (left.rank, right.rank)
    if one != other { return one < other }
    if left.component != right.component { return left.component < right.component }
    if left.check != right.check { return left.check < right.check }
    return left.condition < right.condition
  }

  private var rank: Int { outcome == .fail ? Severity.place(severity) : 6 }
}

/// The names of very many cells, each once, in their order.
package struct CellNames: Sendable {
  package let components: [String]
  package let checks: [String]
  package let conditions: [String]

  package init(components: [String], checks: [String], conditions: [String]) {
    self.components = components
    self.checks = checks
    self.conditions = conditions
  }

  package func component(_ cell: GateCell) -> String { components[Int(cell.component)] }
  package func check(_ cell: GateCell) -> String { checks[Int(cell.check)] }
  package func condition(_ cell: GateCell) -> String { conditions[Int(cell.condition)] }
}
