/// Text of others, made harmless for a terminal.
package enum TerminalText {
  /// Replaces everything that could move the cursor, change the display or reorder what is read.
  ///
  /// C0 (line feed and tab too), DEL, C1, line and paragraph separators, bidirectional controls, zero-width and tag
  /// characters become `\u{1B}` and the like, so that the text stays on its line and shows that something was there.
  package static func escaped(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: isDangerous) else { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      if isDangerous(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A name in a sentence: in quotation marks, and cut after `limit` scalars so that a megabyte stays one line.
  /// Not escaped; that happens where it is printed.
  package static func quoted(_ text: some StringProtocol, limit: Int = 80) -> String {
    "\"" + shortened(text, limit: limit) + "\""
  }

  /// At most `limit` scalars, with three dots where something was cut.
  static func shortened(_ text: some StringProtocol, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { return String(result) + "..." }
      result.append(scalar)
      count += 1
    }
    return String(result)
  }

  /// Whether a scalar may not reach a terminal as it is.
  static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E: false
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }
}
