/// What a typed name stands for among the names that exist.
package enum Resolution: Equatable, Sendable {
  case one(String)
  /// More than one name fits equally well; in the order given.
  case several([String])
  /// None fits; up to three that look alike, best first.
  case none(suggestions: [String])
}

/// Finds the name that someone meant: check ids such as `voiceover.label-present`, component keys such as
/// `sign-in/close-button`, and anything else made of parts joined by `.`, `/` and `-`.
///
/// The rules are tried in turn, and the first that finds anything decides:
/// 1. the whole name; then the whole name in any case,
/// 2. its end from a `.` or `/` on (`label-present`, `close-button`),
/// 3. its beginning (`voiceover.label-pr`),
/// 4. the beginning of its last part (`label-pr`),
/// 5. the beginnings of its parts, from the first part on (`voice.label-p`, `sign/close`),
/// 6. its end from a `-` on (`button`).
/// - Parameter names: distinct names; compared as bytes, so that no two spellings of Unicode fall together.
package func resolve(_ typed: String, among names: [String]) -> Resolution {
  let wanted = Array(typed.utf8)
  guard !wanted.isEmpty else { return .none(suggestions: []) }
  let folded = wanted.map(asciiLowered)
  for rule in ResolvingRule.allCases {
    let found = names.filter { rule.accepts(Array($0.utf8), wanted: wanted, folded: folded) }
    if let only = found.first { return found.count == 1 ? .one(only) : .several(found) }
  }
  return .none(suggestions: suggestions(for: typed, among: names))
}

/// Folds A to Z and nothing else.
func asciiLowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte }

private let dot = UInt8(ascii: ".")
private let slash = UInt8(ascii: "/")
private let hyphen = UInt8(ascii: "-")

private enum ResolvingRule: CaseIterable {
  case whole
  case wholeInAnyCase
  case lastParts
  case beginning
  case beginningOfLastPart
  case beginningsOfParts
  case lastWords

  func accepts(_ name: [UInt8], wanted: [UInt8], folded: [UInt8]) -> Bool {
    guard name.count >= wanted.count else { return false }
    if self == .whole { return name == wanted }
    let name = name.map(asciiLowered)
    switch self {
    case .whole, .wholeInAnyCase: return name == folded
    case .lastParts: return endsAtBorder(name, folded) { $0 == dot || $0 == slash }
    case .beginning: return name.starts(with: folded)
    case .beginningOfLastPart:
      guard let border = name.lastIndex(where: { $0 == dot || $0 == slash }) else { return false }
      return name[(border + 1)...].starts(with: folded)
    case .beginningsOfParts: return partsBegin(name, folded)
    case .lastWords: return endsAtBorder(name, folded) { $0 == hyphen }
    }
  }

  private func endsAtBorder(_ name: [UInt8], _ end: [UInt8], border: (UInt8) -> Bool) -> Bool {
    let start = name.count - end.count
    return start > 0 && border(name[start - 1]) && name[start...].elementsEqual(end)
  }

  private func partsBegin(_ name: [UInt8], _ wanted: [UInt8]) -> Bool {
    let wantedParts = wanted.split(omittingEmptySubsequences: false) { $0 == dot || $0 == slash }
    let parts = name.split(omittingEmptySubsequences: false) { $0 == dot || $0 == slash }
    guard wantedParts.count > 1, parts.count >= wantedParts.count else { return false }
    return zip(parts, wantedParts).allSatisfy { part, wanted in part.starts(with: wanted) }
  }
}
