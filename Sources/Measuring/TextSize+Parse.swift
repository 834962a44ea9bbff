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
