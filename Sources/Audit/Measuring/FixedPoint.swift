import Base

/// Arithmetic that reports overflow as an error instead of trapping or wrapping.
extension FixedPoint: ExpressibleByIntegerLiteral {
  /// A whole number written in the source; 32 bits times a million always fit.
  package init(integerLiteral value: Int32) { self.init(millionths: Int64(value) * 1_000_000) }

  /// Without its decimals, towards zero.
  package var wholePart: Int { Int(millionths / 1_000_000) }

  /// A number with three decimals written in the source: `FixedPoint(thousandths: 920)` is 0.92.
  package init(thousandths: Int32) { self.init(millionths: Int64(thousandths) * 1000) }

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

/// Decimal text to millionths and back, without a detour over `Double`.
extension FixedPoint: CustomStringConvertible {
  /// Reads `44`, `-0.05`, `+3.2` or `.5`: a sign, digits and at most one point with digits after it.
  ///
  /// Decimals beyond the sixth are accepted only if they are zeros, so what is read is what was written. A comma is
  /// refused: `1,234` means 1.234 in one country and 1234 in another.
  package static func parse(_ text: String) throws(MeasureError) -> FixedPoint {
    guard text.utf8.count <= 64 else {
      throw MeasureError(.tooLong, "The number is longer than 64 characters.", hint: "Write it like 44 or 4.5.")
    }
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else {
      throw MeasureError(.empty, "A number is missing.", hint: "Write it like 44 or 4.5.")
    }
    if bytes.contains(UInt8(ascii: ",")) { throw commaError(text) }
    let isNegative = bytes[0] == UInt8(ascii: "-")
    let hasSign = isNegative || bytes[0] == UInt8(ascii: "+")
    let digits = try magnitude(of: bytes.dropFirst(hasSign ? 1 : 0), text: text)
    guard let value = FixedPoint(magnitude: digits, isNegative: isNegative) else { throw rangeError(text) }
    return value
  }

  /// The shortest decimal text: `44`, `4.5`, `-0.05`; `parse` reads it back unchanged.
  package var description: String {
    let size = millionths.magnitude
    let sign = millionths < 0 ? "-" : ""
    let whole = String(size / 1_000_000)
    var rest = size % 1_000_000
    guard rest != 0 else { return sign + whole }
    var places = 6
    while rest.isMultiple(of: 10) {
      rest /= 10
      places -= 1
    }
    let digits = String(rest)
    return sign + whole + "." + String(repeating: "0", count: places - digits.utf8.count) + digits
  }

  static func commaError(_ text: String) -> MeasureError {
    MeasureError(
      .decimalComma, "The comma in \(MeasureError.quote(text)) is ambiguous.",
      hint: "Use a decimal point and no thousands separator: 3.5, 1200.")
  }

  private static func rangeError(_ text: String) -> MeasureError {
    MeasureError(
      .outOfRange, "The number \(MeasureError.quote(text)) is too large.",
      hint: "Use a number from -9223372036854 to 9223372036854.")
  }

  private static func magnitude(of bytes: ArraySlice<UInt8>, text: String) throws(MeasureError) -> UInt64 {
    var value: UInt64 = 0
    var decimals: Int?
    var sawDigit = false
    for byte in bytes {
      if byte == UInt8(ascii: "."), decimals == nil {
        decimals = 0
        sawDigit = false
        continue
      }
      guard byte.isDigit else { throw notANumber(text) }
      sawDigit = true
      let digit = UInt64(byte - UInt8(ascii: "0"))
      if let count = decimals {
        if count == 6 {
          if digit == 0 { continue }
          throw MeasureError(
            .tooPrecise, "The number \(MeasureError.quote(text)) has more than 6 decimals.",
            hint: "Round it to 6 decimals or fewer.")
        }
        decimals = count + 1
      }
      value = try append(digit, to: value, text: text)
    }
    // A point must be followed by a digit; digits before it may be left out.
    guard sawDigit else { throw notANumber(text) }
    for _ in (decimals ?? 0)..<6 { value = try append(0, to: value, text: text) }
    return value
  }

  private static func append(_ digit: UInt64, to value: UInt64, text: String) throws(MeasureError) -> UInt64 {
    let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carry) = shifted.addingReportingOverflow(digit)
    guard !overflow, !carry else { throw rangeError(text) }
    return sum
  }

  private static func notANumber(_ text: String) -> MeasureError {
    MeasureError(
      .notANumber, "\(MeasureError.quote(text)) is not a decimal number.",
      hint: "Write digits with at most one point, like 44, 4.5, or -0.05.")
  }
}

/// What a comma in a number of a table means, where it separates no cells.
package enum NumberComma: Sendable {
  /// Between semicolons it is the decimal sign: spreadsheets separate with them where numbers have commas.
  case decimal
  /// In quotes, or between tabs, `1,234` may also be more than a thousand.
  case either

  /// - Parameter separator: what separates the cells; nil where that is not known.
  package init(between separator: UInt8?) { self = separator == UInt8(ascii: ";") ? .decimal : .either }

  /// The same where a comma that may mean something else stays.
  package func plain(_ text: String) -> String { pointed(text) ?? text }

  /// A text with a point for the comma in each of its numbers, and without signs for thousands: `30.5 x 30` for
  /// `30,5 x 30`, `1234.5` for `1.234,5` and `1,234.5`; nil where there is no such comma, or where it may mean something
  /// else. What has brackets is a color, whose parts have commas between them.
  package func pointed(_ text: String) -> String? {
    guard text.utf8.count <= 4_000, text.utf8.contains(UInt8(ascii: ",")), !text.utf8.contains(UInt8(ascii: "(")) else {
      return nil
    }
    var (output, bytes) = ([UInt8](), Array(text.utf8)[...])
    var isChanged = false
    while let byte = bytes.first {
      guard byte.isDigit else {
        output.append(byte)
        bytes.removeFirst()
        continue
      }
      // Up to the last digit: a sign behind it is one of the sentence.
      let run = bytes.prefix { $0.isDigit || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
      let number = run[...(run.lastIndex(where: \.isDigit) ?? run.startIndex)]
      bytes = bytes[number.endIndex...]
      guard number.contains(UInt8(ascii: ",")) else {
        output += number
        continue
      }
      guard let pointed = self.pointed(number: number) else { return nil }
      output += pointed
      isChanged = true
    }
    return isChanged ? String(decoding: output, as: UTF8.self) : nil
  }

  /// - Parameter number: digits with a comma between them, and perhaps with points.
  private func pointed(number: ArraySlice<UInt8>) -> [UInt8]? {
    let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
    guard let last = number.lastIndex(where: { $0 == comma || $0 == point }) else { return nil }
    let (sign, decimals) = (number[last], number[(last + 1)...])
    let groups = number[..<last].split(omittingEmptySubsequences: false) { !$0.isDigit }
    if groups.count == 1 {
      // `1,234` may be more than a thousand, and `44,20` a width and a height; `0,125` is less than one in every language.
      let mayBeTwo = decimals.count == 3 || decimals.count > 1 && number[..<last].count > 1
      guard self == .decimal || !mayBeTwo || number.first == UInt8(ascii: "0") else { return nil }
    } else {
      // The sign for thousands is another one, before each three digits.
      guard number[..<last].allSatisfy({ $0 != sign }), (1...3).contains(groups[0].count),
        groups.dropFirst().allSatisfy({ $0.count == 3 })
      else { return nil }
    }
    return groups.flatMap(\.self) + [point] + decimals
  }
}

/// How large a point is on a screen: 163 points per inch on most phones, 132 on most tablets.
///
/// Sizes on different screens are compared in millimeters: mm = pt x 25.4 / ppi, so 44 pt are 6.9 mm at 163 and 8.5 mm
/// at 132.
package struct PhysicalScale: Equatable, Sendable {
  /// Points, not pixels, per inch.
  package var pointsPerInch: FixedPoint

  /// Reads `163` or `163 ppi`; refuses what no screen has (below 10 or above 1000).
  package static func parse(_ text: String) throws(MeasureError) -> PhysicalScale {
    let value = try MeasuredValue.parse(text, unitHint: "ppi")
    guard value.unit == "ppi", let number = value.numbers.first, number >= 10, number <= 1000 else {
      throw MeasureError(
        .outOfRange, "\(MeasureError.quote(text)) is not a valid number of points per inch.",
        hint: "Specify the points (not pixels) per inch of the screen, like 163 or 132.")
    }
    return PhysicalScale(pointsPerInch: number)
  }

  package func millimetres(fromPoints points: FixedPoint) throws(MeasureError) -> FixedPoint {
    try points.multiplied(by: FixedPoint(thousandths: 25_400)).divided(by: pointsPerInch)
  }

  package func points(fromMillimetres millimetres: FixedPoint) throws(MeasureError) -> FixedPoint {
    try millimetres.multiplied(by: pointsPerInch).divided(by: FixedPoint(thousandths: 25_400))
  }
}
