import Audit
import Children
import NamedCells
import Testing

/// What a cell shows beside what those say alone who are followed: the hundreds of a number are the machine, and machine 1
/// is followed.
@Suite("held cells")
struct FactsHeldTests {
  private func fold(_ results: [Observation], saw: [Int64: [Int64]] = [:], following: Set<Int64> = [1]) throws
    -> CellFold
  {
    var lineage = told(results, saw: saw)
    lineage.followed = following
    return try CellFold(results, lineage)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var results: [Observation]
    var saw: [Int64: [Int64]] = [:]
    var isHeld = true
    var testDescription: String { name }
  }

  private static let failed = seen(101, at: 10, .fail, .critical, by: 1)

  static let cases = [
    Case(
      name: "a retest that passes", results: [failed, seen(201, at: 20, .pass, by: 2, isRetest: true)],
      saw: [201: [101]]),
    Case(
      name: "a retest that is milder", results: [failed, seen(201, at: 20, .fail, .minor, by: 2, isRetest: true)],
      saw: [201: [101]]),
    Case(name: "a pass on a newer build", results: [failed, seen(201, at: 20, .pass, by: 2, build: "2")]),
    Case(
      name: "a worse one, and then a pass",
      results: [
        seen(101, at: 10, .fail, .serious, by: 1), seen(201, at: 20, .fail, .critical, by: 2, build: "2"),
        seen(202, at: 30, .pass, by: 2, build: "2"),
      ]),
    Case(
      name: "a milder one beside one without a severity",
      results: [seen(101, at: 10, .fail, by: 1), seen(201, at: 20, .fail, .minor, by: 2)]),
    Case(
      name: "an end of a dispute",
      results: [
        seen(101, at: 10, .pass, by: 1), seen(301, at: 20, .na, by: 3), seen(201, at: 30, .pass, by: 2, build: "2"),
      ]),
    Case(
      name: "a pass where they say that it does not apply",
      results: [seen(101, at: 10, .na, by: 1), seen(201, at: 20, .pass, by: 2, build: "2")]),
    Case(
      name: "a worse one",
      results: [seen(101, at: 10, .pass, by: 1), seen(201, at: 20, .fail, .critical, by: 2, build: "2")],
      isHeld: false),
    Case(name: "the same", results: [failed, seen(201, at: 20, .fail, .critical, by: 2, build: "2")], isHeld: false),
    Case(
      name: "a dispute", results: [failed, seen(201, at: 20, .pass, by: 2)], isHeld: false),
  ]

  @Test("what others make milder is held", arguments: cases)
  func held(_ one: Case) throws {
    let found = try fold(one.results, saw: one.saw, following: [1, 3])
    #expect(found.isHeld == one.isHeld)
    #expect(try !fold(one.results, saw: one.saw, following: [1, 2, 3]).isHeld, "who is followed closes it")
    #expect(try !fold(one.results, saw: one.saw, following: []).isHeld, "there is nothing to hold")
  }

  /// Of one machine's results: what was accepted by itself counts, and of a chain that names a key what the key signed.
  @Test("what goes on from a result that counts does not count with it", arguments: ["accepted", "signed"])
  func goesOn(how: String) throws {
    let results = [seen(201, at: 10, .fail, .critical, by: 2), seen(202, at: 20, .pass, by: 2, build: "2")]
    var lineage = ToldLineage([201: [], 202: []], keys: how == "signed" ? [201: "k"] : [:], signed: [201])
    (lineage.followed, lineage.accepted) = how == "signed" ? ([1, 2], []) : ([1], [201])
    let found = try CellFold(results, lineage)
    #expect(found.isHeld && !found.isPlain && found.state?.outcome == .pass)
  }

  @Test("what others repeat on a newer build makes nothing younger")
  func renewed() throws {
    let both = [seen(101, at: 10, .pass, by: 1), seen(201, at: 20, .pass, by: 2, build: "2")]
    let found = try fold(both)
    #expect(found.isRenewed && !found.isHeld && found.seen == 20)
    #expect(try !fold(both, following: [1, 2]).isRenewed)
  }

  @Test("a finding that one of them closed for another is named, whatever their clocks say", arguments: [5, 10, 20])
  func closed(time: Int64) throws {
    let found = try fold([seen(201, at: 10, .fail, by: 2), seen(301, at: time, .pass, by: 3, build: "2")])
    #expect(found.isClosedByOthers && found.state?.outcome == .pass && !found.isHeld)
    #expect(
      try !fold([seen(201, at: 10, .fail, by: 2), seen(202, at: 20, .pass, by: 2)]).isClosedByOthers, "their own")
  }

  @Test(
    "of many results, what is not held is never milder than what those say who are followed",
    arguments: drawnSeeds(of: 100))
  func law(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for round in 0..<100 {
      let cell = RandomCell(&random, most: round % 2 == 0 ? 14 : 3, forks: false)
      var lineage = cell.lineage
      lineage.followed = [1]
      if round % 4 > 1 {
        lineage.accepted = Set(cell.results.map(\.id).filter { _ in Bool.random(using: &random) })
      }
      let found = try CellFold(cell.results, lineage)
      // With what others had seen in view, which is left out where it cannot matter.
      let kept = try CellFold(cell.results.map { lineage.follows($0.id) ? $0 : $0.leftOut }, lineage)
      #expect(found.isHeld == (kept.state.flatMap { found.state?.mayBeMilder(than: $0) } ?? false))
      #expect(found.isRenewed == (kept.shown != nil && kept.seen < found.seen))
      // By the letter of the rules, and not by the fold.
      let alone = ReferenceCell(cell.results.map { lineage.follows($0.id) ? $0 : $0.leftOut }, cell.lineage)
      guard let state = found.state, let then = alone.transitions.last?.state else { continue }
      let isMilder =
        state.outcome.badness < then.outcome.badness || then.isUnsettled && !state.isUnsettled
        || state.outcome == .pass && then.outcome == .na
      #expect(found.isHeld || !isMilder)
      #expect(!found.isHeld || state.outcome == .fail || isMilder)
    }
  }
}
