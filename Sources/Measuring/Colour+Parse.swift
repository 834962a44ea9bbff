/// Reading colors as people and tools write them.
extension Colour {
  static let wanted =
    "Write it like #3C3C43, #FFF, #3C3C43/60%, rgb(60, 60, 67), rgba(60, 60, 67, 0.6), white, secondaryLabel, or "
    + "systemBlueDark."

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(...)`, `rgba(...)` and names.
  ///
  /// A suffix `/60%` or `/0.6` gives the alpha of a color that has none. Parts of `rgb` are 0 ... 255 or percentages,
  /// parted by commas or spaces, the alpha 0 ... 1 or a percentage. Names are the basic ones of CSS, and those of
  /// the system such as `secondaryLabel`, `systemBlue` and `systemBackground` with their classic light values, with
  /// `Dark` behind them (`systemBlueDark`) with the dark ones. Letters may be small or capital.
  package static func parse(_ text: String) throws(MeasureError) -> Colour {
    guard text.utf8.count <= 200 else {
      throw MeasureError(.tooLong, "The color is longer than 200 characters.", hint: wanted)
    }
    let typed = stripped(text[...])
    guard !typed.isEmpty else { throw MeasureError(.empty, "The color is empty.", hint: wanted) }
    let lowered = typed.lowercased()
    if lowered.hasPrefix("rgb") { return try function(lowered, typed: text) }
    // Bytes, not characters: a combining mark must not swallow the slash.
    let parts = lowered.unicodeScalars.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let name = stripped(Substring(parts[0]))
    guard let base = name.hasPrefix("#") ? hexadecimal(name) : ColourNames.colour(named: name) else {
      throw unknown(text)
    }
    guard parts.count == 2 else { return base }
    guard base.isOpaque else {
      throw MeasureError(
        .ambiguous, "\(MeasureError.quote(text)) has two alpha values.", hint: "Remove the part after the slash.")
    }
    let alpha = try fraction(stripped(Substring(parts[1])), whole: 1, typed: text)
    return Colour(red: base.red, green: base.green, blue: base.blue, alpha: alpha)
  }

  private static func hexadecimal(_ text: String) -> Colour? {
    var digits: [UInt8] = []
    for byte in text.utf8.dropFirst() {
      guard let value = hexDigit(byte) else { return nil }
      digits.append(value)
    }
    switch digits.count {
    case 3, 4: return from(digits.map { $0 * 17 })
    case 6, 8: return from(stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] })
    default: return nil
    }
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func from(_ bytes: [UInt8]) -> Colour {
    let parts = bytes.map { Double($0) / 255 }
    return Colour(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count > 3 ? parts[3] : 1)
  }

  /// `rgb(60, 60, 67)`, `rgb(60 60 67 / 60%)`, `rgba(60, 60, 67, 0.6)`.
  private static func function(_ text: String, typed: String) throws(MeasureError) -> Colour {
    let prefix = text.hasPrefix("rgba(") ? "rgba(" : "rgb("
    guard text.hasPrefix(prefix), text.hasSuffix(")") else { throw unknown(typed) }
    let inside = text.unicodeScalars.dropFirst(prefix.utf8.count).dropLast()
    let parts = inside.split { $0 == " " || $0 == "," || $0 == "/" }.map { String($0) }
    guard parts.count == 3 || parts.count == 4 else { throw unknown(typed) }
    return Colour(
      red: try fraction(parts[0], whole: 255, typed: typed), green: try fraction(parts[1], whole: 255, typed: typed),
      blue: try fraction(parts[2], whole: 255, typed: typed),
      alpha: parts.count == 4 ? try fraction(parts[3], whole: 1, typed: typed) : 1)
  }

  /// A part of `whole` or a percentage, as 0 ... 1.
  private static func fraction(_ text: String, whole: FixedPoint, typed: String) throws(MeasureError) -> Double {
    let isPercent = text.hasSuffix("%")
    let number = try FixedPoint.parse(isPercent ? String(text.dropLast()) : text)
    let full = isPercent ? 100 : whole
    guard number >= 0, number <= full else {
      throw MeasureError(
        .outOfRange, "A part of the color \(MeasureError.quote(typed)) is not between 0 and \(full).", hint: wanted)
    }
    return number.double / full.double
  }

  private static func stripped(_ text: Substring) -> String {
    var scalars = text.unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }

  private static func unknown(_ typed: String) -> MeasureError {
    MeasureError(.unknownColour, "\(MeasureError.quote(typed)) is not a known color.", hint: wanted)
  }
}
