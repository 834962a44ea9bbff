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
