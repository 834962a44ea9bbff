import Audit
import Children
import Testing

@Suite("Measured values") struct MeasuringValueTests {
  struct Reading: Sendable, CustomTestStringConvertible {
    var text: String
    var hint: String?
    var unit: String
    var figures: [String]

    init(_ text: String, hint: String? = nil, _ unit: String, _ figures: String...) {
      self.text = text
      self.hint = hint
      self.unit = unit
      self.figures = figures
    }

    var testDescription: String { "\(text) for \(hint ?? "nothing")" }
  }

  static let readings = [
    Reading("40x40", "pt", "40", "40"), Reading("40 x 40 pt", "pt", "40", "40"),
    Reading("40\u{D7}44", "pt", "40", "44"),
    Reading("40pt x 44pt", "pt", "40", "44"), Reading("40ptx44pt", "pt", "40", "44"),
    Reading("40 by 44 points", "pt", "40", "44"), Reading("40X44", "pt", "40", "44"),
    Reading("40*44", "pt", "40", "44"),
    Reading("40.5 x 44", hint: "pt", "pt", "40.5", "44"), Reading("40x44", hint: "issues", "pt", "40", "44"),
    Reading("6.9 x 7 mm", "mm", "6.9", "7"), Reading("6x7", hint: "mm", "mm", "6", "7"),
    Reading("44", "", "44"), Reading("44", hint: "pt", "pt", "44"), Reading("44pt", "pt", "44"),
    Reading("44 Points", hint: "pt", "pt", "44"), Reading("-4", hint: "pt", "pt", "-4"),
    Reading("3.2:1", "ratio", "3.2"), Reading("3.2 : 1", hint: "ratio", "ratio", "3.2"),
    Reading("3.2 to 1", "ratio", "3.2"), Reading("3.2", hint: "ratio", "ratio", "3.2"), Reading("21:1", "ratio", "21"),
    Reading("165%", "percent", "165"), Reading("165 percent", "percent", "165"),
    Reading("165 per cent", "percent", "165"),
    Reading("165", hint: "percent", "percent", "165"), Reading("0.5%", hint: "percent", "percent", "0.5"),
    Reading("1", hint: "percent", "percent", "1"), Reading("0", hint: "percent", "percent", "0"),
    Reading("0.3s", "s", "0.3"), Reading("300ms", "s", "0.3"), Reading("300 milliseconds", hint: "s", "s", "0.3"),
    Reading("0.3", hint: "s", "s", "0.3"), Reading("300", hint: "ms", "s", "0.3"), Reading("0.001ms", "s", "0.000001"),
    Reading("6.9mm", "mm", "6.9"), Reading("1.2 cm", "mm", "12"),
    Reading("4 tabs", "tabs", "4"), Reading("1 tab", hint: "tabs", "tabs", "1"), Reading("0 issues", "issues", "0"),
    Reading("3", hint: "actions per side", "actions per side", "3"),
    Reading("3 actions", hint: "actions per side", "actions per side", "3"),
    Reading("2 columns", hint: "columns at AX1 and above", "columns at AX1 and above", "2"),
    Reading("2 columns at AX1 and above", hint: nil, "columns at ax1 and above", "2"),
    Reading("1 retry", hint: "retries per task", "retries per task", "1"),
    Reading("-0.05", hint: "brightness delta", "brightness delta", "-0.05"),
    Reading("-5%", hint: "brightness delta", "percent", "-5"), Reading("44\u{A0}pt", "pt", "44"),
  ]

  @Test("A value is read with its unit", arguments: readings) func reads(reading: Reading) throws {
    let value = try MeasuredValue.parse(reading.text, unitHint: reading.hint)
    #expect(value.unit == reading.unit)
    #expect(value.numbers.map { $0.description } == reading.figures)
    #expect(value.text == reading.text)
  }

  @Test("The text is kept as typed, without the white space around it") func trims() throws {
    #expect(try MeasuredValue.parse(" \t40 x 40 pt\n").text == "40 x 40 pt")
  }

  @Test(
    "What is no measurement is refused with its reason",
    arguments: [
      ("", nil, .empty), (" \n", nil, .empty), ("large", nil, .wrongShape), ("x40", nil, .wrongShape),
      ("40x", nil, .wrongShape), ("40x40x40", nil, .wrongShape), ("44 pt wide 3", nil, .wrongShape),
      ("40pt x 7mm", nil, .wrongUnit), ("3 x 4 tabs", nil, .wrongUnit), ("40px", "pt", .wrongUnit),
      ("40 x 40 px", "pt", .wrongUnit), ("3:2", nil, .wrongShape), ("1:3.2", nil, .wrongShape),
      ("0.5:1", nil, .wrongShape), ("0.5", "ratio", .outOfRange), ("3,2:1", nil, .decimalComma),
      ("1,200", "pt", .decimalComma), ("0.5", "percent", .ambiguous), ("-40x40", nil, .outOfRange),
      ("-1 issues", nil, .outOfRange), ("-1", "issues", .outOfRange), ("-3 s", nil, .outOfRange),
      ("-5%", nil, .outOfRange), ("1e5", nil, .wrongShape), ("44 \u{1F44D}", nil, .wrongShape),
      ("44\u{202E}", nil, .wrongShape), ("44\npt", nil, .wrongShape), ("0.0001ms", nil, .tooPrecise),
      (String(repeating: "4", count: 81), nil, .tooLong), (String(repeating: "4", count: 1_000_000), nil, .tooLong),
    ] as [(String, String?, MeasureError.Reason)])
  func refuses(text: String, hint: String?, reason: MeasureError.Reason) {
    let error = measureError { () throws(MeasureError) in try MeasuredValue.parse(text, unitHint: hint) }
    #expect(error?.reason == reason)
  }

  @Test("Errors are short sentences without control characters", arguments: Hostile.texts)
  func errorTexts(text: String) {
    let calls: [(String) -> MeasureError?] = [
      { text in measureError { () throws(MeasureError) in try MeasuredValue.parse(text) } },
      { text in measureError { () throws(MeasureError) in try Colour.parse(text) } },
      { text in measureError { () throws(MeasureError) in try Frame.parse(text) } },
      { text in measureError { () throws(MeasureError) in try TextSize.parse(text) } },
      { text in measureError { () throws(MeasureError) in try NumericLimit.named(text, in: []) } },
      { text in measureError { () throws(MeasureError) in try Calculations.haptic(text) } },
    ]
    for error in calls.compactMap({ $0(text) }) {
      for sentence in [error.message, error.hint] {
        #expect(sentence.hasSuffix("."))
        #expect(sentence.utf8.count < 600)
        #expect(sentence.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) })
      }
    }
  }
}

@Suite("Hostile text") struct MeasuringHostileTests {
  @Test("No text traps anywhere", arguments: Hostile.texts) func hostile(text: String) {
    Hostile.offer(text)
    #expect(MeasureError.quote(text).unicodeScalars.count <= 45)
  }

  @Test("No mutation of a good text traps anywhere") func mutations() {
    let seeds = [
      "40x40", "40 x 40 pt", "3.2:1", "165%", "300ms", "4 tabs", "#3C3C43/60%", "rgba(60, 60, 67, 0.6)",
      "16,100,44,44", "accessibility3", "16.4", "-0.05", "medium,heavy",
    ]
    let spice = Array("0123456789.,:;x%/#()-+ eE\u{D7}\u{0}\u{1B}\u{202E}\u{301}\u{FF14}asptm".unicodeScalars)
    var numbers = SplitMix64(seed: 20)
    var read = 0
    for round in 0..<3000 {
      var scalars = Array(seeds[round % seeds.count].unicodeScalars)
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let place = Int.random(in: 0...scalars.count, using: &numbers)
        let scalar = spice[Int.random(in: 0..<spice.count, using: &numbers)]
        if Bool.random(using: &numbers) || place == scalars.count {
          scalars.insert(scalar, at: place)
        } else {
          scalars[place] = scalar
        }
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      Hostile.offer(text)
      if (try? MeasuredValue.parse(text)) != nil { read += 1 }
    }
    // Some mutations stay measurements: the loop reaches past the first guard.
    #expect(read > 100)
  }
}
