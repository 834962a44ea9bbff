import Testing

@testable import Audit

@Suite("Targets") struct MeasuringTargetTests {
  @Test(
    "target-tiers: the smaller side decides the tier",
    arguments: [
      ("23.999x100", nil), ("24x24", .floor), ("43.999", .floor), ("44x44", .minimum), ("44x600", .minimum),
      ("47.999999x48", .minimum), ("48", .recommended), ("56x60", .large), ("64x64", .extraLarge), ("63x64", .large),
      ("64x44", .minimum), ("100x23.999", nil),
    ] as [(String, TargetTier?)])
  func tiers(text: String, tier: TargetTier?) throws {
    #expect(TargetTier.reached(by: try TargetSize.parse(text)) == tier)
  }

  @Test(
    "macOS has 20 and 28",
    arguments: [("19.9", nil), ("20", .minimum), ("27x40", .minimum), ("40x27", .minimum), ("28", .preferred)]
      as [(String, DesktopTier?)])
  func desktop(text: String, tier: DesktopTier?) throws {
    #expect(DesktopTier.reached(by: try TargetSize.parse(text)) == tier)
  }

  @Test(
    "The profile and role say which tier is expected",
    arguments: [
      (.general, .standard, 44), (.general, .primary, 44), (.general, .critical, 44), (.child, .standard, 48),
      (.child, .primary, 56), (.child, .critical, 64),
    ] as [(Profile, TargetRole, FixedPoint)])
  func expectation(profile: Profile, role: TargetRole, points: FixedPoint) {
    #expect(role.expectedTier(for: profile).points == points)
  }

  /// pt x 25.4 / ppi, computed in Python.
  @Test(
    "Points become millimetres",
    arguments: [
      (44, 163, 6_856_442), (44, 132, 8_466_667), (48, 163, 7_479_755), (24, 163, 3_739_877), (40, 163, 6_233_129),
      (64, 132, 12_315_152),
    ] as [(FixedPoint, FixedPoint, Int64)])
  func physical(points: FixedPoint, ppi: FixedPoint, expected: Int64) throws {
    #expect(try PhysicalScale(pointsPerInch: ppi).millimetres(fromPoints: points).millionths == expected)
  }

  @Test("44 pt is never an AA figure") func neverDoubleA() throws {
    var reports: [CalcReport] = []
    for size in ["10x10", "24x24", "40x40", "44x44", "44", "48x48", "64x64"] {
      for profile in Profile.allCases {
        for platform in Platform.allCases {
          for role in TargetRole.allCases {
            reports.append(
              try Calculations.target(size, profile: profile, role: role, platform: platform, pointsPerInch: "163"))
          }
        }
        reports.append(try Calculations.area(size, padding: "10", profile: profile))
      }
      reports.append(try Calculations.grid(size))
    }
    reports.append(try Calculations.gap(["0,0,44,44", "44,0,44,44"]))
    for report in reports {
      for verdict in report.verdicts where verdict.threshold.contains("44") {
        #expect(!words(verdict.rule + " " + (verdict.note ?? "")).contains("AA"))
      }
      for text in report.texts where text.contains("44") { #expect(!words(text).contains("AA")) }
    }
  }

  private func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map { String($0) }
  }

  @Test("target 40x40 of a child at 163 ppi: floor passes, 44 and 48 fail, 6.2 mm") func childTarget() throws {
    let report = try Calculations.target("40x40", profile: .child, pointsPerInch: "163")
    #expect(report.verdicts.map { $0.outcome } == [.pass, .fail, .fail, .fail, .fail, .fail, .fail])
    #expect(report.verdicts.map { $0.isRequired } == [true, true, false, true, false, false, true])
    #expect(report.verdicts[0].rule == "WCAG 2.2 SC 2.5.8 Target Size (Minimum), level AA, size alone")
    #expect(report.verdicts[2].rule == "WCAG 2.2 SC 2.5.5 Target Size (Enhanced), level AAA")
    #expect(report.verdicts.last?.rule == "Expected of a standard control in the child profile: tier recommended")
    #expect(report.figures.contains(CalcReport.Figure("physical size", "6.2x6.2", unit: "mm")))
    #expect(report.figures.contains(CalcReport.Figure("tier", "floor")))
  }

  @Test("44 pt passes in the general profile and fails for a child") func profiles() throws {
    #expect(try Calculations.target("44x44").verdicts.last?.outcome == .pass)
    #expect(try Calculations.target("44x44", profile: .child).verdicts.last?.outcome == .fail)
  }

  @Test("A size in millimetres needs the scale of the screen") func millimetres() throws {
    let error = measureError { () throws(MeasureError) in try Calculations.target("7mm") }
    #expect(error?.reason == .wrongUnit)
    #expect(try Calculations.target("7mm", pointsPerInch: "163").verdicts.last?.outcome == .pass)
    #expect(try Calculations.target("6.8mm", pointsPerInch: "163").verdicts.last?.outcome == .fail)
  }

  @Test("On macOS the touch sizes do not appear", arguments: ["19x19", "20x20", "28x28"]) func macOS(size: String)
    throws
  {
    let report = try Calculations.target(size, platform: .macOS)
    #expect(report.verdicts.count == 3)
    #expect(!report.verdicts.contains { $0.threshold.contains("44") })
    #expect(report.verdicts[1].outcome == (size == "19x19" ? .fail : .pass))
  }

  @Test(
    "forgiving-area: visual size + 2 x padding",
    arguments: [
      ("24x24", "12", "48x48", [.pass, .pass, .pass, .fail, .fail]),
      ("16x16", "12", "40x40", [.pass, .fail, .fail, .fail, .fail]),
      ("24x20", "10x12", "44x44", [.pass, .pass, .fail, .fail, .fail]),
      ("24", "0", "24x24", [.pass, .fail, .fail, .fail, .fail]),
      ("23.998", "0.0005", "23.999x23.999", [.fail, .fail, .fail, .fail, .fail]),
    ] as [(String, String, String, [CalcReport.CalcOutcome])])
  func area(visual: String, padding: String, total: String, outcomes: [CalcReport.CalcOutcome]) throws {
    let report = try Calculations.area(visual, padding: padding)
    #expect(report.figures.last == CalcReport.Figure("touch area", total, unit: "pt"))
    #expect(report.verdicts.map { $0.outcome } == outcomes)
  }

  @Test("The padding that is missing is named") func missingPadding() throws {
    let report = try Calculations.area("16x16", padding: "12")
    #expect(report.verdicts[1].note == "Required padding: 14 pt on each side.")
  }

  @Test("Expanded areas that overlap a neighbour are reported") func overlap() throws {
    let report = try Calculations.area("0,0,24,24", padding: "12", neighbours: ["36,0,44,44", "35.9,0,44,44"])
    #expect(report.verdicts.suffix(2).map { $0.outcome } == [.pass, .fail])
    #expect(report.verdicts.last?.note == "They overlap by 0.1 pt.")
    let error = measureError { () throws(MeasureError) in
      try Calculations.area("24x24", padding: "12", neighbours: ["0,0,1,1"])
    }
    #expect(error?.reason == .wrongShape)
  }

  @Test("A negative padding is refused") func negativePadding() {
    #expect(
      measureError { () throws(MeasureError) in try Calculations.area("24x24", padding: "-1") }?.reason == .outOfRange)
  }
}
