/// One result as the fold of its cell sees it. Small integers stand for interned names; 0 is "not given".
package struct Observation: Sendable {
  package var id: Int64
  package var replica: String
  package var sequence: Int64
  package var digest: UInt64
  package var clock: HybridTime
  /// When it was observed, if the tester said so (ms UTC); otherwise the clock tells.
  package var time: Int64?
  package var outcome: Outcome
  package var severity: Severity?
  package var tester: Int64
  package var build: Int64
  package var source: Int64
  package var saw: [UInt64]
  package var isRetracted: Bool

  package init(
    id: Int64, replica: String, sequence: Int64, digest: UInt64, clock: HybridTime, time: Int64? = nil,
    outcome: Outcome, severity: Severity? = nil, tester: Int64 = 0, build: Int64 = 0, source: Int64 = 0,
    saw: [UInt64] = [], isRetracted: Bool = false
  ) {
    self.id = id
    self.replica = replica
    self.sequence = sequence
    self.digest = digest
    self.clock = clock
    self.time = time
    self.outcome = outcome
    self.severity = severity
    self.tester = tester
    self.build = build
    self.source = source
    self.saw = saw
    self.isRetracted = isRetracted
  }
}

/// What a cell shows at one moment.
package struct CellState: Equatable, Sendable {
  package var outcome: Outcome
  package var severity: Severity?
  package var isDisputed: Bool

  package init(outcome: Outcome, severity: Severity?, isDisputed: Bool = false) {
    self.outcome = outcome
    self.severity = severity
    self.isDisputed = isDisputed
  }
}

/// A moment at which what a cell shows changed.
package struct Transition: Equatable, Sendable {
  /// Milliseconds UTC.
  package var time: Int64
  /// The result that is shown from then on.
  package var result: Int64
  package var state: CellState

  package init(time: Int64, result: Int64, state: CellState) {
    self.time = time
    self.result = result
    self.state = state
  }
}

/// The state and history of a cell as a pure function of the set of its results.
///
/// ```
///   results ──(leave out the retracted)──> in observed order ──> latest wins ──> transitions
///                                                                   │
///              same build, other tester, neither saw the other, differ ──> disputed, the worse is shown
/// ```
/// > Invariant: the order in which results arrived, and how often, does not change the fold.
package struct CellFold: Equatable, Sendable {
  package private(set) var transitions: [Transition] = []
  /// The result shown now; nil when nothing is left.
  package private(set) var shown: Int64?
  /// The latest result in observed order, and its time in ms UTC.
  package private(set) var latest: Int64?
  package private(set) var latestTime: Int64 = 0
  /// When the outcome shown now began, in ms UTC.
  package private(set) var since: Int64 = 0
  /// Results that stand against the latest one, where the cell is disputed.
  package private(set) var rivals: [Int64] = []
  /// How many results count.
  package private(set) var count = 0
  /// Digests of the results that nothing later has seen: what a new result must name to supersede all.
  package private(set) var heads: [UInt64] = []
  /// Whether some results have seen one another in a circle: then only the whole fold tells who overrules whom.
  package private(set) var isTangled = false

  package var state: CellState? { shown == nil ? nil : transitions.last?.state }

  /// - Parameter moment: results that count as observed later are left out (ms UTC). Who had seen whom through them
  ///   stays true, so the fold until a moment is the beginning of the whole fold.
  package init(_ results: [Observation], until moment: Int64 = .max) {
    self.init(results, until: moment) { _ in }
  }

  /// As above; `visit` is called for each result that counts, in observed order, with the fold so far.
  package init(_ results: [Observation], until moment: Int64 = .max, visit: (CellFold) -> Void) {
    guard !results.isEmpty else { return }
    let causality = Causality(
      results.map { .init(replica: $0.replica, sequence: $0.sequence, digest: $0.digest, saw: $0.saw) })
    isTangled = causality.isTangled
    let times = Self.effectiveTimes(results, causality)
    let order = results.indices.filter { !results[$0].isRetracted && times[$0] <= moment }.sorted { left, right in
      let (first, second) = (results[left], results[right])
      if times[left] != times[right] { return times[left] < times[right] }
      if first.clock != second.clock { return first.clock < second.clock }
      return (first.replica, first.sequence, first.digest) < (second.replica, second.sequence, second.digest)
    }
    count = order.count
    var open: [Int] = []
    for index in order {
      open.removeAll { causality.saw(index, $0) || Self.isOwnAnswer(results[index], results[$0]) }
      let rivals = open.filter { Self.disagree(results[index], results[$0]) && !causality.saw($0, index) }
      open.append(index)
      show(index, rivals, of: results, at: times[index])
      visit(self)
    }
    heads = causality.unseen(in: Array(results.indices)).map { results[$0].digest }.sorted()
  }

  private mutating func show(_ index: Int, _ rivals: [Int], of results: [Observation], at time: Int64) {
    var worst = index
    for rival in rivals where Self.isWorse(results[rival], results[worst]) { worst = rival }
    let state = CellState(
      outcome: results[worst].outcome, severity: results[worst].severity, isDisputed: !rivals.isEmpty)
    let before = transitions.last?.state
    if before?.outcome != state.outcome { since = time }
    if before != state { transitions.append(Transition(time: time, result: results[worst].id, state: state)) }
    self.rivals = rivals.map { results[$0].id }
    shown = results[worst].id
    latest = results[index].id
    latestTime = time
  }

  /// When each result counts as observed: what the tester said, else its clock, but never before what it had seen:
  /// a clock that lags behind or a colleague's that runs ahead does not bring an overruled result back.
  private static func effectiveTimes(_ results: [Observation], _ causality: Causality) -> [Int64] {
    var times = Array(repeating: Int64(0), count: results.count)
    var latestSeen = Array(repeating: Int64.min, count: results.count)
    for index in causality.order {
      var before = Int64.min
      for parent in causality.parents[index] { before = max(before, latestSeen[parent]) }
      if let time = results[index].time {
        times[index] = time
      } else {
        times[index] = results[index].clock.milliseconds
        if before >= times[index], before < Int64.max { times[index] = before + 1 }
      }
      latestSeen[index] = results[index].isRetracted ? before : max(before, times[index])
    }
    return times
  }

  /// Same revision, other tester, other outcome.
  private static func disagree(_ one: Observation, _ other: Observation) -> Bool {
    one.outcome != other.outcome && one.tester != other.tester && isSameRevision(one, other)
  }

  /// A tester who looks again at the same revision answers for themselves, on whichever machine.
  private static func isOwnAnswer(_ one: Observation, _ other: Observation) -> Bool {
    one.tester == other.tester && isSameRevision(one, other)
  }

  /// Same build, or same source; where neither build is known, what is known of the sources must not differ.
  private static func isSameRevision(_ one: Observation, _ other: Observation) -> Bool {
    if one.source != 0, one.source == other.source { return true }
    guard one.build == other.build else { return false }
    return one.build != 0 || one.source == 0 || other.source == 0
  }

  private static func isWorse(_ one: Observation, _ other: Observation) -> Bool {
    if one.outcome != other.outcome { return one.outcome.badness > other.outcome.badness }
    return (one.severity?.rawValue ?? 9) < (other.severity?.rawValue ?? 9)
  }
}
