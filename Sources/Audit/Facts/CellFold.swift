import Base

/// The state and history of a cell as a pure function of the set of its results.
///
/// ```
///   y supersedes x    on a newer build: always            on an older one: never
///                     on the same or an unknown build: if y saw x, is not stale or stated to be older, and
///                       has authority over x and is of the same tester, or is a retest: better, measured where x was
///                     on the same build: if x saw y and has authority over it, is of the same tester, and is stated
///                       to be older
///   open              what nothing supersedes             shown: the worst of them, of these one by an author who is
///                                                         followed here, and of these the newest
///   open ones differ  disputed where two did not see each other, else contradicted
/// ```
/// > Invariant: the order in which results arrived, and how often, does not change the fold. Clocks order its history,
/// > and stand for the time of a result whose tester stated none.
package struct CellFold: Equatable, Sendable {
  package private(set) var transitions: [Transition] = []
  /// The result shown now; nil when nothing is left.
  package private(set) var shown: Int64?
  /// The latest result in observed order, and its time in ms UTC.
  package private(set) var latest: Int64?
  package private(set) var latestTime: Int64 = 0
  /// When the result shown was observed, in ms UTC.
  package private(set) var seen: Int64 = 0
  /// When the outcome shown now began, in ms UTC.
  package private(set) var since: Int64 = 0
  /// The results that nothing supersedes, in observed order.
  package private(set) var open: [Int64] = []
  /// Whether what is shown depends on a retest of another tester's worse result on the same build.
  package private(set) var isRetest = false
  /// Whether each result supersedes those before it as the next one of the same tester, or by a newer build: then the
  /// last one is all there is to know.
  package private(set) var isPlain = true
  /// Whether what is shown is milder than what those say alone who are followed here, or may be: a failure without a
  /// severity has that of its check.
  package private(set) var isHeld = false
  /// Whether those who are followed saw last what they say alone before what is shown was seen.
  package private(set) var isRenewed = false
  /// Whether it shows no failure any more because of an author who is not followed, and another author had seen one.
  package private(set) var isClosedByOthers = false
  /// How many results count.
  package private(set) var count = 0
  /// The results that no other has seen: what a new one must name to have seen them all.
  package private(set) var heads: [FactReference] = []
  /// The triage whose time has not come yet, and the severity by one that counts.
  private var triage: Triage?
  private var triaged: Severity?

  package var state: CellState? { shown == nil ? nil : transitions.last?.state }

  /// - Parameter moment: results that count as observed later are left out (ms UTC). Who had seen whom through them
  ///   stays true, so the fold until a moment is the beginning of the whole fold.
  package init(
    _ results: [Observation], _ lineage: some Lineage, until moment: Int64 = .max, triage: Triage? = nil
  ) throws {
    try self.init(results, lineage, until: moment, triage: triage) { _ in }
  }

  /// As above; `visit` is called for each result that counts, in observed order, with the fold so far, but for what is
  /// open.
  ///
  /// - Parameter few: the most open results that are compared each with each, which is faster than an index of them.
  package init(
    _ results: [Observation], _ lineage: some Lineage, until moment: Int64 = .max, triage: Triage? = nil,
    few: Int = 32, visit: (CellFold) -> Void
  ) throws {
    self.triage = triage
    if results.count < 2 {
      guard let only = results.first else { return }
      show(only, until: moment)
      if count > 0 { visit(self) }
      takeUpTriage(until: moment)
      heads = [only.reference]
      return
    }
    if triage == nil, let times = try Self.plainTimes(results, lineage) {
      count = zip(results, times).count { !$0.isRetracted && $1 <= moment }
      for (result, time) in zip(results, times) where !result.isRetracted && time <= moment {
        show(
          CellState(outcome: result.outcome, severity: result.severity), of: result, seen: time, latest: result,
          at: time)
        open = [result.id]
        visit(self)
      }
      heads = results.last.map { [$0.reference] } ?? []
      return
    }
    let sight = try SightTable(results.map(\.id), lineage)
    let times = Self.effectiveTimes(results, sight)
    let order = results.indices.filter { results[$0].counts && times[$0] <= moment }.sorted { left, right in
      let (first, second) = (results[left], results[right])
      if times[left] != times[right] { return times[left] < times[right] }
      if first.clock != second.clock { return first.clock < second.clock }
      return first.reference < second.reference
    }
    count = order.count
    let rules = try Supersession(results, times, sight, lineage)
    var (open, stated) = (OpenResults(rules, few: few), SameMoment(rules, few: few))
    var retested: Set<Int> = []
    var before: Int?
    var newest = -1
    for index in order {
      for other in try open.superseded(by: index) {
        if try rules.isBetterByRetest(index, other) { retested.insert(index) }
        open.remove(other)
      }
      // Before it in time and yet superseding it: a newer build, or one that is stated to be of the same moment.
      let isOld = rules.builds[index] >= 0 && rules.builds[index] < newest
      if try !isOld && !stated.supersedes(index, at: times[index]) || open.isEmpty { try open.add(index) }
      if !results[index].isInDoubt {
        if !results[index].build.isClaimed { newest = max(newest, rules.builds[index]) }
        if results[index].time != nil { try stated.add(index, at: times[index]) }
      }
      if isPlain { isPlain = try Self.isPlain(index, after: before, of: results, sight, lineage) }
      before = index
      show(&open, retested, of: results, times, latest: index)
      visit(self)
    }
    self.open = open.members.map { results[$0].id }
    takeUpTriage(until: moment)
    try compare(with: rules.isFollowed, of: order, results, sight, lineage, until: moment, triage)
    heads = sight.unseen(in: Array(results.indices)).map { results[$0].reference }.sorted()
  }

  /// What others say takes nothing away from what those have found who are followed: compares what is shown with what
  /// these say alone.
  private mutating func compare(
    with isFollowed: [Bool], of order: [Int], _ results: [Observation], _ sight: SightTable, _ lineage: some Lineage,
    until moment: Int64, _ triage: Triage?
  ) throws {
    guard let state, order.contains(where: { !isFollowed[$0] }) else { return }
    if let first = order.first(where: { isFollowed[$0] }) {
      isPlain = false
      // Within one run each has seen all before it, also without what others had seen: these need not be looked at.
      let areOfOneRun = results.indices.allSatisfy { !isFollowed[$0] || sight.runs[$0] == sight.runs[first] }
      let alone = try CellFold(
        areOfOneRun
          ? results.indices.filter { isFollowed[$0] }.map { results[$0] }
          : results.indices.map { isFollowed[$0] ? results[$0] : results[$0].leftOut },
        lineage, until: moment, triage: triage)
      isHeld = alone.state.map(state.mayBeMilder) ?? false
      isRenewed = alone.shown != nil && alone.seen < seen
    }
    guard !isHeld, state.outcome != .fail, let last = order.first(where: { results[$0].id == shown }),
      !isFollowed[last]
    else { return }
    isClosedByOthers = order.contains { results[$0].outcome == .fail && sight.runs[$0] != sight.runs[last] }
  }

  /// Has the triage count from its time on, if the cell fails then.
  private mutating func takeUpTriage(until moment: Int64) {
    guard let triage, triage.time <= moment else { return }
    self.triage = nil
    guard var last = transitions.last, last.state.outcome == .fail else { return }
    triaged = triage.severity
    isPlain = false
    guard last.state.severity != triage.severity else { return }
    last.state.severity = triage.severity
    last.time = max(last.time, triage.time)
    transitions.append(last)
  }

  /// The fold of one result, which most cells have: nothing supersedes it or differs from it.
  private mutating func show(_ only: Observation, until moment: Int64) {
    let time = only.time ?? only.clock.milliseconds
    guard only.counts, time <= moment else { return }
    if time > Int64.min { takeUpTriage(until: time - 1) }
    count = 1
    let state = CellState(
      outcome: only.outcome, severity: only.outcome == .fail ? only.severity : nil, isOverruled: only.isOverruled)
    transitions = [Transition(time: time, result: only.id, context: only.context, state: state)]
    (shown, latest, open) = (only.id, only.id, [only.id])
    (latestTime, seen, since) = (time, time, time)
    isPlain = !only.isInDoubt && !only.isOverruled
  }

  private static func isPlain(
    _ index: Int, after before: Int?, of results: [Observation], _ sight: SightTable, _ lineage: some Lineage
  ) throws -> Bool {
    let result = results[index]
    guard !result.isInDoubt, !result.isOverruled, sight.runs[index] == sight.runs[before ?? index] else { return false }
    guard let earlier = before.map({ results[$0] }) else { return true }
    guard result.id > earlier.id else { return false }
    if result.build.order(to: earlier.build) == .newer { return true }
    return try result.build.term == earlier.build.term && result.tester == earlier.tester
      && lineage.owns(result.id, earlier.id)
  }

  private mutating func show(
    _ open: inout OpenResults, _ retested: Set<Int>, of results: [Observation], _ times: [Int64],
    latest index: Int
  ) {
    let time = times[index]
    if time > Int64.min { takeUpTriage(until: time - 1) }
    let worst = open.worst() ?? index
    let state = CellState(
      outcome: results[worst].outcome, severity: results[worst].severity, isDisputed: open.isDisputed,
      isContradicted: open.isContradicted, isOverruled: results[worst].isOverruled)
    isRetest = retested.contains(worst)
    show(state, of: results[worst], seen: times[worst], latest: results[index], at: time)
  }

  /// Shows a result from the time of the latest one on.
  private mutating func show(
    _ state: CellState, of worst: Observation, seen: Int64, latest: Observation, at time: Int64
  ) {
    var state = state
    if state.outcome != .fail { triaged = nil }
    state.severity = state.outcome == .fail ? triaged ?? state.severity : nil
    let before = transitions.last?.state
    if before?.outcome != state.outcome { since = time }
    if before != state {
      transitions.append(Transition(time: time, result: worst.id, context: worst.context, state: state))
    }
    (shown, self.seen) = (worst.id, seen)
    (self.latest, latestTime) = (latest.id, time)
  }

  /// When results count as observed of which each supersedes those before it, as most cells have them: the next one of
  /// the same tester, or a newer build. Nil for any others: for them it has to be known who had seen whom, or whom this
  /// machine follows.
  private static func plainTimes(_ results: [Observation], _ lineage: some Lineage) throws -> [Int64]? {
    var times: [Int64] = []
    var last: (place: Int, time: Int64)?
    let run = try results.first.map { try lineage.run(of: $0.id) }
    for (place, result) in results.enumerated() {
      guard place == 0 || results[place - 1].id < result.id, !result.isInDoubt, !result.isOverruled,
        !result.build.isClaimed, try lineage.run(of: result.id) == run
      else { return nil }
      var time = result.time ?? result.clock.milliseconds
      if let last, result.time == nil, last.time >= time, last.time < Int64.max { time = last.time + 1 }
      times.append(time)
      if result.isRetracted { continue }
      if let last {
        guard time > last.time else { return nil }
        let isSame =
          result.build.term == results[last.place].build.term && result.tester == results[last.place].tester
        guard
          try isSame && lineage.owns(result.id, results[last.place].id)
            || result.build.order(to: results[last.place].build) == .newer
        else { return nil }
      }
      last = (place, time)
    }
    return try lineage.followsAlike(results.map(\.id)) ? times : nil
  }

  /// When each result counts as observed: what the tester said, else its clock, but never before what it had seen:
  /// a clock that lags behind or a colleague's that runs ahead does not bring an overruled result back.
  private static func effectiveTimes(_ results: [Observation], _ sight: SightTable) -> [Int64] {
    var times = Array(repeating: Int64(0), count: results.count)
    var latestSeen = Array(repeating: Int64.min, count: results.count)
    sight.inOrder { index in
      var before = Int64.min
      sight.eachSeen(by: index) { run, count in before = max(before, latestSeen[sight.members[run][count - 1]]) }
      if let time = results[index].time {
        times[index] = time
      } else {
        times[index] = results[index].clock.milliseconds
        if before >= times[index], before < Int64.max { times[index] = before + 1 }
      }
      latestSeen[index] = results[index].counts ? max(before, times[index]) : before
    }
    return times
  }

  /// How bad an outcome is, and how bad its severity; greater is worse.
  static func badness(_ outcome: Outcome, _ severity: Severity?) -> (Int, Int) {
    (outcome.badness, outcome == .fail ? severity.map { 5 - $0.rawValue } ?? 0 : 0)
  }
}

/// Which result of a cell supersedes which.
///
/// No results supersede one another in a circle: what is of the same or an unknown build is never of a later time than
/// what supersedes it, and a result that leads from an older build to a newer one had seen that.
struct Supersession {
  let results: [Observation]
  /// When each counts as observed.
  private let times: [Int64]
  let sight: SightTable
  private let lineage: any Lineage
  /// How bad each is.
  let badness: [Int]
  /// The order of the builds that are numbers; -1 for others.
  let builds: [Int]
  /// What results of the same build have in common.
  let sameBuild: [Int]
  /// Those that had seen a newer build than their own: they do not count for what they retest.
  let isStale: [Bool]
  /// Those that had seen a build that is a number.
  let sawNumber: [Bool]
  /// Those whose authors are followed: what others only repeat does not take the place of what they said, so its time
  /// does not become newer.
  let isFollowed: [Bool]

  init(_ results: [Observation], _ times: [Int64], _ sight: SightTable, _ lineage: any Lineage) throws {
    (self.results, self.times, self.sight, self.lineage) = (results, times, sight, lineage)
    badness = results.map(Badness.of)
    let areAlike = try sight.members.count < 2 && lineage.followsAlike(results.map(\.id))
    isFollowed = try results.map { try areAlike || lineage.follows($0.id) }
    let order = BuildRanks(results)
    (builds, sameBuild) = (order.ranks, order.groups)
    // Who has seen a result has seen all before it in its run: of each, the newest build until then, and whether one
    // was a number.
    var newest = Array(repeating: -1, count: results.count)
    var isNumbered = Array(repeating: false, count: results.count)
    for run in sight.members {
      var (last, known) = (-1, false)
      for index in run {
        if results[index].counts {
          if !results[index].build.isClaimed { last = max(last, order.ranks[index]) }
          if results[index].build.number != nil { known = true }
        }
        (newest[index], isNumbered[index]) = (last, known)
      }
    }
    var isStale = Array(repeating: false, count: results.count)
    var sawNumber = isStale
    for index in results.indices {
      sight.eachSeen(by: index) { run, count in
        let last = sight.members[run][count - 1]
        if order.ranks[index] >= 0, newest[last] > order.ranks[index] { isStale[index] = true }
        if isNumbered[last] { sawNumber[index] = true }
      }
    }
    (self.isStale, self.sawNumber) = (isStale, sawNumber)
  }

  /// Over how many of the first facts of a run that one has seen it has authority.
  func owned(by one: Int, _ run: Int, _ count: Int) throws -> Int {
    let members = sight.members[run]
    if try lineage.owns(results[one].id, results[members[count - 1]].id) { return count }
    return try (0..<count - 1).partition { try lineage.owns(results[one].id, results[members[$0]].id) }
  }

  func supersedes(_ one: Int, _ other: Int) throws -> Bool {
    // Most results of a cell are of one build, and many have seen none of the others.
    if results[one].build.term == results[other].build.term,
      isStale[one] || !(sight.saw(one, other) || sight.saw(other, one))
    {
      return false
    }
    let (later, earlier) = (results[one], results[other])
    let order = later.build.order(to: earlier.build)
    if later.isInDoubt || order == .older { return false }
    if order == .newer { return true }
    guard !isStale[one] else { return false }
    guard sight.saw(one, other) else { return try isHistory(other, after: one) }
    if let time = later.time, time < times[other] { return false }
    if isAnswer(one, to: other) { return true }
    if later.isRetest, later.isMeasured || !earlier.isMeasured, isBetter(one, other) { return true }
    return try later.tester == earlier.tester && lineage.owns(later.id, earlier.id)
  }

  /// Whether the tester of both, who had seen `later` on the same build, states an earlier time for `one`. A name that is
  /// no number stands for many states of the app, so it is history only for one who had seen no numbered build.
  private func isHistory(_ one: Int, after later: Int) throws -> Bool {
    let (old, new) = (results[one], results[later])
    guard let time = old.time, time < new.time ?? new.clock.milliseconds, old.tester == new.tester,
      old.build.term == new.build.term || old.build.order(to: new.build) == .same, sight.saw(one, later),
      old.build.number != nil || !sawNumber[one]
    else { return false }
    return try lineage.owns(old.id, new.id)
  }

  /// Whether one looked again and failed where the other could not tell, which claims nothing.
  private func isAnswer(_ one: Int, to other: Int) -> Bool {
    results[one].isRetest && results[one].outcome == .fail && results[other].outcome == .cantTell
  }

  /// Whether one says something less bad than the other: a better outcome, or a milder failure where both are rated.
  private func isBetter(_ one: Int, _ other: Int) -> Bool {
    let (later, earlier) = (results[one], results[other])
    if later.outcome == .fail, later.severity == nil { return false }
    return later.badness < earlier.badness
  }

  /// Whether `one` is better than what it supersedes, which another tester logged on the same build.
  func isBetterByRetest(_ one: Int, _ other: Int) throws -> Bool {
    let (later, earlier) = (results[one], results[other])
    guard later.isRetest, isBetter(one, other), later.build.order(to: earlier.build) != .newer else { return false }
    return try later.tester != earlier.tester || !lineage.owns(later.id, earlier.id)
  }
}
