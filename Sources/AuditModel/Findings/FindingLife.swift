/// When a cell failed and when it did not, read off what it showed.
///
/// ```
///   pass  FAIL FAIL  pass  FAIL  cant-tell  FAIL
///         └ open ──┘ fixed └ regressed ┘    └ regressed
///                          returns 1
/// ```
/// A stretch is a run of failing. It ends as fixed where the cell passes afterwards; after N/A or CAN'T TELL nobody has
/// seen a pass, so that is no fix, and what fails then again has not come back.
package struct FindingLife: Equatable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// It fails, and was never fixed.
    case open
    /// It fails again after having been fixed.
    case regressed
    /// It has passed since it last failed.
    case fixed
    /// It does not fail any more and has not passed either: not applicable, or nobody can tell.
    case ended
  }

  /// When it failed for the first time, ms UTC.
  package private(set) var first: Int64 = 0
  /// When the present stretch began, or the last one.
  package private(set) var since: Int64 = 0
  /// When the last stretch ended; nil while it fails.
  package private(set) var ended: Int64?
  /// When it first passed after the last stretch; nil while it fails, and where it did not.
  package private(set) var fixed: Int64?
  /// How often it failed again after having been fixed.
  package private(set) var returns = 0
  /// Of the failure shown last.
  package private(set) var severity: Severity?
  /// How long the stretches before the present one lasted, in ms.
  private var past: Int64 = 0
  /// Whether it ever failed; until then there is no finding.
  package private(set) var isFinding = false

  package init() {}

  package init(_ transitions: [Transition]) {
    for transition in transitions {
      show(transition.state.outcome, transition.state.severity, at: transition.time)
    }
  }

  /// Takes in what the cell showed next.
  package mutating func show(_ outcome: Outcome, _ severity: Severity?, at time: Int64) {
    guard outcome == .fail else {
      if isFinding, isOpen { end(at: time) }
      if isFinding, outcome == .pass, fixed == nil { fixed = time }
      return
    }
    self.severity = severity
    guard !isFinding || !isOpen else { return }
    if !isFinding { first = time }
    if fixed != nil { returns += 1 }
    isFinding = true
    since = time
    ended = nil
    fixed = nil
  }

  private mutating func end(at time: Int64) {
    past = Self.sum(past, Self.length(from: since, to: time))
    ended = time
  }

  /// Whether it fails.
  package var isOpen: Bool { ended == nil }

  package var state: State {
    if isOpen { return returns > 0 ? .regressed : .open }
    return fixed == nil ? .ended : .fixed
  }

  /// Whole days of the present stretch, or of the last one.
  package func days(at now: Int64) -> Int { Self.days(Self.length(from: since, to: ended ?? now)) }

  /// Whole days of all stretches.
  package func daysInAll(at now: Int64) -> Int {
    Self.days(isOpen ? Self.sum(past, Self.length(from: since, to: now)) : past)
  }

  /// What a clock that runs ahead has seen takes no time.
  private static func length(from start: Int64, to end: Int64) -> Int64 {
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? 0 : max(0, length)
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? Int64.max : sum
  }

  private static func days(_ milliseconds: Int64) -> Int { Int(clamping: milliseconds / 86_400_000) }
}
