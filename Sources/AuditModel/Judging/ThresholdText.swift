package import Measuring

/// A threshold as people type it: `48`, `4.5:1`, `3,5` for a range.
package enum ThresholdText {
  /// The measurement of a check with other figures; with none, those of the built-in check.
  ///
  /// - Throws: `MeasureError`: a check that measures nothing, no figure where none is built in, or one that cannot be.
  package static func measurement(
    _ text: String, of check: Check, builtIn: Check?
  ) throws(MeasureError) -> Measurement {
    guard var measurement = check.measurement else {
      throw MeasureError(
        .wrongShape, "\(check.id) has no measurement, so it has no threshold", hint: "")
    }
    if text.isEmpty {
      guard let original = builtIn?.measurement else {
        throw MeasureError(
          .empty, "\(check.id) is a custom check; specify the number, or a new text with --from",
          hint: "")
      }
      return original
    }
    var figures: [FixedPoint] = []
    let unit = try MeasuredValue.parse("1", unitHint: measurement.valueUnit).unit
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let value = try MeasuredValue.parse(String(part), unitHint: measurement.valueUnit)
      guard let figure = value.numbers.first, value.numbers.count == 1, value.unit == unit else {
        throw MeasureError(
          .wrongUnit, "\(MeasureError.quote(text)) is not a threshold of \(check.id).",
          hint: "Write the number alone. The current threshold is \(measurement.wording()).")
      }
      figures.append(figure)
    }
    let count = measurement.comparison == .between ? 2 : 1
    guard figures.count == count, let first = figures.first else {
      let wanted =
        count == 2
        ? "\(check.id) needs 2 numbers, as in 3,5"
        : "\(check.id) needs 1 number, not \(figures.count)"
      throw MeasureError(.wrongShape, wanted, hint: "")
    }
    guard
      measurement.threshold.contains(where: isBelowZero) || !figures.contains(where: isBelowZero)
    else {
      throw MeasureError(
        .outOfRange, "\"\(text)\" is below 0, so any value meets it or none", hint: "")
    }
    let probe = MeasuredValue(text: "\(first)", unit: "", numbers: [first])
    if case .notComparable(let reason) = measurement.judge(probe, thresholds: figures) {
      throw MeasureError(.wrongShape, reason, hint: "")
    }
    measurement.threshold = figures
    return measurement
  }

  private static func isBelowZero(_ figure: FixedPoint) -> Bool { figure.millionths < 0 }
}
