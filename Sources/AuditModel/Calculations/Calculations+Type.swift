package import Measuring

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
      CalcReport.Verdict(
        "WCAG 2.2 SC 1.4.4 Resize Text, level AA, text capped at \(size.rawValue)",
        threshold: "at least \(TextGrowthRule.minimum)%", outcome: .init(TextGrowthRule.allows(cap: size)),
        note: TextGrowthRule.allows(cap: size)
          ? nil : "Text that stops at \(size.rawValue) grows to \(size.percent)% only (E-09).",
        check: "dynamic-type.no-low-cap")
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
      CalcReport.Figure(size.rawValue, "\(size.bodyPoints) pt, \(size.percent)", unit: "%")
    }
    report.verdicts = TextSize.allCases.map { size in
      CalcReport.Verdict(
        "WCAG 2.2 SC 1.4.4 Resize Text, level AA, text capped at \(size.rawValue)",
        threshold: "at least \(TextGrowthRule.minimum)%", outcome: .init(TextGrowthRule.allows(cap: size)),
        check: "dynamic-type.no-low-cap")
    }
    report.notes = ["E-08, E-10: AX3 and AX5 are the test points.", "E-14: macOS has no Dynamic Type."]
    return report
  }
}
