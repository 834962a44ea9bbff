/// The text of a table's cell without what spreadsheets and editors leave around it.
package enum CellText {
  /// Without the blanks, no-break spaces, and invisible marks at both ends.
  package static func trimmed(_ text: String) -> String {
    func isPlain(_ byte: UInt8?) -> Bool { byte.map { $0 > 0x20 && $0 < 0x7F } ?? true }
    // Most cells have nothing around them.
    if isPlain(text.utf8.first), isPlain(text.utf8.last) { return text }
    return String(inner(text, isBlank))
  }

  /// The name that a header is known by, in lowercase: without signs around it, and with `_` for blanks and hyphens in
  /// it. `Target tier *` is `target_tier`.
  package static func name(_ header: String) -> String {
    let core = inner(header) { !isOfName($0) }
    // A header of signs alone, such as № or a check mark, is its own name.
    guard !core.isEmpty else { return trimmed(header).lowercased() }
    return joined(core, by: "_") { isBlank($0) || $0 == "-" || $0 == "_" }
  }

  /// A word of a cell as a map knows it: in lowercase, with single blanks.
  package static func word(_ text: String) -> String { joined(inner(text, isBlank), by: " ", isBlank) }

  /// What is seen as nothing or as a blank: also no-break spaces, byte order marks, and marks of direction.
  package static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x180E, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF: true
    default: scalar.properties.isWhitespace
    }
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // An accent may be a scalar of its own.
    case .nonspacingMark, .spacingMark: true
    default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }

  private static func inner(
    _ text: String, _ isOuter: (Unicode.Scalar) -> Bool
  ) -> Substring.UnicodeScalarView {
    var rest = Substring(text).unicodeScalars
    while let first = rest.first, isOuter(first) { rest.removeFirst() }
    while let last = rest.last, isOuter(last) { rest.removeLast() }
    return rest
  }

  private static func joined(
    _ scalars: Substring.UnicodeScalarView, by sign: String, _ isGap: (Unicode.Scalar) -> Bool
  ) -> String {
    scalars.split(whereSeparator: isGap).map { String($0) }.joined(separator: sign).lowercased()
  }
}
