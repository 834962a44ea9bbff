import Children
import Testing

@Suite("The same children with two versions")
struct PairedRatesTests {
  private func pairs(_ hits: [(Int, Int)], of taps: Int = 10) throws -> [(first: ChildTaps, second: ChildTaps)] {
    try hits.map { (first: try ChildTaps(hits: $0.0, taps: taps), second: try ChildTaps(hits: $0.1, taps: taps)) }
  }

  @Test("The difference is the mean of the children's, and the test is the sign-flip test")
  func difference() throws {
    let paired = try #require(PairedRates(try pairs([(8, 9), (7, 9), (8, 9), (9, 9), (6, 9), (8, 9)])))
    #expect(abs(paired.test.mean - 0.8 / 6) < 1e-12)
    #expect(abs(try #require(paired.difference).difference - 0.8 / 6) < 1e-12)
    #expect(paired.test == SignFlip(paired.differences))
  }

  @Test("Rates that go together give narrower limits, and never none")
  func correlation() throws {
    let together = try #require(PairedRates(try pairs([(4, 6), (5, 7), (6, 8), (7, 9), (3, 5), (8, 10)])))
    let against = try #require(PairedRates(try pairs([(4, 10), (5, 9), (6, 8), (7, 7), (3, 6), (8, 5)])))
    let width = { (paired: PairedRates) in paired.difference.map { $0.interval.high - $0.interval.low } ?? 0 }
    let same = try pairs([(4, 6), (5, 7), (6, 8), (7, 9), (3, 5), (8, 10)])
    let apart = try #require(
      RateDifference(before: Estimate(same.map(\.first)), after: Estimate(same.map(\.second)))
    ).interval
    #expect(width(together) < apart.high - apart.low)
    #expect(width(against) > 0.3)
    // Every child exactly alike with both: what few children do is no proof that others do.
    #expect(width(try #require(PairedRates(try pairs([(4, 4), (5, 5), (9, 9), (7, 7), (3, 3), (8, 8)])))) > 0.1)
    #expect(width(try #require(PairedRates(try pairs(Array(repeating: (10, 10), count: 8))))) > 0.1)
  }

  @Test("A change takes the test and the limits")
  func change() throws {
    #expect(try #require(PairedRates(try pairs(Array(repeating: (0, 10), count: 6)))).isChange)
    // Five children: the test can show nothing, whatever the limits say.
    let five = try #require(PairedRates(try pairs(Array(repeating: (0, 10), count: 5))))
    #expect(five.difference?.isChange == true && !five.isChange)
  }

  @Test("Who has no tap with one of the versions is left out, and nobody is no pair")
  func withoutTaps() throws {
    let half = [(first: try ChildTaps(hits: 1, taps: 2), second: ChildTaps.none)]
    #expect(PairedRates(half) == nil)
    #expect(try #require(PairedRates(try pairs([(8, 9)]) + half)).differences.count == 1)
    #expect(try #require(PairedRates(try pairs([(8, 9)]))).difference == nil)
  }

  @Test("The p of two groups of other children is 0.05 where their limits just touch no difference")
  func chance() throws {
    let before = Estimate(try pairs([(4, 4), (6, 6), (5, 5), (7, 7), (6, 6), (3, 3)]).map(\.first))
    for hits in 5...10 {
      let after = Estimate(try (0..<6).map { try ChildTaps(hits: max(0, hits - $0 % 2), taps: 10) })
      let (difference, p) = (
        try #require(RateDifference(before: before, after: after)),
        try #require(RateDifference.p(before: before, after: after))
      )
      #expect((0...1).contains(p) && (p < 0.05) == difference.isChange)
    }
  }
}
