import AuditModel
import Measuring

/// Decimal numbers as text, read and written exactly: no floating point is ever involved.
enum DecimalText {
  private static let places = 6
  private static let one: Int64 = 1_000_000

  /// Reads `4.5`, `-0.05` or `44`; nothing else: no exponent, no leading plus, at most six places.
  static func parse(_ text: String) -> FixedPoint? {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else {
      return nil
    }
    var fraction = parts.count == 2 ? Array(parts[1]) : [UInt8(ascii: "0")]
    guard !fraction.isEmpty else { return nil }
    while fraction.count > places, fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    guard fraction.count <= places else { return nil }
    fraction += [UInt8](repeating: UInt8(ascii: "0"), count: places - fraction.count)
    var millionths: Int64 = 0
    for byte in Array(whole) + fraction {
      guard (0x30...0x39).contains(byte) else { return nil }
      let (shifted, overflowed) = millionths.multipliedReportingOverflow(by: 10)
      let (sum, carried) = shifted.addingReportingOverflow(Int64(byte - 0x30))
      if overflowed || carried { return nil }
      millionths = sum
    }
    return FixedPoint(millionths: isNegative ? -millionths : millionths)
  }

  static func of(integer: Int64) -> FixedPoint? {
    let (millionths, overflowed) = integer.multipliedReportingOverflow(by: one)
    return overflowed ? nil : FixedPoint(millionths: millionths)
  }

  /// The number as a whole one, if it is.
  static func integer(_ number: FixedPoint) -> Int64? {
    number.millionths % one == 0 ? number.millionths / one : nil
  }

  /// The shortest text that `parse` reads as the same number.
  static func text(_ number: FixedPoint) -> String {
    let magnitude = number.millionths.magnitude
    let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: UInt64(one))
    let sign = number.millionths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    let fraction = String(repeating: "0", count: max(0, places - digits.utf8.count)) + digits
    let lastDigit = fraction.utf8.lastIndex { $0 != UInt8(ascii: "0") } ?? fraction.utf8.startIndex
    return "\(sign)\(whole).\(fraction[...lastDigit])"
  }
}
