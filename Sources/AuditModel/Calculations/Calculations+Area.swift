package import Measuring

extension Calculations {
  /// Visual size + 2 x padding against the tiers, and against neighbors if frames are given.
  ///
  /// `visual` is a size (`24x24`) or a frame (`x,y,w,h`); `padding` is one length or `12x8` for left-right and
  /// top-bottom. `neighbours` are the touch areas of other controls as frames; they need `visual` to be a frame.
  package static func area(
    _ visual: String, padding: String, profile: Profile = .general, neighbours: [String] = []
  ) throws(MeasureError) -> CalcReport {
    let frame: Frame? = if visual.utf8.contains(UInt8(ascii: ",")) { try Frame.parse(visual) } else { nil }
    let size = if let frame { frame.size } else { try TargetSize.parse(visual) }
    let (across, down) = try paddings(padding)
    let area = try ForgivingArea(visual: size, horizontalPadding: across, verticalPadding: down)
    var report = CalcReport("Touch area of \(size.text) pt with a padding of \(padText(area)) pt")
    report.figures = [
      CalcReport.Figure("visual size", size.text, unit: "pt"),
      CalcReport.Figure("padding on each side", padText(area), unit: "pt"),
      CalcReport.Figure("touch area", area.total.text, unit: "pt"),
    ]
    report.verdicts = verdicts(area, profile: profile)
    if !neighbours.isEmpty {
      guard let frame else {
        throw MeasureError(
          .wrongShape, "\(MeasureError.quote(visual)) has no position, so it cannot be compared with neighbors.",
          hint: "Specify the visual as x,y,width,height.")
      }
      let expanded = try frame.expanded(horizontally: across, vertically: down)
      for (place, text) in neighbours.prefix(20).enumerated() {
        report.verdicts.append(overlap(TargetGap(expanded, try Frame.parse(text)), number: place + 1))
      }
    }
    report.notes = [
      "Area = visual size + 2 x padding on each axis.",
      "E-30, E-31: this applies if the shape is centered and receives touches. A measured hit area takes precedence.",
      "E-01: 44 pt is a platform rule. In WCAG, 44 pt is level AAA only.",
    ]
    return report
  }

  private static func paddings(_ text: String) throws(MeasureError) -> (FixedPoint, FixedPoint) {
    let value = try MeasuredValue.parse(text, unitHint: "pt")
    guard value.unit == "pt", let first = value.numbers.first, let last = value.numbers.last else {
      throw MeasureError(
        .wrongUnit, "\(MeasureError.quote(text)) is not a valid padding.", hint: "Write one length in points, like 12.")
    }
    return (first, last)
  }

  private static func padText(_ area: ForgivingArea) -> String {
    area.horizontalPadding == area.verticalPadding
      ? area.horizontalPadding.description : "\(area.horizontalPadding)x\(area.verticalPadding)"
  }

  private static func verdicts(_ area: ForgivingArea, profile: Profile) -> [CalcReport.Verdict] {
    let rows: [(TargetTier, String, String)] = [
      (.floor, "WCAG 2.2 SC 2.5.8 Target Size (Minimum), level AA, size alone", TargetTier.floor.check),
      (.minimum, TargetTier.minimum.ruleName, "forgiving-area.total-meets-minimum"),
      (.recommended, TargetTier.recommended.ruleName, "forgiving-area.child-total-48"),
      (.large, TargetTier.large.ruleName, TargetTier.large.check),
      (.extraLarge, TargetTier.extraLarge.ruleName, TargetTier.extraLarge.check),
    ]
    let expected = TargetRole.standard.expectedTier(for: profile)
    return rows.map { tier, rule, check in
      let passes = area.meets(tier.points)
      return CalcReport.Verdict(
        rule, threshold: "at least \(tier.points)x\(tier.points) pt", outcome: .init(passes),
        note: passes ? nil : missing(area, tier), check: check, isRequired: tier <= expected,
        value: area.total.value)
    }
  }

  private static func missing(_ area: ForgivingArea, _ tier: TargetTier) -> String? {
    guard let padding = try? area.paddingNeeded(for: tier.points) else { return nil }
    return "Required padding: \(padding) pt on each side."
  }

  private static func overlap(_ gap: TargetGap, number: Int) -> CalcReport.Verdict {
    CalcReport.Verdict(
      "Forgiving areas do not overlap, neighbor \(number) (child-touch-guide, Forgiving Touch Areas)",
      threshold: "a gap of at least 0 pt", outcome: .init(!gap.overlaps),
      note: gap.overlaps ? "They overlap by \(gap.edge.magnitudeText) pt." : "The gap is \(shownGap(gap.edge)) pt.",
      check: "forgiving-area.no-overlap")
  }

  /// Cut off after two decimals: a gap just below a limit never reads as the limit.
  static func shownGap(_ gap: FixedPoint) -> String {
    let step: Int64 = 10_000
    let rest = gap.millionths % step
    // Below zero the cut goes away from zero, so that an overlap never reads smaller than it is.
    let floor = rest < 0 ? gap.millionths - rest - step : gap.millionths - rest
    return FixedPoint(millionths: floor).description
  }
}

extension FixedPoint {
  /// The number without its sign.
  var magnitudeText: String { millionths < 0 ? String(description.dropFirst()) : description }
}
