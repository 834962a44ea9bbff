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
