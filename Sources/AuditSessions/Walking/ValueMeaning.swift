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

  /// The padding that a target needs if it is too small.
  private static func room(_ value: MeasuredValue, _ measurement: Measurement) -> [String] {
    guard measurement.comparison == .atLeast, value.unit == "pt", value.numbers.count == 2,
      let wanted = measurement.threshold.first,
      let visual = try? TargetSize(width: value.numbers[0], height: value.numbers[1]),
      let area = try? ForgivingArea(visual: visual, horizontalPadding: 0, verticalPadding: 0),
      let padding = try? area.paddingNeeded(for: wanted), padding > 0
    else { return [] }
    return ["Fix: extend the hit area by \(padding) pt on each side (see a11y calc area)."]
  }
}
