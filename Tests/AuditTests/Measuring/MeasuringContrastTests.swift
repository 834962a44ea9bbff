import Children
import Foundation
import Testing

@testable import Audit

@Suite("Contrast") struct MeasuringContrastTests {
  /// Computed in Python from the WCAG formula, without rounding a composited colour.
  static let ratios: [(String, String, Double)] = [
    ("#3C3C43/60%", "#FFFFFF", 3.4381996219180686), ("#3C3C43/30%", "#FFFFFF", 1.7322818042319106),
    ("#3C3C43/18%", "#FFFFFF", 1.3714203747074545), ("#EBEBF5/60%", "#000000", 6.363811421058434),
    ("#FFCC00", "#FFFFFF", 1.5119719826162943), ("#34C759", "#FFFFFF", 2.219958526330265),
    ("#FF9500", "#FFFFFF", 2.1987276112292076), ("#FF3B30", "#FFFFFF", 3.547137959249039),
    ("#007AFF", "#FFFFFF", 4.016975780478911), ("#767676", "#FFFFFF", 4.542224959605253),
    ("#777777", "#FFFFFF", 4.478089453577214), ("#949494", "#FFFFFF", 3.0334698257384747),
    ("#959595", "#FFFFFF", 2.9953461357088114), ("#595959", "#FFFFFF", 7.004729208035935),
    ("#5A5A5A", "#FFFFFF", 6.896926215312931), ("#FF0000", "#00FF00", 2.9139375476009137),
    ("#0000FF", "#FFFFFF", 8.592471358428805), ("gray", "white", 3.9494396480491156),
    ("green", "white", 5.137402780824574), ("teal/50%", "silver", 1.6410946900784789), ("black", "white", 21),
    ("white", "white", 1), ("label", "white", 21),
  ]

  @Test("Ratios match an independent computation", arguments: ratios)
  func ratio(foreground: String, background: String, expected: Double) throws {
    let contrast = try Contrast(foreground: Colour.parse(foreground), background: Colour.parse(background))
    #expect(abs(contrast.ratio - expected) < 1e-12)
  }

  @Test("A ratio that is exactly the threshold reaches it, one that is a millionth short does not")
  func exactly() throws {
    let (black, white) = (try Colour.parse("#000000"), try Colour.parse("#ffffff"))
    let most = try Contrast(foreground: black, background: white)
    #expect(most.reaches(21) && !most.reaches(FixedPoint(millionths: 21_000_001)))
    let none = try Contrast(foreground: white, background: white)
    #expect(none.reaches(1) && !none.reaches(FixedPoint(millionths: 1_000_001)))
  }

  /// Computed with 40 decimals in Python.
  static let linearised: [(Int, Double)] = [
    (0, 0), (1, 0.00030352698354883749), (10, 0.00303526983548837492), (11, 0.00334653576389915850),
    (12, 0.00367650732404743494), (60, 0.04518620438567554375), (67, 0.05612849004960007691),
    (127, 0.21223075741405509559), (128, 0.21586050011389916376), (188, 0.50288645803256838517),
    (200, 0.57758044042965047906), (254, 0.99110209711382969930), (255, 1),
  ]

  @Test("Linear values match forty decimals", arguments: linearised) func linear(byte: Int, expected: Double) {
    #expect(abs(Colour.linear(Double(byte) / 255) - expected) < 1e-15)
  }

  @Test("The power 2.4 agrees with the mathematics library to 1e-12") func power() {
    #expect(Colour.power2point4(0) == 0)
    #expect(Colour.power2point4(-1) == 0)
    #expect(Colour.power2point4(1) == 1)
    for step in 1...20_000 {
      let base = Double(step) / 20_000
      #expect(abs(Colour.power2point4(base) - pow(base, 2.4)) < 1e-14)
    }
  }

  @Test("The two published limits of the straight part give the same 8-bit values") func limits() {
    for byte in 0...255 {
      let part = Double(byte) / 255
      #expect((part <= 0.04045) == (part <= 0.03928))
    }
  }

  @Test("contrast-rule: secondary label on white gives 3.44") func secondaryLabel() throws {
    for foreground in ["#3C3C43/60%", "secondaryLabel", "rgba(60, 60, 67, 0.6)", "rgb(60 60 67 / 60%)", "#3C3C4399"] {
      let report = try Calculations.contrast(foreground, "white")
      #expect(report.figures[0] == CalcReport.Figure("contrast ratio", "3.44", unit: ":1"))
      #expect(report.verdicts.map { $0.outcome } == [.fail, .pass, .fail, .pass, .pass, .fail, .fail])
    }
    let report = try Calculations.contrast("#3C3C43/60%", "white")
    #expect(report.figures[1] == CalcReport.Figure("visible color", "#8A8A8E"))
    #expect(
      report.verdicts[0].rule == "WCAG 2.2 SC 1.4.3 Contrast (Minimum), level AA, text below large size")
    #expect(report.notes.contains { $0.hasPrefix("E-06") })
  }

  @Test("Placeholders, status colours and the dark label have the ratios of the register")
  func register() throws {
    let expected = [
      ("tertiaryLabel", "white", "1.73"), ("quaternaryLabel", "white", "1.37"), ("#EBEBF5/60%", "black", "6.36"),
      ("systemYellow", "white", "1.51"), ("systemGreen", "white", "2.22"), ("systemOrange", "white", "2.19"),
      ("systemRed", "white", "3.55"), ("systemBlue", "white", "4.02"), ("systemBlue", "systemBackground", "4.02"),
      ("secondaryLabelDark", "systemBackgroundDark", "6.36"),
    ]
    for (front, back, ratio) in expected {
      #expect(try Calculations.contrast(front, back).figures[0].value == ratio)
    }
  }

  @Test(
    "A name of CSS that the system has too says whose it is, and how to type the other",
    arguments: [
      ("blue", "systemBlue, #007AFF"), ("Green", "systemGreen, #34C759"), ("grey", "systemGray, #8E8E93"),
      ("orange", "systemOrange, #FF9500"), ("yellow/50%", "systemYellow, #FFCC00"),
    ])
  func twoMeanings(name: String, system: String) throws {
    let notes = try Calculations.contrast(name, "white").notes
    #expect(notes.contains { $0.contains("the CSS color here") && $0.contains(system) }, "\(notes)")
    #expect(try Calculations.contrast("white", "white").notes.allSatisfy { !$0.contains("CSS") })
    #expect(try Calculations.contrast("systemBlue", "navy").notes.allSatisfy { !$0.contains("CSS") })
  }

  @Test(
    "Every color of the system has a dark value under its own name",
    arguments: [
      ("systemBlueDark", "#0A84FF"), ("systemgreendark", "#30D158"), ("systemOrangeDark", "#FF9F0A"),
      ("labelDark", "#FFFFFF"), ("systemBackgroundDark", "#000000"), ("tertiarySystemBackgroundDark", "#2C2C2E"),
    ])
  func dark(name: String, hex: String) throws {
    #expect(try Colour.parse(name).hex == hex)
  }

  @Test(
    "A ratio never reads as a threshold that it does not reach",
    arguments: [
      (4.499, "4.49"), (4.4999999, "4.49"), (4.5, "4.5"), (4.501, "4.5"), (2.9953, "2.99"), (3, "3"), (6.996, "6.99"),
      (3.4382, "3.44"), (21, "21"), (1, "1"), (3.5471, "3.55"),
    ] as [(Double, String)])
  func shown(ratio: Double, text: String) {
    #expect(Contrast.shown(ratio).description == text)
  }

  @Test("Contrast is symmetric and lies between 1 and 21") func properties() throws {
    var numbers = SplitMix64(seed: 11)
    for _ in 0..<3000 {
      func colour() -> Colour {
        let bits = numbers.next()
        return Colour(
          red: Double(bits & 0xFF) / 255, green: Double((bits >> 8) & 0xFF) / 255,
          blue: Double((bits >> 16) & 0xFF) / 255)
      }
      let (first, second) = (colour(), colour())
      let there = try Contrast(foreground: first, background: second)
      let back = try Contrast(foreground: second, background: first)
      #expect(there.ratio == back.ratio)
      #expect((1.0...21.0).contains(there.ratio))
      for threshold in [3, FixedPoint(thousandths: 4500), 7] as [FixedPoint] {
        #expect((there.shown >= threshold) == there.reaches(threshold))
      }
      let faded = Colour(red: first.red, green: first.green, blue: first.blue, alpha: 0)
      #expect(try Contrast(foreground: faded, background: second).ratio == 1)
    }
  }

  @Test("A background with alpha is refused, and the error says what it would be over white") func background() {
    let error = measureError { () throws(MeasureError) in try Calculations.contrast("black", "black/50%") }
    #expect(error?.reason == .notOpaque)
    #expect(error?.hint.contains("#808080") == true)
  }

  @Test(
    "Large text has two readings",
    arguments: [
      (17, false, false, false), (18, false, false, true), (23, false, false, true), (24, false, true, true),
      (14, true, false, true), (18, true, false, true), (19, true, true, true), (24, true, true, true),
    ] as [(FixedPoint, Bool, Bool, Bool)])
  func readings(points: FixedPoint, isBold: Bool, wcag: Bool, platform: Bool) {
    #expect(LargeTextReading.wcag.isLarge(points: points, isBold: isBold) == wcag)
    #expect(LargeTextReading.platform.isLarge(points: points, isBold: isBold) == platform)
  }

  @Test("Bold text is large in WCAG from 14 x 4/3 pt, to the millionth") func boldLimit() {
    #expect(!LargeTextReading.wcag.isLarge(points: FixedPoint(millionths: 18_666_666), isBold: true))
    #expect(LargeTextReading.wcag.isLarge(points: FixedPoint(millionths: 18_666_667), isBold: true))
    #expect(!LargeTextReading.wcag.isLarge(points: FixedPoint(millionths: 23_999_999), isBold: false))
  }

  @Test("Between the readings 3:1 is a pass of the platform and a failure of WCAG") func between() throws {
    let report = try Calculations.contrast("secondaryLabel", "white", textSize: "20")
    #expect(report.verdicts.map { $0.outcome } == [.fail, .pass, .fail])
    #expect(report.notes.contains { $0.hasPrefix("E-06") })
    let small = try Calculations.contrast("secondaryLabel", "white", textSize: "17 pt")
    #expect(small.verdicts.map { $0.outcome } == [.fail, .fail, .fail])
  }
}

@Suite("Colours") struct MeasuringColourTests {
  @Test(
    "A colour is read in every spelling",
    arguments: [
      ("#fff", "#FFFFFF"), ("#1aF", "#11AAFF"), ("#1af8", "#11AAFF/53.33%"), ("#3C3C43", "#3C3C43"),
      ("#3c3c4399", "#3C3C43/60%"), (" #3C3C43/60% ", "#3C3C43/60%"), ("#3C3C43 / 0.6", "#3C3C43/60%"),
      ("#000f", "#000000"), ("rgb(60, 60, 67)", "#3C3C43"), ("RGB(60 60 67)", "#3C3C43"),
      ("rgba(60,60,67,0.6)", "#3C3C43/60%"), ("rgb(100%, 0%, 50%)", "#FF0080"), ("White", "#FFFFFF"),
      ("grey", "#808080"), ("navy", "#000080"), ("black/50%", "#000000/50%"), ("secondaryLabel", "#3C3C43/60%"),
      ("SECONDARYLABEL", "#3C3C43/60%"), ("systemYellow", "#FFCC00"), ("#fff/0", "#FFFFFF/0%"),
    ])
  func reads(text: String, hex: String) throws {
    #expect(try Colour.parse(text).hex == hex)
  }

  @Test("The sixteen basic names are there") func names() throws {
    let names = [
      "aqua", "black", "blue", "fuchsia", "gray", "green", "lime", "maroon", "navy", "olive", "purple", "red", "silver",
      "teal", "white", "yellow",
    ]
    #expect(Set(try names.map { try Colour.parse($0).hex }).count == 16)
  }

  @Test(
    "What is no colour is refused with its reason",
    arguments: [
      ("", .empty), ("#", .unknownColour), ("#ff", .unknownColour), ("#fffff", .unknownColour),
      ("#ggg", .unknownColour),
      ("blurple", .unknownColour), ("3C3C43", .unknownColour), ("#fff/150%", .outOfRange), ("#fff/-1", .outOfRange),
      ("#fff/", .empty), ("#fff/half", .notANumber), ("#ffff0000/50%", .ambiguous), ("secondaryLabel/50%", .ambiguous),
      ("rgb(256,0,0)", .outOfRange), ("rgb(1,2)", .unknownColour), ("rgb(1,2,3", .unknownColour),
      ("rgba(0,0,0,2)", .outOfRange), (String(repeating: "f", count: 201), .tooLong),
    ] as [(String, MeasureError.Reason)])
  func refuses(text: String, reason: MeasureError.Reason) {
    #expect(measureError { () throws(MeasureError) in try Colour.parse(text) }?.reason == reason)
  }

  @Test("Parts that are no numbers are brought inside") func inside() {
    let colour = Colour(red: .nan, green: .infinity, blue: -.infinity, alpha: 7)
    #expect(colour == Colour(red: 0, green: 1, blue: 0))
  }
}
