import AuditModel
import Testing

@Suite("causality and clocks")
struct FactsCausalityTests {
  @Test("who saw whom, and who was seen by nobody, is what walking the graph finds", arguments: [false, true])
  func walking(forks: Bool) {
    for seed in 0..<1_000 {
      var random = SeededNumbers(seed: UInt64(seed))
      let events = RandomCell.results(&random, forks: forks).map {
        Causality.Event(replica: $0.replica, sequence: $0.sequence, digest: $0.digest, saw: $0.saw)
      }
      let causality = Causality(events)
      let reference = Reference(events)
      for later in events.indices {
        for earlier in events.indices where later != earlier {
          #expect(causality.saw(later, earlier) == reference.saw(later, earlier), "seed \(seed): \(later) \(earlier)")
        }
      }
      let group = events.indices.filter { _ in Bool.random(using: &random) }
      #expect(causality.unseen(in: group) == reference.unseen(group), "seed \(seed)")
      var position: [Int: Int] = [:]
      for (place, index) in causality.order.enumerated() { position[index] = place }
      for index in events.indices {
        for parent in causality.parents[index] { #expect((position[parent] ?? 0) < (position[index] ?? 0)) }
      }
    }
  }

  @Test("a name that is not here says nothing")
  func dangling() {
    let events = [
      Causality.Event(replica: "a", sequence: 3, digest: 1, saw: [99]),
      .init(replica: "b", sequence: 1, digest: 2, saw: [1]),
    ]
    let causality = Causality(events)
    #expect(causality.saw(1, 0) && !causality.saw(0, 1))
    #expect(causality.unseen(in: [0, 1]) == [1])
  }

  @Test(
    "the next reading is after all known ones, unless they are far ahead",
    arguments: [
      (1_000, nil, 1_000), (1_000, 999, 1_000), (1_000, 1_000, 1_001), (1_000, 5_000, 5_001),
      (1_000, 601_000, 601_001), (1_000, 601_001, 1_000), (Int64.max, Int64.max - 1, Int64.max),
    ] as [(Int64, Int64?, Int64)])
  func next(now: Int64, known: Int64?, wanted: Int64) {
    let next = HybridTime.next(now: now, known: known.map { HybridTime(milliseconds: $0, counter: 7) })
    #expect(next == HybridTime(milliseconds: wanted, counter: 0))
  }

  @Test("readings order by milliseconds, then by counter")
  func order() {
    let readings = [(1, 0), (1, 1), (2, 0)].map { HybridTime(milliseconds: $0.0, counter: $0.1) }
    #expect(readings.shuffled().sorted() == readings)
  }
}
