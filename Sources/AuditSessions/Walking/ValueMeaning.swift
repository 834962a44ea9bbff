import AuditModel
import AuditReports
import Measuring

/// Evaluates a measured value, in sentences for the tester.
enum ValueMeaning {
  static func sentences(
    _ value: MeasuredValue, _ measurement: Measurement, _ component: Component? = nil
  ) -> [String] {
    let wanted = measurement.wording(on: component)
    switch measurement.judge(value, on: component) {
    case .notComparable(let reason):
      return ["\(value.text) cannot be evaluated (requirement: \(wanted)). \(reason)"]
    case .pass: return ["\(value.text): PASS (requirement: \(wanted))."]
    case .fail:
      return ["\(value.text): FAIL (requirement: \(wanted))."]
        + measurement.faults(of: value, on: component).map { $0 + "." } + room(value, measurement)
    }
  }

  /// The sentence if value and outcome contradict each other; else nil.
  static func contradiction(
    _ value: MeasuredValue, _ measurement: Measurement, _ outcome: Outcome, _ component: Component? = nil
  ) -> String? {
    guard outcome == .pass || outcome == .fail, let judged = measurement.judge(value, on: component).outcome,
      judged != outcome
    else { return nil }
    let (said, meant) = (OutcomeWords.word(outcome.rawValue), OutcomeWords.word(judged.rawValue))
    return "The value indicates \(meant), but you answered \(said). Recorded \(said); press u to undo."
  }

  /// The padding that a target needs if it is too small, on the sides that need it.
  private static func room(_ value: MeasuredValue, _ measurement: Measurement) -> [String] {
    guard measurement.comparison == .atLeast, value.unit == "pt", value.numbers.count == 2,
      let wanted = measurement.threshold.first,
      let (left, top) = try? (padding(value.numbers[0], wanted), padding(value.numbers[1], wanted)),
      left > 0 || top > 0
    else { return [] }
    let parts =
      left == top
      ? ["\(left) pt on each side"]
      : (left > 0 ? ["\(left) pt on the left and right"] : []) + (top > 0 ? ["\(top) pt at the top and bottom"] : [])
    let calculation = "a11y calc area \(value.numbers[0])x\(value.numbers[1]) --padding \(left)x\(top)"
    return ["Fix: extend the hit area by \(parts.joined(separator: " and ")) (\(calculation))."]
  }

  /// What one axis needs on both of its sides.
  private static func padding(_ length: FixedPoint, _ wanted: FixedPoint) throws(MeasureError) -> FixedPoint {
    try ForgivingArea(
      visual: TargetSize(width: length, height: length), horizontalPadding: 0, verticalPadding: 0
    ).paddingNeeded(for: wanted)
  }
}
