/// Why a value has no canonical form, or none that a reader with the same limits would take.
package struct CanonicalError: Error, Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// A decimal: facts hold integers only.
    case decimal
    /// Beyond 2^53-1 in either direction.
    case integerOutOfRange
    /// U+0000 in a string or a key.
    case nul
    case tooDeep
    case stringTooLong
    case tooManyMembers
    case keysTooLong
    case documentTooLong
  }

  package let kind: Kind
  /// The path of the invalid value, as in `$.body.measured[2]`.
  package internal(set) var path: String
}

extension CanonicalError: CustomStringConvertible {
  /// One sentence: where and what.
  package var description: String {
    let what =
      switch kind {
      case .decimal: "a number with a fraction cannot be stored; use a smaller unit and an integer"
      case .integerOutOfRange: "the number is not between -\(largestInteger) and \(largestInteger)"
      case .nul: "the text contains the character U+0000"
      case .tooDeep: "arrays and objects are nested too deeply"
      case .stringTooLong: "the text is too long"
      case .tooManyMembers: "the object has too many members"
      case .keysTooLong: "the keys of the objects are too long together"
      case .documentTooLong: "the document is too long"
      }
    return "At \(path): \(what)."
  }
}
