@testable import Children

/// Two versions compared within strata, so that strata of different difficulty do not turn the answer round.
///
/// Source: Cochran 1954, Mantel and Haenszel 1959; the variance of the odds ratio, Robins, Breslow and Greenland 1986;
/// its homogeneity, Breslow and Day 1980. For independent trials: one tap of each child. Strata of less than two trials
/// say nothing and are left out.
struct CochranMantelHaenszel: Hashable, Sendable {
  /// (Σa - ΣE)² / ΣV, chi-squared with one degree of freedom.
  let chiSquared: Double
  let p: Double
  /// With 1/2 taken off the distance, which is more careful.
  let chiSquaredCorrected: Double
  let pCorrected: Double
  /// What all strata say together; nil if one version never missed, or never hit, in every stratum.
  let oddsRatio: OddsRatio?
  /// Whether the strata agree with one odds ratio; nil without one, or for a single stratum.
  let homogeneity: Homogeneity?

  struct OddsRatio: Hashable, Sendable {
    let value: Double
    /// The standard error of its logarithm.
    let logStandardError: Double
    let interval: Interval
  }

  struct Homogeneity: Hashable, Sendable {
    let chiSquared: Double
    let p: Double
  }

  /// - Returns: nil if no stratum has hits and misses with both versions tried.
  init?(_ all: [Stratum]) {
    let strata = all.filter { $0.total >= 2 }
    let variance = strata.reduce(0) { $0 + $1.variance }
    guard variance > 0 else { return nil }
    let distance = abs(strata.reduce(0) { $0 + $1.a - $1.expected })
    let corrected = max(0, distance - 0.5)
    chiSquared = distance * distance / variance
    chiSquaredCorrected = corrected * corrected / variance
    p = ChiSquaredDistribution.upperTail(chiSquared, degreesOfFreedom: 1) ?? 1
    pCorrected = ChiSquaredDistribution.upperTail(chiSquaredCorrected, degreesOfFreedom: 1) ?? 1
    oddsRatio = OddsRatio(strata)
    homogeneity = oddsRatio.flatMap { Homogeneity(strata, oddsRatio: $0.value) }
  }
}

extension CochranMantelHaenszel.OddsRatio {
  fileprivate init?(_ strata: [Stratum]) {
    var (r, s, pr, psqr, qs) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for stratum in strata {
      let n = stratum.total
      let (up, down) = (stratum.a * stratum.d / n, stratum.b * stratum.c / n)
      let (along, across) = ((stratum.a + stratum.d) / n, (stratum.b + stratum.c) / n)
      r += up
      s += down
      pr += along * up
      psqr += along * down + across * up
      qs += across * down
    }
    guard r > 0, s > 0, let z = NormalDistribution.z(confidence: 0.95) else { return nil }
    value = r / s
    logStandardError = (pr / (2 * r * r) + psqr / (2 * r * s) + qs / (2 * s * s)).squareRoot()
    let factor = Elementary.e(to: z * logStandardError)
    interval = Interval(low: value / factor, high: value * factor)
  }
}

extension CochranMantelHaenszel.Homogeneity {
  /// Without Tarone's correction.
  fileprivate init?(_ strata: [Stratum], oddsRatio: Double) {
    let telling = strata.filter { $0.variance > 0 }
    guard telling.count >= 2 else { return nil }
    var sum = 0.0
    for stratum in telling {
      let (row, hits) = (stratum.firstRow, stratum.hits)
      let rest = stratum.total - row - hits
      // The a that gives this odds ratio with these margins.
      let fitted = Bisection.place(from: max(0, -rest), to: min(row, hits)) { a in
        a * (rest + a) < oddsRatio * (row - a) * (hits - a)
      }
      guard let a = fitted else { return nil }
      let variance = 1 / (1 / a + 1 / (row - a) + 1 / (hits - a) + 1 / (rest + a))
      guard variance > 0 else { return nil }
      sum += (stratum.a - a) * (stratum.a - a) / variance
    }
    guard let p = ChiSquaredDistribution.upperTail(sum, degreesOfFreedom: telling.count - 1) else { return nil }
    chiSquared = sum
    self.p = p
  }
}
