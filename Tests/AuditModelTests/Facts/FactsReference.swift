import AuditModel

/// The rules of cells and fields told a second time, slowly and literally: what the folds are compared with.
struct Reference {
  let events: [Causality.Event]
  /// Per event, everything it had in view, found by walking.
  let ancestors: [Set<Int>]
  let isForked: Bool

  init(_ events: [Causality.Event]) {
    self.events = events
    isForked = Set(events.map { "\($0.replica) \($0.sequence)" }).count < events.count
    var ancestors: [Set<Int>] = []
    for start in events.indices {
      var reached: Set<Int> = []
      var waiting = [start]
      while let index = waiting.popLast() {
        for other in events.indices where Self.isDirect(index, other, events) && reached.insert(other).inserted {
          waiting.append(other)
        }
      }
      ancestors.append(reached)
    }
    self.ancestors = ancestors
  }

  private static func isDirect(_ later: Int, _ earlier: Int, _ events: [Causality.Event]) -> Bool {
    let (one, other) = (events[later], events[earlier])
    return one.saw.contains(other.digest) || (one.replica == other.replica && other.sequence < one.sequence)
  }

  func saw(_ later: Int, _ earlier: Int) -> Bool { ancestors[later].contains(earlier) }

  func unseen(_ group: [Int]) -> [Int] {
    group.filter { member in !group.contains { $0 != member && saw($0, member) } }
  }
}

/// A cell by the letter of the rules.
struct ReferenceCell {
  var transitions: [Transition] = []
  var shown: Int64?
  var latest: Int64?
  var since: Int64 = 0
  var heads: [UInt64] = []

  init(_ results: [Observation]) {
    let reference = Reference(
      results.map { .init(replica: $0.replica, sequence: $0.sequence, digest: $0.digest, saw: $0.saw) })
    heads = reference.unseen(Array(results.indices)).map { results[$0].digest }.sorted()
    var known: [Int: Int64] = [:]
    func moment(_ index: Int) -> Int64 {
      if let time = known[index] { return time }
      let result = results[index]
      var time = result.time ?? result.clock.milliseconds
      if result.time == nil {
        let before = reference.ancestors[index].filter { !results[$0].isRetracted }.map(moment).max()
        if let before, before >= time { time = before + 1 }
      }
      known[index] = time
      return time
    }
    let order = results.indices.filter { !results[$0].isRetracted }.sorted {
      let (one, other) = (results[$0], results[$1])
      let first = (moment($0), one.clock.milliseconds, one.clock.counter)
      let second = (moment($1), other.clock.milliseconds, other.clock.counter)
      if first != second { return first < second }
      return (one.replica, one.sequence, one.digest) < (other.replica, other.sequence, other.digest)
    }
    for place in order.indices {
      let index = order[place]
      let rivals = order[..<place].filter { earlier in
        guard Self.disagree(results[index], results[earlier]), !reference.saw(earlier, index) else { return false }
        let later = order[...place].drop { $0 != earlier }.dropFirst()
        return !later.contains { next in
          reference.saw(next, earlier)
            || (results[next].tester == results[earlier].tester
              && Self.isSameRevision(results[next], results[earlier]))
        }
      }
      let worst = (rivals + [index]).max { Self.badness(results[$0]) < Self.badness(results[$1]) } ?? index
      let isWorse = Self.badness(results[worst]) > Self.badness(results[index])
      let chosen = isWorse ? rivals.first { Self.badness(results[$0]) == Self.badness(results[worst]) } ?? index : index
      let state = CellState(
        outcome: results[chosen].outcome, severity: results[chosen].severity, isDisputed: !rivals.isEmpty)
      if transitions.last?.state.outcome != state.outcome { since = moment(index) }
      if transitions.last?.state != state {
        transitions.append(Transition(time: moment(index), result: results[chosen].id, state: state))
      }
      shown = results[chosen].id
      latest = results[index].id
    }
  }

  private static func disagree(_ one: Observation, _ other: Observation) -> Bool {
    one.tester != other.tester && one.outcome != other.outcome && isSameRevision(one, other)
  }

  private static func isSameRevision(_ one: Observation, _ other: Observation) -> Bool {
    let isSameSource = one.source == other.source && one.source != 0
    let isSameBuild = one.build == other.build && one.build != 0
    let isUnknown = one.build == 0 && other.build == 0 && (one.source == 0 || other.source == 0)
    return isSameSource || isSameBuild || isUnknown
  }

  private static func badness(_ result: Observation) -> Int {
    result.outcome.badness * 10 + 9 - (result.severity?.rawValue ?? 9)
  }
}

/// Random results of one cell as three machines might make them.
enum RandomCell {
  static func results(_ random: inout SeededNumbers, forks: Bool) -> [Observation] {
    var results: [Observation] = []
    var sequences = ["a": Int64(0), "b": 0, "c": 0]
    for index in 0..<Int.random(in: 1...14, using: &random) {
      let replica = ["a", "b", "c"].randomElement(using: &random) ?? "a"
      let isFork = forks && Int.random(in: 0..<5, using: &random) == 0 && sequences[replica] != 0
      sequences[replica, default: 0] += isFork ? 0 : Int64.random(in: 1...2, using: &random)
      let seen = results.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      results.append(
        Observation(
          id: Int64(index + 1), replica: replica, sequence: sequences[replica] ?? 0, digest: random.next(),
          clock: HybridTime(
            milliseconds: Int64.random(in: 1_000...1_020, using: &random),
            counter: Int64.random(in: 0...1, using: &random)),
          time: Int.random(in: 0..<3, using: &random) == 0 ? Int64.random(in: 990...1_030, using: &random) : nil,
          outcome: Outcome.allCases.randomElement(using: &random) ?? .pass,
          severity: Bool.random(using: &random) ? Severity.allCases.randomElement(using: &random) : nil,
          tester: Int64.random(in: 0...2, using: &random), build: Int64.random(in: 0...2, using: &random),
          source: Int64.random(in: 0...2, using: &random), saw: seen.map(\.digest),
          isRetracted: Int.random(in: 0..<6, using: &random) == 0))
    }
    return results
  }
}
