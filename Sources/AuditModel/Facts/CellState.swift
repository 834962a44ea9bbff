/// What a cell shows at one moment.
package struct CellState: Equatable, Sendable {
  package var outcome: Outcome
  package var severity: Severity?
  /// Two testers differ, and neither had seen what the other said.
  package var isDisputed: Bool
  /// A tester who had seen a worse result logged a better one on the same build.
  package var isContradicted: Bool
  /// The value of the result shown overrules what its tester said.
  package var isOverruled: Bool

  package init(
    outcome: Outcome, severity: Severity?, isDisputed: Bool = false, isContradicted: Bool = false,
    isOverruled: Bool = false
  ) {
    self.outcome = outcome
    self.severity = severity
    self.isDisputed = isDisputed
    self.isContradicted = isContradicted
    self.isOverruled = isOverruled
  }

  /// Whether results differ that no rule decides between.
  package var isUnsettled: Bool { isDisputed || isContradicted }

  /// Greater is worse.
  package var badness: (Int, Int) { CellFold.badness(outcome, severity) }
}

/// A moment at which what a cell shows changed.
package struct Transition: Equatable, Sendable {
  /// Milliseconds UTC.
  package var time: Int64
  /// The result that is shown from then on.
  package var result: Int64
  /// The number of its circumstances.
  package var context: Int64
  package var state: CellState

  package init(time: Int64, result: Int64, context: Int64, state: CellState) {
    self.time = time
    self.result = result
    self.context = context
    self.state = state
  }
}
