import AuditModel
import AuditReports

/// What a measured value says, in sentences for the one who has just measured.
enum ValueMeaning {
  static func sentences(
    _ value: MeasuredValue, _ measurement: Measurement, _ component: Component? = nil
  ) -> [String] {
    let wanted = measurement.wording(on: component)
    switch measurement.judge(value, on: component) {
    case .notComparable(let reason):
      return ["\(value.text) is neither PASS nor FAIL here; wanted is \(wanted). \(reason)"]
    case .pass: return ["\(value.text) is a PASS; wanted is \(wanted)."]
    case .fail:
      return ["\(value.text) is a FAIL; wanted is \(wanted)."]
        + measurement.faults(of: value, on: component).map { $0 + "." } + room(value, measurement)
    }
  }

  /// That value and outcome contradict each other; nil where they do not.
  static func contradiction(
    _ value: MeasuredValue, _ measurement: Measurement, _ outcome: Outcome, _ component: Component? = nil
  ) -> String? {
    guard outcome == .pass || outcome == .fail, let judged = measurement.judge(value, on: component).outcome,
      judged != outcome
    else { return nil }
    let (said, meant) = (OutcomeWords.word(outcome.rawValue), OutcomeWords.word(judged.rawValue))
    return "The value speaks for \(meant), you said \(said). \(said) is recorded; u takes it back."
  }

  /// How far a target that is too small would have to reach out.
  private static func room(_ value: MeasuredValue, _ measurement: Measurement) -> [String] {
    guard measurement.comparison == .atLeast, value.unit == "pt", value.numbers.count == 2,
      let wanted = measurement.threshold.first,
      let visual = try? TargetSize(width: value.numbers[0], height: value.numbers[1]),
      let area = try? ForgivingArea(visual: visual, horizontalPadding: 0, verticalPadding: 0),
      let padding = try? area.paddingNeeded(for: wanted), padding > 0
    else { return [] }
    return ["A touch area that reaches \(padding) pt further on each side would do (a11y calc area)."]
  }
}
