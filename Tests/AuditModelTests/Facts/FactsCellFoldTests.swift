import AuditModel
import Testing

/// Short names for what a table of cases needs to say.
private func seen(
  _ id: Int64, _ replica: String, _ sequence: Int64, at time: Int64, _ outcome: Outcome, _ severity: Severity? = nil,
  by tester: Int64, build: Int64 = 1, source: Int64 = 0, saw: [UInt64] = [], observed: Int64? = nil,
  isRetracted: Bool = false
) -> Observation {
  Observation(
    id: id, replica: replica, sequence: sequence, digest: UInt64(id) * 1_000, clock: HybridTime(milliseconds: time),
    time: observed, outcome: outcome, severity: severity, tester: tester, build: build, source: source, saw: saw,
    isRetracted: isRetracted)
}

@Suite("fold of a cell")
struct FactsCellFoldTests {
  @Test("nothing was seen")
  func empty() {
    let fold = CellFold([])
    #expect(fold.state == nil && fold.shown == nil && fold.count == 0 && fold.transitions.isEmpty)
  }

  @Test("the latest wins and the same again is no transition")
  func latest() {
    let fold = CellFold([
      seen(1, "a", 1, at: 10, .fail, .serious, by: 1), seen(2, "a", 2, at: 20, .fail, .serious, by: 1),
      seen(3, "a", 3, at: 30, .fail, .minor, by: 1), seen(4, "a", 4, at: 40, .pass, by: 2),
    ])
    #expect(fold.transitions.map(\.time) == [10, 30, 40])
    #expect(fold.state == CellState(outcome: .pass, severity: nil))
    #expect(fold.shown == 4 && fold.since == 40 && fold.count == 4 && fold.latestTime == 40)
  }

  @Test("an outcome began with its first result, not with a change of severity")
  func since() {
    let fold = CellFold([
      seen(1, "a", 1, at: 10, .pass, by: 1), seen(2, "a", 2, at: 20, .fail, .minor, by: 1),
      seen(3, "a", 3, at: 30, .fail, .critical, by: 1),
    ])
    #expect(fold.since == 20 && fold.transitions.count == 3)
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    var name: String
    var first: Observation
    var second: Observation
    var isDisputed: Bool
    var testDescription: String { name }
  }

  static let pairs: [Pair] = [
    Pair(
      name: "same build, two testers, neither saw the other, differ",
      first: seen(1, "a", 1, at: 10, .fail, by: 1), second: seen(2, "b", 1, at: 20, .pass, by: 2), isDisputed: true),
    Pair(
      name: "the second had seen the first",
      first: seen(1, "a", 1, at: 10, .fail, by: 1), second: seen(2, "b", 1, at: 20, .pass, by: 2, saw: [1_000]),
      isDisputed: false),
    Pair(
      name: "the first had seen the second, whose observation is later",
      first: seen(1, "a", 1, at: 30, .fail, by: 1, saw: [2_000], observed: 5),
      second: seen(2, "b", 1, at: 20, .pass, by: 2), isDisputed: false),
    Pair(
      name: "one machine", first: seen(1, "a", 1, at: 10, .fail, by: 1),
      second: seen(2, "a", 2, at: 20, .pass, by: 2), isDisputed: false),
    Pair(
      name: "one tester on two machines", first: seen(1, "a", 1, at: 10, .fail, by: 1),
      second: seen(2, "b", 1, at: 20, .pass, by: 1), isDisputed: false),
    Pair(
      name: "two builds", first: seen(1, "a", 1, at: 10, .fail, by: 1),
      second: seen(2, "b", 1, at: 20, .pass, by: 2, build: 2), isDisputed: false),
    Pair(
      name: "two builds of one source", first: seen(1, "a", 1, at: 10, .fail, by: 1, source: 7),
      second: seen(2, "b", 1, at: 20, .pass, by: 2, build: 2, source: 7), isDisputed: true),
    Pair(
      name: "no build known, two sources", first: seen(1, "a", 1, at: 10, .fail, by: 1, build: 0, source: 7),
      second: seen(2, "b", 1, at: 20, .pass, by: 2, build: 0, source: 8), isDisputed: false),
    Pair(
      name: "nothing known of the revision", first: seen(1, "a", 1, at: 10, .fail, by: 1, build: 0),
      second: seen(2, "b", 1, at: 20, .pass, by: 2, build: 0), isDisputed: true),
    Pair(
      name: "agreement", first: seen(1, "a", 1, at: 10, .fail, by: 1),
      second: seen(2, "b", 1, at: 20, .fail, by: 2), isDisputed: false),
    Pair(
      name: "one was taken back", first: seen(1, "a", 1, at: 10, .fail, by: 1, isRetracted: true),
      second: seen(2, "b", 1, at: 20, .pass, by: 2), isDisputed: false),
  ]

  @Test("a dispute opens only where all of the rule holds", arguments: pairs)
  func disputes(pair: Pair) {
    #expect(CellFold([pair.first, pair.second]).state?.isDisputed == pair.isDisputed)
    #expect(CellFold([pair.second, pair.first]).state?.isDisputed == pair.isDisputed)
  }

  @Test("a dispute shows the worse outcome, and the more severe of two failures")
  func worse() {
    let fail = seen(1, "a", 1, at: 10, .fail, .minor, by: 1)
    let pass = seen(2, "b", 1, at: 20, .pass, by: 2)
    #expect(CellFold([fail, pass]).shown == 1)
    let doubt = seen(3, "c", 1, at: 30, .cantTell, by: 3)
    let severe = seen(4, "d", 1, at: 5, .fail, .critical, by: 4)
    let fold = CellFold([fail, pass, doubt, severe])
    #expect(fold.shown == 4 && fold.state == CellState(outcome: .fail, severity: .critical, isDisputed: true))
    #expect(fold.latest == 3, "the latest stays what was seen last")
  }

  @Test("a result that saw one side keeps the dispute, one that saw both ends it")
  func resolution() {
    let sides = [seen(1, "a", 1, at: 10, .fail, by: 1), seen(2, "b", 1, at: 20, .pass, by: 2)]
    let partial = seen(3, "b", 2, at: 30, .pass, by: 3)
    #expect(CellFold(sides + [partial]).state == CellState(outcome: .fail, severity: nil, isDisputed: true))
    let final = seen(4, "c", 1, at: 40, .pass, by: 3, saw: CellFold(sides).heads)
    let fold = CellFold(sides + [final])
    #expect(fold.state == CellState(outcome: .pass, severity: nil))
    #expect(fold.transitions.map(\.state.isDisputed) == [false, true, false])
  }

  @Test("a tester who looks again at the same build ends their own side of a dispute")
  func ownAnswer() {
    let sides = [seen(1, "a", 1, at: 10, .fail, by: 1), seen(2, "b", 1, at: 20, .pass, by: 2)]
    #expect(CellFold(sides + [seen(3, "c", 1, at: 30, .pass, by: 1)]).state?.isDisputed == false)
  }

  @Test("what was taken back leaves no trace but in who had seen whom")
  func retracted() {
    let middle = seen(2, "b", 1, at: 20, .na, by: 2, saw: [1_000], isRetracted: true)
    let results = [seen(1, "a", 1, at: 10, .fail, by: 1), middle, seen(3, "c", 1, at: 30, .pass, by: 3, saw: [2_000])]
    let fold = CellFold(results)
    #expect(fold.state == CellState(outcome: .pass, severity: nil), "through the retracted result the first was seen")
    #expect(fold.count == 2 && fold.transitions.map(\.time) == [10, 30])
  }

  @Test("an old result that arrives late goes to its place in time")
  func late() {
    let fold = CellFold([
      seen(2, "a", 2, at: 20, .pass, by: 1), seen(1, "b", 1, at: 99, .fail, by: 1, build: 2, observed: 5),
    ])
    #expect(fold.shown == 2 && fold.transitions.map(\.time) == [5, 20])
  }

  @Test("a clock that lags behind does not bring back what was overruled")
  func clamped() {
    let fold = CellFold([
      seen(1, "a", 1, at: 1_000_000, .fail, by: 1), seen(2, "b", 1, at: 10, .pass, by: 2, saw: [1_000]),
      seen(3, "b", 2, at: 11, .na, by: 2),
    ])
    #expect(fold.transitions.map(\.time) == [1_000_000, 1_000_001, 1_000_002])
    #expect(fold.state?.outcome == .na)
  }

  @Test("a clock at the end of time does not overflow")
  func extremes() {
    let fold = CellFold([
      seen(1, "a", 1, at: Int64.max, .fail, by: 1), seen(2, "b", 1, at: 10, .pass, by: 2, saw: [1_000]),
      seen(3, "c", 1, at: 10, .pass, by: 2, observed: Int64.min),
    ])
    #expect(fold.count == 3)
  }

  @Test("the fold is what the letter of the rules says", arguments: [false, true])
  func reference(forks: Bool) {
    for seed in 0..<3_000 {
      var random = SeededNumbers(seed: UInt64(seed))
      let results = RandomCell.results(&random, forks: forks)
      let fold = CellFold(results)
      let wanted = ReferenceCell(results)
      #expect(fold.transitions == wanted.transitions, "seed \(seed)")
      #expect(fold.shown == wanted.shown && fold.latest == wanted.latest, "seed \(seed)")
      #expect(fold.heads == wanted.heads && fold.since == wanted.since, "seed \(seed)")
    }
  }

  @Test("the order and the repetition of arrivals change nothing")
  func permutations() {
    for seed in 0..<1_000 {
      var random = SeededNumbers(seed: UInt64(seed))
      let results = RandomCell.results(&random, forks: true)
      let fold = CellFold(results)
      for _ in 0..<4 { #expect(CellFold(results.shuffled(using: &random)) == fold, "seed \(seed)") }
    }
  }

  @Test("a replica that lies about its sequence cannot make two machines differ")
  func forged() {
    // 1 saw 3, 3 saw 2, and 2 stands behind 1 by its number: a circle.
    let circle = [
      seen(1, "a", 1, at: 10, .fail, by: 1, saw: [3_000]), seen(2, "a", 2, at: 20, .pass, by: 1),
      seen(3, "b", 1, at: 15, .na, by: 2, saw: [2_000]), seen(4, "c", 1, at: 17, .pass, by: 3, saw: [1_000]),
    ]
    var random = SeededNumbers(seed: 1)
    let fold = CellFold(circle)
    #expect(!fold.heads.isEmpty)
    for _ in 0..<24 { #expect(CellFold(circle.shuffled(using: &random)) == fold) }
  }
}
