/// Arithmetic that reports overflow as an error instead of trapping or wrapping.
extension FixedPoint: ExpressibleByIntegerLiteral {
  /// A whole number written in the source; 32 bits times a million always fit.
  package init(integerLiteral value: Int32) {
    self.init(millionths: Int64(value) * 1_000_000)
  }

  /// Without its decimals, towards zero.
  package var wholePart: Int { Int(millionths / 1_000_000) }

  /// A number with three decimals written in the source: `FixedPoint(thousandths: 920)` is 0.92.
  package init(thousandths: Int32) {
    self.init(millionths: Int64(thousandths) * 1000)
  }

  init?(magnitude: UInt64, isNegative: Bool) {
    if isNegative, magnitude == Int64.min.magnitude {
      self.init(millionths: Int64.min)
      return
    }
    guard let size = Int64(exactly: magnitude) else { return nil }
    self.init(millionths: isNegative ? -size : size)
  }

  /// The nearest `Double`, for computations that need roots or powers.
  package var double: Double { Double(millionths) / 1_000_000 }

  package func adding(_ other: FixedPoint) throws(MeasureError) -> FixedPoint {
    let (sum, overflow) = millionths.addingReportingOverflow(other.millionths)
    guard !overflow else { throw Self.overflow("sum", self, other) }
    return FixedPoint(millionths: sum)
  }

  package func subtracting(_ other: FixedPoint) throws(MeasureError) -> FixedPoint {
    let (rest, overflow) = millionths.subtractingReportingOverflow(other.millionths)
    guard !overflow else { throw Self.overflow("difference", self, other) }
    return FixedPoint(millionths: rest)
  }

  /// The product, rounded to the nearest millionth, halves away from zero.
  package func multiplied(by other: FixedPoint) throws(MeasureError) -> FixedPoint {
    let product = millionths.magnitude.multipliedFullWidth(by: other.millionths.magnitude)
    let isNegative = (millionths < 0) != (other.millionths < 0)
    guard let value = Self.quotient(of: product, by: 1_000_000, isNegative: isNegative) else {
      throw Self.overflow("product", self, other)
    }
    return value
  }

  /// The quotient, rounded to the nearest millionth, halves away from zero; dividing by zero is an error.
  package func divided(by other: FixedPoint) throws(MeasureError) -> FixedPoint {
    let scaled = millionths.magnitude.multipliedFullWidth(by: 1_000_000)
    let isNegative = (millionths < 0) != (other.millionths < 0)
    guard let value = Self.quotient(of: scaled, by: other.millionths.magnitude, isNegative: isNegative) else {
      throw Self.overflow("quotient", self, other)
    }
    return value
  }

  /// Whether the number is a whole multiple of `step`, exactly; nothing is a multiple of zero.
  package func isMultiple(of step: FixedPoint) -> Bool {
    step.millionths != 0 && millionths.magnitude.isMultiple(of: step.millionths.magnitude)
  }

  /// A `Double` cut off (never rounded up) after at most six decimals; nil if it is not finite or too large.
  package static func truncating(_ value: Double, decimals: Int) -> FixedPoint? {
    keeping(value, decimals: decimals, roundsHalves: false)
  }

  /// A `Double` rounded to the nearest value with at most six decimals, halves away from zero; nil if it is not finite
  /// or too large.
  package static func nearest(_ value: Double, decimals: Int) -> FixedPoint? {
    keeping(value, decimals: decimals, roundsHalves: true)
  }

  /// Rounds without `rounded()`, which would need the C mathematics library.
  private static func keeping(_ value: Double, decimals: Int, roundsHalves: Bool) -> FixedPoint? {
    var step: Int64 = 1_000_000
    for _ in 0..<max(0, min(decimals, 6)) { step /= 10 }
    let units = value * Double(1_000_000 / step)
    // Far inside the range of `Int64`, whose conversion would trap outside it; false for NaN.
    guard units.magnitude < 9e18 else { return nil }
    var whole = Int64(units)
    let rest = units - Double(whole)
    if roundsHalves, rest.magnitude >= 0.5 { whole += rest < 0 ? -1 : 1 }
    let (product, overflow) = whole.multipliedReportingOverflow(by: step)
    return overflow ? nil : FixedPoint(millionths: product)
  }

  /// A 128-bit magnitude over a 64-bit divisor, rounded half away from zero; nil on overflow or division by zero.
  private static func quotient(
    of dividend: (high: UInt64, low: UInt64), by divisor: UInt64, isNegative: Bool
  ) -> FixedPoint? {
    // `dividingFullWidth` traps unless the high word is below the divisor.
    guard dividend.high < divisor else { return nil }
    let (floor, rest) = divisor.dividingFullWidth(dividend)
    let roundsUp = rest >= divisor - rest
    let (size, overflow) = floor.addingReportingOverflow(roundsUp ? 1 : 0)
    return overflow ? nil : FixedPoint(magnitude: size, isNegative: isNegative)
  }

  private static func overflow(_ what: String, _ left: FixedPoint, _ right: FixedPoint) -> MeasureError {
    MeasureError(
      .outOfRange, "The \(what) of \(left) and \(right) does not fit.",
      hint: "Check the two figures; one is zero or far too large.")
  }
}
