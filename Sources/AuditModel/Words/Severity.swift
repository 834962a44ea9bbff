/// How much a failure hurts, as the tester says, else as its check does: 1 critical, 2 serious, 3 moderate, 4 minor.
package enum Severity: Int, CaseIterable, Comparable, Sendable {
  case critical = 1
  case serious = 2
  case moderate = 3
  case minor = 4

  package var word: String {
    switch self {
    case .critical: "critical"
    case .serious: "serious"
    case .moderate: "moderate"
    case .minor: "minor"
    }
  }

  /// Reads a number from 1 to 4, one of the four words, or both, in any case: `2`, `Serious`, `2 - Serious`, `2.0`.
  package init?(word: String) {
    func known(_ text: some StringProtocol) -> Severity? {
      Severity.allCases.first { $0.word == text || String($0.rawValue) == text }
    }
    if let found = known(word) {
      self = found
      return
    }
    let isSign: (Character) -> Bool = { "()[]-–—.:,/ \u{A0}\t".contains($0) }
    // A sign before a number makes it another number.
    guard word.utf8.count <= 64, word.first != "-", word.first != "–" else { return nil }
    var parts = word.lowercased().split(whereSeparator: isSign)
    // A spreadsheet may write a whole number as a decimal.
    if parts.count == 2, word.contains("."), parts[1].allSatisfy({ $0 == "0" }) { parts.removeLast() }
    guard (1...2).contains(parts.count), let first = known(parts[0]), parts.allSatisfy({ known($0) == first }),
      parts.count == 1 || parts[0] != parts[1]
    else { return nil }
    self = first
  }

  /// The place in a list of what hurts most; what has none comes last.
  package static func place(_ severity: Severity?) -> Int { severity?.rawValue ?? 5 }

  package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
