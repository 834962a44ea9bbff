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

extension Calculations {
  /// One number against a limit.
  package static func limit(_ limit: NumericLimit, _ value: String) throws(MeasureError) -> CalcReport {
    let value = try MeasuredValue.parse(value, unitHint: limit.unit)
    var report = CalcReport(limit.title)
    report.figures = value.numbers.map { number in
      let unit = number == 1 ? UnitWords.ofOne(value.unit) : value.unit
      return CalcReport.Figure(limit.title, number.description, unit: unitText(unit))
    }
    report.verdicts = [verdict(limit, value)]
    report.notes = [limit.reading].compactMap { $0 }
    return report
  }

  /// Every limit with its figures, nothing evaluated.
  package static func limits(_ all: [NumericLimit]) -> CalcReport {
    var report = CalcReport("Limits")
    report.verdicts = all.map { limit in
      var listed = CalcReport.Verdict(
        "\(limit.name): \(limit.title) (\(limit.source))", threshold: limit.measurement.wording(), outcome: .notJudged,
        note: limit.preferred.map { "\($0) preferred." }, check: limit.check)
      listed.name = limit.name
      return listed
    }
    return report
  }

  /// A length against the 8 pt grid; `isTarget` says that it is the side of a target.
  package static func grid(_ value: String, isTarget: Bool = true) throws(MeasureError) -> CalcReport {
    let length = try MeasuredValue.parse(value, unitHint: "pt")
    guard length.unit == "pt" else {
      throw MeasureError(
        .wrongUnit, "\(MeasureError.quote(value)) is not a length in points.", hint: "Write it like 16 or 44x44.")
    }
    var report = CalcReport("8 pt grid")
    // Of a size, each side by its name.
    let sides = length.numbers.count == 2 ? ["width", "height"] : length.numbers.map { _ in "length" }
    for (number, side) in zip(length.numbers, sides) {
      let place = GridRule.place(number, isTarget: isTarget)
      report.figures.append(CalcReport.Figure(side, number.description, unit: "pt"))
      report.verdicts.append(
        CalcReport.Verdict(
          "swiftui-design-guidelines 1.5, 8 pt grid" + (side == "length" ? "" : ", \(side)"),
          threshold: "a multiple of 8 pt, 4 pt for fine adjustment",
          outcome: .init(place.passes), note: gridNote(place), check: "layout.grid-8pt"))
    }
    report.notes = [
      "E-68: target minima such as 44 are exempt from the grid; 48 satisfies both rules.",
      "E-65: the impact of the grid follows its section; the grid does not block people.",
    ]
    return report
  }

  private static func gridNote(_ place: GridRule.Place) -> String? {
    switch place {
    case .onGrid: nil
    case .fineAdjustment: "A multiple of 4: allowed for fine adjustment."
    case .targetSize: "A target minimum: exempt from the grid."
    case .offGrid: "Not a multiple of 4."
    }
  }

  static func verdict(_ limit: NumericLimit, _ value: MeasuredValue) -> CalcReport.Verdict {
    let judgement = limit.measurement.judge(value)
    var verdict = CalcReport.Verdict(
      "\(limit.title) (\(limit.source))", threshold: limit.measurement.wording(), outcome: .init(judgement),
      check: limit.check, value: value)
    if case .notComparable(let reason) = judgement { verdict.note = reason }
    if judgement == .pass, let preferred = limit.preferred, limit.measurement.comparison == .atMost,
      let number = value.numbers.first, number > preferred
    {
      verdict.note = "\(preferred) preferred."
    }
    return verdict
  }

  static func unitText(_ unit: String) -> String {
    switch unit {
    case "percent": "%"
    case "ratio": ":1"
    case _ where UnitWords.isFraction(unit): ""
    default: unit
    }
  }
}

extension Calculations {
  /// A Dynamic Type size: what body text becomes, and whether a cap there would let text double.
  package static func type(_ size: String) throws(MeasureError) -> CalcReport {
    let size = try TextSize.parse(size)
    var report = CalcReport("Dynamic Type size \(size.rawValue)")
    report.figures = [
      CalcReport.Figure("body text", String(size.bodyPoints), unit: "pt"),
      CalcReport.Figure("percent of the default", String(size.percent), unit: "%"),
      CalcReport.Figure("grid columns", String(size.columns), unit: size.columns == 1 ? "column" : "columns at most"),
    ]
    report.verdicts = [
      capped(
        at: size,
        note: TextGrowthRule.allows(cap: size)
          ? nil : "Text that stops at \(size.rawValue) grows to \(size.percent)% only (E-09).")
    ]
    if size == TextGrowthRule.testPoint {
      report.notes.append("E-08, E-10: AX3 is the first size above 200%; no text may be cut off here.")
    }
    if size == TextGrowthRule.layoutTestPoint {
      report.notes.append("E-10: AX5 is the largest size; the layout is tested here as well as at AX3.")
    }
    report.notes += [
      "Percentages are those of body text, 17 pt by default; large titles end at 176% (E-08).",
      "E-14: macOS has no Dynamic Type.",
    ]
    return report
  }

  /// The whole ladder, from the smallest size to the largest.
  package static func typeLadder() -> CalcReport {
    var report = CalcReport("Dynamic Type sizes")
    report.figures = TextSize.allCases.map { size in
      CalcReport.Figure(size.rawValue, "\(size.bodyPoints) pt, \(size.percent)", unit: "%", isIdentifier: true)
    }
    report.verdicts = TextSize.allCases.map { capped(at: $0) }
    report.notes = ["E-08, E-10: AX3 and AX5 are the test points.", "E-14: macOS has no Dynamic Type."]
    return report
  }

  private static func capped(at size: TextSize, note: String? = nil) -> CalcReport.Verdict {
    CalcReport.Verdict(
      "WCAG 2.2 SC 1.4.4 Resize Text, level AA, text capped at \(size.rawValue)",
      threshold: "at least \(TextGrowthRule.minimum)%", outcome: .init(TextGrowthRule.allows(cap: size)), note: note,
      check: "dynamic-type.no-low-cap")
  }
}

extension Calculations {
  /// Whether a target keeps what its style promises; a style that sets no size has no verdict.
  static func styleVerdict(_ target: TargetSize, _ style: StyleTemplate) -> CalcReport.Verdict? {
    guard let size = style.size, let keeps = style.accepts(target) else { return nil }
    return CalcReport.Verdict(
      "Best practice: the style \(style.name) (\(style.source))", threshold: "at least \(size.text) pt",
      outcome: .init(keeps), check: TargetTier.reached(by: size)?.check)
  }
}
