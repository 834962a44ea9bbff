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

  /// Reads a number from 1 to 4 or one of the four words.
  package init?(word: String) {
    guard let found = Severity.allCases.first(where: { $0.word == word || String($0.rawValue) == word }) else {
      return nil
    }
    self = found
  }

  /// The place in a list of what hurts most; what has none comes last.
  package static func place(_ severity: Severity?) -> Int { severity?.rawValue ?? 5 }

  package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
