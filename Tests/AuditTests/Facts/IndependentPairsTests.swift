import Audit
import Testing

@Suite("independent answers")
struct IndependentPairsTests {
  /// The hundreds of a number are the machine.
  private static func result(
    _ number: Int64, tester: Int64, build: Int64 = 1, _ outcome: Outcome = .pass, at time: Int64? = nil,
    isRetracted: Bool = false
  ) -> Observation {
    Observation(
      id: number, reference: FactReference(high: 0, low: UInt64(number)),
      clock: HybridTime(milliseconds: number % 100, counter: 0), time: time, said: outcome, tester: tester,
      build: ObservedBuild(term: build), isRetracted: isRetracted)
  }

  private static func pairs(
    _ results: [Observation], saw: [Int64: [Int64]] = [:], until moment: Int64 = .max
  ) throws -> [[Int64]] {
    let facts = saw.merging(results.map { ($0.id, []) }) { named, _ in named }
    return try IndependentPairs.all(results, ToldLineage(facts), until: moment).map { [$0.one.id, $0.other.id] }
  }

  @Test("two testers of one build on two machines are a pair, by their first answers")
  func pair() throws {
    let results = [
      Self.result(101, tester: 1, .pass), Self.result(202, tester: 2, .fail), Self.result(203, tester: 2, .pass),
      Self.result(104, tester: 1, .na),
    ]
    #expect(try Self.pairs(results) == [[101, 202]])
    #expect(try Self.pairs(results, until: 1).isEmpty)
  }

  @Test("who saw the other's answer, or cannot be told from them, makes no pair")
  func dependent() throws {
    let first = Self.result(101, tester: 1)
    let others = [
      Self.result(102, tester: 2), Self.result(202, tester: 1), Self.result(202, tester: 2, build: 2),
      Self.result(202, tester: 0), Self.result(202, tester: 2, isRetracted: true),
    ]
    for other in others { #expect(try Self.pairs([first, other]).isEmpty, "\(other)") }
    #expect(try Self.pairs([first, Self.result(202, tester: 2)], saw: [202: [101]]).isEmpty)
    #expect(try Self.pairs([first, Self.result(202, tester: 2)], saw: [202: [150], 150: [101]]).isEmpty)
    #expect(try Self.pairs([Self.result(101, tester: 1, build: 0), Self.result(202, tester: 2, build: 0)]).isEmpty)
  }

  @Test("three testers are three pairs, and what was said later of an earlier time comes first")
  func several() throws {
    let results = [
      Self.result(101, tester: 1), Self.result(202, tester: 2), Self.result(303, tester: 3),
      Self.result(304, tester: 3, .fail, at: 0),
    ]
    #expect(try Self.pairs(results) == [[101, 202], [101, 304], [202, 304]])
  }
}
