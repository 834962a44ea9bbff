/// The text that the catalog allows: one line of visible text.
enum PlainText {
  /// Says what is wrong with a text, or nothing if it may stand.
  /// - Parameter limit: the greatest number of characters, counted as Unicode scalars.
  static func fault(in text: String, limit: Int) -> String? {
    isPlainASCII(text, limit: limit) ? nil : faultOfScalars(in: text, limit: limit)
  }

  /// Almost every text is this, and looking at bytes is many times faster than looking at scalars.
  private static func isPlainASCII(_ text: String, limit: Int) -> Bool {
    guard text.utf8.count <= limit else { return false }
    var visible = false
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F else { return false }
      visible = visible || byte != 0x20
    }
    return visible
  }

  private static func faultOfScalars(in text: String, limit: Int) -> String? {
    var count = 0
    var visible = false
    for scalar in text.unicodeScalars {
      count += 1
      if !isHarmless(scalar) {
        return "holds the control character U+\(hexadecimal(scalar.value)) at position \(count)"
      }
      if !scalar.properties.isWhitespace { visible = true }
    }
    if !visible { return "is empty" }
    if count > limit { return "is \(count) characters long, at most \(limit) are allowed" }
    return nil
  }

  /// No control character, no line or paragraph separator, and nothing that turns the direction of what follows.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: false
    case 0xE0000...0xE007F: false
    default: true
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
