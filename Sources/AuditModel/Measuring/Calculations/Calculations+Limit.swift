extension Calculations {
  /// One number against the limit of that name, or against a project's own figures.
  package static func limit(
    _ name: String, _ value: String, thresholds: [FixedPoint]? = nil
  ) throws(MeasureError) -> CalcReport {
    let limit = try NumericLimit.named(name)
    let value = try MeasuredValue.parse(value, unitHint: limit.unit)
    var report = CalcReport(limit.title)
    report.figures = value.numbers.map { CalcReport.Figure(limit.title, $0.description, unit: unitText(value.unit)) }
    report.verdicts = [verdict(limit, value, thresholds: thresholds)]
    report.notes = [limit.reading].compactMap { $0 }
    return report
  }

  /// Every limit with its figures, nothing judged.
  package static func limits() -> CalcReport {
    var report = CalcReport("Limits")
    report.verdicts = NumericLimit.all.map { limit in
      CalcReport.Verdict(
        "\(limit.name): \(limit.title) (\(limit.source))", threshold: limit.measurement.wording(), outcome: .notJudged,
        note: limit.preferred.map { "\($0) preferred." }, check: limit.check)
    }
    return report
  }

  /// A length against the 8 pt grid; `isTarget` says that it is the side of a target.
  package static func grid(_ value: String, isTarget: Bool = true) throws(MeasureError) -> CalcReport {
    let length = try MeasuredValue.parse(value, unitHint: "pt")
    guard length.unit == "pt" else {
      throw MeasureError(
        .wrongUnit, "\(MeasureError.quote(value)) is no length in points.", hint: "Write it like 16 or 44x44.")
    }
    var report = CalcReport("8 pt grid")
    for number in length.numbers {
      let place = GridRule.place(number, isTarget: isTarget)
      report.figures.append(CalcReport.Figure("length", number.description, unit: "pt"))
      report.verdicts.append(
        CalcReport.Verdict(
          "swiftui-design-guidelines 1.5, 8 pt grid", threshold: "a multiple of 8 pt, 4 pt for fine adjustment",
          outcome: .init(place.passes), note: gridNote(place), check: "layout.grid-8pt"))
    }
    report.notes = [
      "E-68: target minima such as 44 are exempt from the grid; 48 satisfies both rules.",
      "E-65: the impact stated for the grid follows its section; nobody is blocked by it.",
    ]
    return report
  }

  private static func gridNote(_ place: GridRule.Place) -> String? {
    switch place {
    case .onGrid: nil
    case .fineAdjustment: "A multiple of 4: allowed for fine adjustment."
    case .targetSize: "The figure of a target minimum: exempt from the grid."
    case .offGrid: "No multiple of 4."
    }
  }

  static func verdict(
    _ limit: NumericLimit, _ value: MeasuredValue, thresholds: [FixedPoint]? = nil
  ) -> CalcReport.Verdict {
    let judgement = limit.measurement.judge(value, thresholds: thresholds)
    var note: String?
    if case .notComparable(let reason) = judgement { note = reason }
    if judgement == .pass, let preferred = limit.preferred, let number = value.numbers.first, number > preferred {
      note = "\(preferred) preferred."
    }
    let outcome: CalcReport.CalcOutcome =
      switch judgement {
      case .pass: .pass
      case .fail: .fail
      case .notComparable: .notJudged
      }
    let rule = thresholds == nil ? limit.source : "set by the project"
    return CalcReport.Verdict(
      "\(limit.title) (\(rule))", threshold: limit.measurement.wording(thresholds: thresholds), outcome: outcome,
      note: note, check: limit.check)
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
