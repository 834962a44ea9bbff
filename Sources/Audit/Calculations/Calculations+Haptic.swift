extension Calculations {
  /// A planned haptic, or several parted by commas: what its type is for, whether it fits the moment and profile, and
  /// which interface to call.
  ///
  /// `moment` is one of ``HapticMoment``; `deploymentTarget` is the lowest iOS version of the app, like `16.4`.
  package static func haptic(
    _ type: String, moment: String? = nil, profile: Profile = .general, deploymentTarget: String? = nil
  ) throws(MeasureError) -> CalcReport {
    let types = try types(of: type)
    // The one that matters most is evaluated; playing more than one is a failure by itself.
    guard let type = types.max(by: { $0.importance < $1.importance }) else {
      throw MeasureError(.empty, "The haptic type is empty.", hint: "Write one like medium.")
    }
    var report = CalcReport("Haptic \(type.rawValue)")
    report.figures = [
      CalcReport.Figure("for", type.use), CalcReport.Figure("example", type.example),
      CalcReport.Figure("importance", String(type.importance), unit: "of 7"),
    ]
    report.verdicts = [onlyOne(types, kept: type)]
    if let moment {
      let moment = try HapticMoment.parse(moment)
      report.verdicts.append(fit(type, moment))
      report.verdicts.append(use(moment, profile: profile))
      if profile == .child, moment == .primary { report.verdicts.append(strength(type)) }
      if [.important, .deletion].contains(moment) { report.verdicts.append(notLight(type)) }
      if moment == .toggle { report.notes.append("E-42: light or selection passes if the app uses it throughout.") }
    }
    if let deploymentTarget { try addBranch(type, deploymentTarget: deploymentTarget, to: &report) }
    report.notes += [
      "E-40: iPhone has haptics, iPad does not; without haptics these checks do not apply.",
      "E-41: each press in the child profile, meaningful events in the general profile, at most 1 haptic each time.",
    ]
    return report
  }

  private static func types(of text: String) throws(MeasureError) -> [HapticType] {
    guard text.utf8.count <= 200 else {
      throw MeasureError(.tooLong, "The haptic types are longer than 200 characters.", hint: "Write one like medium.")
    }
    var types: [HapticType] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      types.append(try HapticType.parse(String(part.filter { $0 != " " })))
    }
    return types
  }

  private static func onlyOne(_ types: [HapticType], kept: HapticType) -> CalcReport.Verdict {
    CalcReport.Verdict(
      "child-touch-guide, Haptic Intensity Guidelines: haptics of one interaction", threshold: "at most 1",
      outcome: .init(types.count <= 1), note: types.count <= 1 ? nil : "Keep \(kept.rawValue).",
      check: "haptics.max-one-per-interaction")
  }

  private static func fit(_ type: HapticType, _ moment: HapticMoment) -> CalcReport.Verdict {
    let wanted = moment.fitting.map { $0.rawValue }.joined(separator: " or ")
    return CalcReport.Verdict(
      "child-touch-guide, When to Use Each Type: \(moment.title)", threshold: wanted,
      outcome: .init(moment.fitting.contains(type)), check: moment.fitting.first?.check ?? type.check)
  }

  private static func use(_ moment: HapticMoment, profile: Profile) -> CalcReport.Verdict {
    switch profile {
    case .child:
      CalcReport.Verdict(
        "child-touch-guide, child profile: a haptic for each press", threshold: "one haptic", outcome: .pass,
        check: "haptics.feedback-on-press")
    case .general:
      CalcReport.Verdict(
        "Apple HIG, general profile: haptics mark meaningful moments", threshold: "a meaningful event",
        outcome: moment.isMeaningful ? .pass : .notJudged,
        note: moment.isMeaningful ? nil : "Decide if \(moment.title) is meaningful to people.",
        check: "haptics.meaningful-only")
    }
  }

  private static func strength(_ type: HapticType) -> CalcReport.Verdict {
    CalcReport.Verdict(
      "child-touch-guide, Haptic Intensity Guidelines: primary actions for children", threshold: "medium or heavy",
      outcome: .init([.medium, .heavy].contains(type)), check: "haptics.primary-medium-or-heavy")
  }

  private static func notLight(_ type: HapticType) -> CalcReport.Verdict {
    CalcReport.Verdict(
      "child-touch-guide, Haptic Intensity Guidelines: important actions", threshold: "not light",
      outcome: .init(type != .light), check: "haptics.no-light-for-important")
  }

  private static func addBranch(
    _ type: HapticType, deploymentTarget: String, to report: inout CalcReport
  ) throws(MeasureError) {
    let branch = HapticBranch.expected(forMajor: try HapticBranch.major(of: deploymentTarget))
    report.figures.append(CalcReport.Figure("interface", branch.text))
    if branch == .generatorsAndModifier {
      report.figures.append(CalcReport.Figure("below iOS 17", HapticBranch.generatorCall(for: type)))
      report.notes.append(
        "E-18: prepare the generator ahead of the event and keep it. Preparing right before the event has no effect.")
      report.notes.append("E-17: the nested type of the impact generator is spelled FeedbackStyle.")
    }
    if branch != .none {
      report.figures.append(CalcReport.Figure("from iOS 17", HapticBranch.modifierCall(for: type)))
    }
  }
}

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
      (self.scale, self.duration, self.damping, self.brightnessLight) = (scale, duration, damping, brightnessLight)
      (self.brightnessDark, self.disabledOpacity) = (brightnessDark, disabledOpacity)
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
