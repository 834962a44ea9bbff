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
  /// What passed, each build and source once.
  private var passed: [Basis] = []

  /// On what something was seen.
  package struct Basis: Equatable, Sendable {
    package var build: ObservedBuild
    /// The number of the digest of the component's source; 0 where none was known.
    package var source: Int64

    package init(build: ObservedBuild = ObservedBuild(), source: Int64 = 0) {
      self.build = build
      self.source = source
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

  package init() {}

  /// Whether it ever passed.
  package var hasPassed: Bool { !passed.isEmpty }

  /// Adds what the cell showed next, be it the same as before on another build.
  package mutating func show(_ outcome: Outcome, _ severity: Severity?, at time: Int64, on basis: Basis = Basis()) {
    guard outcome == .fail else {
      if isFinding, isOpen { end(at: time) }
      passes = outcome == .pass
      guard passes else { return }
      if isFinding, fixed == nil, basis.isNewer(than: failed) { fixed = time }
      if !passed.contains(basis) { passed.append(basis) }
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
    isRegression = passed.contains { pass in
      let order = pass.build.order(to: basis.build)
      return order == .older || order == .unknown || basis.isNewer(than: pass)
    }
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
