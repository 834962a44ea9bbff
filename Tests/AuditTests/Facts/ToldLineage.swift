import Audit
import Children

/// Who had seen whom, as a test tells it, and found the slow way: by walking.
///
/// The hundreds of a number say the replica, or a row beside it. A fact follows the number before its own where that is
/// there, unless `links` says otherwise.
struct ToldLineage: Lineage {
  /// What each fact has in view, directly or through others.
  let ancestors: [Int64: Set<Int64>]
  /// What each fact names.
  private let facts: [Int64: [Int64]]
  private let previous: [Int64: Int64]
  private let starts: Set<Int64>
  private let undecided: Set<Int64>
  private let keys: [Int64: String]
  private let signed: Set<Int64>
  /// The machines that are followed, by their hundreds; nil for all.
  var followed: Set<Int64>?
  /// Facts that were accepted by themselves.
  var accepted: Set<Int64> = []

  /// - Parameters:
  ///   - facts: what each fact names as seen.
  ///   - links: the fact before it, where that is not the number before; 0 for a gap.
  ///   - forks: facts that were made in the place of one another.
  ///   - settled: those of them on a branch that was decided for.
  ///   - keys: what the first facts of chains name as the key of their signer.
  ///   - signed: the facts that were verified to be signed with the key of their chain.
  init(
    _ facts: [Int64: [Int64]], links: [Int64: Int64] = [:], forks: Set<Int64> = [], settled: Set<Int64> = [],
    keys: [Int64: String] = [:], signed: Set<Int64> = []
  ) {
    var previous: [Int64: Int64] = [:]
    for number in facts.keys {
      let before = links[number] ?? number - 1
      if facts[before] != nil { previous[number] = before }
    }
    var ancestors: [Int64: Set<Int64>] = [:]
    for start in facts.keys {
      var reached: Set<Int64> = []
      var waiting = [start]
      while let number = waiting.popLast() {
        let direct = (facts[number] ?? []).filter { facts[$0] != nil } + (previous[number].map { [$0] } ?? [])
        for other in direct where reached.insert(other).inserted { waiting.append(other) }
      }
      ancestors[start] = reached
    }
    (self.facts, self.ancestors, self.previous) = (facts, ancestors, previous)
    starts = forks.union(facts.keys.filter { previous[$0] != $0 - 1 })
    undecided = forks.subtracting(settled)
    (self.keys, self.signed) = (keys, signed)
  }

  /// The facts are those of these numbers, and nobody had seen anything but their own.
  init(_ numbers: [Int64]) { self.init(Dictionary(uniqueKeysWithValues: numbers.map { ($0, []) })) }

  func run(of number: Int64) -> Int64 {
    var first = number
    while !starts.contains(first), let before = previous[first] { first = before }
    return first
  }

  /// What the facts of a run up to one name of other runs.
  private func named(behind after: Int64, upTo number: Int64) -> [(run: Int64, upto: Int64)] {
    let run = run(of: number)
    return facts.keys.filter { after < $0 && $0 <= number && self.run(of: $0) == run }.flatMap { fact in
      ((facts[fact] ?? []).filter { facts[$0] != nil } + (previous[fact].map { [$0] } ?? []))
        .map { (self.run(of: $0), $0) }.filter { $0.0 != run }
    }
  }

  func named(by number: Int64, of run: Int64) -> Int64 {
    named(behind: 0, upTo: number).filter { $0.run == run }.map(\.upto).max() ?? 0
  }

  func named(by number: Int64, atMost most: Int) -> [(run: Int64, upto: Int64)]? {
    let named = Dictionary(named(behind: 0, upTo: number).map { ($0.run, $0.upto) }, uniquingKeysWith: max)
    return named.count <= most ? named.map { ($0.key, $0.value) } : nil
  }

  func eachNamed(
    after: Int64, upTo number: Int64, above level: Int64, _ visit: (_ run: Int64, _ upto: Int64) -> Void
  ) {
    for (run, upto) in named(behind: after, upTo: number) where self.level(of: upto) >= level { visit(run, upto) }
  }

  /// As many as it has seen.
  func level(of number: Int64) -> Int64 {
    let run = run(of: number)
    let others = (ancestors[number] ?? []).filter { self.run(of: $0) != run }
    return Int64(others.map { (ancestors[$0]?.count ?? 0) + 1 }.max() ?? 0)
  }

  /// A fact and those before it in its chain, as far as they are linked.
  private func chain(_ number: Int64) -> [Int64] {
    var chain = [number]
    while let before = chain.last.flatMap({ previous[$0] }), !chain.contains(before) { chain.append(before) }
    return chain
  }

  func owns(_ later: Int64, _ earlier: Int64) -> Bool {
    let (one, other) = (key(of: later), key(of: earlier))
    if one != nil || other != nil {
      return later == earlier || (one == other && signed.contains(later) && signed.contains(earlier))
    }
    for number in chain(later) {
      if number == earlier { return true }
      if undecided.contains(number) { return false }
    }
    return false
  }

  func follows(_ number: Int64) -> Bool {
    guard let followed, !accepted.contains(number) else { return true }
    return followed.contains(number / 100) && (key(of: number) == nil || signed.contains(number))
  }

  func followsRunsWhole(like number: Int64) -> Bool { accepted.isEmpty && key(of: number) == nil }

  private func key(of number: Int64) -> String? { chain(number).last.flatMap { keys[$0] } }

  func saw(_ later: Int64, _ earlier: Int64) -> Bool { ancestors[later]?.contains(earlier) ?? false }
}

/// What a cell shows, by the letter of the rules and slowly: what the fold is compared with.
struct ReferenceCell {
  var transitions: [Transition] = []
  var shown: Int64?
  var latest: Int64?
  var since: Int64 = 0
  var open: Set<Int64> = []
  var heads: [FactReference] = []

  init(_ results: [Observation], _ lineage: ToldLineage) {
    heads = results.filter { one in !results.contains { lineage.saw($0.id, one.id) } }.map(\.reference).sorted()
    let counted = results.filter { !$0.isRetracted || $0.isInDoubt }
    var known: [Int64: Int64] = [:]
    func moment(_ result: Observation) -> Int64 {
      if let time = known[result.id] { return time }
      var time = result.time ?? result.clock.milliseconds
      let before = counted.filter { lineage.saw(result.id, $0.id) }.map(moment).max()
      if result.time == nil, let before, before >= time { time = before + 1 }
      known[result.id] = time
      return time
    }
    let order = counted.sorted { one, other in
      if moment(one) != moment(other) { return moment(one) < moment(other) }
      return one.clock == other.clock ? one.reference < other.reference : one.clock < other.clock
    }
    let stale = Set(
      counted.filter { y in counted.contains { lineage.saw(y.id, $0.id) && Self.order($0, y) == .newer } }.map(\.id))
    func supersedes(_ y: Observation, _ x: Observation) -> Bool {
      if y.isInDoubt { return false }
      let order = Self.order(y, x)
      if order == .newer || order == .older { return order == .newer }
      if stale.contains(y.id) { return false }
      if !lineage.saw(y.id, x.id) { return isHistory(x, after: y) }
      if let time = y.time, time < moment(x) { return false }
      let isBetter =
        y.outcome.badness < x.outcome.badness
        || y.outcome == .fail && x.outcome == .fail && (y.severity?.rawValue ?? 0) > (x.severity?.rawValue ?? 5)
      return (y.isRetest && isBetter && (!x.isMeasured || y.isMeasured))
        || y.isRetest && y.outcome == .fail && x.outcome == .cantTell
        || (lineage.owns(y.id, x.id) && y.tester == x.tester)
    }
    func isHistory(_ x: Observation, after y: Observation) -> Bool {
      guard let time = x.time, lineage.saw(x.id, y.id), lineage.owns(x.id, y.id), x.tester == y.tester else {
        return false
      }
      let isSameBuild = x.build.term == y.build.term || Self.order(x, y) == .same
      let sawNumber = counted.contains { $0.build.number != nil && lineage.saw(x.id, $0.id) }
      return isSameBuild && (x.build.number != nil || !sawNumber) && time < y.time ?? y.clock.milliseconds
    }
    for count in order.indices.map({ $0 + 1 }) {
      let seen = order.prefix(count)
      let open = seen.filter { x in !seen.contains { $0.id != x.id && supersedes($0, x) } }
      let greatest = open.map(Self.badness).max(by: <)
      let worst = open.last { one in greatest.map { $0 == Self.badness(one) } ?? false }
      guard let worst, let last = seen.last else { continue }
      var state = CellState(
        outcome: worst.outcome, severity: worst.outcome == .fail ? worst.severity : nil,
        isOverruled: worst.missesCheck && worst.said != .fail)
      for one in open {
        for other in open where Self.differ(one, other) {
          let isSeen = lineage.saw(one.id, other.id) || lineage.saw(other.id, one.id)
          if isSeen { state.isContradicted = true } else { state.isDisputed = true }
        }
      }
      if state.isDisputed { state.isContradicted = false }
      if transitions.last?.state.outcome != state.outcome { since = moment(last) }
      if transitions.last?.state != state {
        transitions.append(Transition(time: moment(last), result: worst.id, context: worst.context, state: state))
      }
      (shown, latest, self.open) = (worst.id, last.id, Set(open.map(\.id)))
    }
  }

  private static func order(_ one: Observation, _ other: Observation) -> BuildOrder {
    if one.build.term == 0 || other.build.term == 0 { return .unknown }
    if one.build.term == other.build.term { return .same }
    guard let first = one.build.number, let second = other.build.number else { return .unknown }
    return first < second ? .older : second < first ? .newer : .same
  }

  private static func differ(_ one: Observation, _ other: Observation) -> Bool {
    if one.outcome != other.outcome { return true }
    return one.outcome == .fail && one.severity != nil && other.severity != nil && one.severity != other.severity
  }

  private static func badness(_ result: Observation) -> (Int, Int) {
    let severity = result.outcome == .fail ? 5 - (result.severity?.rawValue ?? 5) : 0
    return (["na", "pass", "cant-tell", "fail"].firstIndex(of: result.outcome.rawValue) ?? 0, severity)
  }
}

/// Random results of one cell as three machines might make them, some of them copied and gone on in two places.
struct RandomCell {
  var results: [Observation] = []
  let lineage: ToldLineage

  static let builds: [ObservedBuild] = [
    ObservedBuild(), ObservedBuild(term: 1, number: BuildNumber("1.9")),
    ObservedBuild(term: 2, number: BuildNumber("1.10")),
    ObservedBuild(term: 3, number: BuildNumber("1.10.0")), ObservedBuild(term: 4), ObservedBuild(term: 5),
  ]

  init(_ random: inout SplitMix64, most: Int = 14, forks: Bool) {
    func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }
    var facts: [Int64: [Int64]] = [:]
    var links: [Int64: Int64] = [:]
    var (rivals, settled, signed): (Set<Int64>, Set<Int64>, Set<Int64>) = ([], [], [])
    var ends: [Int64] = [100, 200, 300]
    // A signature is of a chain up to a fact: what comes later is not signed.
    var isUnsigned = [false, false, false]
    let keys: [Int64: String] = once(in: 4) ? [101: "k", 201: "k", 301: "other"] : [:]
    for _ in 0..<Int.random(in: 1...most, using: &random) {
      var place = Int.random(in: ends.indices, using: &random)
      if forks, once(in: 5), ends[place] % 100 > 1 {
        // Another fact in the place of one that is there.
        let rival = ends[place]
        ends.append(100 * Int64(ends.count + 1))
        isUnsigned.append(isUnsigned[place])
        place = ends.count - 1
        links[ends[place] + 1] = links[rival] ?? rival - 1
        rivals.formUnion([rival, ends[place] + 1])
        if once(in: 3) { settled.insert(once(in: 2) ? rival : ends[place] + 1) }
      } else if once(in: 8) {
        ends[place] += 1
      }
      ends[place] += 1
      let number = ends[place]
      facts[number] = facts.keys.sorted().filter { _ in once(in: 4) }
      if once(in: 8) { isUnsigned[place] = true }
      if !isUnsigned[place] { signed.insert(number) }
      guard !once(in: 8) else { continue }
      let (isMeasured, isRetracted) = (once(in: 3), once(in: 6))
      let said = Outcome.allCases.randomElement(using: &random) ?? .pass
      results.append(
        Observation(
          id: number, reference: FactReference(high: random.next(), low: random.next()),
          clock: HybridTime(
            milliseconds: Int64.random(in: 1_000...1_020, using: &random),
            counter: Int64.random(in: 0...1, using: &random)),
          time: once(in: 3) ? Int64.random(in: 990...1_030, using: &random) : nil, said: said,
          severity: once(in: 2) ? Severity.allCases.randomElement(using: &random) : nil, isMeasured: isMeasured,
          missesCheck: isMeasured && once(in: 2), isRetest: once(in: 5),
          tester: Int64.random(in: 0...2, using: &random),
          build: Self.builds.randomElement(using: &random) ?? Self.builds[0],
          isRetracted: isRetracted, isInDoubt: once(in: isRetracted ? 2 : 12)))
    }
    lineage = ToldLineage(facts, links: links, forks: rivals, settled: settled, keys: keys, signed: signed)
  }
}
