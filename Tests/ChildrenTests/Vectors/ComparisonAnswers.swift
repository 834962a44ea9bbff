import Base

@testable import Children

extension Answers {
  static let comparisons: [String: Answer] = [
    "two_groups_independent_taps": { twoGroups(try rates($0)) },
    "mover_difference_clustered": {
      let change = RateDifference(
        before: Estimate(try children($0, "x1", "m1")), after: Estimate(try children($0, "x2", "m2")))
      return limits(change?.interval).merging([
        "diff": .orNull(change?.difference),
        "wording": change.map { .text($0.isChange ? "changed" : "no change shown") } ?? .null,
      ]) { first, _ in first }
    },
    "mcnemar_exact": {
      let test = McNemar(b: try $0.integer("b"), c: try $0.integer("c"))
      return ["p_exact": .orNull(test?.exact), "p_mid": .orNull(test?.mid)]
    },
    "sign_flip_exact": {
      let test = SignFlip(try $0.numbers("differences"))
      return [
        "mean": .orNull(test?.mean), "hits": .integer(test?.hits), "permutations": .integer(test?.permutations),
        "p": .orNull(test?.p),
      ]
    },
    "cochran_mantel_haenszel": { inputs in
      let strata = try inputs.table("tables_a_b_c_d").compactMap {
        Stratum(Int($0[0]), Int($0[1]), Int($0[2]), Int($0[3]))
      }
      let test = CochranMantelHaenszel(strata)
      return [
        "chi2": .orNull(test?.chiSquared), "p": .orNull(test?.p),
        "chi2_continuity": .orNull(test?.chiSquaredCorrected), "p_continuity": .orNull(test?.pCorrected),
        "or_mh": .orNull(test?.oddsRatio?.value), "log_or_se_rbg": .orNull(test?.oddsRatio?.logStandardError),
        "or_low": .orNull(test?.oddsRatio?.interval.low), "or_high": .orNull(test?.oddsRatio?.interval.high),
        "breslow_day": .orNull(test?.homogeneity?.chiSquared), "breslow_day_p": .orNull(test?.homogeneity?.p),
      ]
    },
    "cochran_armitage_trend": {
      let groups = zip(try $0.integers("successes"), try $0.integers("n")).map { (x: $0, n: $1) }
      let test = CochranArmitage(groups, scores: try $0.numbers("scores"))
      return ["z": .orNull(test?.z), "p": .orNull(test?.p), "z_hypergeometric": .orNull(test?.zHypergeometric)]
    },
    "holm_and_bh": {
      let values = try $0.numbers("p")
      return [
        "holm": Multiplicity.holm(values).map { .numbers($0) } ?? .null,
        "bh": Multiplicity.benjaminiHochberg(values).map { .numbers($0) } ?? .null,
      ]
    },
    "cohens_kappa": { inputs in
      let kappa = Kappa(try inputs.table("table").map { $0.map { Int($0) } })
      return [
        "kappa": .orNull(kappa?.value), "po": .orNull(kappa?.agreement), "pe": .orNull(kappa?.agreementByChance),
      ]
    },
  ]

  private static func rates(_ inputs: Value) throws -> TwoRates? {
    TwoRates(
      x1: try inputs.integer("x1"), n1: try inputs.integer("n1"), x2: try inputs.integer("x2"),
      n2: try inputs.integer("n2"))
  }

  private static func twoGroups(_ rates: TwoRates?) -> [String: Value] {
    let (z, less) = (rates?.pooledZ, rates?.pooledZLessOne)
    let (newcombe, caffo) = (rates?.newcombe(), rates?.agrestiCaffo())
    return [
      "diff": .orNull(rates?.difference), "fisher_p": .orNull(rates?.fisher), "z": .orNull(z),
      "z_p": .orNull(z.map(NormalDistribution.twoSided)), "z_nminus1": .orNull(less),
      "z_nminus1_p": .orNull(less.map(NormalDistribution.twoSided)), "newcombe_low": .orNull(newcombe?.low),
      "newcombe_high": .orNull(newcombe?.high), "agresti_caffo_low": .orNull(caffo?.low),
      "agresti_caffo_high": .orNull(caffo?.high),
    ]
  }
}
