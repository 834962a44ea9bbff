import FirstTap

/// How rates of a sample are shown: limits rounded outward, in whole percent.
package struct RateText: Sendable {
  /// `%`, or ` percent` for screen readers.
  let unit: String

  package static let symbol = RateText(unit: "%")
  package static let words = RateText(unit: " percent")

  /// The largest whole percent that is not above the rate, by the same arithmetic that reads a target.
  package static func roundedDown(_ rate: Double) -> Int {
    let percent = Int((min(1, max(0, rate)) * 100).rounded(.down))
    if Double(percent) / 100 > rate { return max(0, percent - 1) }
    return percent < 100 && Double(percent + 1) / 100 <= rate ? percent + 1 : percent
  }

  /// The smallest whole percent that is not below the rate.
  package static func roundedUp(_ rate: Double) -> Int {
    let down = roundedDown(rate)
    return Double(down) / 100 >= rate ? down : min(100, down + 1)
  }

  package func low(_ rate: Double) -> String { "\(RateText.roundedDown(rate))" + unit }
  package func high(_ rate: Double) -> String { "\(RateText.roundedUp(rate))" + unit }

  /// A mean of rates, rounded down: its last digits come from adding, so that 0.9 may be a hair under it.
  func mean(_ rate: Double) -> String { "\(RateText.roundedDown(rate + 1e-12))" + unit }

  /// Whether it is for visual output.
  var isForEyes: Bool { unit == "%" }

  /// Ten marks, as many of them full as whole tenths are in the rate.
  static func bar(_ rate: Double) -> String {
    let full = roundedDown(rate + 1e-12) / 10
    return String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full)
  }

  /// A rate that a person chose, with up to two decimals.
  package func exact(_ rate: Double) -> String {
    (JSONText.digits(of: (rate * 10_000).rounded() / 100) ?? "") + unit
  }

  /// `could be as low as 69% or as high as 99%`.
  func range(_ interval: Interval) -> String {
    "could be as low as \(low(interval.low)) or as high as \(high(interval.high))"
  }
}
