import Testing

@testable import Audit

@Suite("Limits") struct LimitTests {
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
      ("disabled-opacity", "48%", .pass), ("disabled-opacity", "44%", .fail), ("press-brightness", "0", .fail),
      ("press-brightness-light", "0", .fail), ("press-brightness-dark", "0", .fail),
      ("Navigation Depth", "4", .pass), ("tabs", "4 pt", .notJudged),
    ] as [(String, String, CalcReport.CalcOutcome)])
  func limits(name: String, value: String, outcome: CalcReport.CalcOutcome) throws {
    let report = try Self.judged(name, value)
    #expect(report.verdicts.map { $0.outcome } == [outcome])
    #expect(report.verdicts[0].check?.isEmpty == false)
  }

  private static func judged(_ name: String, _ value: String) throws(MeasureError) -> CalcReport {
    try Calculations.limit(try NumericLimit.named(name, in: Catalog.limits), value)
  }

  @Test("Every limit can be found by its name") func found() throws {
    for limit in Catalog.limits { #expect(try NumericLimit.named(limit.name, in: Catalog.limits) == limit) }
    #expect(Calculations.limits(Catalog.limits).verdicts.count == Catalog.limits.count)
  }

  @Test("An unknown limit is refused with the names that exist") func unknown() {
    let error = #expect(throws: MeasureError.self) { try NumericLimit.named("tab", in: Catalog.limits) }
    #expect(error?.reason == .unknownName)
    #expect(error?.hint.contains("tabs") == true)
  }

  @Test("A team's own figure is judged beside the house's, once for each check") func own() throws {
    var report = try Self.judged("tabs", "6")
    report.verdicts.append(report.verdicts[0])
    let own = Measurement(type: "number", unit: "tabs", comparison: .between, threshold: [2, 6])
    let both = report.judged(by: ["navigation.tab-count": own, "navigation.depth": own])
    #expect(both.verdicts.map(\.outcome) == [.fail, .pass, .fail])
    #expect(both.verdicts[1].threshold == "between 2 and 6 tabs")
    #expect(both.verdicts[1].rule == "Custom threshold for navigation.tab-count")
    let listed = Calculations.limits(Catalog.limits).judged(by: ["navigation.tab-count": own])
    #expect(listed.verdicts.count == Catalog.limits.count + 1)
    #expect(listed.verdicts.allSatisfy { $0.outcome == .notJudged })
  }

  @Test("A figure beyond the preferred one passes with a note") func preferred() throws {
    #expect(try Self.judged("swipe-actions", "4").verdicts[0].note == "3 preferred.")
    #expect(try Self.judged("swipe-actions", "3").verdicts[0].note == nil)
  }

  @Test("Minimum and maximum are read off the row") func bounds() throws {
    let tabs = try NumericLimit.named("tabs", in: Catalog.limits)
    #expect(tabs.minimum == 3 && tabs.maximum == 5 && tabs.unit == "tabs")
    let depth = try NumericLimit.named("navigation-depth", in: Catalog.limits)
    #expect(depth.minimum == nil && depth.maximum == 4)
  }

  @Test("press-feedback-constants: every part has its range") func press() throws {
    let good = try Calculations.press(
      .init(
        scale: "0.97", duration: "0.3s", damping: "0.6", brightnessLight: "-0.05", brightnessDark: "10%",
        disabledOpacity: "0.5"), Catalog.limits)
    #expect(good.verdicts.map { $0.outcome } == Array(repeating: .pass, count: 6))
    let bad = try Calculations.press(
      .init(
        scale: "0.91", duration: "301ms", damping: "0.5", brightnessLight: "0", brightnessDark: "-1%",
        disabledOpacity: "56%"), Catalog.limits)
    #expect(bad.verdicts.map { $0.outcome } == Array(repeating: .fail, count: 6))
    let none = try Calculations.press(.init(), Catalog.limits)
    #expect(none.verdicts.map { $0.outcome } == Array(repeating: .notJudged, count: 6))
  }
}
