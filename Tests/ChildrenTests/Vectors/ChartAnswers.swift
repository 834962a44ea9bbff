import Children

extension Answers {
  static let charts: [String: Answer] = [
    "p_chart_and_laney": {
      let chart = LaneyChart(zip(try $0.integers("x"), try $0.integers("n")).map { (x: $0, n: $1) })
      return [
        "p_bar": .orNull(chart?.center), "sigma_z": .orNull(chart?.sigmaZ), "p_limits": list(chart?.plainLimits),
        "laney_limits": list(chart?.limits),
      ]
    },
    "u_chart": {
      let chart = CountChart(counts: try $0.integers("counts"), exposure: try $0.numbers("exposure"))
      return ["u_bar": .orNull(chart?.center), "limits": list(chart?.limits)]
    },
    "anhoej_runs": {
      let chart = RunChart(try $0.numbers("y"))
      return [
        "median": .orNull(chart?.median), "useful": .integer(chart?.useful), "longest": .integer(chart?.longest),
        "longest_max": .integer(chart?.limits.longestMost), "crossings": .integer(chart?.crossings),
        "crossings_min": .integer(chart?.limits.crossingsFewest),
        "signal": chart.map { .flag($0.isSignal) } ?? .null,
      ]
    },
    "anhoej_limits": {
      let limits = RunChart.Limits(useful: try $0.integer("useful"))
      return ["longest_max": .integer(limits?.longestMost), "crossings_min": .integer(limits?.crossingsFewest)]
    },
  ]

  static let planning: [String: Answer] = [
    "zero_failure_n": {
      let target = try $0.number("target")
      return [
        "exact_one_sided_95": .integer(NeededTrials.withoutMisses(target: target, .exactOneSided)),
        "exact_two_sided_95": .integer(NeededTrials.withoutMisses(target: target, .exactTwoSided)),
        "wilson_two_sided_95": .integer(NeededTrials.withoutMisses(target: target, .wilson)),
        "rule_of_three": .orNull(NeededTrials.ruleOfThree(target: target)),
      ]
    },
    "n_needed_with_k_failures": {
      let methods: [(String, NeededTrials.Method)] = [
        ("wilson", .wilson), ("cp2", .exactTwoSided), ("cp1", .exactOneSided),
      ]
      let misses = try $0.integers("failures")
      var answer: [String: Value] = [:]
      for target in try $0.numbers("targets") {
        for (name, method) in methods {
          answer["\(target)/\(name)"] = .integers(
            misses.map { NeededTrials.withMisses($0, target: target, method) })
        }
      }
      return answer
    },
    "children_needed_if_all_perfect": { _ in
      var answer: [String: Value] = [:]
      for target in [0.8, 0.9, 0.95] {
        for taps in [1, 2, 3, 5, 8, 10, 20] {
          answer["\(target)/m=\(taps)"] = .integer(NeededChildren.children(target: target, taps: taps))
        }
      }
      return answer
    },
    "peeking_type_i_error": {
      ["actual": .orNull(Looks.falseAlarms(looks: try $0.integer("looks"), nominal: try $0.number("nominal")))]
    },
  ]

  static let sizes: [String: Answer] = [
    "iso_throughput_one_condition": {
      let found = Throughput(
        amplitudes: try $0.numbers("effective_amplitudes_mm"), offsets: try $0.numbers("dx_mm"),
        times: try $0.numbers("movement_time_s"))
      return [
        "sd_x": .orNull(found?.deviation), "We": .orNull(found?.effectiveWidth),
        "Ae": .orNull(found?.effectiveAmplitude), "IDe_bits": .orNull(found?.difficulty),
        "mean_MT": .orNull(found?.meanTime), "TP_bps": .orNull(found?.bitsPerSecond),
      ]
    },
    "tap_offset": { inputs in
      let found = TapOffset(try inputs.table("dx_dy_mm").map { (dx: $0[0], dy: $0[1]) })
      return [
        "mean_radial": .orNull(found?.meanRadial), "bias_x": .orNull(found?.biasX), "bias_y": .orNull(found?.biasY),
        "rms": .orNull(found?.rootMeanSquare),
      ]
    },
    "pt_to_mm": {
      [
        "mm": .orNull(
          PhysicalSize.millimetres(points: try $0.number("pt"), pointsPerInch: try $0.number("points_per_inch")))
      ]
    },
    "mm_to_pt": {
      [
        "pt": .orNull(
          PhysicalSize.points(millimetres: try $0.number("mm"), pointsPerInch: try $0.number("points_per_inch")))
      ]
    },
    "dp_to_mm_nominal": {
      ["mm": .orNull(PhysicalSize.millimetres(densityIndependentPixels: try $0.number("dp")))]
    },
  ]
}
