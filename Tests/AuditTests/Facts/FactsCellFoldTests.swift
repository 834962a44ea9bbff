import Audit
import Testing

/// Short names for what a table of cases needs to say. The hundreds of a number are the machine.
func seen(
  _ number: Int64, at time: Int64, _ outcome: Outcome, _ severity: Severity? = nil, by tester: Int64,
  build: String = "1", observed: Int64? = nil, isRetest: Bool = false, isMeasured: Bool = false,
  missesCheck: Bool = false, isRetracted: Bool = false, isInDoubt: Bool = false
) -> Observation {
  let term = build.utf8.reduce(Int64(0)) { $0 * 256 + Int64($1) }
  return Observation(
    id: number, reference: FactReference(high: 0, low: UInt64(number)), clock: HybridTime(milliseconds: time),
    time: observed, said: outcome, severity: severity, isMeasured: isMeasured || missesCheck, missesCheck: missesCheck,
    isRetest: isRetest, tester: tester, build: ObservedBuild(term: term, number: BuildNumber(build)),
    isRetracted: isRetracted, isInDoubt: isInDoubt)
}

func told(_ results: [Observation], saw: [Int64: [Int64]] = [:]) -> ToldLineage {
  ToldLineage(saw.merging(results.map { ($0.id, []) }) { named, _ in named })
}

@Suite("fold of a cell")
struct FactsCellFoldTests {
  /// The fold of results that have only seen their own machine's, but for what `saw` says.
  func fold(
    _ results: [Observation], saw: [Int64: [Int64]] = [:], until moment: Int64 = .max
  ) throws -> CellFold { try CellFold(results, told(results, saw: saw), until: moment) }

  @Test("nothing was seen")
  func empty() throws {
    let fold = try fold([])
    #expect(fold.state == nil && fold.shown == nil && fold.count == 0 && fold.transitions.isEmpty)
  }

  @Test("who looks again at the same build answers themselves, and the same again is no transition")
  func again() throws {
    let fold = try fold([
      seen(101, at: 10, .fail, .serious, by: 1), seen(102, at: 20, .fail, .serious, by: 1),
      seen(103, at: 30, .fail, .minor, by: 1), seen(104, at: 40, .pass, by: 1),
    ])
    #expect(fold.transitions.map(\.time) == [10, 30, 40])
    #expect(fold.state == CellState(outcome: .pass, severity: nil))
    #expect(fold.shown == 104 && fold.since == 40 && fold.count == 4 && fold.latestTime == 40)
    #expect(fold.open == [104] && fold.isPlain && !fold.isRetest)
  }

  @Test("an outcome began with its first result, not with a change of severity")
  func since() throws {
    let fold = try fold([
      seen(101, at: 10, .pass, by: 1), seen(102, at: 20, .fail, .minor, by: 1),
      seen(103, at: 30, .fail, .critical, by: 1),
    ])
    #expect(fold.since == 20 && fold.transitions.count == 3)
  }

  // MARK: What supersedes

  struct Pair: Sendable, CustomTestStringConvertible {
    var name: String
    var first: Observation
    var second: Observation
    var saw: [Int64: [Int64]] = [:]
    /// What nothing supersedes.
    var open: [Int64]
    var testDescription: String { name }
  }

  static let fail = seen(101, at: 10, .fail, by: 1)

  static let pairs: [Pair] = [
    Pair(name: "their own, seen", first: fail, second: seen(102, at: 20, .pass, by: 1), open: [102]),
    Pair(
      name: "another tester on one machine", first: fail, second: seen(102, at: 20, .pass, by: 2), open: [101, 102]),
    Pair(
      name: "who looks again and fails where another could not tell, seen", first: seen(101, at: 10, .cantTell, by: 1),
      second: seen(201, at: 20, .fail, by: 2, isRetest: true), saw: [201: [101]], open: [201]),
    Pair(
      name: "who looks again and fails where another could not tell, not seen",
      first: seen(101, at: 10, .cantTell, by: 1), second: seen(201, at: 20, .fail, by: 2, isRetest: true),
      open: [101, 201]),
    Pair(
      name: "who looks again and fails on an older build where another could not tell",
      first: seen(101, at: 10, .cantTell, by: 1),
      second: seen(201, at: 20, .fail, by: 2, build: "0.9", isRetest: true), saw: [201: [101]], open: [101]),
    Pair(
      name: "a failure where another could not tell", first: seen(101, at: 10, .cantTell, by: 1),
      second: seen(201, at: 20, .fail, by: 2), saw: [201: [101]], open: [101, 201]),
    Pair(
      name: "a pass where another could not tell, seen", first: seen(101, at: 10, .cantTell, by: 1),
      second: seen(201, at: 20, .pass, by: 2), saw: [201: [101]], open: [101, 201]),
    Pair(
      name: "who cannot tell after a failure, seen", first: fail,
      second: seen(201, at: 20, .cantTell, by: 2), saw: [201: [101]], open: [101, 201]),
    Pair(name: "another machine, not seen", first: fail, second: seen(201, at: 20, .pass, by: 2), open: [101, 201]),
    Pair(
      name: "another machine, seen", first: fail, second: seen(201, at: 20, .pass, by: 2), saw: [201: [101]],
      open: [101, 201]),
    Pair(
      name: "one name on two machines, seen", first: fail, second: seen(201, at: 20, .pass, by: 1), saw: [201: [101]],
      open: [101, 201]),
    Pair(name: "a newer build", first: fail, second: seen(201, at: 20, .pass, by: 2, build: "1.1"), open: [201]),
    Pair(
      name: "a newer build whose time is earlier", first: fail, second: seen(201, at: 5, .pass, by: 2, build: "1.1"),
      open: [201]),
    Pair(
      name: "an older build, seen", first: fail, second: seen(102, at: 20, .pass, by: 1, build: "0.9"), open: [101]),
    Pair(
      name: "an older build, seen, said to be a retest", first: fail,
      second: seen(102, at: 20, .pass, by: 1, build: "0.9", isRetest: true), open: [101]),
    Pair(
      name: "no build, another's", first: fail, second: seen(201, at: 20, .pass, by: 2, build: ""), saw: [201: [101]],
      open: [101, 201]),
    Pair(name: "no build, their own", first: fail, second: seen(102, at: 20, .pass, by: 1, build: ""), open: [102]),
    Pair(
      name: "names that are no numbers", first: seen(101, at: 10, .fail, by: 1, build: "main"),
      second: seen(201, at: 20, .pass, by: 2, build: "next"), saw: [201: [101]], open: [101, 201]),
    Pair(
      name: "a retest of what was seen", first: fail, second: seen(201, at: 20, .pass, by: 2, isRetest: true),
      saw: [201: [101]], open: [201]),
    Pair(
      name: "a retest that is no better, of what was seen", first: fail,
      second: seen(201, at: 20, .fail, by: 2, isRetest: true), saw: [201: [101]], open: [101, 201]),
    Pair(
      name: "a retest that is worse, of what was seen", first: seen(101, at: 10, .pass, by: 1),
      second: seen(201, at: 20, .fail, by: 2, isRetest: true), saw: [201: [101]], open: [101, 201]),
    Pair(
      name: "a retest that finds it milder", first: seen(101, at: 10, .fail, .critical, by: 1),
      second: seen(201, at: 20, .fail, .minor, by: 2, isRetest: true), saw: [201: [101]], open: [201]),
    Pair(
      name: "a retest that fails and rates nothing", first: seen(101, at: 10, .fail, .critical, by: 1),
      second: seen(201, at: 20, .fail, by: 2, isRetest: true), saw: [201: [101]], open: [101, 201]),
    Pair(
      name: "a retest that is stated to be older", first: fail,
      second: seen(201, at: 20, .pass, by: 2, observed: 5, isRetest: true), saw: [201: [101]], open: [101, 201]),
    Pair(
      name: "their own, stated to be older", first: fail, second: seen(102, at: 20, .pass, by: 1, observed: 5),
      open: [101]),
    Pair(
      name: "their own, stated to be older than what was stated", first: seen(101, at: 10, .pass, by: 1, observed: 9),
      second: seen(102, at: 20, .fail, by: 1, observed: 5), open: [101]),
    Pair(
      name: "their own, stated to be of the same moment", first: seen(101, at: 30, .fail, by: 1, observed: 5),
      second: seen(102, at: 20, .pass, by: 1, observed: 5), open: [102]),
    Pair(
      name: "their own, stated to be older, without builds", first: seen(101, at: 10, .fail, by: 1, build: ""),
      second: seen(102, at: 20, .pass, by: 1, build: "", observed: 5), open: [101]),
    Pair(
      name: "their own, stated to be older, without a build: who knows what it was seen on", first: fail,
      second: seen(102, at: 20, .pass, by: 1, build: "", observed: 5), open: [101, 102]),
    Pair(
      name: "another tester's, stated to be older", first: fail,
      second: seen(102, at: 20, .pass, by: 2, observed: 5), open: [101, 102]),
    Pair(
      name: "a retest of what was not seen", first: fail, second: seen(201, at: 20, .pass, by: 2, isRetest: true),
      open: [101, 201]),
    Pair(
      name: "a retest without a value of a measured one", first: seen(101, at: 10, .fail, by: 1, isMeasured: true),
      second: seen(201, at: 20, .pass, by: 2, isRetest: true), saw: [201: [101]], open: [101, 201]),
    Pair(
      name: "a measured retest of a measured one", first: seen(101, at: 10, .fail, by: 1, isMeasured: true),
      second: seen(201, at: 20, .pass, by: 2, isRetest: true, isMeasured: true), saw: [201: [101]], open: [201]),
    Pair(
      name: "their own without a value of a measured one", first: seen(101, at: 10, .fail, by: 1, isMeasured: true),
      second: seen(102, at: 20, .pass, by: 1), open: [102]),
    Pair(
      name: "a worse word of another", first: seen(101, at: 10, .pass, by: 1), second: seen(201, at: 20, .fail, by: 2),
      saw: [201: [101]], open: [101, 201]),
    Pair(
      name: "one of their own that waits for a fork", first: fail,
      second: seen(102, at: 20, .pass, by: 1, isRetracted: true, isInDoubt: true), open: [101, 102]),
    Pair(
      name: "a newer build that waits for a fork", first: fail,
      second: seen(201, at: 20, .pass, by: 2, build: "2", isInDoubt: true), open: [101, 201]),
  ]

  @Test(
    "a result closes another only by a newer build, their own answer or a retest of what was seen", arguments: pairs)
  func supersedes(pair: Pair) throws {
    for results in [[pair.first, pair.second], [pair.second, pair.first]] {
      let fold = try fold(results, saw: pair.saw)
      #expect(fold.open.sorted() == pair.open)
      let outcomes = Set([pair.first, pair.second].map(\.outcome))
      #expect(fold.state?.isUnsettled == (pair.open.count > 1 && outcomes.count > 1))
    }
  }

  @Test("whoever had seen a newer build than their own says nothing about what they look at again")
  func stale() throws {
    let results = [
      seen(101, at: 10, .fail, by: 1, build: ""), seen(201, at: 20, .pass, by: 2, build: "2"),
      seen(102, at: 30, .pass, by: 1, build: "1"),
    ]
    #expect(try fold(results).open == [201])
    // Without a build the first still stands: who knows what it was seen on.
    let unknown = [seen(101, at: 10, .fail, by: 1, build: ""), seen(102, at: 30, .pass, by: 1, build: "1")]
    let newer = seen(201, at: 20, .pass, by: 2, build: "2")
    #expect(try fold(unknown).open == [102])
    #expect(try fold(unknown + [newer], saw: [102: [201]]).open.contains(101))
    #expect(try fold(unknown + [newer], saw: [102: [201]]).state?.outcome == .fail)
  }

  @Test("where a fork is undecided nobody on a branch answers what is older, until one is kept")
  func forks() throws {
    // 101 went on as 102 here and as 201 elsewhere.
    let results = [seen(101, at: 10, .fail, by: 1), seen(102, at: 20, .pass, by: 1), seen(201, at: 30, .na, by: 1)]
    func open(_ settled: Set<Int64>) throws -> [Int64] {
      let facts: [Int64: [Int64]] = [101: [], 102: [], 201: []]
      return try CellFold(
        results, ToldLineage(facts, links: [201: 101], forks: [102, 201], settled: settled)
      ).open
    }
    #expect(try open([]) == [101, 102, 201])
    #expect(try open([102]) == [102, 201])
    #expect(try open([201]) == [102, 201])
  }

  @Test("where a chain names a key only what is signed with it answers what is")
  func signed() throws {
    let results = [seen(101, at: 10, .fail, by: 1), seen(102, at: 20, .pass, by: 1)]
    func open(_ signed: Set<Int64>) throws -> [Int64] {
      try CellFold(results, ToldLineage([101: [], 102: []], keys: [101: "k"], signed: signed)).open
    }
    #expect(try open([101, 102]) == [102])
    #expect(try open([101]) == [101, 102])
    #expect(try open([]) == [101, 102])
    let other = [results[0], seen(201, at: 20, .pass, by: 1)]
    let same = ToldLineage([101: [], 201: [101]], keys: [101: "k", 201: "k"], signed: [101, 201])
    #expect(try CellFold(other, same).open == [201], "a signer's second machine is the same author")
  }

  // MARK: What is shown

  @Test("open results that differ are disputed where two did not see each other, else contradicted")
  func unsettled() throws {
    let pass = seen(201, at: 20, .pass, by: 2)
    let disputed = try fold([Self.fail, pass])
    #expect(disputed.state == CellState(outcome: .fail, severity: nil, isDisputed: true))
    let contradicted = try fold([Self.fail, pass], saw: [201: [101]])
    #expect(contradicted.state == CellState(outcome: .fail, severity: nil, isContradicted: true))
    let third = seen(301, at: 30, .na, by: 3)
    let all = try fold([Self.fail, pass, third], saw: [201: [101], 301: [101]])
    #expect(
      all.state == CellState(outcome: .fail, severity: nil, isDisputed: true), "the last two did not see each other")
  }

  @Test(
    "failures differ where both say how severe they are",
    arguments: [(.serious, .minor, true), (.serious, nil, false), (nil, nil, false), (.minor, .minor, false)]
      as [(Severity?, Severity?, Bool)])
  func severities(one: Severity?, other: Severity?, isDisputed: Bool) throws {
    let fold = try fold([seen(101, at: 10, .fail, one, by: 1), seen(201, at: 20, .fail, other, by: 2)])
    #expect(fold.state?.isDisputed == isDisputed && fold.state?.isContradicted == false)
    #expect(fold.state?.severity == one)
  }

  @Test("the worst is shown: the more severe of two failures, and the most severe where none is given last")
  func worst() throws {
    let pass = seen(201, at: 20, .pass, by: 2)
    let doubt = seen(301, at: 30, .cantTell, by: 3)
    let severe = seen(401, at: 5, .fail, .critical, by: 4)
    let fold = try fold([seen(101, at: 10, .fail, .minor, by: 1), pass, doubt, severe, seen(501, at: 6, .fail, by: 5)])
    #expect(fold.shown == 401 && fold.state == CellState(outcome: .fail, severity: .critical, isDisputed: true))
    #expect(fold.latest == 301, "the latest stays what was seen last")
    #expect(try self.fold([pass, doubt, seen(601, at: 1, .na, by: 6)]).shown == 301)
  }

  @Test("a value that misses its check is a failure whatever was said, and so marked")
  func overruled() throws {
    let fold = try fold([seen(101, at: 10, .pass, by: 1, missesCheck: true)])
    #expect(fold.state == CellState(outcome: .fail, severity: nil, isOverruled: true) && !fold.isPlain)
    let said = try self.fold([seen(101, at: 10, .fail, .minor, by: 1, missesCheck: true)])
    #expect(said.state == CellState(outcome: .fail, severity: .minor))
    let agreed = try self.fold([
      seen(101, at: 10, .pass, by: 1, missesCheck: true), seen(201, at: 20, .fail, .minor, by: 2),
    ])
    #expect(agreed.state == CellState(outcome: .fail, severity: .minor), "both are failures, so they do not differ")
  }

  @Test("what is shown because somebody else's worse result was looked at again on the same build is said to be")
  func retest() throws {
    func isRetest(_ second: Observation, _ saw: [Int64: [Int64]] = [201: [101]]) throws -> Bool {
      try fold([Self.fail, second], saw: saw).isRetest
    }
    #expect(try isRetest(seen(201, at: 20, .pass, by: 2, isRetest: true)))
    #expect(try isRetest(seen(201, at: 20, .pass, by: 1, isRetest: true)), "a name gives no right")
    #expect(try !isRetest(seen(102, at: 20, .pass, by: 1, isRetest: true), [:]), "their own")
    #expect(try !isRetest(seen(201, at: 20, .pass, by: 2, build: "2", isRetest: true)), "a newer build")
    #expect(try !isRetest(seen(201, at: 20, .fail, by: 2, isRetest: true)), "not better")
    let severe = seen(101, at: 10, .fail, .critical, by: 1)
    let milder = try fold([severe, seen(201, at: 20, .fail, .minor, by: 2, isRetest: true)], saw: [201: [101]])
    #expect(milder.isRetest && milder.state?.severity == .minor, "a milder failure is better")
    #expect(try !isRetest(seen(201, at: 20, .pass, by: 2)), "not said")
  }

  @Test("a worse word first and a better one over it closes nothing of another's", arguments: [false, true])
  func worseThenBetter(isRetest: Bool) throws {
    let worse = seen(201, at: 20, .fail, .critical, by: 2, isRetest: isRetest)
    let fold = try fold([Self.fail, worse, seen(202, at: 30, .pass, by: 2)], saw: [201: [101]])
    #expect(fold.shown == 101 && fold.state == CellState(outcome: .fail, severity: nil, isContradicted: true))
  }

  @Test("a disagreement ends by an answer of the worse one's author, a newer build or an undo", arguments: 0..<3)
  func settled(way: Int) throws {
    var results = [Self.fail, seen(201, at: 20, .pass, by: 2)]
    switch way {
    case 0: results.append(seen(102, at: 30, .pass, by: 1))
    case 1: results.append(seen(301, at: 30, .pass, by: 3, build: "2"))
    default: results[0].isRetracted = true
    }
    let fold = try fold(results)
    #expect(fold.state == CellState(outcome: .pass, severity: nil))
    if way < 2 { #expect(fold.transitions.map(\.state.isDisputed) == [false, true, false]) }
  }
}
