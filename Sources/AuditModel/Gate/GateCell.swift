/// A cell before the gate.
package struct GateCell: Equatable, Sendable {
  package var component: String
  package var check: String
  /// Empty for the default.
  package var condition: String
  /// Nil: nobody has looked.
  package var outcome: Outcome?
  /// As the tester said, else as the check does.
  package var severity: Severity?
  package var isUsualSeverity = false
  package var isDisputed: Bool
  package var isContradicted = false
  /// When it was last seen, ms UTC; nil where nobody has looked.
  package var time: Int64?
  package var note = ""
  @Rare package var waiver: Waiver? = nil
  /// The waiver that covered it and has run out.
  @Rare package var expired: Waiver? = nil
  /// How its failing went; nil where it never failed.
  @Rare package var life: FindingLife? = nil
  /// What it was at the baseline.
  package var before = Before.unknown

  package enum Before: Equatable, Sendable {
    /// There is no baseline, or it does not hold the cell.
    case unknown
    /// Nil: untested.
    case seen(Outcome?)
  }

  package init(
    component: String, check: String, condition: String, outcome: Outcome?, severity: Severity?, isDisputed: Bool,
    time: Int64?
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.outcome = outcome
    self.severity = severity
    self.isDisputed = isDisputed
    self.time = time
  }

  /// The baseline saw it answered. An untested cell of an audit and a cell that a date does not have are the same.
  package var isCompared: Bool {
    if case .seen(.some) = before { true } else { false }
  }
  /// It fails, and no waiver lets it.
  package var isOpen: Bool { outcome == .fail && waiver == nil }
  package var isWaived: Bool { outcome == .fail && waiver != nil }
  /// Results differ that no rule decides between; no waiver is a decision about that.
  package var isUnsettled: Bool { isDisputed || isContradicted }
  /// It fails, did not fail at the baseline, and an older build had passed; where no pass is known here, the baseline's
  /// counts.
  package var isRegressed: Bool {
    guard isOpen, before != .seen(.fail) else { return false }
    return life?.state == .regressed || before == .seen(.pass) && life?.hasPassed != true
  }
  /// It failed at the baseline, and has been fixed since.
  package var isFixed: Bool { before == .seen(.fail) && outcome == .pass && life?.state == .fixed }
}
