import Audit
import Base
import Children
import Reports

extension Answers {
  static let estimates: [String: Answer] = [
    "primary_child_mean_exact": { inputs in primary(Estimate(try children(inputs))) },
    "child_mean_t_unclamped": {
      let mean = ChildMean(try children($0))
      return limits(mean?.interval).merging([
        "mean": .orNull(mean?.mean), "se": .orNull(mean?.standardError), "df": .integer(mean?.degreesOfFreedom),
      ]) { first, _ in first }
    },
    "cluster_diagnostics": {
      let spread = ClusterSpread(try children($0))
      return [
        "anova_icc": .orNull(spread?.correlation), "m0": .orNull(spread?.typicalTaps),
        "msb": .orNull(spread?.meanSquareBetween), "msw": .orNull(spread?.meanSquareWithin),
        "var_cluster_robust": .orNull(spread?.variance),
        "se_cluster_robust": .orNull(spread?.variance.squareRoot()), "deff": .orNull(spread?.designEffect),
        "neff_pooled": .orNull(spread?.effectiveSize),
      ]
    },
    "korn_graubard": {
      let exact = KornGraubard(try children($0), confidence: try $0.number("confidence"))
      return limits(exact?.interval).merging([
        "neff": .orNull(exact?.effectiveSize), "neff_df_adjusted": .orNull(exact?.adjustedSize),
      ]) { first, _ in first }
    },
    // A census and no estimate: held against the counts of the status page, the only place where they are defined.
    "compliance_census": {
      var counts = CellCounts()
      (counts.pass, counts.fail) = (try $0.integer("passed"), try $0.integer("failed"))
      (counts.na, counts.untested) = (try $0.integer("not_applicable"), try $0.integer("unchecked"))
      func share(_ part: Int, _ whole: Int) -> Value { whole > 0 ? .number(Double(part) / Double(whole)) : .null }
      return [
        "applicable": .integer(counts.applicable), "coverage": share(counts.judged, counts.applicable),
        "fresh_coverage": share(counts.judged - (try $0.integer("stale")), counts.applicable),
        "pass_rate_checked": share(counts.pass, counts.judged),
        "worst_case": share(counts.pass, counts.applicable),
        "best_case": share(counts.passAtBest, counts.applicable),
      ]
    },
  ]

  private static func primary(_ estimate: Estimate) -> [String: Value] {
    let found = estimate.limits
    let wilson = found.flatMap { RateInterval.wilson($0.effectiveSize * $0.rate, of: $0.effectiveSize) }
    func verdict(_ target: Double) -> Value {
      .text(estimate.verdict(target: target, planIsComplete: true).rawValue)
    }
    return [
      "state": .text(estimate.children == 0 ? "no_data" : estimate.children == 1 ? "one_child" : "estimate"),
      "children": .integer(estimate.children), "taps": .integer(estimate.taps),
      "pooled": .orNull(estimate.taps > 0 ? Double(estimate.hits) / Double(estimate.taps) : nil),
      "child_mean": .orNull(found?.rate), "s2": .orNull(found?.variance), "neff_raw": .orNull(found?.rawSize),
      "neff_cap": .orNull(found?.largestSize), "neff": .orNull(found?.effectiveSize),
      "low": .orNull(found?.interval.low), "high": .orNull(found?.interval.high),
      "wilson_low": .orNull(wilson?.low), "wilson_high": .orNull(wilson?.high), "verdict_target_90": verdict(0.9),
      "verdict_target_80": verdict(0.8),
    ]
  }
}
