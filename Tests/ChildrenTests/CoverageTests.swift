import Children
import Foundation
import Testing

/// Random tests of a button whose true rate is known: how often the limits hold it.
///
/// `Scripts/soak statistics N` runs more of them, A11Y_SEED others.
@Suite("What the primary method promises")
struct CoverageTests {
  static let rounds = ProcessInfo.processInfo.environment["A11Y_SIMULATIONS"].flatMap { Int($0) } ?? 400
  static let seed = ProcessInfo.processInfo.environment["A11Y_SEED"].flatMap { UInt64($0) } ?? 1

  struct Setting: CustomTestStringConvertible {
    let children: Int
    let correlation: Double

    var testDescription: String { "\(children) children, correlation \(correlation)" }
  }

  static let settings = [5, 8, 12, 20].flatMap { children in
    [0.0, 0.1, 0.2, 0.4].map { Setting(children: children, correlation: $0) }
  }

  @Test(
    "From five children on and up to a correlation of 0.4 the limits hold the rate in 94 % and false met is rare",
    arguments: settings)
  func promise(setting: Setting) throws {
    for rate in [0.8, 0.9] {
      let found = try CoverageTests.simulate(setting, rate: rate)
      // Three standard errors of so many rounds beside what is promised.
      let slack = 3 * (0.05 * 0.95 / Double(Self.rounds)).squareRoot()
      print(
        "A11Y_SEED=\(Self.seed), \(Self.rounds) rounds, \(setting.testDescription), rate \(rate): covered "
          + "\(found.covered), met falsely \(found.met), by the pooled interval \(found.pooledMet)")
      #expect(found.covered >= 0.94 - slack)
      #expect(found.met <= 0.044 + slack)
    }
  }

  @Test("The pooled interval says met falsely far more often, which is why it is not used")
  func pooled() throws {
    let found = try CoverageTests.simulate(Setting(children: 8, correlation: 0.2), rate: 0.9)
    #expect(found.pooledMet > 0.08)
    #expect(found.pooledMet > 2 * found.met)
  }

  /// The shares of rounds whose limits hold the rate, and of those that call the rate itself met.
  static func simulate(
    _ setting: Setting, rate: Double, taps: Int = 10
  ) throws -> (covered: Double, met: Double, pooledMet: Double) {
    let salt = UInt64(setting.children) << 32 | UInt64(setting.correlation * 100) << 16 | UInt64(rate * 100)
    var random = SplitMix64(seed: seed &+ salt)
    var (covered, met, pooledMet) = (0, 0, 0)
    for _ in 0..<rounds {
      let children = try (0..<setting.children).map { _ in
        let own = random.childRate(mean: rate, correlation: setting.correlation)
        return try ChildTaps(hits: (0..<taps).count { _ in random.fraction() < own }, taps: taps)
      }
      let estimate = Estimate(children)
      let interval = try #require(estimate.limits).interval
      if !interval.excludes(rate) { covered += 1 }
      if estimate.verdict(target: rate, planIsComplete: true) == .met { met += 1 }
      if try #require(RateInterval.pooledWilson(children)).low >= rate { pooledMet += 1 }
    }
    return (Double(covered) / Double(rounds), Double(met) / Double(rounds), Double(pooledMet) / Double(rounds))
  }
}

extension SplitMix64 {
  /// A child's own rate: beta distributed, so that two taps of a child have this correlation.
  mutating func childRate(mean: Double, correlation: Double) -> Double {
    guard correlation > 0 else { return mean }
    let weight = 1 / correlation - 1
    let (hits, misses) = (gamma(mean * weight), gamma((1 - mean) * weight))
    return hits + misses > 0 ? hits / (hits + misses) : fraction() < mean ? 1 : 0
  }

  /// Marsaglia and Tsang 2000.
  private mutating func gamma(_ shape: Double) -> Double {
    if shape < 1 { return gamma(shape + 1) * pow(1 - fraction(), 1 / shape) }
    let d = shape - 1.0 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = normal()
      let v = pow(1 + c * x, 3)
      guard v > 0 else { continue }
      if log(1 - fraction()) < x * x / 2 + d - d * v + d * log(v) { return d * v }
    }
  }

  /// Box and Muller 1958.
  private mutating func normal() -> Double {
    (-2 * log(1 - fraction())).squareRoot() * cos(2 * .pi * fraction())
  }
}
