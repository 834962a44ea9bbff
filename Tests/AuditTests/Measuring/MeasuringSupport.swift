@testable import Audit

/// Texts that have broken parsers before.
enum Hostile {
  static let texts: [String] = [
    "", " ", "\n", "\u{0}", "\u{1B}[31m44", "44\u{0}", "44\u{202E}tp", "x", "xx", "x40", "40x", "40xx40", "40x40x40",
    "-", "+", ".", "..", "1.", "1..2", "1.2.3", "--4", "+-4", "4-4", "1e5", "1E999", "0x1F", "nan", "NaN", "inf",
    "-inf", "infinity", "9223372036854.775807", "9223372036854.775808", "-9223372036854.775808",
    "-9223372036854.775809", "99999999999999999999999999", "0.0000001", "0.0000010000000000000000000", ",", "1,5",
    "1,234", "3:2", "3:", ":1", "3.2:1:1", "1:3.2", "0.5:1", "-3:1", "%", "%5", "5%%", "-5%", "40px", "40 px x 40 px",
    "\u{0664}\u{0664}", "\u{FF14}\u{FF14}", "44 \u{1F468}\u{200D}\u{1F469}", "44e\u{301}", "#", "#f", "#ff", "#fffff",
    "#fffffff", "#fffffffff", "#ggg", "##fff", "#fff/", "#fff/101%", "#fff/-1", "#fff/0.5/0.5", "#ffff/50%", "/50%",
    "rgb(", "rgb()", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(256,0,0)", "rgb(-1,0,0)", "rgba(1,2,3,2)", "rgb)(",
    "rgbx(1,2,3)",
    "1,2,3", "1,2,3,4,5", ",,,", "0,0,0,0", "0,0,-1,1", "1e9,0,1,1", "200000,0,1,1", "0,0,99999999999,1",
    "9223372036854,9223372036854,9223372036854,9223372036854", "iOS", "iOS ", "16.", ".16", "0", "-16", "+16",
    "99999", "16.4.1.2", "=cmd|' /C calc'!A0", "</script>", "a11y\u{85}", String(repeating: "9", count: 100),
    String(repeating: "4", count: 5000), String(repeating: " ", count: 5000), String(repeating: "x", count: 70),
    String(repeating: "\u{1F3F4}", count: 90), "44 " + String(repeating: "a\u{301}", count: 30), "text", "text-", "ax",
    "ax0", "ax6", "accessibility", "dynamictypesize",
  ]

  /// Every function that takes foreign text, each with the same text.
  static func offer(_ text: String) {
    _ = try? FixedPoint.parse(text)
    for hint in [nil, "pt", "ratio", "percent", "s", "tabs", "brightness delta", text] {
      guard let value = try? MeasuredValue.parse(text, unitHint: hint) else { continue }
      for comparison in Measurement.Comparison.allCases {
        for unit in ["pt", "mm", "s", "ms", "", "tabs", "intensity"] {
          let measurement = Measurement(type: "number", unit: unit, comparison: comparison, threshold: [3, 5])
          _ = measurement.judge(value)
          _ = measurement.judge(value, thresholds: value.numbers)
        }
      }
    }
    for rule in SampleRules.all {
      let measurement = Measurement(
        type: "number", unit: "pt", comparison: .atLeast, threshold: [3], platforms: [.macOS: [2]], parts: rule)
      for list in [text, "a: \(text)", "\(text): light", "\(text): light; \(text): dark", "press: \(text)"] {
        guard let value = try? MeasuredValue.parse(list, of: measurement) else { continue }
        _ = measurement.judge(value, on: Component(key: "k", kind: text))
        _ = measurement.faults(of: value)
        _ = measurement.areSame(value, MeasuredValue(text: text, unit: text, numbers: []))
      }
      _ = measurement.judge(MeasuredValue(text: text, unit: "", numbers: []))
    }
    _ = try? Colour.parse(text)
    _ = try? Frame.parse(text)
    _ = try? TextSize.parse(text)
    _ = try? Calculations.contrast(text, text, textSize: text)
    _ = try? Calculations.contrast("black", "white", textSize: text)
    _ = try? Calculations.target(text, profile: .child, pointsPerInch: text)
    _ = try? Calculations.target("40x40", pointsPerInch: text)
    _ = try? Calculations.area(text, padding: "12")
    _ = try? Calculations.area("0,0,24,24", padding: text, neighbours: [text])
    _ = try? Calculations.gap([text, "0,0,44,44"])
    _ = try? Calculations.gap([text, text])
    _ = try? Calculations.type(text)
    let tabs = NumericLimit(
      name: "tabs", title: text,
      measurement: Measurement(type: "number", unit: "tabs", comparison: .between, threshold: [3, 5]), check: text,
      sources: [])
    _ = try? NumericLimit.named(text, in: [tabs])
    _ = try? Calculations.limit(tabs, text)
    _ = try? Calculations.grid(text)
    _ = try? Calculations.haptic(text, moment: text, deploymentTarget: text)
    _ = try? Calculations.haptic("light", moment: text)
    _ = try? Calculations.haptic("light", deploymentTarget: text)
  }
}

/// The error of a call, for tests that look at its sentence.
func measureError<Value>(_ body: () throws(MeasureError) -> Value) -> MeasureError? {
  do throws(MeasureError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

extension CalcReport {
  /// Every text of the report, in the order in which it is printed.
  var texts: [String] {
    [title] + figures.flatMap { [$0.name, $0.value, $0.unit] }
      + verdicts.flatMap { [$0.rule, $0.threshold, $0.outcome.rawValue, $0.note ?? ""] } + notes
  }
}
