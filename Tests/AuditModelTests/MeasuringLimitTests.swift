import AuditModel
import Testing

@Suite("Limits") struct MeasuringLimitTests {
  @Test(
    "numeric-limits: figures of the documents",
    arguments: [
      ("tabs", "2", .fail), ("tabs", "3", .pass), ("tabs", "5 tabs", .pass), ("tabs", "6", .fail),
      ("alert-buttons", "2", .pass), ("alert-buttons", "3", .pass), ("alert-buttons", "4", .fail),
      ("swipe-actions", "4", .pass), ("swipe-actions", "5", .fail), ("inline-picker-options", "2", .fail),
      ("inline-picker-options", "7", .pass), ("inline-picker-options", "8", .fail), ("menu-picker-options", "1", .fail),
      ("menu-picker-options", "2", .pass), ("menu-picker-options", "6", .fail), ("onboarding-pages", "3", .pass),
      ("onboarding-pages", "4", .fail), ("modal-layers", "1", .pass), ("modal-layers", "2", .fail),
      ("navigation-depth", "4", .pass), ("navigation-depth", "5", .fail), ("columns", "3", .pass),
      ("columns", "4", .fail), ("columns-xxxlarge", "3", .fail), ("columns-ax", "1 column", .pass),
      ("columns-ax", "2", .fail), ("haptics", "2", .fail), ("haptic-intensity", "0.8", .pass),
      ("haptic-intensity", "1.1", .fail), ("body-text", "16", .fail), ("smallest-text", "11", .pass),
      ("colour-variants", "3", .fail), ("child-age", "6", .pass), ("child-age", "13 years", .fail),
      ("hands", "1", .fail),
      ("press-scale", "0.92", .pass), ("press-scale", "0.97", .pass), ("press-scale", "0.971", .fail),
      ("press-scale", "95%", .pass), ("press-duration", "300ms", .pass), ("press-duration", "0.31 s", .fail),
      ("press-damping", "0.6", .pass), ("press-damping", "0.59", .fail), ("press-brightness", "-0.05", .pass),
      ("press-brightness", "0.11", .fail), ("disabled-opacity", "50%", .pass), ("disabled-opacity", "60%", .fail),
      ("Navigation Depth", "4", .pass), ("tabs", "4 pt", .notJudged),
    ] as [(String, String, CalcReport.CalcOutcome)])
  func limits(name: String, value: String, outcome: CalcReport.CalcOutcome) throws {
    let report = try Calculations.limit(name, value)
    #expect(report.verdicts.map { $0.outcome } == [outcome])
    #expect(report.verdicts[0].check?.isEmpty == false)
  }

  @Test("Names are unique and every limit can be found by its own") func unique() throws {
    #expect(Set(NumericLimit.all.map { $0.name }).count == NumericLimit.all.count)
    for limit in NumericLimit.all { #expect(try NumericLimit.named(limit.name) == limit) }
    #expect(Calculations.limits().verdicts.count == NumericLimit.all.count)
  }

  @Test("An unknown limit is refused with the names that exist") func unknown() {
    let error = measureError { () throws(MeasureError) in try Calculations.limit("tab", "3") }
    #expect(error?.reason == .unknownName)
    #expect(error?.hint.contains("tabs") == true)
  }

  @Test("A project sets its own figures") func overrides() throws {
    let report = try Calculations.limit("tabs", "6", thresholds: [2, 6])
    #expect(report.verdicts[0].outcome == .pass)
    #expect(report.verdicts[0].threshold == "between 2 and 6 tabs")
    #expect(report.verdicts[0].rule == "Tabs in the tab bar (set by the project)")
  }

  @Test("A figure beyond the preferred one passes with a note") func preferred() throws {
    #expect(try Calculations.limit("swipe-actions", "4").verdicts[0].note == "3 preferred.")
    #expect(try Calculations.limit("swipe-actions", "3").verdicts[0].note == nil)
  }

  @Test("Minimum and maximum are read off the row") func bounds() throws {
    let tabs = try NumericLimit.named("tabs")
    #expect(tabs.minimum == 3 && tabs.maximum == 5 && tabs.unit == "tabs")
    let depth = try NumericLimit.named("navigation-depth")
    #expect(depth.minimum == nil && depth.maximum == 4)
  }

  @Test(
    "grid-8: 44 is not reported as off the grid",
    arguments: [
      ("8", true, .onGrid), ("48", true, .onGrid), ("44", true, .targetSize), ("44", false, .fineAdjustment),
      ("28", true, .targetSize), ("12", true, .fineAdjustment), ("6", true, .offGrid), ("20", false, .fineAdjustment),
      ("8.5", true, .offGrid), ("0", false, .onGrid), ("43.999999", true, .offGrid),
    ] as [(String, Bool, GridRule.Place)])
  func grid(value: String, isTarget: Bool, place: GridRule.Place) throws {
    #expect(GridRule.place(try FixedPoint.parse(value), isTarget: isTarget) == place)
    let report = try Calculations.grid(value, isTarget: isTarget)
    #expect(report.verdicts.map { $0.outcome } == [place == .offGrid ? .fail : .pass])
  }

  @Test("press-feedback-constants: every part has its range") func press() throws {
    let good = try Calculations.press(
      .init(
        scale: "0.97", duration: "0.3s", damping: "0.6", brightnessLight: "-0.05", brightnessDark: "10%",
        disabledOpacity: "0.5"))
    #expect(good.verdicts.map { $0.outcome } == Array(repeating: .pass, count: 6))
    let bad = try Calculations.press(
      .init(
        scale: "0.91", duration: "301ms", damping: "0.5", brightnessLight: "0.01", brightnessDark: "-1%",
        disabledOpacity: "51%"))
    #expect(bad.verdicts.map { $0.outcome } == Array(repeating: .fail, count: 6))
    let none = try Calculations.press(.init())
    #expect(none.verdicts.map { $0.outcome } == Array(repeating: .notJudged, count: 6))
  }
}
