package import Measuring

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
        .wrongUnit, "\(MeasureError.quote(value)) is not a length in points.", hint: "Write it like 16 or 44x44.")
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
