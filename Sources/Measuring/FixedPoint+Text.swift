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
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { throw notANumber(text) }
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
