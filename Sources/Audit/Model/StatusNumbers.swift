/// Cells by state: the one definition of every number that is printed.
package struct CellCounts: Equatable, Sendable {
  package var pass = 0
  package var fail = 0
  package var na = 0
  package var cantTell = 0
  package var untested = 0
  /// Failing cells by the severity that testers gave, else by that of the check.
  package var critical = 0
  package var serious = 0
  package var moderate = 0
  package var minor = 0
  /// Counted under the worse outcome as well.
  package var disputed = 0
  package var contradicted = 0

  package init() {}

  /// pass + fail.
  package var judged: Int { pass + fail }
  /// Everything but untested.
  package var answered: Int { pass + fail + na + cantTell }
  /// All cells in scope.
  package var inScope: Int { answered + untested }
  /// Cells that can be evaluated: in scope and not `na`.
  package var applicable: Int { inScope - na }

  /// Counts cells by their outcome alone; nil: untested.
  mutating func count(_ outcome: Outcome?, _ number: Int) {
    switch outcome {
    case .pass: pass += number
    case .fail: fail += number
    case .na: na += number
    case .cantTell: cantTell += number
    case nil: untested += number
    }
  }

  package mutating func add(_ state: CellState?) {
    count(state?.outcome, 1)
    guard let state else { return }
    if state.isDisputed { disputed += 1 }
    if state.isContradicted { contradicted += 1 }
    guard state.outcome == .fail else { return }
    switch state.severity {
    case .critical: critical += 1
    case .serious: serious += 1
    case .moderate: moderate += 1
    case .minor: minor += 1
    case nil: break
    }
  }

  /// A number out of a database as a count: from 0 up, and so small that no sum of counts overflows. A number that
  /// another program wrote into the file is no reason to stop.
  package static func bounded(_ number: Int64) -> Int { Int(min(max(number, 0), 1 << 40)) }

  package static func += (sum: inout CellCounts, other: CellCounts) {
    sum.pass += other.pass
    sum.fail += other.fail
    sum.na += other.na
    sum.cantTell += other.cantTell
    sum.untested += other.untested
    sum.critical += other.critical
    sum.serious += other.serious
    sum.moderate += other.moderate
    sum.minor += other.minor
    sum.disputed += other.disputed
    sum.contradicted += other.contradicted
  }

  package static func + (left: CellCounts, right: CellCounts) -> CellCounts {
    var sum = left
    sum += right
    return sum
  }

  /// The roll-up of several cells: any fail, else any doubt, else anything untested, else any pass, else not
  /// applicable. A pass beside an untested cell is untested; nil is untested.
  package var rolledUp: Outcome? {
    if fail > 0 { return .fail }
    if disputed > 0 || contradicted > 0 || cantTell > 0 { return .cantTell }
    if untested > 0 { return nil }
    if pass > 0 { return .pass }
    return na > 0 ? .na : nil
  }
}

/// How one component stands.
package struct ComponentSummary: Equatable, Sendable {
  package var key: String
  package var title: String
  package var screens: [String]
  package var counts: CellCounts
  /// Of these, the ones that fail without a waiver.
  package var open: CellCounts

  /// - Parameter open: nil where no waiver covers any.
  package init(key: String, title: String, screens: [String], counts: CellCounts, open: CellCounts? = nil) {
    (self.key, self.title, self.screens, self.counts) = (key, title, screens, counts)
    self.open = open ?? counts
  }

  package var waived: Int { counts.fail - open.fail }

  /// Worst first: by critical, serious, moderate and minor failures that are open, then by how many are open and by how
  /// many fail, then by key.
  package static func isWorse(_ left: ComponentSummary, _ right: ComponentSummary) -> Bool {
    let (one, other) = (left.open, right.open)
    let first = (one.critical, one.serious, one.moderate, one.minor, one.fail, left.counts.fail)
    let second = (other.critical, other.serious, other.moderate, other.minor, other.fail, right.counts.fail)
    return first == second ? left.key < right.key : first > second
  }
}

/// Where a tracker or an audit stands.
package struct Standing: Equatable, Sendable {
  /// The audit's name; nil for the whole tracker.
  package var audit: String?
  /// ms UTC.
  package var asOf: Int64
  package var components = 0
  package var counts = CellCounts()
  package var stale = 0
  package var waived = 0
  /// The cells that fail without a waiver.
  package var open = CellCounts()
  /// Observation times of the oldest and newest result that is shown, ms UTC; nil without results.
  package var oldest: Int64?
  package var newest: Int64?
  /// Only of a tracker.
  package var builds = BuildCounts()
  /// Components without any answer.
  package var unanswered = 0
  /// Cells whose latest answer lies ahead of the clock; they count all the same.
  package var ahead = 0
  /// The cells under each condition, as results keep it; only of an audit.
  package var byCondition: [String: CellCounts] = [:]
  /// Cells that carry the audit's name under conditions that it does not name, by condition; only of an audit.
  package var unasked: [String: Int] = [:]
  /// Components with failures, worst first.
  package var worst: [ComponentSummary] = []
  /// Records with more than one value in view.
  package var conflicts = 0
  /// Facts kept for a newer version.
  package var keptForNewer = 0

  package init(audit: String?, asOf: Int64) { (self.audit, self.asOf) = (audit, asOf) }
}

/// What `a11y status --by` groups items by, beside the settings of the device.
package enum StatusGrouping: String, CaseIterable, Sendable {
  case owner, screen, tester, category, criterion, severity, component

  /// Whether an item may be in several groups, so that the groups add up to more than there is.
  package var overlaps: Bool { self == .screen || self == .criterion }

  /// The name of the group of what has none.
  package var none: String {
    switch self {
    case .owner: "no owner"
    case .screen: "no screen"
    case .tester: "untested"
    case .criterion: "best practices"
    case .severity: "not failing"
    case .category, .component: "none"
    }
  }
}
