extension Calculations {
  /// A target size against the floor of WCAG, every tier, and what the profile and role expect.
  ///
  /// A style takes the place of the role: its requirements apply. `size` is `40x40`, one side of a square, or
  /// millimeters if `pointsPerInch` is given.
  package static func target(
    _ size: String, profile: Profile = .general, role: TargetRole = .standard, platform: Platform = .iOS,
    pointsPerInch: String? = nil, style: StyleTemplate? = nil
  ) throws(MeasureError) -> CalcReport {
    let scale: PhysicalScale? = if let pointsPerInch { try PhysicalScale.parse(pointsPerInch) } else { nil }
    let target = try TargetSize.parse(size, scale: scale)
    var report = CalcReport("Target of \(target.text) pt on \(platform.rawValue), \(profile.rawValue) profile")
    report.figures = [
      CalcReport.Figure("size", target.text, unit: "pt"),
      CalcReport.Figure("smaller side", target.smallerSide.description, unit: "pt"),
    ]
    if let scale { try addPhysicalSize(of: target, scale: scale, to: &report) }
    report.verdicts = [floorVerdict(target)]
    if platform == .macOS {
      judgeDesktop(target, into: &report)
    } else {
      judgeTouch(target, profile: profile, role: role, style: style, into: &report)
    }
    report.notes.append("E-05: CSS pixels of WCAG are read as points.")
    return report
  }

  private static func addPhysicalSize(
    of target: TargetSize, scale: PhysicalScale, to report: inout CalcReport
  ) throws(MeasureError) {
    let sides = [
      try scale.millimetres(fromPoints: target.width), try scale.millimetres(fromPoints: target.height),
    ].map { (FixedPoint.nearest($0.double, decimals: 1) ?? $0).description }
    report.figures += [
      CalcReport.Figure("physical size", sides.joined(separator: "x"), unit: "mm"),
      CalcReport.Figure("scale of the screen", scale.pointsPerInch.description, unit: "points per inch"),
    ]
  }

  private static func floorVerdict(_ target: TargetSize) -> CalcReport.Verdict {
    let passes = !SpacingCircle.isUndersized(target)
    return CalcReport.Verdict(
      "WCAG 2.2 SC 2.5.8 Target Size (Minimum), level AA, size alone", threshold: "at least 24x24 pt",
      outcome: .init(passes),
      note: passes
        ? nil : "A smaller target can still meet the criterion by the spacing exception (see calc gap) or another one.",
      check: TargetTier.floor.check, value: target.value)
  }

  private static func judgeTouch(
    _ target: TargetSize, profile: Profile, role: TargetRole, style: StyleTemplate?, into report: inout CalcReport
  ) {
    let promised = style?.size.map { TargetTier.reached(by: $0) ?? .floor }
    let expected = promised ?? role.expectedTier(for: profile)
    let reached = TargetTier.reached(by: target)
    report.figures.append(CalcReport.Figure("tier", reached?.rawValue ?? "below the floor"))
    let passesMinimum = target.smallerSide >= TargetTier.minimum.points
    report.verdicts.append(
      CalcReport.Verdict(
        TargetTier.minimum.ruleName, threshold: "at least 44x44 pt", outcome: .init(passesMinimum),
        check: TargetTier.minimum.check, value: target.value))
    report.verdicts.append(
      CalcReport.Verdict(
        "WCAG 2.2 SC 2.5.5 Target Size (Enhanced), level AAA", threshold: "at least 44x44 pt",
        outcome: .init(passesMinimum), check: TargetTier.minimum.check, isRequired: false))
    for tier in [TargetTier.recommended, .large, .extraLarge] {
      let isRequired = tier <= expected
      let whom = style.map { "the style \($0.name)" } ?? "a \(role.rawValue) control in the \(profile.rawValue) profile"
      let advice = "Advice: not required of \(whom)."
      report.verdicts.append(
        CalcReport.Verdict(
          tier.ruleName, threshold: "at least \(tier.points)x\(tier.points) pt",
          outcome: .init(target.smallerSide >= tier.points),
          note: isRequired ? nil : advice, check: tier.check, isRequired: isRequired,
          value: target.value))
    }
    let kept = style.flatMap { styleVerdict(target, $0) }
    report.verdicts.append(
      kept
        ?? CalcReport.Verdict(
          "Expected of a \(role.rawValue) control in the \(profile.rawValue) profile: tier \(expected.rawValue)",
          threshold: "at least \(expected.points)x\(expected.points) pt",
          outcome: .init(target.smallerSide >= expected.points), check: expected.check))
    report.notes += [
      "E-01: 44 pt is a platform rule. In WCAG, 44 pt is level AAA only.",
      "E-04: the expected tier depends on the profile and the role of the component.",
    ]
  }

  private static func judgeDesktop(_ target: TargetSize, into report: inout CalcReport) {
    let reached = DesktopTier.reached(by: target)
    let tierText = reached.map { "macOS " + $0.rawValue } ?? "below the macOS minimum"
    report.figures.append(CalcReport.Figure("tier", tierText))
    for tier in DesktopTier.allCases {
      let isRequired = tier == .minimum
      report.verdicts.append(
        CalcReport.Verdict(
          "Apple HIG, macOS \(isRequired ? "minimum" : "default") control size",
          threshold: "at least \(tier.points)x\(tier.points) pt",
          outcome: .init(target.smallerSide >= tier.points), note: isRequired ? nil : "Preferred, not required.",
          check: "touch-target.macos-pointer", isRequired: isRequired, value: target.value))
    }
    report.notes.append("E-15: touch screen sizes do not apply to pointers; macOS has 20 pt, preferred 28 pt.")
  }
}

extension TargetTier {
  /// The rule behind a tier of the project, for verdicts.
  var ruleName: String {
    switch self {
    case .floor: "WCAG 2.2 SC 2.5.8 Target Size (Minimum), level AA"
    case .minimum: "Apple HIG, default control size on iOS and iPadOS (tier minimum)"
    case .recommended: "Best practice (child-touch-guide, Minimum Sizes): standard controls (tier recommended)"
    case .large: "Best practice (child-touch-guide, Minimum Sizes): primary and frequent actions (tier large)"
    case .extraLarge:
      "Best practice (child-touch-guide, Minimum Sizes): critical actions for children (tier extra-large)"
    }
  }
}

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

extension Calculations {
  /// The gaps between two to eight frames, pair by pair, and the 24 pt circles of those that are small.
  package static func gap(_ frames: [String]) throws(MeasureError) -> CalcReport {
    guard (2...8).contains(frames.count) else {
      throw MeasureError(
        .wrongShape, "A gap needs 2 to 8 frames, not \(frames.count).",
        hint: "Write each as x,y,width,height, like 16,100,44,44.")
    }
    var targets: [Frame] = []
    for text in frames { targets.append(try Frame.parse(text)) }
    var report = CalcReport(frames.count == 2 ? "Gap between two targets" : "Gaps between \(frames.count) targets")
    for first in targets.indices {
      for second in targets.indices where second > first {
        let name = frames.count == 2 ? "" : "\(first + 1) and \(second + 1): "
        add(TargetGap(targets[first], targets[second]), name: name, to: &report)
      }
    }
    report.verdicts += circleVerdicts(targets)
    report.notes = [
      "A gap is 0 if targets touch and negative if they overlap.",
      "E-03: 8 pt is the threshold, 12 and 24 pt are HIG advice, and the 24 pt circle applies only to targets below "
        + "24x24.",
      "E-02: no level of WCAG requires a distance of 24 between targets that are large enough.",
    ]
    return report
  }

  private static func add(_ gap: TargetGap, name: String, to report: inout CalcReport) {
    report.figures += [
      CalcReport.Figure(name + "horizontal gap", shownGap(gap.horizontal), unit: "pt"),
      CalcReport.Figure(name + "vertical gap", shownGap(gap.vertical), unit: "pt"),
      CalcReport.Figure(name + "edge gap", shownGap(gap.edge), unit: "pt"),
    ]
    let note = gap.overlaps ? "The targets overlap." : gap.touches ? "The targets touch." : nil
    report.verdicts += [
      CalcReport.Verdict(
        name + "child-touch-guide, Manual Testing: neighbors keep apart", threshold: "at least 8 pt",
        outcome: .init(gap.isAtLeast(SpacingRule.adjacent)), note: note, check: "spacing.adjacent-8pt",
        value: MeasuredValue(text: "\(gap.edge) pt", unit: "pt", numbers: [gap.edge])),
      CalcReport.Verdict(
        name + "Apple HIG, clear space around controls with a bezel (advice)", threshold: "about 12 pt",
        outcome: .init(gap.isAtLeast(SpacingRule.besideBezel)), check: "spacing.comfortable-12pt", isRequired: false,
        value: MeasuredValue(text: "\(gap.edge) pt", unit: "pt", numbers: [gap.edge])),
      CalcReport.Verdict(
        name + "Apple HIG, clear space around bare controls (advice)", threshold: "about 24 pt",
        outcome: .init(gap.isAtLeast(SpacingRule.besideBare)), check: "spacing.comfortable-12pt", isRequired: false,
        value: MeasuredValue(text: "\(gap.edge) pt", unit: "pt", numbers: [gap.edge])),
    ]
  }

  private static func circleVerdicts(_ targets: [Frame]) -> [CalcReport.Verdict] {
    SpacingCircle.findings(targets).enumerated().map { place, finding in
      let note =
        switch finding {
        case .largeEnough: "The target is at least 24x24 pt; no circle is needed."
        case .clear: "The target is below 24x24 pt; its circle is clear."
        case .meets(let others):
          "The circle overlaps target \(others.map { String($0 + 1) }.joined(separator: ", ")) or its circle."
        }
      return CalcReport.Verdict(
        "WCAG 2.2 SC 2.5.8 Target Size (Minimum), level AA, size or spacing exception, target \(place + 1)",
        threshold: "24x24 pt, or a clear circle of 24 pt", outcome: .init(finding.passes), note: note,
        check: TargetTier.floor.check)
    }
  }
}
