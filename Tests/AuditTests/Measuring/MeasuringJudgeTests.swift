import Children
import Testing

@testable import Audit

@Suite("Judging") struct MeasuringJudgeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var type: String
    var unit: String
    var comparison: Measurement.Comparison
    var threshold: [FixedPoint]
    var value: String
    var outcome: Outcome?

    init(
      _ type: String, _ unit: String, _ comparison: Measurement.Comparison, _ threshold: [FixedPoint], _ value: String,
      _ outcome: Outcome?
    ) {
      self.type = type
      self.unit = unit
      self.comparison = comparison
      self.threshold = threshold
      self.value = value
      self.outcome = outcome
    }

    var measurement: Measurement {
      Measurement(type: type, unit: unit, comparison: comparison, threshold: threshold)
    }

    var testDescription: String { "\(value) \(comparison.rawValue) \(threshold) \(unit)" }
  }

  static let ratio45 = FixedPoint(thousandths: 4500)
  static let cases = [
    Case("number", "pt", .atLeast, [24], "24", .pass), Case("number", "pt", .atLeast, [24], "23.999", .fail),
    Case("number", "pt", .atLeast, [24], "23.999999", .fail), Case("number", "pt", .atLeast, [44], "44x44", .pass),
    Case("number", "pt", .atLeast, [44], "44x43.9", .fail), Case("number", "pt", .atLeast, [44], "43x200", .fail),
    Case("number", "pt", .atLeast, [44], "200x43", .fail), Case("number", "pt", .atLeast, [8], "-2", .fail),
    Case("number", "pt", .atLeast, [0], "0", .pass), Case("number", "pt", .atMost, [44], "44x45", .fail),
    Case("ratio", "", .atLeast, [ratio45], "4.5:1", .pass), Case("ratio", "", .atLeast, [ratio45], "4.5", .pass),
    Case("ratio", "", .atLeast, [ratio45], "4.499999:1", .fail), Case("ratio", "", .atLeast, [ratio45], "450%", nil),
    Case("percent", "", .atLeast, [200], "165%", .fail), Case("percent", "", .atLeast, [200], "200", .pass),
    Case("percent", "", .atLeast, [200], "235 percent", .pass), Case("percent", "", .equal, [50], "50%", .pass),
    Case("percent", "", .equal, [50], "50.1%", .fail),
    Case("number", "tabs", .between, [3, 5], "3 tabs", .pass), Case("number", "tabs", .between, [3, 5], "5", .pass),
    Case("number", "tabs", .between, [3, 5], "2", .fail), Case("number", "tabs", .between, [3, 5], "6", .fail),
    Case("number", "tabs", .between, [3, 5], "4 issues", nil), Case("number", "tabs", .between, [3, 5], "4 pt", nil),
    Case("number", "issues", .atMost, [0], "0 issues", .pass), Case("number", "issues", .atMost, [0], "1 issue", .fail),
    Case("number", "s", .atMost, [FixedPoint(thousandths: 300)], "300ms", .pass),
    Case("number", "s", .atMost, [FixedPoint(thousandths: 300)], "301ms", .fail),
    Case("number", "s", .atMost, [FixedPoint(thousandths: 300)], "0.3", .pass),
    Case("number", "ms", .atMost, [300], "0.3s", .pass), Case("number", "ms", .atMost, [300], "301", .fail),
    Case("number", "mm", .atLeast, [7], "0.7 cm", .pass), Case("number", "cm", .atLeast, [1], "9 mm", .fail),
    Case(
      "number", "scale factor", .between, [FixedPoint(thousandths: 920), FixedPoint(thousandths: 970)], "97%", .pass),
    Case(
      "number", "scale factor", .between, [FixedPoint(thousandths: 920), FixedPoint(thousandths: 970)], "0.98", .fail),
    Case(
      "number", "brightness delta", .between, [FixedPoint(thousandths: -50), FixedPoint(thousandths: 100)], "-5%", .pass
    ),
    Case("number", "pt", .multipleOf, [8], "16", .pass), Case("number", "pt", .multipleOf, [8], "12", .pass),
    Case("number", "pt", .multipleOf, [8], "44", .pass), Case("number", "pt", .multipleOf, [8], "6", .fail),
    Case("number", "pt", .multipleOf, [8], "16x6", .fail), Case("number", "pt", .multipleOf, [10], "15", .fail),
    Case("number", "pt", .multipleOf, [10, 5], "15", .pass), Case("number", "pt", .multipleOf, [10], "12", .fail),
    Case("number", "columns", .multipleOf, [8], "12", .fail),
    Case("percent", "", .atLeast, [], "90%", nil), Case("number", "pt", .between, [3], "3", nil),
    Case("number", "pt", .between, [5, 3], "4", nil), Case("number", "pt", .multipleOf, [0], "8", nil),
    Case("number", "pt", .atLeast, [44], "6.9 mm", nil), Case("number", "pt", .atLeast, [44], "4.5:1", nil),
  ]

  @Test("A value is judged exactly", arguments: cases) func judges(item: Case) throws {
    let measurement = item.measurement
    let value = try MeasuredValue.parse(item.value, unitHint: measurement.valueUnit)
    #expect(measurement.judge(value).outcome == item.outcome)
  }

  @Test("A threshold of the project replaces the one of the catalogue") func overrides() throws {
    let open = Measurement(type: "percent", comparison: .atLeast, threshold: [])
    let value = try MeasuredValue.parse("90%")
    #expect(open.judge(value) == .notComparable(reason: "The check has no threshold; your project sets one."))
    #expect(open.judge(value, thresholds: [90]) == .pass)
    #expect(open.judge(value, thresholds: [FixedPoint(millionths: 90_000_001)]) == .fail)
    let strict = Measurement(type: "number", unit: "pt", comparison: .atLeast, threshold: [44])
    #expect(strict.judge(try MeasuredValue.parse("44x44"), thresholds: [48]) == .fail)
    #expect(strict.judge(try MeasuredValue.parse("44x44"), thresholds: []).outcome == nil)
  }

  @Test("Millimetres are not judged against points, for that depends on the screen")
  func millimetres() throws {
    let measurement = Measurement(type: "number", unit: "pt", comparison: .atLeast, threshold: [44])
    #expect(measurement.judge(try MeasuredValue.parse("6.9 mm", unitHint: "pt")).outcome == nil)
  }

  @Test("A length that only a screen turns into points is kept as typed, a time is refused")
  func kept() throws {
    let measurement = Measurement(type: "number", unit: "pt", comparison: .atLeast, threshold: [44])
    let value = try MeasuredValue.parse("6.9 mm", of: measurement)
    #expect(value == MeasuredValue(text: "6.9 mm", unit: "mm", numbers: [FixedPoint(thousandths: 6900)]))
    let error = measureError { () throws(MeasureError) in try MeasuredValue.parse("3 s", of: measurement) }
    #expect(error?.message == "\"3 s\" is a time, and the check measures pt.")
    #expect(error?.hint == "Write it like 44 pt.")
  }

  @Test("What passes a minimum still passes when it grows, and a maximum when it shrinks") func monotone() {
    var numbers = SplitMix64(seed: 3)
    for _ in 0..<4000 {
      let threshold = FixedPoint(millionths: Int64.random(in: -1000...1000, using: &numbers))
      let sides = (0..<2).map { _ in FixedPoint(millionths: Int64.random(in: -1000...1000, using: &numbers)) }
      let grown = sides.map { FixedPoint(millionths: $0.millionths + Int64.random(in: 0...9, using: &numbers)) }
      let small = MeasuredValue(text: "", unit: "pt", numbers: sides)
      let large = MeasuredValue(text: "", unit: "pt", numbers: grown)
      let least = Measurement(type: "number", unit: "pt", comparison: .atLeast, threshold: [threshold])
      let most = Measurement(type: "number", unit: "pt", comparison: .atMost, threshold: [threshold])
      if least.judge(small) == .pass { #expect(least.judge(large) == .pass) }
      if most.judge(large) == .pass { #expect(most.judge(small) == .pass) }
      #expect(least.judge(small) == (sides.allSatisfy { $0 >= threshold } ? .pass : .fail))
    }
  }

  @Test(
    "A threshold reads as a sentence",
    arguments: [
      (.atLeast, "number", "pt", [44], "at least 44 pt"), (.between, "number", "tabs", [3, 5], "between 3 and 5 tabs"),
      (.atLeast, "ratio", "", [ratio45], "at least 4.5:1"), (.equal, "percent", "", [50], "50%"),
      (.atMost, "number", "s", [FixedPoint(thousandths: 300)], "at most 0.3 s"),
      (.atLeast, "number", "damping fraction", [FixedPoint(thousandths: 600)], "at least 0.6"),
      (.multipleOf, "number", "pt", [8], "a multiple of 8 pt"), (.atLeast, "percent", "", [], "set by your project"),
    ] as [(Measurement.Comparison, String, String, [FixedPoint], String)])
  func wording(
    comparison: Measurement.Comparison, type: String, unit: String, threshold: [FixedPoint], text: String
  ) {
    #expect(Measurement(type: type, unit: unit, comparison: comparison, threshold: threshold).wording() == text)
  }
}
