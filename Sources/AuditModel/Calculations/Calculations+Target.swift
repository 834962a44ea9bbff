package import Measuring

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
