import Audit

/// Words of sources in the form of keys.
enum SourceWords {
  private static let longest = 40

  /// `dont-allow` of `Don’t Allow`.
  static func ofText(_ text: String) -> String {
    joined(text.filter { $0 != "'" && $0 != "’" })
  }

  /// `url-field` of `URLField`, `xmark-circle-fill` of `xmark.circle.fill`.
  static func ofIdentifier(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    var split = ""
    for (index, scalar) in scalars.enumerated() {
      let isUpper = scalar.properties.isUppercase
      let before = index > 0 ? scalars[index - 1] : " "
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      if isUpper, before.properties.isLowercase || before.properties.isUppercase && after.properties.isLowercase {
        split.append(" ")
      }
      split.unicodeScalars.append(scalar)
    }
    return joined(split)
  }

  /// The name without `View`, `Screen`, or `Page`.
  static func stem(_ type: String) -> String {
    let end = ["View", "Screen", "Page"].first { type.hasSuffix($0) && type.utf8.count > $0.utf8.count }
    return end.map { String(type.dropLast($0.count)) } ?? type
  }

  static func baseName(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.split(separator: ".").first ?? "")
  }

  /// Text as a title: one line of the length that a title may have.
  static func line(_ text: String) -> String {
    let plain = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    var line = String(String.UnicodeScalarView(plain))
    while line.utf8.count > Names.longestLine { line.unicodeScalars.removeLast() }
    return line
  }

  private static func joined(_ text: String) -> String {
    var key = ""
    let isPlain: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber) }
    for word in LatinLetters.spelled(text).lowercased().split(whereSeparator: { !isPlain($0) }) {
      guard key.utf8.count + word.utf8.count < longest else {
        if key.isEmpty { key = String(word.prefix(longest)) }
        break
      }
      key += (key.isEmpty ? "" : "-") + word
    }
    return key
  }
}
