import Testing

@testable import Children

@Suite("Properties of the intervals", .serialized)
struct EstimatePropertyTests {
  private static let seed: UInt64 = 20_260_301

  /// Random children from the printed seed.
  private func groups(_ count: Int) throws -> [[ChildTaps]] {
    var random = SplitMix64(seed: Self.seed)
    return try (0..<count).map { _ in
      try (0..<2 + random.below(12)).map { _ in
        let taps = 1 + random.below(15)
        return try ChildTaps(hits: random.below(taps + 1), taps: taps)
      }
    }
  }

  @Test("The rate lies between its limits, and these between 0 and 1")
  func order() throws {
    for group in try groups(200) {
      let limits = try #require(Estimate(group).limits)
      #expect(0 <= limits.interval.low && limits.interval.low <= limits.rate, "\(group)")
      #expect(limits.rate <= limits.interval.high && limits.interval.high <= 1, "\(group)")
      #expect(limits.effectiveSize <= limits.largestSize, "\(group)")
    }
  }

  @Test("Hits and misses changed round turn the limits round")
  func symmetry() throws {
    for group in try groups(100) {
      let turned = try group.map { try ChildTaps(hits: $0.taps - $0.hits, taps: $0.taps) }
      let (limits, other) = (try #require(Estimate(group).limits), try #require(Estimate(turned).limits))
      #expect(abs(limits.interval.low - (1 - other.interval.high)) < 1e-9, "\(group)")
      #expect(abs(limits.interval.high - (1 - other.interval.low)) < 1e-9, "\(group)")
    }
  }

  @Test("The order of the children does not matter to the verdict, and little to the last digits")
  func anyOrder() throws {
    var random = SplitMix64(seed: Self.seed)
    for group in try groups(100) {
      let (limits, other) = (
        try #require(Estimate(group).limits), try #require(Estimate(random.shuffled(group)).limits)
      )
      #expect(abs(limits.interval.low - other.interval.low) < 1e-12)
    }
  }

  @Test("More hits never lower a limit", arguments: [5.0, 17.857, 40])
  func monotoneInHits(n: Double) throws {
    for method in [RateInterval.wilson, RateInterval.clopperPearson, RateInterval.jeffreys] {
      var before = Interval(low: -1, high: -1)
      for step in 0...20 {
        let interval = try #require(method(n * Double(step) / 20, n, 0.95))
        #expect(interval.low >= before.low && interval.high >= before.high)
        #expect(interval.low <= Double(step) / 20 && interval.high >= Double(step) / 20)
        before = interval
      }
    }
  }

  @Test("More confidence is never narrower")
  func monotoneInConfidence() throws {
    for method in [RateInterval.wilson, RateInterval.clopperPearson, RateInterval.agrestiCoull] {
      let widths = try [0.5, 0.8, 0.9, 0.95, 0.99, 0.999].map { confidence in
        let interval = try #require(method(18, 20, confidence))
        return interval.high - interval.low
      }
      #expect(widths == widths.sorted())
    }
  }

  @Test("The inverse of the beta function is its inverse")
  func inverse() throws {
    var random = SplitMix64(seed: Self.seed)
    for _ in 0..<300 {
      let (a, b) = (random.fraction() * 60 + 0.1, random.fraction() * 60 + 0.1)
      let p = random.fraction()
      let x = try #require(Beta.inverse(p, a, b))
      // Where the function is steep, neighbouring numbers x lie on both sides of p.
      let (below, above) = (try #require(Beta.regularized(x.nextDown, a, b)), Beta.regularized(min(1, x.nextUp), a, b))
      #expect(below <= p + 1e-12 && (above ?? 1) >= p - 1e-12, "\(p) \(a) \(b)")
    }
  }

  @Test("Needed numbers are the smallest that do", arguments: [0.6, 0.75, 0.9, 0.95])
  func smallest(target: Double) throws {
    for taps in [1, 3, 10] {
      let needed = try #require(NeededChildren.children(target: target, taps: taps))
      func low(_ children: Int) throws -> Double {
        try #require(Estimate(try same(children, taps, taps)).limits).interval.low
      }
      #expect(try low(needed) >= target)
      if needed > 5 { #expect(try low(needed - 1) < target) }
    }
  }

  @Test("A rate that only just exceeds the target takes more children, and one that does not takes none")
  func neededAtRate() throws {
    let counts = try [1, 0.98, 0.96, 0.94].map {
      try #require(NeededChildren.children(target: 0.9, taps: 10, rate: $0))
    }
    #expect(counts == counts.sorted() && counts.first == 10)
    #expect(NeededChildren.children(target: 0.9, taps: 10, rate: 0.9) == nil)
    #expect(NeededChildren.children(target: 0.9, taps: 10, rate: 0.9.nextUp) == nil)
  }

  @Test("Shuffling keeps every element, and a seed gives one order for ever")
  func shuffle() {
    var random = SplitMix64(seed: 42)
    #expect(random.shuffled(Array(1...10)) == [1, 10, 6, 9, 7, 5, 8, 3, 2, 4])
    #expect(random.shuffled(Array(0..<1_000)).sorted() == Array(0..<1_000))
    #expect(random.shuffled([Int]()) == [])
    #expect([Int.min, -1, 0, 1].allSatisfy { random.below($0) == 0 })
  }

  @Test("Exact and drawn sign flips agree")
  func signFlip() throws {
    let differences = [0.1, -0.2, 0.3, 0, 0.15, 0.05, -0.05, 0.2, 0.1, 0.25, -0.1, 0.3, 0.1, 0.05, 0.2, 0, 0.1, 0.1]
    let exact = try #require(SignFlip(differences))
    // Children who did alike change nothing but the method.
    let drawn = try #require(SignFlip(differences + [0, 0, 0]))
    #expect(exact.isExact && !drawn.isExact)
    #expect(abs(exact.p - drawn.p) < 0.002)
    #expect(SignFlip.smallestP(children: 5) > 0.05)
    #expect(SignFlip.smallestP(children: SignFlip.fewestChildren) < 0.05)
  }
}
