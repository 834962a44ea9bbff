/// When a cell failed and when it did not, read off what it showed: the one place that says what is fixed and what has
/// come back.
///
/// ```
///   build  3.0   3.1  3.1   3.1        3.2    3.3   3.3
///          pass  FAIL FAIL  pass       pass   FAIL  cant-tell
///                └ regressed┘corrected fixed  └ regressed ┘
///                                             returns 1
/// ```
/// A stretch is a run of failing. It is fixed by a pass on a newer build or of a changed source, and by nothing else: a
/// pass on the same build, or where no build is named, only corrects what was seen, and N/A or CAN'T TELL ends it. It
/// is a regression where an older build had passed, or one without a name; also where it had only for one tester, while
/// others failed it (`regress`).
package struct FindingLife: Equatable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// It fails, and it did not pass on an older build.
    case open
    /// It fails, and had passed on an older build.
    case regressed
    /// It has passed since it last failed, on a newer build or of a changed source.
    case fixed
    /// It passes, on the build that failed or without one that is known to be newer.
    case corrected
    /// It does not fail any more and has not passed either: not applicable, or CAN'T TELL.
    case ended
  }

  /// When it failed for the first time, ms UTC.
  package private(set) var first: Int64 = 0
  /// When the present stretch began, or the last one.
  package private(set) var since: Int64 = 0
  /// When the last stretch ended; nil while it fails.
  package private(set) var ended: Int64?
  /// When it was fixed after the last stretch; nil while it fails, and where it was not.
  package private(set) var fixed: Int64?
  /// How often it failed again after having been fixed.
  package private(set) var returns = 0
  /// Of the failure shown last.
  package private(set) var severity: Severity?
  /// How long the stretches before the present one lasted, in ms.
  private var past: Int64 = 0
  /// Whether it ever failed; until then there is no finding.
  package private(set) var isFinding = false
  /// Whether it passes after the last stretch.
  private var passes = false
  /// Whether the present stretch, or the last one, began after a pass on an older build.
  private var isRegression = false
  /// The newest build of the present stretch, or of the last one, and the source that failed on it.
  private var failed = Basis()
  /// What passed.
  private var passed = Passes()

  /// On what something was seen.
  package struct Basis: Equatable, Sendable {
    package var build: ObservedBuild
    /// The number of the digest of the component's source; 0 where none was known.
    package var source: Int64

    package init(build: ObservedBuild = ObservedBuild(), source: Int64 = 0) {
      (self.build, self.source) = (build, source)
    }

    /// Whether this, seen later, is newer than `other`: by the numbers of the builds, or where their names are no
    /// numbers because it is another one, or because the source is another.
    fileprivate func isNewer(than other: Basis) -> Bool {
      let isOtherSource = source != 0 && other.source != 0 && source != other.source
      switch build.order(to: other.build) {
      case .newer: return true
      case .unknown where build.term != 0 && other.build.term != 0: return true
      case .same, .older, .unknown: return isOtherSource
      }
    }
  }

  /// On what something passed, as far as it tells whether a failure is a regression: builds may be as many as results.
  package struct Passes: Equatable, Sendable {
    /// Whether the build of one was not named.
    private var hasUnnamed = false
    /// The builds (terms) whose names are no numbers.
    private var names: Set<Int64> = []
    /// The least build that is a number, and the greatest that is only claimed.
    private var least: BuildNumber?
    private var claimed: BuildNumber?
    private var sources: Set<Int64> = []

    package init() {}

    package mutating func add(_ basis: Basis) {
      if basis.source != 0 { sources.insert(basis.source) }
      guard basis.build.term != 0 else {
        hasUnnamed = true
        return
      }
      guard let number = basis.build.number else {
        _ = names.insert(basis.build.term)
        return
      }
      least = min(least ?? number, number)
      if basis.build.isClaimed { claimed = max(claimed ?? number, number) }
    }

    /// Whether a failure that is seen after them is a regression: of one, the build is older, or which is older is
    /// unknown, or the source is another.
    package func areOlder(than failure: Basis) -> Bool {
      guard self != Passes() else { return false }
      if failure.build.term == 0 || hasUnnamed { return true }
      if failure.source != 0, sources.contains(where: { $0 != failure.source }) { return true }
      guard let number = failure.build.number else {
        return least != nil || names.contains { $0 != failure.build.term }
      }
      return !names.isEmpty || least.map { $0 < number } ?? false || claimed.map { number < $0 } ?? false
    }
  }

  package init() {}

  /// Whether it ever passed.
  package var hasPassed: Bool { passed != Passes() }

  /// Adds what the cell showed next, be it the same as before on another build.
  package mutating func show(_ outcome: Outcome, _ severity: Severity?, at time: Int64, on basis: Basis = Basis()) {
    guard outcome == .fail else {
      if isFinding, isOpen { end(at: time) }
      passes = outcome == .pass
      guard passes else { return }
      if isFinding, fixed == nil, basis.isNewer(than: failed) { fixed = time }
      passed.add(basis)
      return
    }
    self.severity = severity
    guard !isFinding || !isOpen else {
      if basis.isNewer(than: failed) || failed.build.term == 0 { failed = basis }
      return
    }
    if !isFinding { first = time }
    if fixed != nil { returns += 1 }
    isFinding = true
    since = time
    ended = nil
    fixed = nil
    failed = basis
    isRegression = passed.areOlder(than: basis)
  }

  /// Says that the present failing is a regression, because one tester had passed what others kept failing.
  package mutating func regress() { isRegression = true }

  private mutating func end(at time: Int64) {
    past = Self.sum(past, Self.length(from: since, to: time))
    ended = time
  }

  /// Whether it fails.
  package var isOpen: Bool { ended == nil }

  package var state: State {
    if isOpen { return isRegression ? .regressed : .open }
    if fixed != nil { return .fixed }
    return passes ? .corrected : .ended
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
