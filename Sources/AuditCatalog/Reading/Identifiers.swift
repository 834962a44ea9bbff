/// The form of identifiers in the catalog.
enum Identifiers {
  static let longest = 100

  /// Says what is wrong with the identifier of a check, or nothing: `category.name`, lower case, words joined by
  /// hyphens.
  static func faultInCheck(_ id: String) -> String? {
    let parts = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard id.utf8.count <= longest, parts.count > 1, parts.allSatisfy(isKebab), startsWithLetter(id) else {
      return "category.name in lower-case letters, digits and hyphens, at most \(longest) characters"
    }
    return nil
  }

  /// Says what is wrong with the identifier of a checklist or category, or nothing: words joined by hyphens.
  static func faultInWord(_ id: String) -> String? {
    guard id.utf8.count <= longest, isKebab(id.utf8[...]), startsWithLetter(id) else {
      return "lower-case letters, digits and hyphens, at most \(longest) characters"
    }
    return nil
  }

  /// The part before the first dot.
  static func category(of id: String) -> String {
    String(id.prefix { $0 != "." })
  }

  private static func startsWithLetter(_ id: String) -> Bool {
    id.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
  }

  private static func isKebab(_ part: Substring.UTF8View) -> Bool {
    let words = part.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      !word.isEmpty && word.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }
}
