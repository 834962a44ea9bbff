package import Measuring

extension Calculations {
  /// The contrast between two colors, against every level and both readings of large text.
  ///
  /// With `textSize` (points) the text rules are narrowed to the ones for that size and weight.
  package static func contrast(
    _ foreground: String, _ background: String, textSize: String? = nil, isBold: Bool = false
  ) throws(MeasureError) -> CalcReport {
    let front = try Colour.parse(foreground)
    let contrast = try Contrast(foreground: front, background: Colour.parse(background))
    var report = CalcReport("Contrast of \(front.hex) on \(contrast.background.hex)")
    report.figures = [CalcReport.Figure("contrast ratio", contrast.shown.description, unit: ":1")]
    if !front.isOpaque { report.figures.append(CalcReport.Figure("visible color", contrast.seenForeground.hex)) }
    report.figures += [
      luminance("luminance of the foreground", contrast.seenForeground),
      luminance("luminance of the background", contrast.background),
    ]
    if let textSize {
      try judge(contrast, textSize: textSize, isBold: isBold, into: &report)
    } else {
      report.verdicts = allRules.map { verdict($0, contrast) }
      report.notes.append(
        "E-06: text counts as large from 24 pt (18.7 pt if bold) in WCAG and from 18 pt or bold in the HIG; "
          + "between the two limits, 3:1 passes the platform rule and fails WCAG.")
    }
    for name in [foreground, background].map(nameOnly) {
      guard let system = ColourNames.systemName(for: name), let css = ColourNames.colour(named: name),
        let own = ColourNames.colour(named: system)
      else { continue }
      let note = "\(name) is the CSS color here, \(css.hex); the system color is \(system), \(own.hex)."
      if !report.notes.contains(note) { report.notes.append(note) }
    }
    if [foreground, background].contains(where: { ColourNames.isSystem(nameOnly($0)) }) {
      report.notes.append(
        "E-12, E-13: system colors have their classic values here, light ones unless the name ends in Dark. "
          + "A name alone does not pass, and newer systems differ slightly.")
    }
    report.notes.append(
      "Outcomes use the ratio before rounding. The printed ratio never shows a threshold that it does not reach.")
    return report
  }

  private static let allRules: [ContrastRule] = [
    .text, .largeText, .platformText, .platformLargeText, .nonText, .enhancedText, .enhancedLargeText,
  ]

  private static func judge(
    _ contrast: Contrast, textSize: String, isBold: Bool, into report: inout CalcReport
  ) throws(MeasureError) {
    let value = try MeasuredValue.parse(textSize, unitHint: "pt")
    guard value.unit == "pt", value.numbers.count == 1, let points = value.numbers.first, points > 0 else {
      throw MeasureError(
        .wrongUnit, "\(MeasureError.quote(textSize)) is not a valid text size.", hint: "Write it in points, like 17.")
    }
    report.figures.append(CalcReport.Figure("text size", points.description, unit: isBold ? "pt bold" : "pt"))
    let strict = LargeTextReading.wcag.rule(points: points, isBold: isBold)
    let platform = LargeTextReading.platform.rule(points: points, isBold: isBold)
    let isLarge = LargeTextReading.wcag.isLarge(points: points, isBold: isBold)
    report.verdicts = [strict, platform, isLarge ? .enhancedLargeText : .enhancedText].map { verdict($0, contrast) }
    if strict.threshold != platform.threshold {
      report.notes.append(
        "E-06: the platform counts this text as large and WCAG does not; 3:1 passes the platform rule only.")
    }
  }

  private static func verdict(_ rule: ContrastRule, _ contrast: Contrast) -> CalcReport.Verdict {
    CalcReport.Verdict(
      rule.name, threshold: "at least \(rule.threshold):1", outcome: .init(contrast.reaches(rule.threshold)),
      check: rule.check, isRequired: rule.check != nil,
      value: MeasuredValue(text: "\(contrast.shown):1", unit: "ratio", numbers: [contrast.shown]))
  }

  private static func luminance(_ name: String, _ colour: Colour) -> CalcReport.Figure {
    let value = FixedPoint.nearest(colour.relativeLuminance, decimals: 4) ?? 0
    return CalcReport.Figure(name, value.description)
  }

  private static func nameOnly(_ text: String) -> String {
    String(text.unicodeScalars.prefix { $0 != "/" }.filter { !$0.properties.isWhitespace }.map { Character($0) })
  }
}
