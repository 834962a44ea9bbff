import Base

/// An sRGB color with alpha; all parts lie in 0 ... 1, encoded as in `#rrggbb` (not linear).
package struct Colour: Equatable, Sendable {
  package let red: Double
  package let green: Double
  package let blue: Double
  package let alpha: Double

  /// Parts outside 0 ... 1, and what is not a number, are brought inside.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = Self.inside(red)
    self.green = Self.inside(green)
    self.blue = Self.inside(blue)
    self.alpha = Self.inside(alpha)
  }

  package static let white = Colour(red: 1, green: 1, blue: 1)

  package var isOpaque: Bool { alpha == 1 }

  /// What is seen when this color lies over an opaque background: each part is a x this + (1 - a) x background.
  ///
  /// Blending happens on the encoded values, as screens of this kind do it, and is not rounded to 8 bits.
  package func composited(over background: Colour) -> Colour {
    Colour(
      red: alpha * red + (1 - alpha) * background.red,
      green: alpha * green + (1 - alpha) * background.green,
      blue: alpha * blue + (1 - alpha) * background.blue)
  }

  /// `#8A8A8E`, rounded to 8 bits, with the alpha as percentage if there is any: `#3C3C43/60%`.
  package var hex: String {
    let digits = [red, green, blue].map(Self.hexByte).joined()
    guard !isOpaque, let percent = FixedPoint.nearest(alpha * 100, decimals: 2) else { return "#" + digits }
    return "#\(digits)/\(percent)%"
  }

  /// `part` lies in 0 ... 1, so adding a half and cutting off rounds.
  private static func hexByte(_ part: Double) -> String {
    let digits = String(Int(part * 255 + 0.5), radix: 16, uppercase: true)
    return digits.utf8.count < 2 ? "0" + digits : digits
  }

  private static func inside(_ part: Double) -> Double {
    // `part >= 0` is false for NaN too.
    part >= 0 ? min(part, 1) : 0
  }
}

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
    String(text.unicodeScalars.trimmed(where: \.properties.isWhitespace))
  }

  private static func unknown(_ typed: String) -> MeasureError {
    MeasureError(.unknownColour, "\(MeasureError.quote(typed)) is not a known color.", hint: wanted)
  }
}

/// Colors that have a name: the basic ones of CSS and those of the system that audits meet.
package enum ColourNames {
  /// Found without regard to case; nil for every other name.
  package static func colour(named name: String) -> Colour? {
    let key = name.lowercased()
    if let value = basic[key] { return opaque(value) }
    guard let (value, percent) = system[key] else { return nil }
    let base = opaque(value)
    return Colour(red: base.red, green: base.green, blue: base.blue, alpha: Double(percent) / 100)
  }

  /// Whether a name stands for a color of the system, whose values may differ between versions.
  package static func isSystem(_ name: String) -> Bool { system[name.lowercased()] != nil }

  private static func opaque(_ value: UInt32) -> Colour {
    Colour(
      red: Double((value >> 16) & 0xFF) / 255, green: Double((value >> 8) & 0xFF) / 255,
      blue: Double(value & 0xFF) / 255)
  }

  /// The color of the system that a name of CSS may be taken for, as it is typed; nil where it means the same.
  package static func systemName(for name: String) -> String? {
    let key = name.lowercased()
    let plain = key == "grey" ? "gray" : key
    guard basic[key] != nil, system["system" + plain] != nil else { return nil }
    return "system" + plain.prefix(1).uppercased() + plain.dropFirst()
  }

  /// The basic color keywords of CSS, and the second spelling of gray.
  private static let basic: [String: UInt32] = [
    "aqua": 0x00FFFF, "black": 0x000000, "blue": 0x0000FF, "fuchsia": 0xFF00FF, "gray": 0x808080, "grey": 0x808080,
    "green": 0x008000, "lime": 0x00FF00, "maroon": 0x800000, "navy": 0x000080, "olive": 0x808000, "orange": 0xFFA500,
    "purple": 0x800080, "red": 0xFF0000, "silver": 0xC0C0C0, "teal": 0x008080, "white": 0xFFFFFF, "yellow": 0xFFFF00,
  ]

  /// Classic values and alpha in percent, those behind the figures of E-11, E-12 and E-13: light ones, and with `dark`
  /// behind the name those of the dark appearance.
  private static let system: [String: (UInt32, Int)] = [
    "label": (0x000000, 100), "secondarylabel": (0x3C3C43, 60), "tertiarylabel": (0x3C3C43, 30),
    "quaternarylabel": (0x3C3C43, 18), "systemblue": (0x007AFF, 100), "systemgray": (0x8E8E93, 100),
    "systemgreen": (0x34C759, 100), "systemindigo": (0x5856D6, 100), "systemorange": (0xFF9500, 100),
    "systempink": (0xFF2D55, 100), "systempurple": (0xAF52DE, 100), "systemred": (0xFF3B30, 100),
    "systemteal": (0x30B0C7, 100), "systemyellow": (0xFFCC00, 100), "systembackground": (0xFFFFFF, 100),
    "secondarysystembackground": (0xF2F2F7, 100), "tertiarysystembackground": (0xFFFFFF, 100),
    "labeldark": (0xFFFFFF, 100), "secondarylabeldark": (0xEBEBF5, 60), "tertiarylabeldark": (0xEBEBF5, 30),
    "quaternarylabeldark": (0xEBEBF5, 16), "systembluedark": (0x0A84FF, 100), "systemgraydark": (0x8E8E93, 100),
    "systemgreendark": (0x30D158, 100), "systemindigodark": (0x5E5CE6, 100), "systemorangedark": (0xFF9F0A, 100),
    "systempinkdark": (0xFF375F, 100), "systempurpledark": (0xBF5AF2, 100), "systemreddark": (0xFF453A, 100),
    "systemtealdark": (0x40C8E0, 100), "systemyellowdark": (0xFFD60A, 100), "systembackgrounddark": (0x000000, 100),
    "secondarysystembackgrounddark": (0x1C1C1E, 100), "tertiarysystembackgrounddark": (0x2C2C2E, 100),
  ]
}

/// Relative luminance as WCAG 2.x defines it.
extension Colour {
  /// The highest encoded value on the straight part of the sRGB curve.
  ///
  /// WCAG 2.2 says 0.04045; 2.0 and 2.1 were published with 0.03928. No 8-bit value lies between the two (10/255 is
  /// below both, 11/255 above both), so the choice changes no ratio of opaque `#rrggbb` colors.
  static let linearLimit = 0.04045

  /// L = 0.2126 R + 0.7152 G + 0.0722 B over linear parts; 0 is black, 1 is white. The alpha is not looked at.
  package var relativeLuminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// One encoded part made linear: c / 12.92 up to the limit, ((c + 0.055) / 1.055) ^ 2.4 above it.
  package static func linear(_ part: Double) -> Double {
    if part <= linearLimit { return part / 12.92 }
    return power2point4((part + 0.055) / 1.055)
  }

  /// x ^ 2.4 for 0 ... 1 as x^2 times the square of the fifth root of x, without a mathematics library.
  static func power2point4(_ base: Double) -> Double {
    guard base > 0 else { return 0 }
    let root = fifthRoot(base)
    return base * base * root * root
  }

  /// Newton's method on r^5 = x from above, where it falls steadily; it stops when it no longer falls.
  private static func fifthRoot(_ value: Double) -> Double {
    var root = 1.0
    // Twelve steps are enough for x above 0.01; the bound only guarantees an end.
    for _ in 0..<100 {
      let square = root * root
      let fourth = square * square
      let next = root - (root * fourth - value) / (5 * fourth)
      if next >= root { break }
      root = next
    }
    return root
  }
}

/// The contrast between two colors.
package struct Contrast: Equatable, Sendable {
  /// What is seen of the foreground, after an alpha was composited over the background.
  package let seenForeground: Colour
  package let background: Colour
  /// (L1 + 0.05) / (L2 + 0.05) with L1 the lighter luminance (WCAG 2.x): 1 ... 21, not rounded.
  package let ratio: Double

  /// Throws if the background is not opaque: what lies behind it would decide the ratio.
  package init(foreground: Colour, background: Colour) throws(MeasureError) {
    guard background.isOpaque else {
      let overWhite = background.composited(over: .white).hex
      throw MeasureError(
        .notOpaque, "The background \(background.hex) is not opaque, so the contrast depends on what is behind it.",
        hint: "Use the color on the screen. Over white, the color is \(overWhite).")
    }
    seenForeground = foreground.composited(over: background)
    self.background = background
    let first = seenForeground.relativeLuminance + 0.05
    let second = background.relativeLuminance + 0.05
    ratio = max(first, second) / min(first, second)
  }

  /// Whether the ratio reaches a threshold; the ratio itself is compared, never its printed form.
  package func reaches(_ threshold: FixedPoint) -> Bool { ratio >= threshold.double }

  /// The ratio as it is printed: two decimals, rounded, but cut off where rounding up would end on a whole tenth.
  ///
  /// So 3.438 reads 3.44, while 4.499 reads 4.49 and never 4.5: no threshold is printed that is not reached.
  package var shown: FixedPoint { Self.shown(ratio) }

  static func shown(_ ratio: Double) -> FixedPoint {
    let cut = FixedPoint.truncating(ratio, decimals: 2) ?? 1
    let rounded = FixedPoint.nearest(ratio, decimals: 2) ?? cut
    return rounded.isMultiple(of: FixedPoint(thousandths: 100)) ? cut : rounded
  }
}

/// The thresholds of contrast, with the criterion and the check they come from.
package struct ContrastRule: Equatable, Sendable {
  package let name: String
  package let threshold: FixedPoint
  /// The check of the built-in catalog; nil for the levels that the catalog does not ask for.
  package let check: String?

  package static let text = ContrastRule(
    name: "WCAG 2.2 SC 1.4.3 Contrast (Minimum), level AA, text below large size",
    threshold: FixedPoint(thousandths: 4500), check: "contrast.text-4-5")
  package static let largeText = ContrastRule(
    name: "WCAG 2.2 SC 1.4.3 Contrast (Minimum), level AA, large text (from 24 pt, or bold from 18.7 pt)", threshold: 3,
    check: "contrast.large-text-3")
  package static let platformText = ContrastRule(
    name: "Apple HIG, text up to 17 pt that is not bold", threshold: FixedPoint(thousandths: 4500),
    check: "contrast.text-4-5")
  package static let platformLargeText = ContrastRule(
    name: "Apple HIG, text from 18 pt or any bold text", threshold: 3, check: "contrast.large-text-3")
  package static let nonText = ContrastRule(
    name: "WCAG 2.2 SC 1.4.11 Non-text Contrast, level AA, icons, borders and states", threshold: 3,
    check: "contrast.non-text-3")
  package static let enhancedText = ContrastRule(
    name: "WCAG 2.2 SC 1.4.6 Contrast (Enhanced), level AAA, text below large size", threshold: 7, check: nil)
  package static let enhancedLargeText = ContrastRule(
    name: "WCAG 2.2 SC 1.4.6 Contrast (Enhanced), level AAA, large text (from 24 pt, or bold from 18.7 pt)",
    threshold: FixedPoint(thousandths: 4500), check: nil)
}

/// From which size text counts as large. There are two readings, and a result says which one was used (E-06).
package enum LargeTextReading: String, CaseIterable, Sendable {
  /// 18 typographic points are 24 CSS pixels and so 24 iOS points; bold 14 are 18.67.
  case wcag
  /// Accessibility Inspector and the HIG: from 18 pt, or any bold text.
  case platform

  package func isLarge(points: FixedPoint, isBold: Bool) -> Bool {
    switch self {
    // 14 x 4/3 has no end as a decimal; 18.666667 is the first millionth at or above it.
    case .wcag: points >= (isBold ? FixedPoint(millionths: 18_666_667) : 24)
    case .platform: isBold || points >= 18
    }
  }

  /// What the criterion or the platform asks for at this size: 4.5 or 3.
  package func rule(points: FixedPoint, isBold: Bool) -> ContrastRule {
    switch (self, isLarge(points: points, isBold: isBold)) {
    case (.wcag, true): .largeText
    case (.wcag, false): .text
    case (.platform, true): .platformLargeText
    case (.platform, false): .platformText
    }
  }
}
