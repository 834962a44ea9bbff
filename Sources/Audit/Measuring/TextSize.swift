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

extension TextSize {
  /// Reads the many spellings of a Dynamic Type size: `ax1`, `AX1`, `accessibility1`, `accessibility-medium`, `xxxL`,
  /// `xx-Large`, `extraSmall`, `default`, `.accessibility3`, `text-ax5` and the names of the UIKit categories, in small
  /// or capital letters.
  package static func parse(_ text: String) throws(MeasureError) -> TextSize {
    let hint = "Write one of \(allCases.map { $0.rawValue }.joined(separator: ", "))."
    guard text.utf8.count <= 100 else {
      throw MeasureError(.tooLong, "The text size is longer than 100 characters.", hint: hint)
    }
    guard let size = named(key(of: text)) else {
      throw MeasureError(.unknownName, "\(MeasureError.quote(text)) is not a Dynamic Type size.", hint: hint)
    }
    return size
  }

  /// Letters and digits only, without the prefixes that system names and condition tokens carry.
  private static func key(of text: String) -> String {
    var key = ""
    for scalar in text.lowercased().unicodeScalars where scalar.isASCII {
      if ![" ", "-", "_", "."].contains(scalar) { key.unicodeScalars.append(scalar) }
    }
    // Anything that is not ASCII makes the name unknown instead of being skipped.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return "" }
    for prefix in ["dynamictypesize", "uictcontentsizecategory", "uicontentsizecategory", "text"]
    where key.hasPrefix(prefix) && key.utf8.count > prefix.utf8.count {
      return String(key.dropFirst(prefix.utf8.count))
    }
    return key
  }

  private static func named(_ key: String) -> TextSize? {
    for prefix in ["accessibility", "ax"] where key.hasPrefix(prefix) {
      return accessibility(String(key.dropFirst(prefix.utf8.count)))
    }
    return key == "default" ? standard : category(key)
  }

  /// `1` ... `5`, or the UIKit categories, whose first accessibility size is called medium.
  private static func accessibility(_ key: String) -> TextSize? {
    switch key {
    case "1": .ax1
    case "2": .ax2
    case "3": .ax3
    case "4": .ax4
    case "5": .ax5
    default:
      switch category(key) {
      case .medium: .ax1
      case .large: .ax2
      case .xLarge: .ax3
      case .xxLarge: .ax4
      case .xxxLarge: .ax5
      default: nil
      }
    }
  }

  private static func category(_ key: String) -> TextSize? {
    switch key {
    case "xs", "xsmall", "extrasmall": .xSmall
    case "s", "small": .small
    case "m", "medium": .medium
    case "l", "large": .large
    case "xl", "xlarge", "extralarge": .xLarge
    case "xxl", "xxlarge", "extraextralarge", "2xl": .xxLarge
    case "xxxl", "xxxlarge", "extraextraextralarge", "3xl": .xxxLarge
    default: nil
    }
  }
}

/// What a button style promises of every component that names it.
package struct StyleTemplate: Equatable, Sendable {
  /// As components name it, such as `child-friendly-large`.
  package var name: String
  /// The smallest size; nil where the style sets none.
  package var size: TargetSize?
  /// The haptics that fit; none where the style sets none.
  package var haptics: [HapticType]
  /// The checks whose figures it promises to keep: those of press feedback.
  package var measures: [String] = []
  /// The values that it promises, by check, each as for a result of it.
  package var planned: [String: String] = [:]
  /// The kinds of components that it is made for; empty where it does not say.
  package var kinds: [String] = []
  /// Where it comes from: a document with its section, or the team.
  package var source: String

  /// Whether a size keeps the promise; nil where there is none.
  package func accepts(_ size: TargetSize) -> Bool? {
    self.size.map { size.width >= $0.width && size.height >= $0.height }
  }
}

/// A contrast with the text that has it: `3.2:1 at 20 pt bold`, `#767676 on white at 17 pt`, `#767676 on white`.
///
/// In a fact the ratio is the figure of the value, and the rest stays in its text: a version that does not know the form
/// shows it, and judges the ratio.
struct TextContrast {
  var ratio: FixedPoint
  /// In points; nil where it was not given.
  var points: FixedPoint?
  var isBold = false

  private static let wanted =
    "Write it like 3.2:1, 3.2:1 at 20 pt bold, #767676 on white at 17 pt, or light: 5.1:1; dark: 4.6:1."

  /// Nil for a text without ` at `, ` on `, and names. Of several with names, the one with the least room above what WCAG
  /// asks for decides.
  init?(parsing typed: String) throws(MeasureError) {
    let text = try MeasuredValue.trimmed(typed, limit: MeasuredParts.longest)
    let parts = text.split(separator: ";").filter { $0.contains { $0 != " " } }.map(Self.unnamed)
    guard parts.count > 1 || parts.first != text || text.contains(" at ") || text.contains(" on ") else { return nil }
    guard let first = parts.first, parts.count <= MeasuredParts.mostParts else { throw Self.error(text) }
    try self.init(part: first)
    for part in parts.dropFirst() {
      let contrast = try TextContrast(part: part)
      if contrast.room < room { self = contrast }
    }
  }

  /// Without the name of a state or an appearance before it.
  private static func unnamed(_ part: Substring) -> String {
    let isNamed = part.first { $0 != " " }?.isLetter == true
    let rest = part.firstIndex(of: ":").flatMap { isNamed ? part[part.index(after: $0)...] : nil } ?? part
    return String(rest.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private var room: Int64 { ratio.millionths - required(ContrastRule.text.threshold).millionths }

  private init(part text: String) throws(MeasureError) {
    let text = try MeasuredValue.trimmed(text)
    let (front, size) = Self.split(text, at: " at ")
    let (foreground, background) = Self.split(front, at: " on ")
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

extension Measurement {
  /// The text size of a condition that is below the one which a check asks for.
  package func smallerText(of condition: Condition) -> String? {
    guard inputs.contains("text-size"), comparison == .atLeast, let least = threshold.first else { return nil }
    return condition.tokens.first { token in
      let size = token.hasPrefix("text-") ? try? TextSize.parse(String(token.dropFirst("text-".count))) : nil
      return size.map { !$0.reaches(percent: least.wholePart) } ?? false
    }
  }
}
