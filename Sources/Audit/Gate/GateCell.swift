import Base

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
  /// It counts as those say who are followed here; what is shown is milder, by a person who is not.
  package var isHeld = false
  /// The plan, or the scope of the audit, asks for it.
  package var isAsked = true
  /// What it shows is of people who are not followed: it adds a failure, and evaluates nothing.
  package var isOfOthers = false
  /// What those say who are followed, of such an item. Nil: they have not tested it.
  package var known: Outcome?
  /// What they rate it, where they see it fail as well.
  package var knownSeverity: Severity?
  package var isDisputed = false
  package var isContradicted = false
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
    /// Only people who are not followed here had answered it.
    case ofOthers
  }

  package init(component: Int32, check: Int32, condition: Int32, row: Int32) {
    (self.component, self.check, self.condition, self.row) = (component, check, condition, row)
  }

  /// What evaluates it: the outcome by those who are followed.
  package var evaluated: Outcome? { isOfOthers ? known : outcome }
  /// People who are not followed see it fail, and to those who are it is no evaluated item: it counts as FAIL, and covers
  /// nothing.
  package var failsByOthersAlone: Bool {
    isOfOthers && outcome == .fail && known != .pass && known != .fail
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
    (self.components, self.checks, self.conditions) = (components, checks, conditions)
  }

  package func component(_ cell: GateCell) -> String { components[Int(cell.component)] }
  package func check(_ cell: GateCell) -> String { checks[Int(cell.check)] }
  package func condition(_ cell: GateCell) -> String { conditions[Int(cell.condition)] }
}

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
  /// Those of them that nothing in scope can be asked for: its platforms, kinds or features exclude them.
  package var excluded: Set<String> = []
  /// How much of what others decided, request, or sent under another name may be undecided; and how much is.
  package var maxWaiting: Int?
  package var waiting = 0
  /// Open findings whose tickets are closed.
  package var maxClosedTickets: Int?

  package init() {}

  /// Where critical findings are not limited by themselves they count as serious: a gate does not allow the worse and
  /// forbid the better.
  /// What others rate worse than those who are followed counts by both: it is in no rule the less for it.
  package func countsAsSerious(_ cell: GateCell) -> Bool {
    [cell.severity, cell.knownSeverity].contains { $0 == .serious || (maxCritical == nil && $0 == .critical) }
  }

  /// Whether a rule goes by single items that are not tested, and not by how many these are.
  package var namesUntested: Bool { minCoverage != nil || criticalRules != nil || preRelease != nil || hasBaseline }
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
  /// It fails by people alone who are not followed, so it is not evaluated.
  case failsByOthers = "fails-by-others"
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
package struct GateRuling: Sendable {
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
  /// Failing cells that people who are not followed alone have evaluated: a share of what passes counts them, and one of
  /// what is evaluated does not.
  package var byOthers = 0
  /// Cells of the rule that are not tested, whether or not that breaks it.
  package var untested = 0
  /// The checks of the rule's list that no cell is about, in the order of their ids.
  package var unasked: [String] = []
  /// Those that the platforms or features of the app exclude: nothing is missing.
  package var excluded: [String] = []
  /// Findings that are not rated, counted by the severity of their checks.
  package var usual = 0
  /// Since the baseline.
  package var fixed = 0
  /// The age of the oldest evidence, in days.
  package var oldestDays: Int?

  package init(_ rule: Rule, _ figure: GateFigure) { (self.rule, self.figure) = (rule, figure) }

  /// Breaks the rule, by the reasons that have cells.
  @discardableResult
  mutating func fail(_ reasons: [(reason: GateReason, cells: [Int])]) -> GateRuling {
    (verdict, against) = (.fail, reasons.filter { !$0.cells.isEmpty })
    return self
  }
}

/// A percentage that a gate demands, kept exactly: 1 999 of 2 000 is below 100 and above 99.9.
package struct GateShare: Equatable, Sendable {
  /// As typed, without a sign: `90`, `99.5`.
  package let text: String
  /// In ten-thousandths of a percent.
  private let parts: Int

  private static let whole = 1_000_000

  /// From 0 to 100, with at most four decimals; nil for anything else.
  package init?(_ typed: String) {
    let text = typed.hasSuffix("%") ? String(typed.dropLast()) : typed
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(pieces.count), pieces.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }),
      pieces[0].utf8.count <= 3, let whole = Int(pieces[0])
    else { return nil }
    let decimals = pieces.count > 1 ? pieces[1] : ""
    guard decimals.utf8.count <= 4 else { return nil }
    let padded = decimals + String(repeating: "0", count: 4 - decimals.utf8.count)
    parts = whole * 10_000 + (Int(padded) ?? 0)
    guard parts <= Self.whole else { return nil }
    self.text = text
  }

  /// The figure for JSON.
  package var percent: Double { Double(parts) / 10_000 }

  /// Whether a part of a whole reaches it; nothing is no part of nothing.
  package func isReached(by part: Int, of whole: Int) -> Bool {
    guard whole > 0, part >= 0 else { return false }
    let (have, want) = (part.multipliedFullWidth(by: Self.whole), whole.multipliedFullWidth(by: parts))
    return (have.high, have.low) >= (want.high, want.low)
  }
}

/// A share as a percentage rounded down to hundredths, so that 100 is printed only for all.
package struct GateFigure: Equatable, Sendable {
  package var part: Int
  package var whole: Int

  package init(_ part: Int, of whole: Int) { (self.part, self.whole) = (part, whole) }

  /// In hundredths of a percent; nil where there is nothing to divide by.
  private var hundredths: Int? {
    guard whole > 0, part >= 0, part <= whole else { return nil }
    return whole.dividingFullWidth(part.multipliedFullWidth(by: 10_000)).quotient
  }

  package var percent: Double? { hundredths.map { Double($0) / 100 } }

  /// `96 percent`, `99.95 percent`, `no data`.
  package var words: String {
    guard let hundredths else { return "no data" }
    let rest = hundredths % 100
    let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest < 10 ? "0" : "")\(rest)"
    return "\(hundredths / 100)\(decimals) percent"
  }
}
