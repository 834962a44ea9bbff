import Children
import Testing

/// What looking again and again does, and what comparing the same children twice does; `Scripts/soak statistics N` runs
/// more of it.
@Suite("What looks and pairs promise")
struct CoverageOfLooksTests {
  /// A round is many looks, or thousands of ways to swap versions.
  private let rounds = max(40, CoverageTests.rounds / 10)
  static let settings = [5, 8, 12].flatMap { children in
    [0.0, 0.2, 0.4].map { CoverageTests.Setting(children: children, correlation: $0) }
  }

  @Test(
    "Limits for any number of looks hold the rate after every child of a test, in 95 % of the tests",
    arguments: settings)
  func anyLooks(setting: CoverageTests.Setting) throws {
    for rate in [0.8, 0.9] {
      let salt = UInt64(setting.children) << 32 | UInt64(setting.correlation * 100) << 16 | UInt64(rate * 1_000)
      var random = SplitMix64(seed: CoverageTests.seed &+ salt)
      var (missed, missedByOne, metAtSomeLook) = (0, 0, 0)
      for _ in 0..<rounds {
        var children: [ChildTaps] = []
        var (isMissed, isMissedByOne, isMet) = (false, false, false)
        // Up to twice as many children as were planned, and a look after each from the second on.
        for _ in 0..<(2 * setting.children) {
          let own = random.childRate(mean: rate, correlation: setting.correlation)
          children.append(try ChildTaps(hits: (0..<10).count { _ in random.fraction() < own }, taps: 10))
          guard let limits = Estimate(children).limits else { continue }
          let wide = try #require(limits.intervalForAnyLooks)
          isMissed = isMissed || wide.excludes(rate)
          isMissedByOne = isMissedByOne || limits.interval.excludes(rate)
          isMet = isMet || (children.count >= setting.children && limits.interval.low >= rate)
        }
        (missed, missedByOne) = (missed + (isMissed ? 1 : 0), missedByOne + (isMissedByOne ? 1 : 0))
        metAtSomeLook += isMet ? 1 : 0
      }
      print(
        "A11Y_SEED=\(CoverageTests.seed), \(rounds) rounds, up to \(2 * setting.children) children, correlation "
          + "\(setting.correlation), rate \(rate), a look after each: outside at some look "
          + "\(Double(missed) / Double(rounds)), by the limits of one look \(Double(missedByOne) / Double(rounds)), "
          + "met falsely at some look \(Double(metAtSomeLook) / Double(rounds))")
      #expect(Double(missed) / Double(rounds) <= 0.05 + 3 * (0.05 * 0.95 / Double(rounds)).squareRoot())
    }
  }

  @Test(
    "Of versions that are alike hardly any pair is called a change, and the limits of a pair hold the difference",
    arguments: settings)
  func pairs(setting: CoverageTests.Setting) throws {
    for shift in [0.0, 0.1] {
      let salt = UInt64(setting.children) << 32 | UInt64(setting.correlation * 100) << 16 | UInt64(shift * 1_000) | 1
      var random = SplitMix64(seed: CoverageTests.seed &+ salt)
      var (changed, held) = (0, 0)
      for _ in 0..<rounds {
        let pairs = try (0..<setting.children).map { _ in
          let own = random.childRate(mean: 0.8, correlation: setting.correlation)
          // The same shift for every child, towards what is still missing.
          let then = own + shift / 0.2 * (1 - own)
          return (
            first: try ChildTaps(hits: (0..<10).count { _ in random.fraction() < own }, taps: 10),
            second: try ChildTaps(hits: (0..<10).count { _ in random.fraction() < then }, taps: 10)
          )
        }
        let paired = try #require(PairedRates(pairs))
        changed += paired.isChange ? 1 : 0
        held += try #require(paired.difference).interval.excludes(shift) ? 0 : 1
      }
      let slack = 3 * (0.05 * 0.95 / Double(rounds)).squareRoot()
      print(
        "A11Y_SEED=\(CoverageTests.seed), \(rounds) rounds, \(setting.testDescription), shift \(shift): called a change "
          + "\(Double(changed) / Double(rounds)), difference held \(Double(held) / Double(rounds))")
      #expect(Double(held) / Double(rounds) >= 0.94 - slack)
      #expect(shift > 0 || Double(changed) / Double(rounds) <= 0.05 + slack)
    }
  }
}
