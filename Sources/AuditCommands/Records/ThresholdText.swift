import AuditModel

/// A threshold as people type it: `48`, `4.5:1`, `3,5` for a range.
enum ThresholdText {
  /// The measurement of a check with other figures; with none, those of the built-in check.
  static func measurement(_ text: String, of check: Check, builtIn: Check?) throws(Problem) -> Measurement {
    guard var measurement = check.measurement else {
      throw .usage("threshold.unfit", "\(check.id) measures nothing, so it has no threshold")
    }
    if text.isEmpty {
      guard let original = builtIn?.measurement else {
        throw .usage("flag.value", "\(check.id) is your own check; give the figure, or a new text with --from")
      }
      return original
    }
    var figures: [FixedPoint] = []
    do throws(MeasureError) {
      let unit = try MeasuredValue.parse("1", unitHint: measurement.valueUnit).unit
      for part in text.split(separator: ",", omittingEmptySubsequences: false) {
        let value = try MeasuredValue.parse(String(part), unitHint: measurement.valueUnit)
        guard let figure = value.numbers.first, value.numbers.count == 1, value.unit == unit else {
          throw MeasureError(
            .wrongUnit, "\(MeasureError.quote(text)) is no threshold of \(check.id).",
            hint: "It is \(measurement.wording()) now; write the figure alone.")
        }
        figures.append(figure)
      }
    } catch {
      throw .usage("threshold.invalid", error.message, hints: error.hint.isEmpty ? [] : [error.hint])
    }
    let count = measurement.comparison == .between ? 2 : 1
    guard figures.count == count, let first = figures.first else {
      throw .usage(
        "threshold.invalid",
        count == 2 ? "\(check.id) needs two figures, as in 3,5" : "\(check.id) takes one figure, not \(figures.count)")
    }
    guard measurement.threshold.contains(where: isBelowZero) || !figures.contains(where: isBelowZero) else {
      throw .usage(
        "threshold.invalid", "\(MessageText.quoted(text)) is below zero, which any value would reach or none")
    }
    let probe = MeasuredValue(text: "\(first)", unit: "", numbers: [first])
    if case .notComparable(let reason) = measurement.judge(probe, thresholds: figures) {
      throw .usage("threshold.invalid", reason)
    }
    measurement.threshold = figures
    return measurement
  }

  private static func isBelowZero(_ figure: FixedPoint) -> Bool { figure.millionths < 0 }
}
