import Base

@testable import Children

extension Answers {
  static let numbers: [String: Answer] = [
    "normal_quantile": { ["z": .orNull(NormalDistribution.quantile(try $0.number("p")))] },
    "t_quantile": {
      ["t": .orNull(StudentDistribution.quantile(try $0.number("p"), degreesOfFreedom: try $0.number("df")))]
    },
    "betainc_regularized": {
      ["I": .orNull(Beta.regularized(try $0.number("x"), try $0.number("a"), try $0.number("b")))]
    },
    "splitmix64": {
      var random = SplitMix64(seed: UInt64(try $0.text("seed")) ?? .max)
      let words = (0..<4).map { _ in String(random.next(), radix: 16) }
      return ["hex": .list(words.map { .text(String(repeating: "0", count: 16 - $0.count) + $0) })]
    },
  ]

  static let intervals: [String: Answer] = [
    "wilson": { limits(try interval($0, RateInterval.wilson)) },
    "clopper_pearson": { limits(try interval($0, RateInterval.clopperPearson)) },
    "agresti_coull": {
      let raw = try interval($0, RateInterval.agrestiCoullUnclamped)
      return limits(try interval($0, RateInterval.agrestiCoull)).merging([
        "low_raw": .orNull(raw?.low), "high_raw": .orNull(raw?.high),
      ]) { first, _ in first }
    },
    "jeffreys": {
      let (raw, closed) = (
        try interval($0, RateInterval.jeffreysEqualTailed), try interval($0, RateInterval.jeffreys)
      )
      return [
        "low_raw": .orNull(raw?.low), "high_raw": .orNull(raw?.high), "low_bcd": .orNull(closed?.low),
        "high_bcd": .orNull(closed?.high),
      ]
    },
    "naive_pooled_wilson": { limits(RateInterval.pooledWilson(try children($0))) },
    "always_valid_interval": {
      let prior = try $0.numbers("prior")
      return limits(
        RateInterval.alwaysValid(
          try $0.integer("x"), of: try $0.integer("n"), alpha: try $0.number("alpha"), prior: (prior[0], prior[1])))
    },
    "bootstrap_child_mean": {
      limits(
        RateInterval.childBootstrap(
          try children($0), draws: try $0.integer("B"), seed: UInt64(try $0.text("seed")) ?? .max))
    },
  ]

  private static func interval(
    _ inputs: Value, _ method: (Double, Double, Double) -> Interval?
  ) throws -> Interval? {
    method(try inputs.number("x"), try inputs.number("n"), try inputs.number("confidence"))
  }
}
