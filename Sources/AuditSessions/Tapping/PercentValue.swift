package import Arguments
package import Terminal

/// Parses a rate: `90`, `90%`, `92.5`, or, below 1, the fraction `0.9`.
package enum PercentValue {
  static let standardTarget = 0.9

  /// The target (default: 0.9).
  package static func target(_ arguments: ParsedArguments) throws(Problem) -> Double {
    try arguments.string(.target).map { text throws(Problem) in try target(text) } ?? standardTarget
  }

  /// A target rate, as a fraction of 1.
  package static func target(_ text: String) throws(Problem) -> Double {
    if let rate = rate(text), rate >= 0.5, rate <= 0.99 { return rate }
    throw .usage(
      "flag.value", "invalid value \(MessageText.quoted(text)) for --target; expected 50 to 99 percent",
      hints: ["Use at most 99 percent: no sample can prove 100 percent."])
  }

  /// An expected rate of the children: above the target, up to 100 percent.
  package static func rate(_ arguments: ParsedArguments, above target: Double) throws(Problem) -> Double? {
    guard let text = arguments.string(.rate) else { return nil }
    if let rate = rate(text), rate > target, rate <= 1 { return rate }
    throw .usage(
      "flag.value",
      "invalid value \(MessageText.quoted(text)) for --rate; expected a rate above the target, up to 100 percent",
      hints: ["Use a higher rate: a rate at or below the target never meets it, with any number of children."])
  }

  /// - Returns: a fraction of 1; nil unless the text is digits with at most one decimal point.
  static func rate(_ text: String) -> Double? {
    var digits = text[...]
    let hasSign = digits.utf8.last == UInt8(ascii: "%")
    if hasSign { digits = digits.dropLast() }
    let isPlain = digits.utf8.allSatisfy {
      $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    guard isPlain, digits.utf8.count <= 8, let number = Double(digits) else { return nil }
    return number < 1 && !hasSign ? number : number / 100
  }
}
