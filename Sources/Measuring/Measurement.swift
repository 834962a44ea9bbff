/// A number with at most six decimals, kept as an integer so that facts stay free of floating point.
package struct FixedPoint: Hashable, Comparable, Sendable {
  /// Millionths.
  package var millionths: Int64

  package init(millionths: Int64) {
    self.millionths = millionths
  }

  package static func < (left: FixedPoint, right: FixedPoint) -> Bool { left.millionths < right.millionths }
}

/// What a check measures and the figure that decides, as the catalog states it.
package struct Measurement: Equatable, Sendable {
  package enum Comparison: String, CaseIterable, Sendable {
    case atLeast = ">="
    case atMost = "<="
    case equal = "="
    case between
    case multipleOf = "multiple-of"
  }

  /// `number`, `ratio` or `percent`.
  package var type: String
  /// For numbers: `pt`, `issues`, `s`, `tabs` ...; empty for ratios and percents.
  package var unit: String
  package var comparison: Comparison
  /// No figure: the project sets one. One figure; two for `between`, both inclusive.
  package var threshold: [FixedPoint]
  package var note: String?
  package var formula: String?
  package var inputs: [String]
  /// Other figures for components that are on one platform alone: text of 10 pt is allowed on macOS.
  package var platforms: [Platform: [FixedPoint]]
  /// What is asked of each part where the value is a list of named parts; nil where it never is.
  package var parts: PartRule?

  package init(
    type: String, unit: String = "", comparison: Comparison, threshold: [FixedPoint], note: String? = nil,
    formula: String? = nil, inputs: [String] = [], platforms: [Platform: [FixedPoint]] = [:], parts: PartRule? = nil
  ) {
    self.type = type
    self.unit = unit
    self.comparison = comparison
    self.threshold = threshold
    self.note = note
    self.formula = formula
    self.inputs = inputs
    self.platforms = platforms
    self.parts = parts
  }
}

/// A measured value with its unit, as a tester gave it: `40x40`, `3.2:1`, `165%`, `0.3 s`.
package struct MeasuredValue: Equatable, Sendable {
  /// As typed, trimmed.
  package var text: String
  /// `pt`, `ratio`, `percent`, `s`, `ms`, `mm`, a counted thing such as `tabs`, or empty.
  package var unit: String
  /// The figures in the order given: width and height, or one figure.
  package var numbers: [FixedPoint]

  package init(text: String, unit: String, numbers: [FixedPoint]) {
    self.text = text
    self.unit = unit
    self.numbers = numbers
  }
}
