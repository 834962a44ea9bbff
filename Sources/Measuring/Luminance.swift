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
