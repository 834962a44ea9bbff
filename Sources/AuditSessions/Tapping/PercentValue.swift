package import Arguments
package import Terminal

/// Reads a rate that a person writes: `90`, `90%`, `92.5` or, below 1, the fraction `0.9`.
package enum PercentValue {
  static let standardTarget = 0.9

  /// The target, 0.9 unless another is given.
  package static func target(_ arguments: ParsedArguments) throws(Problem) -> Double {
    try arguments.string(.target).map { text throws(Problem) in try target(text) } ?? standardTarget
  }

  /// A rate to reach, as a share of 1.
  package static func target(_ text: String) throws(Problem) -> Double {
    if let rate = rate(text), rate >= 0.5, rate <= 0.99 { return rate }
    throw .usage(
      "flag.value", "--target takes a rate from 50 to 99 percent, not \(MessageText.quoted(text))",
      hints: ["100 percent is no target: no number of children can show it."])
  }

  /// A rate that the children may come out at: above the target, to 100 percent.
  package static func rate(_ arguments: ParsedArguments, above target: Double) throws(Problem) -> Double? {
    guard let text = arguments.string(.rate) else { return nil }
    if let rate = rate(text), rate > target, rate <= 1 { return rate }
    throw .usage(
      "flag.value",
      "--rate takes a rate above the target and up to 100 percent, not \(MessageText.quoted(text))",
      hints: ["A rate that is no better than the target never meets it, however many children there are."])
  }

  /// - Returns: a fraction of 1; nil unless the text is digits with one decimal point at most.
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
