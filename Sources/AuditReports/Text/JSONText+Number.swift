extension JSONText {
  /// The shortest decimal digits that read back as `value`, never with an exponent; nil for NaN and infinity.
  ///
  /// A whole number has no fraction (`1`, not `1.0`), and minus zero is zero.
  static func digits(of value: Double) -> String? {
    guard value.isFinite else { return nil }
    if value == 0 { return "0" }
    let shortest = Array(value.magnitude.description.utf8)
    let sign = value < 0 ? "-" : ""
    // Shortest form of the standard library: digits, a point, digits, and for large and small values an exponent.
    let exponentMark = shortest.firstIndex(of: UInt8(ascii: "e"))
    let mantissa = shortest[..<(exponentMark ?? shortest.endIndex)]
    var exponent = 0
    if let exponentMark {
      exponent = Int(String(decoding: shortest[(exponentMark + 1)...], as: UTF8.self)) ?? 0
    }
    let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
    let whole = mantissa[..<point]
    let fraction = mantissa[point...].dropFirst()
    return sign + plain(digits: Array(whole + fraction), pointAt: whole.count + exponent)
  }

  /// Digits with the decimal point before position `pointAt`, which can be outside of them; without extra zeros.
  private static func plain(digits: [UInt8], pointAt: Int) -> String {
    let zero = UInt8(ascii: "0")
    var padded = digits
    var point = pointAt
    if point < 1 {
      padded.insert(contentsOf: repeatElement(zero, count: 1 - point), at: 0)
      point = 1
    }
    if point > padded.count {
      padded.append(contentsOf: repeatElement(zero, count: point - padded.count))
    }
    var fraction = padded[point...]
    while fraction.last == zero { fraction.removeLast() }
    var whole = padded[..<point]
    while whole.count > 1, whole.first == zero { whole.removeFirst() }
    let head = String(decoding: whole, as: UTF8.self)
    return fraction.isEmpty ? head : head + "." + String(decoding: fraction, as: UTF8.self)
  }
}
