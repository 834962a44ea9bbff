import AuditModel
import Testing

@Suite("independent answers")
struct IndependentPairsTests {
  private static func result(
    _ number: Int64, _ replica: String, tester: Int64, build: Int64 = 1, _ outcome: Outcome = .pass, saw: [UInt64] = [],
    at time: Int64? = nil, isRetracted: Bool = false
  ) -> Observation {
    Observation(
      id: number, replica: replica, sequence: number, digest: UInt64(number),
      clock: HybridTime(milliseconds: number, counter: 0), time: time, outcome: outcome, tester: tester, build: build,
      saw: saw, isRetracted: isRetracted)
  }

  @Test("two testers of one build on two machines are a pair, by their first answers")
  func pair() throws {
    let results = [
      Self.result(1, "a", tester: 1, .pass), Self.result(2, "b", tester: 2, .fail),
      Self.result(3, "b", tester: 2, .pass), Self.result(4, "a", tester: 1, .na),
    ]
    let pairs = IndependentPairs.all(results)
    #expect(pairs.map { [$0.one.id, $0.other.id] } == [[1, 2]])
    #expect(IndependentPairs.all(results, until: 1).isEmpty)
  }

  @Test("who saw the other's answer, or cannot be told from them, makes no pair")
  func dependent() {
    let first = Self.result(1, "a", tester: 1)
    let others = [
      Self.result(2, "b", tester: 2, saw: [1]), Self.result(2, "a", tester: 2), Self.result(2, "b", tester: 1),
      Self.result(2, "b", tester: 2, build: 2), Self.result(2, "b", tester: 0),
      Self.result(2, "b", tester: 2, isRetracted: true),
    ]
    for other in others { #expect(IndependentPairs.all([first, other]).isEmpty, "\(other)") }
    #expect(
      IndependentPairs.all([Self.result(1, "a", tester: 1, build: 0), Self.result(2, "b", tester: 2, build: 0)]).isEmpty
    )
  }

  @Test("three testers are three pairs, and what was said later of an earlier time comes first")
  func several() {
    let results = [
      Self.result(1, "a", tester: 1), Self.result(2, "b", tester: 2), Self.result(3, "c", tester: 3),
      Self.result(4, "c", tester: 3, .fail, at: 0),
    ]
    #expect(IndependentPairs.all(results).map { [$0.one.id, $0.other.id] } == [[1, 2], [1, 4], [2, 4]])
  }
}
