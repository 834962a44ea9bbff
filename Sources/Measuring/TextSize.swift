/// The twelve sizes of Dynamic Type, from the smallest to the largest.
///
/// Source: the typography tables of the HIG, body style; macOS has no Dynamic Type (E-14).
package enum TextSize: String, CaseIterable, Comparable, Sendable {
  case xSmall
  case small
  case medium
  case large
  case xLarge
  case xxLarge
  case xxxLarge
  case ax1 = "AX1"
  case ax2 = "AX2"
  case ax3 = "AX3"
  case ax4 = "AX4"
  case ax5 = "AX5"

  package static let standard = TextSize.large

  /// The size of body text in points.
  package var bodyPoints: Int {
    switch self {
    case .xSmall: 14
    case .small: 15
    case .medium: 16
    case .large: 17
    case .xLarge: 19
    case .xxLarge: 21
    case .xxxLarge: 23
    case .ax1: 28
    case .ax2: 33
    case .ax3: 40
    case .ax4: 47
    case .ax5: 53
    }
  }

  /// Body text in percent of its default size of 17, rounded to the nearest whole: AX1 is 165.
  ///
  /// No verdict uses the rounded figure; ``reaches(percent:)`` compares exactly.
  package var percent: Int { (bodyPoints * 200 + Self.standard.bodyPoints) / (Self.standard.bodyPoints * 2) }

  /// Whether body text grows to this percentage of its default size.
  package func reaches(percent: Int) -> Bool {
    let (wanted, overflow) = percent.multipliedReportingOverflow(by: Self.standard.bodyPoints)
    return overflow ? percent < 0 : bodyPoints * 100 >= wanted
  }

  package var isAccessibilitySize: Bool { self >= .ax1 }

  /// How many columns a grid may have (accessibility-patterns, Adaptive Grid): 3, 2 from xxxLarge, 1 from AX1.
  package var columns: Int {
    if self >= .ax1 { return 1 }
    return self >= .xxxLarge ? 2 : 3
  }

  package static func < (left: TextSize, right: TextSize) -> Bool { left.bodyPoints < right.bodyPoints }
}

/// What WCAG 2.2 SC 1.4.4 Resize Text, level AA, asks of text on this ladder.
package enum TextGrowthRule {
  /// In percent of the default size.
  package static let minimum = 200
  /// The first size whose body text reaches 200 percent (E-08); nothing may be lost there.
  package static let testPoint = TextSize.ax3
  /// The largest size, tested for layout on top (E-10).
  package static let layoutTestPoint = TextSize.ax5

  /// Whether text that stops growing at `cap` can still double (E-09).
  package static func allows(cap: TextSize) -> Bool { cap.reaches(percent: minimum) }
}
