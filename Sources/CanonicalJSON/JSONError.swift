/// Why a document was refused, and where.
package struct JSONError: Error, Sendable, Equatable {
  /// What is wrong, for code that decides by it; the words are in `wanted` and `found`.
  package enum Kind: String, Sendable, CaseIterable {
    /// The document ends too early; it may be incomplete.
    case truncated
    case unexpectedByte
    case trailingComma
    /// Something other than white space follows the value.
    case trailingBytes
    case duplicateKey
    case byteOrderMark
    /// UTF-16 or UTF-32.
    case notUTF8
    /// A byte sequence that is no UTF-8, overlong forms included.
    case invalidUTF8
    /// Half of a surrogate pair, as an escape or as bytes.
    case loneSurrogate
    /// U+0000, as a byte or as an escape.
    case nul
    /// A control character inside a string that is not escaped.
    case controlCharacter
    case badEscape
    case badNumber
    /// A fraction or an exponent where only integers are allowed.
    case fraction
    case negativeZero
    /// Beyond 2^53-1, or a literal of absurd length.
    case numberTooLarge
    case tooDeep
    case stringTooLong
    case tooManyMembers
    case keysTooLong
    case documentTooLong
  }

  package let kind: Kind
  /// 1-based; lines end at a line feed.
  package let line: Int
  /// 1-based, counted in bytes from the start of the line.
  package let column: Int
  /// From the start of the document, in bytes.
  package let offset: Int
  /// The value that was being read, as in `$.facts[3].body.note`; between two members it is the object or array.
  package let path: String
  /// What would have been right here, as a noun phrase.
  package let wanted: String
  /// What is here instead, as a noun phrase; contains no control characters.
  package let found: String
}

extension JSONError: CustomStringConvertible {
  /// One sentence: the place, what was expected, and what was found.
  package var description: String {
    "Line \(line), column \(column), at \(path): expected \(wanted), found \(found)."
  }
}
