import AuditModel

/// What a gate demands; nil is not demanded.
package struct GateLimits: Equatable, Sendable {
  package var minPass: GateShare?
  package var minCoverage: GateShare?
  package var maxCritical: Int?
  package var maxSerious: Int?
  package var forbidsRegressions = false
  /// Regressions are found by a baseline, which has to know some cell of the scope.
  package var hasBaseline = false
  /// In days.
  package var maxAge: Int?
  /// Disagreements count where results differ that no rule decides between. A policy can turn the rule off by its name.
  package var allowsDisagreements = false
  /// The checks of the list of critical rules, and of the one before a release.
  package var criticalRules: Set<String>?
  package var preRelease: Set<String>?
  /// How much of what others decided, request, or sent under another name may be undecided; and how much is.
  package var maxWaiting: Int?
  package var waiting = 0
  /// Open findings whose tickets are closed.
  package var maxClosedTickets: Int?

  package init() {}
}

/// Why a cell stands against a rule. Not looked at is another reason than a failure, and neither is clean.
package enum GateReason: String, CaseIterable, Sendable {
  case fails
  case regressed
  case waiverExpired = "waiver-expired"
  case ticketClosed = "ticket-closed"
  case disputed
  case contradicted
  case cantTell = "cant-tell"
  case untested
  case tooOld = "too-old"
}

package enum GateVerdict: String, CaseIterable, Sendable {
  case pass
  /// There was nothing to judge by, which is never a pass.
  case noData = "no-data"
  case fail
}

/// What became of one rule.
package struct GateRuling: Equatable, Sendable {
  /// Named like the flag that asks for it.
  package enum Rule: String, CaseIterable, Sendable {
    case minPass = "min-pass"
    case minCoverage = "min-coverage"
    case maxCritical = "max-critical"
    case maxSerious = "max-serious"
    case noRegressions = "no-regressions"
    case maxAge = "max-age"
    case maxWaiting = "max-waiting"
    case maxClosedTickets = "max-closed-tickets"
    case criticalRules = "critical-rules"
    case preRelease = "pre-release"
    /// Without a flag: the rule applies where a waiver has run out and its cell still fails.
    case expiredWaivers = "expired-waivers"
    /// The same where results differ that no rule decides between: it is unknown what would be released. A policy turns
    /// it off with `allow-disagreements`.
    case disagreements
  }

  package var rule: Rule
  package var verdict = GateVerdict.pass
  /// How many of how many: pass of evaluated, evaluated of applicable, cells against the rule of those it is about.
  package var figure: GateFigure
  /// Cells against the rule, by why: places in the gate's cells, worst first.
  package var against: [(reason: GateReason, cells: [Int])] = []
  /// Failing cells that a waiver keeps from standing against it.
  package var waived = 0
  /// Cells of the rule that are not tested, whether or not that breaks it.
  package var untested = 0
  /// The checks of the rule's list that no cell is about, in the order of their ids.
  package var unasked: [String] = []
  /// Findings that are not rated, counted by the severity of their checks.
  package var usual = 0
  /// Since the baseline.
  package var fixed = 0
  /// The age of the oldest evidence, in days.
  package var oldestDays: Int?

  package init(_ rule: Rule, _ figure: GateFigure) {
    self.rule = rule
    self.figure = figure
  }

  package static func == (left: GateRuling, right: GateRuling) -> Bool {
    left.rule == right.rule && left.verdict == right.verdict && left.figure == right.figure
      && left.against.map(\.reason) == right.against.map(\.reason)
      && left.against.map(\.cells) == right.against.map(\.cells)
      && [left.waived, left.untested, left.usual, left.fixed]
        == [right.waived, right.untested, right.usual, right.fixed]
      && left.oldestDays == right.oldestDays && left.unasked == right.unasked
  }
}
