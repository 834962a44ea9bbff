package import Measuring

extension Calculations {
  /// What is known of the look of a pressed or disabled control; each part is text as typed.
  package struct PressValues: Equatable, Sendable {
    package var scale: String?
    package var duration: String?
    package var damping: String?
    package var brightnessLight: String?
    package var brightnessDark: String?
    /// Of the disabled control, as `50%` or `0.5`.
    package var disabledOpacity: String?

    package init(
      scale: String? = nil, duration: String? = nil, damping: String? = nil, brightnessLight: String? = nil,
      brightnessDark: String? = nil, disabledOpacity: String? = nil
    ) {
      self.scale = scale
      self.duration = duration
      self.damping = damping
      self.brightnessLight = brightnessLight
      self.brightnessDark = brightnessDark
      self.disabledOpacity = disabledOpacity
    }
  }

  /// Press feedback against its ranges; parts that are not given are listed with their limits and not evaluated.
  ///
  /// Scale, damping, brightness and opacity are fractions; each may be typed as a percentage too.
  /// - Parameter limits: those of the catalog, among which `press-scale` and the like are looked for.
  package static func press(_ values: PressValues, _ limits: [NumericLimit]) throws(MeasureError) -> CalcReport {
    var report = CalcReport("Press feedback")
    let parts = [
      ("press-scale", values.scale), ("press-duration", values.duration), ("press-damping", values.damping),
      ("press-brightness-light", values.brightnessLight), ("press-brightness-dark", values.brightnessDark),
      ("disabled-opacity", values.disabledOpacity),
    ]
    for (name, text) in parts {
      let limit = try NumericLimit.named(name, in: limits)
      guard let text else {
        report.verdicts.append(
          CalcReport.Verdict(
            "\(limit.title) (\(limit.source))", threshold: limit.measurement.wording(), outcome: .notJudged,
            note: "No value.", check: limit.check))
        continue
      }
      let value = try read(text, for: limit)
      report.figures.append(
        CalcReport.Figure(limit.title, value.numbers.first?.description ?? "", unit: unitText(value.unit)))
      report.verdicts.append(verdict(limit, value))
    }
    report.notes = [
      "E-51: scaling is motion; with Reduce Motion the press needs a signal that does not move.",
      "E-53: the brightness decreases in light appearance and increases in dark.",
      "E-70: the figures are constants of the projects and can be overridden.",
    ]
    return report
  }

  /// Reads one part; the opacity of a disabled control may be a fraction (`0.5`) as in code.
  private static func read(_ text: String, for limit: NumericLimit) throws(MeasureError) -> MeasuredValue {
    let isPercent = limit.unit == "percent"
    let value = try MeasuredValue.parse(text, unitHint: isPercent ? nil : limit.unit)
    guard value.numbers.count == 1, let number = value.numbers.first else {
      throw MeasureError(
        .wrongShape, "\(MeasureError.quote(text)) is not a single number.",
        hint: "The limit is \(limit.measurement.wording()).")
    }
    guard isPercent, value.unit.isEmpty, number <= 1 else { return value }
    return MeasuredValue(text: value.text, unit: "percent", numbers: [try number.multiplied(by: 100)])
  }
}
