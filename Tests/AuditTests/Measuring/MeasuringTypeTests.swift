import Testing

@testable import Audit

@Suite("Dynamic Type") struct MeasuringTypeTests {
  /// Body sizes of the HIG; the percentages are computed in Python.
  @Test(
    "dynamic-type-ladder: twelve sizes with their percentages",
    arguments: [
      (.xSmall, 14, 82), (.small, 15, 88), (.medium, 16, 94), (.large, 17, 100), (.xLarge, 19, 112),
      (.xxLarge, 21, 124), (.xxxLarge, 23, 135), (.ax1, 28, 165), (.ax2, 33, 194), (.ax3, 40, 235), (.ax4, 47, 276),
      (.ax5, 53, 312),
    ] as [(TextSize, Int, Int)])
  func ladder(size: TextSize, points: Int, percent: Int) {
    #expect(size.bodyPoints == points)
    #expect(size.percent == percent)
    #expect(TextGrowthRule.allows(cap: size) == (percent >= 200))
  }

  @Test("There are twelve, in rising order") func order() {
    #expect(TextSize.allCases.count == 12)
    #expect(TextSize.allCases.sorted() == TextSize.allCases)
    #expect(TextSize.allCases.first { $0.reaches(percent: 200) } == TextGrowthRule.testPoint)
    #expect(TextSize.allCases.filter { $0.isAccessibilitySize } == [.ax1, .ax2, .ax3, .ax4, .ax5])
    #expect(!TextSize.ax5.reaches(percent: .max))
    #expect(TextSize.xSmall.reaches(percent: .min))
  }

  @Test("A cap at AX1 is 165 percent and fails 1.4.4") func capAtAX1() throws {
    let report = try Calculations.type("ax1")
    #expect(report.figures[0] == CalcReport.Figure("body text", "28", unit: "pt"))
    #expect(report.figures[1] == CalcReport.Figure("percent of the default", "165", unit: "%"))
    #expect(report.verdicts.map { $0.outcome } == [.fail])
    #expect(report.verdicts[0].rule == "WCAG 2.2 SC 1.4.4 Resize Text, level AA, text capped at AX1")
    #expect(report.verdicts[0].note?.contains("E-09") == true)
  }

  @Test("Caps from AX3 on pass", arguments: TextSize.allCases) func caps(size: TextSize) throws {
    #expect(try Calculations.type(size.rawValue).verdicts[0].outcome == (size >= .ax3 ? .pass : .fail))
  }

  @Test("grid-columns-rule: three columns, two at xxxLarge, one from AX1", arguments: TextSize.allCases)
  func columns(size: TextSize) {
    let expected = size >= .ax1 ? 1 : size == .xxxLarge ? 2 : 3
    #expect(size.columns == expected)
  }

  @Test(
    "A size has many names",
    arguments: [
      ("ax1", .ax1), ("AX5", .ax5), ("ax-3", .ax3), ("accessibility1", .ax1), (".accessibility3", .ax3),
      ("accessibility-medium", .ax1), ("accessibilityLarge", .ax2), ("accessibilityExtraLarge", .ax3),
      ("accessibilityExtraExtraLarge", .ax4), ("accessibilityExtraExtraExtraLarge", .ax5), ("xxxL", .xxxLarge),
      ("XXX-Large", .xxxLarge), ("xxx large", .xxxLarge), ("extraSmall", .xSmall), ("xs", .xSmall), ("S", .small),
      ("m", .medium), ("L", .large), ("default", .large), ("large", .large), ("xL", .xLarge), ("xx_large", .xxLarge),
      ("text-ax5", .ax5), ("text-large", .large), ("UICTContentSizeCategoryXXXL", .xxxLarge),
      ("UICTContentSizeCategoryAccessibilityXXXL", .ax5), ("UICTContentSizeCategoryAccessibilityM", .ax1),
      ("DynamicTypeSize.accessibility2", .ax2), ("xSmall", .xSmall),
    ] as [(String, TextSize)])
  func names(text: String, size: TextSize) throws {
    #expect(try TextSize.parse(text) == size)
  }

  @Test("Every size reads back from its name", arguments: TextSize.allCases) func roundTrip(size: TextSize) throws {
    #expect(try TextSize.parse(size.rawValue) == size)
  }

  @Test(
    "Unknown names are refused", arguments: ["", "ax", "ax0", "ax6", "huge", "xxxxl", "\u{E1}x1", "ax1\u{301}", "text"])
  func unknown(text: String) {
    #expect(measureError { () throws(MeasureError) in try TextSize.parse(text) }?.reason == .unknownName)
  }

  @Test("The ladder report has every size and names the test points") func ladderReport() {
    let report = Calculations.typeLadder()
    #expect(report.figures.count == 12)
    #expect(report.verdicts.filter { $0.outcome == .pass }.count == 3)
  }
}
