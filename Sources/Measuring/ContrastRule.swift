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
