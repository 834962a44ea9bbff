import Testing

@testable import Children

@Suite("Numbers that are none, or too large")
struct HostileNumberTests {
  static let numbers: [Double] = [
    .nan, .infinity, -.infinity, -1, 0, 1, 2, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e-300, 1e300, 0.5,
    -0.0,
  ]
  static let counts = [Int.min, -1, 0, 1, 2, 1_000_001, Int.max]

  private func isGood(_ number: Double?) -> Bool { number.map { !$0.isNaN } ?? true }
  private func isGood(_ interval: Interval?) -> Bool { interval.map { $0.low <= $0.high } ?? true }

  @Test("Functions of three numbers answer or say nil", arguments: numbers, numbers)
  func functions(first: Double, second: Double) {
    #expect(isGood(Gamma.upperRegularized(first, second)))
    #expect(isGood(NormalDistribution.quantile(first)))
    #expect(isGood(StudentDistribution.quantile(first, degreesOfFreedom: second)))
    for third in Self.numbers {
      #expect(isGood(Beta.regularized(first, second, third)))
      #expect(isGood(Beta.inverse(first, second, third)))
      for method in [
        RateInterval.wilson, RateInterval.clopperPearson, RateInterval.agrestiCoull,
        RateInterval.agrestiCoullUnclamped, RateInterval.jeffreys, RateInterval.jeffreysEqualTailed,
      ] {
        #expect(isGood(method(first, second, third)), "\(first) \(second) \(third)")
      }
    }
  }

  @Test("The largest that is taken is answered in time")
  func largest() throws {
    let interval = try #require(RateInterval.clopperPearson(4.5e6, of: 5e6))
    #expect(interval.low > 0.899 && interval.low < 0.9 && interval.high > 0.9)
    #expect(RateInterval.clopperPearson(1, of: 5.1e6) == nil)
    #expect(RateInterval.clopperPearson(.leastNonzeroMagnitude, of: .leastNormalMagnitude) != nil)
    let crowd = Estimate(try same(100_000, 999_999, 1_000_000))
    #expect(crowd.limits.map { $0.interval.low > 0.999 } == true)
  }

  @Test("A child's counts are refused with the reason")
  func childTaps() throws {
    #expect(throws: ChildTapsProblem.moreHitsThanTaps(hits: 9, taps: 8)) { try ChildTaps(hits: 9, taps: 8) }
    #expect(throws: ChildTapsProblem.moreHitsThanTaps(hits: 3, taps: 0)) { try ChildTaps(hits: 3, taps: 0) }
    #expect(throws: ChildTapsProblem.negative) { try ChildTaps(hits: -1, taps: 2) }
    #expect(throws: ChildTapsProblem.negative) { try ChildTaps(hits: 0, taps: .min) }
    #expect(throws: ChildTapsProblem.tooMany) { try ChildTaps(hits: 1, taps: .max) }
    let most = try ChildTaps(hits: 0, taps: ChildTaps.mostTaps)
    #expect(throws: ChildTapsProblem.tooMany) { try most.joined(with: most) }
  }

  @Test("Counts of two groups", arguments: counts, counts)
  func groups(first: Int, second: Int) {
    #expect(isGood(McNemar(b: first, c: second)?.exact))
    for third in Self.counts {
      let rates = TwoRates(x1: first, n1: second, x2: first, n2: third)
      #expect(isGood(rates?.newcombe()) && isGood(rates?.agrestiCaffo(confidence: .nan)))
      #expect(isGood(rates?.fisher) && isGood(rates?.pooledZ) && isGood(rates?.pooledZLessOne))
      let strata = [Stratum(first, second, third, 1), Stratum(1, first, second, third)].compactMap { $0 }
      #expect(isGood(CochranMantelHaenszel(strata)?.p))
      #expect(isGood(CochranMantelHaenszel(strata)?.homogeneity?.p))
    }
    let pairs = [(x: first, n: second), (x: 1, n: 2), (x: 0, n: 2)]
    #expect(isGood(LaneyChart(pairs)?.sigmaZ))
    #expect(isGood(CochranArmitage(pairs, scores: [1, 2, 3])?.z))
    #expect(isGood(RateInterval.alwaysValid(first, of: second)))
    #expect(isGood(CountChart(counts: [first, 1], exposure: [1, 2])?.center))
    #expect(Kappa([[first, 1], [1, second]]).map { isGood($0.value) } ?? true)
    #expect(RunChart.Limits(useful: first).map { $0.longestMost > 0 } ?? true)
  }

  @Test("Lists with a number that is none are refused", arguments: [Double.nan, .infinity, -.infinity])
  func lists(bad: Double) {
    #expect(SignFlip([0.1, bad]) == nil)
    #expect(Multiplicity.holm([0.1, bad]) == nil)
    #expect(Multiplicity.benjaminiHochberg([bad]) == nil)
    #expect(RunChart([1, 2, bad]) == nil)
    #expect(CountChart(counts: [1], exposure: [bad]) == nil)
    #expect(TapOffset([(dx: 1, dy: bad)]) == nil)
    #expect(Throughput(amplitudes: [1, bad], offsets: [1, 2], times: [1, 1]) == nil)
    #expect(CochranArmitage([(x: 1, n: 2), (x: 0, n: 2)], scores: [1, bad]) == nil)
    #expect(NeededTrials.withoutMisses(target: bad, .wilson) == nil)
    #expect(NeededTrials.ruleOfThree(target: bad) == nil)
    #expect(NeededChildren.children(target: 0.9, taps: 5, rate: bad) == nil)
    #expect(NeededChildren.children(target: bad, taps: 5) == nil)
    #expect(Looks.falseAlarms(looks: 2, nominal: bad) == nil)
    #expect(PhysicalSize.millimetres(points: bad, pointsPerInch: 163) == nil)
    #expect(RateInterval.alwaysValid(1, of: 2, alpha: bad) == nil)
    #expect(RateInterval.alwaysValid(1, of: 2, prior: (bad, 1)) == nil)
  }

  @Test("Empty lists and lists of other lengths are refused")
  func emptiness() {
    #expect(SignFlip([]) == nil && RunChart([]) == nil && RunChart([3, 3, 3]) == nil && Kappa([]) == nil)
    #expect(Kappa([[1, 2], [3]]) == nil && Kappa([[0, 0], [0, 0]]) == nil && LaneyChart([]) == nil)
    #expect(CountChart(counts: [], exposure: []) == nil && TapOffset([]) == nil && ClusterSpread([]) == nil)
    #expect(CochranMantelHaenszel([]) == nil && CochranArmitage([], scores: []) == nil && ChildMean([]) == nil)
    #expect(KornGraubard([]) == nil && RateInterval.childBootstrap([], seed: 1) == nil)
    #expect(RateInterval.pooledWilson([]) == nil && Multiplicity.holm([]) == [])
    #expect(Throughput(amplitudes: [1], offsets: [1], times: [1]) == nil)
    #expect(Throughput(amplitudes: [1, 2], offsets: [1, 1], times: [1, 1]) == nil)
    #expect(Looks.falseAlarms(looks: 0) == nil && Looks.falseAlarms(looks: 101) == nil)
    #expect(NeededTrials.withMisses(-1, target: 0.9, .wilson) == nil)
    #expect(NeededTrials.withoutMisses(target: 0.999_999_9, .exactTwoSided) == nil)
  }

  @Test("A target that is no rate is never met or missed", arguments: [Double.nan, 0, 1, -3, 2, .infinity])
  func target(bad: Double) throws {
    let estimate = Estimate(try same(20, 5, 10))
    #expect(estimate.verdict(target: bad, planIsComplete: true) == .notEnoughEvidence)
  }
}
