/// A contrast with the text that has it: `3.2:1 at 20 pt bold`, `#767676 on white at 17 pt`, `#767676 on white`.
///
/// In a fact the ratio is the figure of the value, and the rest stays in its text: a version that does not know the form
/// shows it, and judges the ratio.
struct TextContrast {
  var ratio: FixedPoint
  /// In points; nil where it was not given.
  var points: FixedPoint?
  var isBold = false

  private static let wanted = "Write it like 3.2:1, 3.2:1 at 20 pt bold, or #767676 on white at 17 pt."

  /// Nil for a text without ` at ` and ` on `.
  init?(parsing typed: String) throws(MeasureError) {
    let text = try MeasuredValue.trimmed(typed)
    let (front, size) = Self.split(text, at: " at ")
    let (foreground, background) = Self.split(front, at: " on ")
    guard size != nil || background != nil else { return nil }
    if let background {
      ratio = try Contrast(foreground: Colour.parse(foreground), background: Colour.parse(background)).shown
    } else {
      let value = try MeasuredValue.parse(front, unitHint: "ratio")
      guard value.unit == "ratio", let number = value.numbers.first else { throw Self.error(text) }
      ratio = number
    }
    guard var size else { return }
    if size.lowercased().hasSuffix(" bold") {
      isBold = true
      size = String(size.dropLast(5))
    }
    let value = try MeasuredValue.parse(size, unitHint: "pt")
    guard value.unit == "pt", value.numbers.count == 1, let points = value.numbers.first, points > 0 else {
      throw Self.error(text)
    }
    self.points = points
  }

  /// The ratio that a check asks for text of this size: its figure, else what WCAG asks at the other side of the limit for
  /// large text.
  func required(_ figure: FixedPoint) -> FixedPoint {
    guard let points else { return figure }
    let rule = LargeTextReading.wcag.rule(points: points, isBold: isBold)
    return figure == ContrastRule.text.threshold || figure == ContrastRule.largeText.threshold ? rule.threshold : figure
  }

  /// What speaks against it by the reading of WCAG alone; nil where both readings agree.
  func disagreement(_ figure: FixedPoint) -> String? {
    guard let points, ratio < required(figure) else { return nil }
    let platform = LargeTextReading.platform.rule(points: points, isBold: isBold)
    guard ratio >= platform.threshold else { return nil }
    return "the platform takes this text as large, for which \(platform.threshold):1 is enough; WCAG, which counts, "
      + "requires \(required(figure)):1 below 24 pt, or 18.7 pt bold (E-06)"
  }

  private static func split(_ text: String, at mark: String) -> (String, String?) {
    guard let place = text.firstRange(of: mark) else { return (text, nil) }
    return (String(text[..<place.lowerBound]), String(text[place.upperBound...]))
  }

  private static func error(_ text: String) -> MeasureError {
    MeasureError(.wrongShape, "\(MeasureError.quote(text)) is not a contrast.", hint: wanted)
  }
}
